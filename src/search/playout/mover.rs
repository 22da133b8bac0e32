//! Movers: who makes the moves of a playout.

use crate::go::Board;
use crate::go::board::Storage;
use crate::search::Rng;

/// Who makes the moves of a playout.
pub(in crate::search) trait Mover {
    /// One turn of colour `C`, `last` being the cell of the move before (0 for none): the cell played, or `None` for a pass.
    fn turn<S: Storage, const C: usize, const SUICIDE: bool>(
        &mut self,
        board: &mut Board<S>,
        last: usize,
        rng: &mut Rng,
    ) -> Option<usize>;
}
