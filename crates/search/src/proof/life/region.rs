//! The region of a board that decides a group's life, as a bit board.

use super::LifeError;
use super::chains::Chains;
use super::survey::Survey;
use crate::proof::solve::{BitBoard, MOST, ProofNode};
use stonefield_go::field::bits::ones;
use stonefield_go::{Color, Point};

/// Points and their neighbours, as bit sets.
#[derive(Clone)]
pub struct Graph {
    near: [u64; MOST],
    all: u64,
    /// Points on which stones may be placed.
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

/// Bit board of a group and the points around it that are still open to a fight.
///
/// The region is reached from the group through empty points, stones of its colour, and enemy chains with
/// little room elsewhere. The other enemy chains around it, which have more room or live unconditionally,
/// become one stone that cannot be captured: the wall. Chains of the group's colour beyond enemy chains
/// become a wall too. The group's own chain is one point, as everything ends when it is captured.
pub struct Region {
    pub graph: Graph,
    /// Stones of each colour, as bits by [`Region::points`].
    pub stones: [u64; 2],
    /// Chain of the group, as a bit set.
    pub target: u64,
    /// Colour of the group.
    pub color: Color,
    /// Board point of each bit. The group's bit has one of its stones; bits of walls have none.
    pub points: Vec<Option<Point>>,
    /// Number of empty points.
    pub empties: usize,
    /// One stone of each surrounding chain that is assumed to stay.
    pub walls: Vec<Point>,
    /// The enemy's wall, as a bit set, if it is assumed for all points outside the region; else empty.
    pub assumed_wall: u64,
}

impl Region {
    /// Cuts the points that are `inside` out of a board, around the group on a point. `assume_enemy`: the
    /// enemy is assumed to own all other points.
    ///
    /// # Errors
    /// If no stone is on the point, the points have more than `most` empty ones, or they do not fit in a bit
    /// board.
    pub fn cut(
        survey: &Survey<'_>,
        inside: &[bool],
        point: Point,
        most: usize,
        assume_enemy: bool,
    ) -> Result<Self, LifeError> {
        let Survey { position, chains, owners } = survey;
        let size = position.size();
        let color = position.at(point).ok_or(LifeError::NoStone(point))?;
        let target = chains.numbers[size.index(point)];
        let is_inside = |point: &Point| inside[size.index(*point)];
        let empties = size.points().filter(is_inside).filter(|&point| position.at(point).is_none()).count();
        let is_not_target = |&point: &Point| chains.numbers[size.index(point)] != target;
        let inner_points: Vec<Point> = size.points().filter(is_inside).filter(is_not_target).collect();
        // Seven points are needed for the group and for two walls with two liberties each.
        let large = LifeError::Large { points: empties, most };
        if empties > most || inner_points.len() + 7 > MOST {
            return Err(large);
        }
        let mut numbers = vec![MOST; size.area()];
        for &stone in &chains.stones[target] {
            numbers[size.index(stone)] = 0;
        }
        for (number, &point) in (1..).zip(&inner_points) {
            numbers[size.index(point)] = number;
        }
        let mut points: Vec<Option<Point>> = vec![Some(point)];
        points.extend(inner_points.iter().copied().map(Some));
        let mut region = Self {
            graph: Graph { near: [0; MOST], all: 0, open: 0 },
            stones: [0; 2],
            target: 1,
            color,
            points,
            empties,
            walls: Vec::new(),
            assumed_wall: 0,
        };
        region.stones[color.index()] |= 1;
        let walls = Color::ALL.map(|color| region.add_wall(color));
        if assume_enemy {
            region.assumed_wall = 1 << walls[(!color).index()];
        }
        let mut is_listed = vec![false; chains.stones.len()];
        for at in size.points().filter(is_inside) {
            let number = numbers[size.index(at)];
            match position.at(at) {
                None => region.graph.open |= 1 << number,
                Some(color) => region.stones[color.index()] |= 1 << number,
            }
            for next in size.neighbours(at) {
                let unconditional = owners[size.index(next)].is_some();
                let neighbour = match (is_inside(&next), position.at(next)) {
                    (true, _) => numbers[size.index(next)],
                    (false, stone) if assume_enemy => {
                        let friend = stone == Some(color) && owners[size.index(next)] == stone;
                        walls[if friend { color } else { !color }.index()]
                    }
                    (false, Some(color)) => walls[color.index()],
                    (false, None) => continue,
                };
                region.connect(number, neighbour);
                let chain = chains.numbers[size.index(next)];
                let assumed_to_stay =
                    !assume_enemy && !is_inside(&next) && !unconditional && chain != Chains::NONE;
                if assumed_to_stay && !std::mem::replace(&mut is_listed[chain], true) {
                    region.walls.push(next);
                }
            }
        }
        let all_points = u64::MAX >> (MOST - region.points.len());
        region.graph.all = all_points;
        // Captured stones leave points that may be played on again.
        region.graph.open = u64::MAX >> (MOST - 1 - inner_points.len()) & !1;
        Ok(region)
    }

    /// Adds a stone with two liberties that neither side can fill.
    fn add_wall(&mut self, color: Color) -> usize {
        let stone = self.points.len();
        self.points.extend([None; 3]);
        self.stones[color.index()] |= 1 << stone;
        self.connect(stone, stone + 1);
        self.connect(stone, stone + 2);
        stone
    }

    fn connect(&mut self, a: usize, b: usize) {
        if a != b {
            self.graph.near[a] |= 1 << b;
            self.graph.near[b] |= 1 << a;
        }
    }

    /// Root node of a search, with a colour to move and the position's ko ban.
    pub fn root(&self, mover: Color, ko: Option<Point>) -> ProofNode {
        let mut root = ProofNode::new(self.stones, mover);
        if let Some(number) = ko.and_then(|ko| self.points.iter().position(|&point| point == Some(ko))) {
            root.ko = crate::proof::solve::action(number);
        }
        root
    }
}
