//! The part of a board that a group's life hangs on.

use super::LifeError;
use crate::brain::solve::{Ground, MOST, Node, bits};
use crate::go::{Benson, Color, Point, Position, Size};

/// A chain that reaches no more empty points outside a region than these is fought with in it.
const ROOM: usize = 7;

/// Points that neighbour each other as their sets say.
#[derive(Clone)]
pub struct Graph {
    near: [u64; MOST],
    all: u64,
    open: u64,
}

impl Ground for Graph {
    fn all(&self) -> u64 {
        self.all
    }

    fn open(&self) -> u64 {
        self.open
    }

    #[inline]
    fn around(&self, points: u64) -> u64 {
        bits(points).fold(0, |set, point| set | self.near[point])
    }
}

/// What stands around a group as far as it is not sure to stay, made into a ground of its own.
///
/// It takes in what is reached from the group through empty points, stones of its colour, and enemy chains that have little room elsewhere.
/// The enemy chains around it that have more, or live unconditionally, are one stone that cannot be taken: its wall. So are chains of its own
/// colour beyond enemy ones. The group's own chain is one point, as everything ends when it is taken.
pub struct Region {
    pub graph: Graph,
    /// The stones, by [`Region::points`].
    pub stones: [u64; 2],
    /// The group's chain.
    pub target: u64,
    /// Its colour.
    pub color: Color,
    /// The points of the board by their number here; the group's is one of its stones, walls have none.
    pub points: Vec<Option<Point>>,
    /// Empty points.
    pub empties: usize,
    /// A stone of each chain around it that is taken for safe.
    pub walls: Vec<Point>,
}

/// What is seen from the board at once.
pub enum Seen {
    /// It lives though its owner always passes.
    Lives,
    /// It lies in what is the enemy's unconditionally.
    Lost,
    /// That takes a search.
    Open(Box<Region>),
}

/// The chains of a board by point number.
struct Chains {
    of: Vec<usize>,
    stones: Vec<Vec<Point>>,
}

impl Chains {
    const NONE: usize = usize::MAX;

    fn of(position: &Position) -> Self {
        let size = position.size();
        let mut chains = Self { of: vec![Self::NONE; size.area()], stones: Vec::new() };
        for point in size.points() {
            if position.at(point).is_some() && chains.of[size.index(point)] == Self::NONE {
                let stones = position.chain(point);
                for &stone in &stones {
                    chains.of[size.index(stone)] = chains.stones.len();
                }
                chains.stones.push(stones);
            }
        }
        chains
    }
}

impl Region {
    /// The region of the chain on a point, of at most `most` empty points.
    ///
    /// # Errors
    /// When no stone stands there or the region is larger.
    pub fn around(position: &Position, point: Point, most: usize) -> Result<Seen, LifeError> {
        let size = position.size();
        if !size.contains(point) {
            return Err(LifeError::OffBoard(point, size));
        }
        let color = position.at(point).ok_or(LifeError::NoStone(point))?;
        let mut benson = Benson::new(size, position.rules().suicide);
        let owners = benson.of_position(position);
        match owners[size.index(point)] {
            Some(owner) if owner == color => return Ok(Seen::Lives),
            Some(_) => return Ok(Seen::Lost),
            None => {}
        }
        let chains = Chains::of(position);
        let inside = reach(position, &chains, owners, point);
        Self::build(position, &chains, owners, &inside, point, most)
            .map(|region| Seen::Open(Box::new(region)))
    }

