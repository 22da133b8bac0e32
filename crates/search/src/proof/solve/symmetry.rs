//! Symmetries of a board, and the canonical node of equivalent nodes.

use super::bitboard::{MOST, ProofNode};
use stonefield_go::field::bits::ones;
use stonefield_go::{Point, Size};

/// Symmetries of a board of at most [`MOST`] points, the identity first.
#[derive(Clone, Debug)]
pub struct Symmetries {
    /// Image of each point number, by symmetry. Numbers outside the board map to themselves.
    to: Vec<[u8; MOST]>,
    /// Number of the inverse of each symmetry.
    inverse: Vec<usize>,
}

impl Symmetries {
    /// Creates the symmetries of a board of this size.
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
        let are_inverse =
            |turn: &[u8; MOST], other: &[u8; MOST]| turn.map(|i| other[usize::from(i)]) == identity;
        let inverse_of = |turn| to.iter().position(|other| are_inverse(turn, other)).unwrap_or_default();
        let inverse = to.iter().map(inverse_of).collect();
        Self { to, inverse }
    }

    /// Number of symmetries.
    pub(super) const fn count(&self) -> usize {
        self.to.len()
    }

    /// Number of the inverse of a symmetry.
    pub(super) fn inverse(&self, symmetry: usize) -> usize {
        self.inverse[symmetry]
    }

    /// Image of each point under a symmetry.
    pub(super) fn to(&self, symmetry: usize) -> &[u8; MOST] {
        &self.to[symmetry]
    }

    /// Image of a set under a symmetry.
    pub(super) fn image(&self, set: u64, symmetry: usize) -> u64 {
        let to = self.to(symmetry);
        ones(set).fold(0, |image, i| image | 1 << to[i])
    }

    /// Image of a move under a symmetry.
    pub(super) fn move_image(&self, action: u8, symmetry: usize) -> u8 {
        self.to[symmetry].get(usize::from(action)).copied().unwrap_or(action)
    }

    /// Smallest image of a node, and the number of the symmetry that leads to it.
    pub(super) fn canonical(&self, node: &ProofNode) -> (ProofNode, usize) {
        let mut canonical = *node;
        let mut canonical_symmetry = 0;
        for symmetry in 1..self.count() {
            let black = self.image(node.stones[0], symmetry);
            if black > canonical.stones[0] {
                continue;
            }
            let stones = [black, self.image(node.stones[1], symmetry)];
            let ko = self.move_image(node.ko, symmetry);
            if (stones, ko) < (canonical.stones, canonical.ko) {
                (canonical.stones, canonical.ko, canonical_symmetry) = (stones, ko, symmetry);
            }
        }
        (canonical, canonical_symmetry)
    }
}
