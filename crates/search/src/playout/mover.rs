//! Movers: the choice of moves in a playout.

use super::Trace;
use crate::Rng;
use stonefield_go::Board;
use stonefield_go::board::Storage;

/// Chooser of the moves of a playout.
pub(crate) trait Mover {
    /// Plays one turn of colour `C`. `last` is the cell of the previous move; 0 for none. Returns the cell of
    /// the move; `None` for a pass, or if the trace stopped the turn.
    fn turn<S: Storage, T: Trace, const C: usize, const SUICIDE: bool>(
        &mut self,
        board: &mut Board<S>,
        last: usize,
        rng: &mut Rng,
        trace: &mut T,
    ) -> Option<usize>;
}

/// Returns true if a turn must stop with `remaining` points to try. On large boards it asks the trace every
/// 1024 points.
#[inline(always)]
pub(crate) fn must_stop<S: Storage, T: Trace>(trace: &mut T, remaining: usize) -> bool {
    S::LARGE && T::STOPS && remaining.is_multiple_of(1024) && trace.stops()
}
