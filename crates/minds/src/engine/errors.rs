//! Constructors of [`EngineError`]. They shorten the texts of the engine.

use super::EngineError;
use super::group::ProcessEnd;
use super::pipe::one_line;

impl EngineError {
    pub(super) fn refused(command: &str, text: &str) -> Self {
        Self::Refused { command: one_line(command), text: one_line(text) }
    }

    pub(super) fn ended(command: String, ending: ProcessEnd) -> Self {
        Self::Ended { command, ending: ending.to_string() }
    }
}
