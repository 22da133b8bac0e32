//! The symmetries of a board, and the node that stands for all that are the same by them.

use super::bitboard::{MOST, ProofNode};
use stonefield_go::field::bits::ones;
use stonefield_go::{Point, Size};

/// The symmetries of a board of at most [`MOST`] points, the identity first.
#[derive(Clone, Debug)]
pub struct Symmetries {
    /// The point number that every point number goes to; those beyond the board stay.
    to: Vec<[u8; MOST]>,
    /// Which symmetry undoes each.
    inverse: Vec<usize>,
}

impl Symmetries {
    /// Those of a board of this size.
    #[must_use]
    #[expect(clippy::cast_possible_truncation, reason = "at most 64 points")]
    pub fn new(size: Size) -> Self {
        let (width, height) = (size.width(), size.height());
        let identity: [u8; MOST] = std::array::from_fn(|i| i as u8);
        let mut to = Vec::new();
        for turn in 0..8 {
            let (mirror_x, mirror_y, swap) = (turn & 1 != 0, turn & 2 != 0, turn & 4 != 0);
            if swap && width != height {
                continue;
            }
            let mut turned = identity;
            for point in size.points() {
                let x = if mirror_x { width - 1 - point.x } else { point.x };
                let y = if mirror_y { height - 1 - point.y } else { point.y };
                let point_to = if swap { Point::new(y, x) } else { Point::new(x, y) };
                turned[size.index(point)] = size.index(point_to) as u8;
            }
            if !to.contains(&turned) {
                to.push(turned);
            }
        }
        let undoes = |turn: &[u8; MOST], other: &[u8; MOST]| turn.map(|i| other[usize::from(i)]) == identity;
        let inverse_of = |turn| to.iter().position(|other| undoes(turn, other)).unwrap_or_default();
        let inverse = to.iter().map(inverse_of).collect();
        Self { to, inverse }
    }

    /// How many there are.
    pub(super) const fn count(&self) -> usize {
        self.to.len()
    }

    /// Which symmetry undoes one.
    pub(super) fn inverse(&self, turn: usize) -> usize {
        self.inverse[turn]
    }

    /// Where each point goes under a symmetry.
    pub(super) fn to(&self, turn: usize) -> &[u8; MOST] {
        &self.to[turn]
    }

    /// Where a set goes under a symmetry.
    pub(super) fn image(&self, set: u64, turn: usize) -> u64 {
        let to = self.to(turn);
        ones(set).fold(0, |image, i| image | 1 << to[i])
    }

    /// Where a move goes under a symmetry.
    pub(super) fn name(&self, action: u8, turn: usize) -> u8 {
        self.to[turn].get(usize::from(action)).copied().unwrap_or(action)
    }

    /// The first of a node's images, and which symmetry leads there.
    pub(super) fn canonical(&self, node: &ProofNode) -> (ProofNode, usize) {
        let mut first = *node;
        let mut which = 0;
        for turn in 1..self.count() {
            let black = self.image(node.stones[0], turn);
            if black > first.stones[0] {
                continue;
            }
            let stones = [black, self.image(node.stones[1], turn)];
            let ko = self.name(node.ko, turn);
            if (stones, ko) < (first.stones, first.ko) {
                (first.stones, first.ko, which) = (stones, ko, turn);
            }
        }
        (first, which)
    }
}
