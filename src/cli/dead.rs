//! Flag `--dead`: which dead stones are removed before the count at the end of a game.

use super::failure::Failure;
use stonefield_go::{DeadStones, Rules};

/// Flag `--dead`.
#[derive(clap::Args, Clone, Copy, Debug)]
#[command(next_help_heading = "The game")]
pub(super) struct DeadArgs {
    /// Dead stones to remove before the count at the end: none (played), those that are proved dead, or also
    /// those that are estimated dead [default: estimated under rules that agree on dead stones, else played;
    /// `run`: played; `sgf final`: as in the record, else played]
    #[arg(long, value_name = "played|proved|estimated", value_parser = str::parse::<DeadStones>)]
    dead: Option<DeadStones>,
}

impl DeadArgs {
    /// Same flag with another default.
    pub(super) const fn with_default(self, default: DeadStones) -> Self {
        Self { dead: if self.dead.is_some() { self.dead } else { Some(default) } }
    }

    /// Value of the flag, if it was given.
    pub(super) const fn given(self) -> Option<DeadStones> {
        self.dead
    }

    /// Value of the flag, if it was given. Fails if these rules do not allow the value.
    pub(super) fn given_under(self, rules: &Rules) -> Result<Option<DeadStones>, Failure> {
        self.dead.map(|dead| dead.allowed_by(rules).map_err(|why| Failure::flag("--dead", why))).transpose()
    }

    /// Value of the flag, or the default under these rules. Fails if these rules do not allow the value.
    pub(super) fn resolve(self, rules: &Rules) -> Result<DeadStones, Failure> {
        Ok(self.given_under(rules)?.unwrap_or_else(|| DeadStones::default_under(rules)))
    }
}
