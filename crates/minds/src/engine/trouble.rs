//! Troubles as they come up while an engine is talked to.

use super::Trouble;
use super::group::ProcessEnd;
use super::pipe::shown;

impl Trouble {
    pub(super) fn refused(command: &str, text: &str) -> Self {
        Self::Refused { command: shown(command), text: shown(text) }
    }

    pub(super) fn ended(command: String, ending: ProcessEnd) -> Self {
        Self::Ended { command, ending: ending.to_string() }
    }
}
