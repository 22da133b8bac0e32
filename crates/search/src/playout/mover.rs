//! Movers: they choose and play the moves of a playout.

use super::Trace;
use crate::Rng;
use stonefield_go::Board;
use stonefield_go::board::Storage;

/// Player of the single turns of a playout.
pub(crate) trait Mover {
    /// Plays one turn of colour `C`. `last` is the cell of the previous move; 0 for none. Returns the cell of
    /// the move; `None` for a pass, or if the trace stopped the turn.
    fn play_turn<S: Storage, T: Trace, const C: usize, const SUICIDE: bool>(
        &mut self,
        board: &mut Board<S>,
        last: usize,
        rng: &mut Rng,
        trace: &mut T,
    ) -> Option<usize>;
}

/// Returns true if the trace stops a turn with `remaining` points to try. Asks the trace only on large
/// boards, after every 1024 points.
#[inline(always)]
pub(crate) fn must_stop<S: Storage, T: Trace>(trace: &mut T, remaining: usize) -> bool {
    S::LARGE && T::CAN_STOP && remaining.is_multiple_of(1024) && trace.stops()
}
