//! Region of a board that decides a group's life, as a bit board.

use super::LifeError;
use super::chains::Chains;
use super::survey::Survey;
use crate::proof::solve::{BitBoard, MAX_POINTS, ProofNode};
use stonefield_go::field::bits::ones;
use stonefield_go::{Color, Point};

/// Points and their neighbours, as bit sets.
#[derive(Clone)]
pub struct Graph {
    neighbours: [u64; MAX_POINTS],
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
        ones(points).fold(0, |set, point| set | self.neighbours[point])
    }
}

/// Bit board of a group and the points around it on which its life is decided.
///
/// The region is reached from the group through empty points, stones of its colour, and enemy chains with
/// little room elsewhere. All other enemy chains around the region, which have more room or live
/// unconditionally, become one stone that cannot be captured: the enemy's wall. Chains of the group's colour
/// behind enemy chains become the owner's wall. The group's own chain is one point, because its capture ends
/// the game.
pub struct Region {
    pub graph: Graph,
    /// Stones of each colour, as sets of bits of [`Region::points`].
    pub stones: [u64; 2],
    /// Chain of the group, as a bit set.
    pub target: u64,
    /// Colour of the group.
    pub color: Color,
    /// Board point of each bit: one stone of the group for its bit, `None` for the bits of walls.
    pub points: Vec<Option<Point>>,
    /// Number of empty points.
    pub empties: usize,
    /// Surrounding chains that are assumed to stay on the board: one stone of each.
    pub walls: Vec<Point>,
    /// The enemy's wall, as a bit set, if the enemy is assumed to own all points outside; else empty.
    pub assumed_wall: u64,
}

impl Region {
    /// Cuts the points that are `inside` out of a board, around the group on a point. If `assume_enemy` is
    /// true, the enemy is assumed to own all other points.
    ///
    /// # Errors
    /// If no stone is on the point, more than `max_points` of the points are empty, or the points do not fit
    /// in a bit board.
    pub fn cut(
        survey: &Survey<'_>,
        inside: &[bool],
        point: Point,
        max_points: usize,
        assume_enemy: bool,
    ) -> Result<Self, LifeError> {
        let Survey { position, chains, owners } = survey;
        let size = position.size();
        let color = position.at(point).ok_or(LifeError::NoStone(point))?;
        let target = chains.number_of_point[size.index(point)];
        let is_inside = |point: &Point| inside[size.index(*point)];
        let empties = size.points().filter(is_inside).filter(|&point| position.at(point).is_none()).count();
        let is_not_target = |&point: &Point| chains.number_of_point[size.index(point)] != target;
        let inner_points: Vec<Point> = size.points().filter(is_inside).filter(is_not_target).collect();
        // Seven more bits are needed: one for the group, and three for each wall with its two liberties.
        let too_large = LifeError::Large { points: empties, max_points };
        if empties > max_points || inner_points.len() + 7 > MAX_POINTS {
            return Err(too_large);
        }
        let mut bit_of_point = vec![MAX_POINTS; size.area()];
        for &stone in &chains.stones[target] {
            bit_of_point[size.index(stone)] = 0;
        }
        for (bit, &point) in (1..).zip(&inner_points) {
            bit_of_point[size.index(point)] = bit;
        }
        let mut points: Vec<Option<Point>> = vec![Some(point)];
        points.extend(inner_points.iter().copied().map(Some));
        let mut region = Self {
            graph: Graph { neighbours: [0; MAX_POINTS], all: 0, open: 0 },
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
            let bit = bit_of_point[size.index(at)];
            match position.at(at) {
                None => region.graph.open |= 1 << bit,
                Some(color) => region.stones[color.index()] |= 1 << bit,
            }
            for next in size.neighbours(at) {
                let is_unconditional = owners[size.index(next)].is_some();
                let neighbour_bit = match (is_inside(&next), position.at(next)) {
                    (true, _) => bit_of_point[size.index(next)],
                    (false, stone) if assume_enemy => {
                        let is_living_friend = stone == Some(color) && owners[size.index(next)] == stone;
                        walls[if is_living_friend { color } else { !color }.index()]
                    }
                    (false, Some(color)) => walls[color.index()],
                    (false, None) => continue,
                };
                region.connect(bit, neighbour_bit);
                let chain = chains.number_of_point[size.index(next)];
                let is_assumed_to_stay =
                    !assume_enemy && !is_inside(&next) && !is_unconditional && chain != Chains::NONE;
                if is_assumed_to_stay && !std::mem::replace(&mut is_listed[chain], true) {
                    region.walls.push(next);
                }
            }
        }
        let all_points = u64::MAX >> (MAX_POINTS - region.points.len());
        region.graph.all = all_points;
        // Every inner point may be played on: stones of other chains may be captured.
        region.graph.open = u64::MAX >> (MAX_POINTS - 1 - inner_points.len()) & !1;
        Ok(region)
    }

    /// Adds a wall: a stone with two liberties that neither side can fill. Returns its bit.
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
            self.graph.neighbours[a] |= 1 << b;
            self.graph.neighbours[b] |= 1 << a;
        }
    }

    /// Root node of a search, with `mover` to move and the position's ko ban.
    pub fn root(&self, mover: Color, ko: Option<Point>) -> ProofNode {
        let mut root = ProofNode::new(self.stones, mover);
        if let Some(bit) = ko.and_then(|ko| self.points.iter().position(|&point| point == Some(ko))) {
            root.ko = crate::proof::solve::action(bit);
        }
        root
    }
}
