//! Methods to decide which stones count as dead at the end of a game.

use super::{Goal, Rules};
use std::fmt;
use std::str::FromStr;

/// Method to decide which stones are removed as dead before a finished game is counted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum DeadStones {
    /// No stones are removed. Dead stones must be captured by moves before the end.
    #[default]
    CapturedOnly,
    /// Stones that are proved to be dead are removed.
    Proved,
    /// Stones that are proved to be dead are removed. Where nothing is proved, stones that are estimated to
    /// be dead are removed too.
    Estimated,
}

impl DeadStones {
    /// All methods, the one with the fewest dead stones first.
    pub const ALL: [Self; 3] = [Self::CapturedOnly, Self::Proved, Self::Estimated];

    /// Name of the method, as in options and files.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::CapturedOnly => "played",
            Self::Proved => "proved",
            Self::Estimated => "estimated",
        }
    }

    /// Default method in a game that a person watches.
    ///
    /// [`DeadStones::Estimated`] if the players agree on the dead stones under these rules, else
    /// [`DeadStones::CapturedOnly`].
    #[must_use]
    pub fn default_under(rules: &Rules) -> Self {
        if rules.agree_on_dead() { Self::Estimated } else { Self::CapturedOnly }
    }

    /// Method that applies under these rules: the method itself, or [`DeadStones::CapturedOnly`] if no stones
    /// can be removed as dead.
    #[must_use]
    pub fn effective_under(self, rules: &Rules) -> Self {
        if rules.can_remove_dead() { self } else { Self::CapturedOnly }
    }

    /// Returns the method itself if it can be used under these rules.
    ///
    /// # Errors
    /// [`DeadStonesUnsupported`] when the rules allow only [`DeadStones::CapturedOnly`].
    pub fn allowed_by(self, rules: &Rules) -> Result<Self, DeadStonesUnsupported> {
        if self.effective_under(rules) == self {
            Ok(self)
        } else {
            Err(DeadStonesUnsupported { rules: rules.name, method: self })
        }
    }
}

impl Rules {
    /// Returns true if dead stones can be removed at the end.
    ///
    /// False in a game for the first capture, and with the quirks of the NetLogo model.
    #[must_use]
    pub fn can_remove_dead(&self) -> bool {
        self.goal == Goal::Territory && self.quirks.is_none()
    }

    /// Returns true if the players agree on the dead stones under these rules.
    ///
    /// False under `tromp-taylor`, which counts every stone on the board as alive. [`DeadStones::Proved`] can
    /// still be chosen there.
    #[must_use]
    pub fn agree_on_dead(&self) -> bool {
        self.can_remove_dead() && self.name != "tromp-taylor"
    }
}

impl fmt::Display for DeadStones {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// Reason why a method is refused: the rules remove no dead stones at the end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the rules {rules} take no stones off at the end: '{method}' cannot be used, only 'played'")]
pub struct DeadStonesUnsupported {
    /// Name of the rules.
    pub rules: &'static str,
    /// Requested method.
    pub method: DeadStones,
}

/// Text that is not the name of a method.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("'{0}' does not say which stones are dead: played, proved or estimated")]
pub struct DeadStonesError(pub String);

impl FromStr for DeadStones {
    type Err = DeadStonesError;

    fn from_str(text: &str) -> Result<Self, DeadStonesError> {
        let method = Self::ALL.into_iter().find(|method| method.name() == text);
        method.ok_or_else(|| DeadStonesError(text.to_owned()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_parse_back_and_other_words_are_refused() {
        for method in DeadStones::ALL {
            assert_eq!(method.to_string().parse(), Ok(method));
        }
        assert_eq!("alive".parse::<DeadStones>(), Err(DeadStonesError("alive".to_owned())));
    }

    #[test]
    fn the_default_depends_on_the_rules() {
        for (name, default, instead_of_proved) in [
            ("tromp-taylor", DeadStones::CapturedOnly, DeadStones::Proved),
            ("chinese", DeadStones::Estimated, DeadStones::Proved),
            ("japanese", DeadStones::Estimated, DeadStones::Proved),
            ("aga", DeadStones::Estimated, DeadStones::Proved),
            ("new-zealand", DeadStones::Estimated, DeadStones::Proved),
            ("atari-go", DeadStones::CapturedOnly, DeadStones::CapturedOnly),
            ("netlogo-2016", DeadStones::CapturedOnly, DeadStones::CapturedOnly),
        ] {
            let rules = Rules::preset(name).expect("a preset");
            assert_eq!(
                (DeadStones::default_under(&rules), DeadStones::Proved.effective_under(&rules)),
                (default, instead_of_proved),
                "{name}"
            );
        }
    }
}
