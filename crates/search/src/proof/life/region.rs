//! The part of a board that a group's life hangs on.

use super::LifeError;
use super::reach::Chains;
use super::survey::Survey;
use crate::proof::solve::{BitBoard, MOST, ProofNode};
use stonefield_go::field::bits::ones;
use stonefield_go::{Color, Point};

/// Points that neighbour each other as their sets say.
#[derive(Clone)]
pub struct Graph {
    near: [u64; MOST],
    all: u64,
    /// The points on which stones may be placed.
    pub open: u64,
}

impl BitBoard for Graph {
    fn all(&self) -> u64 {
        self.all
    }

    #[inline]
    fn around(&self, points: u64) -> u64 {
        ones(points).fold(0, |set, point| set | self.near[point])
    }
}

/// What stands around a group as far as it is not sure to stay, made into a bit board of its own.
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
    /// The colour of the group that is asked about.
    pub color: Color,
    /// The points of the board by their number here; the group's is one of its stones, walls have none.
    pub points: Vec<Option<Point>>,
    /// Empty points of the region.
    pub empties: usize,
    /// A stone of each chain around it that is taken for safe.
    pub walls: Vec<Point>,
    /// The enemy's wall where it stands for all that is not looked at, whatever stands there.
    pub feigned: u64,
}

impl Region {
    /// Cuts the points that are `inside` out of a board, around the group on a point, `feigned` when all beyond is taken to be the enemy's.
    ///
    /// # Errors
    /// When no stone stands there, or they hold more than `most` empty points or more stones than there is room for.
    pub fn cut(
        survey: &Survey<'_>,
        inside: &[bool],
        point: Point,
        most: usize,
        feigned: bool,
    ) -> Result<Self, LifeError> {
        let Survey { position, chains, owners } = survey;
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
            feigned: 0,
        };
        region.stones[color.index()] |= 1;
        let walls = Color::ALL.map(|color| region.wall(color));
        if feigned {
            region.feigned = 1 << walls[(!color).index()];
        }
        let mut seen = vec![false; chains.stones.len()];
        for at in size.points().filter(within) {
            let number = numbers[size.index(at)];
            match position.at(at) {
                None => region.graph.open |= 1 << number,
                Some(color) => region.stones[color.index()] |= 1 << number,
            }
            for next in size.neighbours(at) {
                let sure = owners[size.index(next)].is_some();
                let other = match (within(&next), position.at(next)) {
                    (true, _) => numbers[size.index(next)],
                    (false, stone) if feigned => {
                        let friend = stone == Some(color) && owners[size.index(next)] == stone;
                        walls[if friend { color } else { !color }.index()]
                    }
                    (false, Some(color)) => walls[color.index()],
                    (false, None) => continue,
                };
                region.join(number, other);
                let chain = chains.of[size.index(next)];
                let counted_on = !feigned && !within(&next) && !sure && chain != Chains::NONE;
                if counted_on && !std::mem::replace(&mut seen[chain], true) {
                    region.walls.push(next);
                }
            }
        }
        let places = u64::MAX >> (MOST - region.points.len());
        region.graph.all = places;
        // What has been captured may be played on again.
        region.graph.open = u64::MAX >> (MOST - 1 - list.len()) & !1;
        Ok(region)
    }

    /// A stone with two liberties that neither side can fill.
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
    pub fn root(&self, mover: Color, ko: Option<Point>) -> ProofNode {
        let mut root = ProofNode::new(self.stones, mover);
        if let Some(number) = ko.and_then(|ko| self.points.iter().position(|&point| point == Some(ko))) {
            root.ko = crate::proof::solve::action(number);
        }
        root
    }
}
