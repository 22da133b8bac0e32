//! Row listener: receives the rows of a crew.

use super::played_row::PlayedRow;
use std::ops::ControlFlow;

/// Receiver of the rows of a crew. `()` ignores them.
pub trait RowListener {
    /// Receives a row that has been played, in any order. `Break` ends the games early, within a second.
    fn row(&mut self, row: PlayedRow) -> ControlFlow<()>;

    /// Called about ten times a second while games run. `Break` ends the games early.
    fn pulse(&mut self) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }
}

impl RowListener for () {
    fn row(&mut self, _: PlayedRow) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }
}
