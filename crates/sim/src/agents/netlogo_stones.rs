//! Stones of the NetLogo world as lists and bits, for fast sums over the links of a stone.

use bevy::ecs::prelude::*;
use stonefield_go::{ByColor, Color, Size};

/// Stones on the board and their own liberties as they counted them last: a copy of
/// [`OwnLiberties`](crate::OwnLiberties) in which sums over links are fast. Empty under the rules of Go.
#[derive(Component, Clone, Debug, Default)]
pub struct NetLogoStones {
    /// Ids of each colour's stones on the board, ascending.
    pub(crate) standing: ByColor<Vec<u32>>,
    /// Own liberties by point, 0 to 4; 0 without a stone. For 64 points, three words have bits 0, 1 and 2.
    planes: Vec<[u64; 3]>,
    /// Buffer for the order in which stones are updated.
    pub(crate) order: Vec<u32>,
}

impl NetLogoStones {
    /// Creates an empty set of stones.
    #[must_use]
    pub fn new(size: Size, netlogo: bool) -> Self {
        let words = if netlogo { size.area().div_ceil(64) } else { 0 };
        Self { planes: vec![[0; 3]; words], ..Self::default() }
    }

    /// Adds a stone. Does nothing by the rules of Go, as [`NetLogoStones::remove`].
    pub(crate) fn add(&mut self, id: u32, index: usize, color: Color, own_liberties: u32) {
        if self.planes.is_empty() {
            return;
        }
        let list = &mut self.standing[color];
        let place = list.partition_point(|&other| other < id);
        list.insert(place, id);
        self.set_own_liberties(index, own_liberties);
    }

    /// Sets the own liberties of the stone on a point. Only in the NetLogo world.
    #[inline]
    pub(crate) fn set_own_liberties(&mut self, index: usize, own_liberties: u32) {
        let (bit, word) = (index % 64, &mut self.planes[index / 64]);
        for (plane, bits) in word.iter_mut().enumerate() {
            *bits = *bits & !(1 << bit) | u64::from(own_liberties >> plane & 1) << bit;
        }
    }

    /// Removes a stone.
    pub(crate) fn remove(&mut self, id: u32, index: usize, color: Color) {
        if !self.planes.is_empty() {
            self.standing[color].retain(|&other| other != id);
            self.set_own_liberties(index, 0);
        }
    }

    /// Returns the sum of own liberties over the points whose bits are set in `row`.
    #[inline]
    pub(crate) fn sum(&self, row: &[u64]) -> u32 {
        row.iter()
            .zip(&self.planes)
            .map(|(&row, [ones, twos, fours])| {
                (row & ones).count_ones() + 2 * (row & twos).count_ones() + 4 * (row & fours).count_ones()
            })
            .sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sum_covers_exactly_its_points() {
        let mut netlogo_stones = NetLogoStones::new(Size::new(10, 10).unwrap_or_default(), true);
        for (id, (point, own_liberties)) in (0..).zip([(3, 4), (63, 3), (64, 1), (99, 2)]) {
            netlogo_stones.add(id, point, Color::Black, own_liberties);
        }
        let row = |points: &[usize]| {
            let mut bits = [0_u64; 2];
            points.iter().for_each(|point| bits[point / 64] |= 1 << (point % 64));
            bits
        };
        assert_eq!(netlogo_stones.sum(&row(&[3, 63, 64, 99])), 10);
        assert_eq!(netlogo_stones.sum(&row(&[3, 64])), 5);
        netlogo_stones.set_own_liberties(3, 1);
        netlogo_stones.remove(1, 63, Color::Black);
        assert_eq!(netlogo_stones.sum(&row(&[3, 63, 64, 99])), 4);
        assert_eq!(netlogo_stones.standing.black, [0, 2, 3]);
    }
}
