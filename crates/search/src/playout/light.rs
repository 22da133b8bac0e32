//! Light playouts: every move by chance, own eye points left alone.

use super::{Mover, Trace, is_told};
use crate::Rng;
use crate::dice::below;
use stonefield_go::Board;
use stonefield_go::board::{Nothing, Storage};

/// Chooses uniformly among the points that may be played in a playout.
pub(super) struct Light;

impl Mover for Light {
    #[inline(always)]
    fn turn<S: Storage, T: Trace, const C: usize, const SUICIDE: bool>(
        &mut self,
        board: &mut Board<S>,
        _: usize,
        rng: &mut Rng,
        trace: &mut T,
    ) -> Option<usize> {
        let mut left = board.empties();
        while left > 0 && !is_told::<S, T>(trace, left) {
            let i = below(rng, left);
            let cell = board.empty(i);
            if board.is_sensible::<C, SUICIDE>(cell) {
                board.play_apart::<C, Nothing<SUICIDE>>(i);
                return Some(cell);
            }
            // Points found wanting go behind the ones still to be tried, so that each of these stays equally likely.
            left -= 1;
            board.swap_empty::<Nothing<SUICIDE>>(i, left);
        }
        board.clear_ko();
        None
    }
}
