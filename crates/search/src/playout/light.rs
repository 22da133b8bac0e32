//! Light playouts: random legal moves that do not fill own eye points.

use super::{Mover, Trace, must_stop};
use crate::Rng;
use crate::dice::random_below;
use stonefield_go::Board;
use stonefield_go::board::{Storage, UpdateStonesOnly};

/// Mover that chooses uniformly among the legal points that are not own eye points.
pub(super) struct Light;

impl Mover for Light {
    #[inline(always)]
    fn play_turn<S: Storage, T: Trace, const C: usize, const SUICIDE: bool>(
        &mut self,
        board: &mut Board<S>,
        _: usize,
        rng: &mut Rng,
        trace: &mut T,
    ) -> Option<usize> {
        let mut remaining = board.empty_count();
        while remaining > 0 && !must_stop::<S, T>(trace, remaining) {
            let i = random_below(rng, remaining);
            let cell = board.nth_empty(i);
            if board.is_sensible::<C, SUICIDE>(cell) {
                board.play_nth_not_inlined::<C, UpdateStonesOnly<SUICIDE>>(i);
                return Some(cell);
            }
            // Moves the rejected point behind the remaining ones, which stay equally likely.
            remaining -= 1;
            board.swap_empty::<UpdateStonesOnly<SUICIDE>>(i, remaining);
        }
        board.clear_ko();
        None
    }
}
