//! Which stones count as dead when a finished game is counted.

use super::{Goal, Rules};
use std::fmt;
use std::str::FromStr;

/// Which stones are taken off the board before a finished game is counted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum DeadStones {
    /// None: the stones count as they stand, and what is dead has to be played out.
    #[default]
    Played,
    /// Those that are proved to be dead, and only those.
    Proved,
    /// Those that are proved to be dead, and those that an estimate takes for dead where nothing is proved.
    Estimated,
}

impl DeadStones {
    /// All of them, the fewest dead stones first.
    pub const ALL: [Self; 3] = [Self::Played, Self::Proved, Self::Estimated];

    /// The word for it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Played => "played",
            Self::Proved => "proved",
            Self::Estimated => "estimated",
        }
    }

    /// What is usual in a game that is watched: an estimate under rules that take dead stones off by agreement, else nothing.
    #[must_use]
    pub fn usual(rules: &Rules) -> Self {
        if rules.agree_on_dead() { Self::Estimated } else { Self::Played }
    }

    /// What comes of it under some rules: nothing is taken off where the end is not counted by Go's own law.
    #[must_use]
    pub fn under(self, rules: &Rules) -> Self {
        if rules.count_dead() { self } else { Self::Played }
    }

    /// The same, if the rules know such dead stones.
    ///
    /// # Errors
    /// When they take no stones off at the end.
    pub fn known_to(self, rules: &Rules) -> Result<Self, NoDeadStones> {
        if self.under(rules) == self { Ok(self) } else { Err(NoDeadStones { rules: rules.name, word: self }) }
    }
}

impl Rules {
    /// Whether stones can be taken off as dead at the end: not in a game for the first capture, nor where stones live by other laws than Go's.
    #[must_use]
    pub fn count_dead(&self) -> bool {
        self.goal == Goal::Territory && self.quirks.is_none()
    }

    /// Whether these rules take dead stones off by agreement. Under Tromp and Taylor's every stone on the board is alive.
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

/// Rules that take no stones off at the end were told to do so.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the rules {rules} take no stones off at the end: '{word}' cannot be used, only 'played'")]
pub struct NoDeadStones {
    /// The name of the rules, under which no stones count as dead.
    pub rules: &'static str,
    /// What was asked for.
    pub word: DeadStones,
}

/// A word that says nothing of dead stones.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("'{0}' does not say which stones are dead: played, proved or estimated")]
pub struct DeadStonesError(pub String);

impl FromStr for DeadStones {
    type Err = DeadStonesError;

    fn from_str(text: &str) -> Result<Self, DeadStonesError> {
        let found = Self::ALL.into_iter().find(|dead| dead.name() == text);
        found.ok_or_else(|| DeadStonesError(text.to_owned()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_come_back_and_others_are_refused() {
        for dead in DeadStones::ALL {
            assert_eq!(dead.to_string().parse(), Ok(dead));
        }
        assert_eq!("alive".parse::<DeadStones>(), Err(DeadStonesError("alive".to_owned())));
    }

    #[test]
    fn what_is_usual_depends_on_the_rules() {
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
