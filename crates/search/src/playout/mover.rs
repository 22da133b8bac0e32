//! Movers: who makes the moves of a playout.

use super::Trace;
use crate::Rng;
use stonefield_go::Board;
use stonefield_go::board::Storage;

/// Who makes the moves of a playout.
pub(crate) trait Mover {
    /// One turn of colour `C`, `last` being the cell of the move before (0 for none): the cell played, or `None` for a pass, or where the trace says to
    /// stop.
    fn turn<S: Storage, T: Trace, const C: usize, const SUICIDE: bool>(
        &mut self,
        board: &mut Board<S>,
        last: usize,
        rng: &mut Rng,
        trace: &mut T,
    ) -> Option<usize>;
}

/// Whether a turn is to stop that has so many points left to try: on large boards it is looked at every thousand points.
#[inline(always)]
pub(crate) fn is_told<S: Storage, T: Trace>(trace: &mut T, left: usize) -> bool {
    S::LARGE && T::STOPS && left.is_multiple_of(1024) && trace.stops()
}
