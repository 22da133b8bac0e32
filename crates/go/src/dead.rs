//! Methods to decide which stones count as dead at the end of a game.

use super::{Goal, Rules};
use std::fmt;
use std::str::FromStr;

/// Method to decide which stones are removed as dead before a finished game is counted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum DeadStones {
    /// No stones are removed. Dead stones must be captured by moves before the end.
    #[default]
    Played,
    /// Stones that are proved to be dead are removed.
    Proved,
    /// Stones that are proved to be dead are removed. Where nothing is proved, stones that are estimated to
    /// be dead are removed too.
    Estimated,
}

impl DeadStones {
    /// All methods, the one with the fewest dead stones first.
    pub const ALL: [Self; 3] = [Self::Played, Self::Proved, Self::Estimated];

    /// Word for the method, as in options and files.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Played => "played",
            Self::Proved => "proved",
            Self::Estimated => "estimated",
        }
    }

    /// Default in a game that a person watches.
    ///
    /// [`DeadStones::Estimated`] if the rules remove dead stones by agreement, else [`DeadStones::Played`].
    #[must_use]
    pub fn usual(rules: &Rules) -> Self {
        if rules.agree_on_dead() { Self::Estimated } else { Self::Played }
    }

    /// Method that applies under these rules: [`DeadStones::Played`] if no stones can be removed as dead
    /// there.
    #[must_use]
    pub fn under(self, rules: &Rules) -> Self {
        if rules.count_dead() { self } else { Self::Played }
    }

    /// Returns the method itself if it can be used under these rules.
    ///
    /// # Errors
    /// [`NoDeadStones`] when the rules remove no stones at the end.
    pub fn allowed_by(self, rules: &Rules) -> Result<Self, NoDeadStones> {
        if self.under(rules) == self { Ok(self) } else { Err(NoDeadStones { rules: rules.name, word: self }) }
    }
}

impl Rules {
    /// Returns true if dead stones can be removed at the end.
    ///
    /// False in a game for the first capture, and with the quirks of the NetLogo model.
    #[must_use]
    pub fn count_dead(&self) -> bool {
        self.goal == Goal::Territory && self.quirks.is_none()
    }

    /// Returns true if the players agree on the dead stones under these rules.
    ///
    /// Under `tromp-taylor` every stone on the board is alive.
    #[must_use]
    pub fn agree_on_dead(&self) -> bool {
        self.count_dead() && self.name != "tromp-taylor"
    }
}

impl fmt::Display for DeadStones {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// Refusal to remove dead stones under rules that remove none.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the rules {rules} take no stones off at the end: '{word}' cannot be used, only 'played'")]
pub struct NoDeadStones {
    /// Name of the rules.
    pub rules: &'static str,
    /// Requested method.
    pub word: DeadStones,
}

/// Text that is not a method to decide which stones are dead.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("'{0}' does not say which stones are dead: played, proved or estimated")]
pub struct DeadStonesError(pub String);

impl FromStr for DeadStones {
    type Err = DeadStonesError;

    fn from_str(text: &str) -> Result<Self, DeadStonesError> {
        let method = Self::ALL.into_iter().find(|dead| dead.name() == text);
        method.ok_or_else(|| DeadStonesError(text.to_owned()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_parse_back_and_others_are_refused() {
        for dead in DeadStones::ALL {
            assert_eq!(dead.to_string().parse(), Ok(dead));
        }
        assert_eq!("alive".parse::<DeadStones>(), Err(DeadStonesError("alive".to_owned())));
    }

    #[test]
    fn the_default_depends_on_the_rules() {
        for (name, usual, proved) in [
            ("tromp-taylor", DeadStones::Played, DeadStones::Proved),
            ("chinese", DeadStones::Estimated, DeadStones::Proved),
            ("japanese", DeadStones::Estimated, DeadStones::Proved),
            ("aga", DeadStones::Estimated, DeadStones::Proved),
            ("new-zealand", DeadStones::Estimated, DeadStones::Proved),
            ("atari-go", DeadStones::Played, DeadStones::Played),
            ("netlogo-2016", DeadStones::Played, DeadStones::Played),
        ] {
            let rules = Rules::preset(name).expect("a preset");
            assert_eq!(
                (DeadStones::usual(&rules), DeadStones::Proved.under(&rules)),
                (usual, proved),
                "{name}"
            );
        }
    }
}
