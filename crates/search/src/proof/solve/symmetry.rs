//! Symmetries of a board, and the canonical node of equivalent nodes.

use super::bitboard::{MAX_POINTS, ProofNode};
use stonefield_go::field::bits::ones;
use stonefield_go::{Point, Size};

/// Symmetries of a board of at most [`MAX_POINTS`] points, the identity first.
#[derive(Clone, Debug)]
pub struct Symmetries {
    /// Images of the point numbers, for each symmetry. Numbers outside the board are their own images.
    images: Vec<[u8; MAX_POINTS]>,
    /// Number of the inverse of each symmetry.
    inverse: Vec<usize>,
}

impl Symmetries {
    /// Creates the symmetries of a board of this size.
    #[must_use]
    #[expect(clippy::cast_possible_truncation, reason = "at most 64 points")]
    pub fn new(size: Size) -> Self {
        let (width, height) = (size.width(), size.height());
        let identity: [u8; MAX_POINTS] = std::array::from_fn(|i| i as u8);
        let mut images = Vec::new();
        for symmetry in 0..8 {
            let (mirror_x, mirror_y, swap) = (symmetry & 1 != 0, symmetry & 2 != 0, symmetry & 4 != 0);
            if swap && width != height {
                continue;
            }
            let mut image = identity;
            for point in size.points() {
                let x = if mirror_x { width - 1 - point.x } else { point.x };
                let y = if mirror_y { height - 1 - point.y } else { point.y };
                let image_point = if swap { Point::new(y, x) } else { Point::new(x, y) };
                image[size.index(point)] = size.index(image_point) as u8;
            }
            if !images.contains(&image) {
                images.push(image);
            }
        }
        let are_inverse = |symmetry: &[u8; MAX_POINTS], other: &[u8; MAX_POINTS]| {
            symmetry.map(|i| other[usize::from(i)]) == identity
        };
        let inverse_of =
            |symmetry| images.iter().position(|other| are_inverse(symmetry, other)).unwrap_or_default();
        let inverse = images.iter().map(inverse_of).collect();
        Self { images, inverse }
    }

    /// Number of symmetries.
    pub(super) const fn count(&self) -> usize {
        self.images.len()
    }

    /// Number of the inverse of a symmetry.
    pub(super) fn inverse(&self, symmetry: usize) -> usize {
        self.inverse[symmetry]
    }

    /// Image of each point number under a symmetry.
    pub(super) fn point_images(&self, symmetry: usize) -> &[u8; MAX_POINTS] {
        &self.images[symmetry]
    }

    /// Image of a set under a symmetry.
    pub(super) fn image(&self, set: u64, symmetry: usize) -> u64 {
        let point_images = self.point_images(symmetry);
        ones(set).fold(0, |image, i| image | 1 << point_images[i])
    }

    /// Image of a move under a symmetry.
    pub(super) fn move_image(&self, action: u8, symmetry: usize) -> u8 {
        self.images[symmetry].get(usize::from(action)).copied().unwrap_or(action)
    }

    /// Canonical node: the smallest image of a node. Returns the number of the symmetry that maps to it too.
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