    fn build(
        position: &Position,
        chains: &Chains,
        owners: &[Option<Color>],
        inside: &[bool],
        point: Point,
        most: usize,
    ) -> Result<Self, LifeError> {
        let size = position.size();
        let color = position.at(point).ok_or(LifeError::NoStone(point))?;
        let target = chains.of[size.index(point)];
        let within = |point: &Point| inside[size.index(*point)];
        let empties = size.points().filter(within).filter(|&point| position.at(point).is_none()).count();
        let others = |&point: &Point| chains.of[size.index(point)] != target;
        let list: Vec<Point> = size.points().filter(within).filter(others).collect();
        // The group, two walls, and two liberties of each.
        let large = LifeError::Large { points: empties, most };
        if empties > most || list.len() + 7 > MOST {
            return Err(large);
        }
        let mut numbers = vec![MOST; size.area()];
        for &stone in &chains.stones[target] {
            numbers[size.index(stone)] = 0;
        }
        for (number, &point) in (1..).zip(&list) {
            numbers[size.index(point)] = number;
        }
        let mut points: Vec<Option<Point>> = vec![Some(point)];
        points.extend(list.iter().copied().map(Some));
        let mut region = Self {
            graph: Graph { near: [0; MOST], all: 0, open: 0 },
            stones: [0; 2],
            target: 1,
            color,
            points,
            empties,
            walls: Vec::new(),
        };
        region.stones[color.index()] |= 1;
        let walls = Color::ALL.map(|color| region.wall(color));
        let mut seen = vec![false; chains.stones.len()];
        for at in size.points().filter(within) {
            let number = numbers[size.index(at)];
            match position.at(at) {
                None => region.graph.open |= 1 << number,
                Some(color) => region.stones[color.index()] |= 1 << number,
            }
            for next in size.neighbours(at) {
                let other = match (within(&next), position.at(next)) {
                    (true, _) => numbers[size.index(next)],
                    (false, Some(color)) => walls[color.index()],
                    (false, None) => continue,
                };
                region.join(number, other);
                let chain = chains.of[size.index(next)];
                if !within(&next) && chain != Chains::NONE && !std::mem::replace(&mut seen[chain], true) {
                    let sure = owners[size.index(next)].is_some();
                    if !sure {
                        region.walls.push(next);
                    }
                }
            }
        }
        let places = u64::MAX >> (MOST - region.points.len());
        region.graph.all = places;
        // What has been captured may be played on again.
        region.graph.open = u64::MAX >> (MOST - 1 - list.len()) & !1;
        Ok(region)
    }

    /// A stone with two liberties that nobody can fill.
    fn wall(&mut self, color: Color) -> usize {
        let stone = self.points.len();
        self.points.extend([None; 3]);
        self.stones[color.index()] |= 1 << stone;
        self.join(stone, stone + 1);
        self.join(stone, stone + 2);
        stone
    }

    fn join(&mut self, a: usize, b: usize) {
        if a != b {
            self.graph.near[a] |= 1 << b;
            self.graph.near[b] |= 1 << a;
        }
    }

    /// What stands, a colour to move; the ko ban that the position knows among it.
    pub fn root(&self, mover: Color, ko: Option<Point>) -> Node {
        let mut root = Node::new(self.stones, mover);
        if let Some(number) = ko.and_then(|ko| self.points.iter().position(|&point| point == Some(ko))) {
            root.ko = crate::brain::solve::action(number);
        }
        root
    }
}

/// Whether a chain reaches more than [`ROOM`] empty points outside.
///
/// Only through empty points: a friend beyond one is a friend only as long as the enemy does not come between.
fn has_room(position: &Position, stone: Point, inside: &[bool]) -> bool {
    let size = position.size();
    let mut seen = vec![false; size.area()];
    let mut stack = position.chain(stone);
    let mut room = 0;
    while let Some(at) = stack.pop() {
        for next in size.neighbours(at) {
            let number = size.index(next);
            if inside[number] || seen[number] || position.at(next).is_some() {
                continue;
            }
            seen[number] = true;
            stack.push(next);
            room += 1;
            if room > ROOM {
                return true;
            }
        }
    }
    false
}

/// The points that a group's life hangs on.
fn reach(position: &Position, chains: &Chains, owners: &[Option<Color>], point: Point) -> Vec<bool> {
    let size: Size = position.size();
    let color = position.at(point);
    let mut inside = vec![false; size.area()];
    let mut stack = vec![point];
    inside[size.index(point)] = true;
    // Chains that have been met and may stay outside.
    let mut met = Vec::new();
    loop {
        while let Some(at) = stack.pop() {
            for next in size.neighbours(at) {
                let number = size.index(next);
                if inside[number] {
                    continue;
                }
                match position.at(next) {
                    Some(_) if owners[number].is_some() => {}
                    // Its own colour is part of the group when only empty points lie between; beyond the enemy's stones it may be strong.
                    Some(other) if Some(other) != color || position.at(at) == color.map(|color| !color) => {
                        met.push(chains.of[number]);
                    }
                    _ => {
                        inside[number] = true;
                        stack.push(next);
                    }
                }
            }
        }
        met.sort_unstable();
        met.dedup();
        met.retain(|&chain| !inside[size.index(chains.stones[chain][0])]);
        let captive = met.iter().position(|&chain| !has_room(position, chains.stones[chain][0], &inside));
        let Some(captive) = captive else { return inside };
        for &stone in &chains.stones[met.swap_remove(captive)] {
            inside[size.index(stone)] = true;
            stack.push(stone);
        }
    }
}
