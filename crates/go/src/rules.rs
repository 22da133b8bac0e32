//! Rules of a game, and their presets.

use super::zobrist::WHITE_TO_MOVE;
use super::{Color, Quirks, Size};
use serde::{Deserialize, Deserializer, Serialize};

/// Ko rule: repetitions that are forbidden.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Ko {
    /// No repetition is forbidden.
    None,
    /// Immediate recapture of a single stone that has just captured a single stone (simple ko).
    Simple,
    /// Every earlier board position (positional superko).
    Positional,
    /// Every earlier board position with the same side to move (situational superko).
    Situational,
}

/// Method of counting a finished game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Scoring {
    /// A player's stones and the empty points that reach only these stones (Tromp-Taylor).
    Area,
    /// Empty points that reach only the player's stones, and prisoners.
    Territory,
    /// Stones on the board and captures.
    StonesAndCaptures,
}

/// Goal of the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Goal {
    /// Higher score after both players have passed.
    Territory,
    /// First capture (Atari Go).
    FirstCapture,
}

/// Result for a player without a legal move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum NoMove {
    /// The player passes. A pass is always legal.
    Pass,
    /// The player loses. There is no pass.
    Loss,
    /// The game is a draw. There is no pass.
    Draw,
}

/// Name of a preset.
type PresetName = &'static str;

/// Rules that decide which moves are legal, when a game ends and who wins.
///
/// ```
/// use stonefield_go::{Ko, Rules, Scoring};
///
/// let japanese = Rules::preset("japanese")?;
/// assert_eq!((japanese.ko, japanese.scoring), (Ko::Simple, Scoring::Territory));
/// let changed = Rules { suicide: true, ko: Ko::Situational, komi: 5.5, ..Rules::default() };
/// assert_eq!((changed.name, changed.scoring), ("chinese", Scoring::Area));
/// let unknown = Rules::preset("ing").unwrap_err();
/// assert!(unknown.to_string().starts_with("no rules 'ing'; the presets are tromp-taylor, chinese"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Rules {
    /// Name of the preset that the rules are based on.
    #[serde(deserialize_with = "preset_name")]
    pub name: PresetName,
    /// Repetitions that are forbidden.
    pub ko: Ko,
    /// True if a chain of two or more stones may take its own last liberty. Suicide of a single stone is
    /// never legal, because it would repeat the position.
    pub suicide: bool,
    /// Method of counting.
    pub scoring: Scoring,
    /// True if each pass gives the opponent a prisoner and the game ends only after a pass of White (AGA).
    pub pass_stones: bool,
    /// Points for White as compensation for the first move. Finite.
    #[serde(deserialize_with = "finite")]
    pub komi: f64,
    /// How a game is won.
    pub goal: Goal,
    /// Result for a player without a legal move.
    pub no_move: NoMove,
    /// Number of stones that each player may place before the player can only pass. `None`: no limit.
    pub stones_each: Option<u32>,
    /// Quirks of the NetLogo model of 2016. `None` for Go.
    pub quirks: Option<Quirks>,
}

/// Presets: name and one line of description.
pub const PRESETS: [(&str, &str); 7] = [
    ("tromp-taylor", "area, positional superko, suicide of several stones, komi 7.5"),
    ("chinese", "area, positional superko, no suicide, komi 7.5"),
    ("japanese", "territory and prisoners, simple ko, no suicide, komi 6.5"),
    ("aga", "territory with pass stones, situational superko, no suicide, White passes last, komi 7.5"),
    ("new-zealand", "area, situational superko, suicide of several stones, komi 7"),
    ("atari-go", "the first capture wins; no pass, no suicide; no legal move is a draw"),
    ("netlogo-2016", "the agent model GameOfGo of 2016 with its seven quirks; stones and captures count"),
];

impl Rules {
    /// Returns true if only passes end the game, as in Go, and never a move on the board.
    #[must_use]
    pub fn end_by_passes(&self) -> bool {
        self.goal == Goal::Territory
            && self.no_move == NoMove::Pass
            && self.stones_each.is_none()
            && self.quirks.is_none()
    }

    const CHINESE: Self = Self {
        name: "chinese",
        ko: Ko::Positional,
        suicide: false,
        scoring: Scoring::Area,
        pass_stones: false,
        komi: 7.5,
        goal: Goal::Territory,
        no_move: NoMove::Pass,
        stones_each: None,
        quirks: None,
    };

    /// Preset with the given name.
    ///
    /// # Errors
    /// [`RulesError`] when no preset has that name.
    pub fn preset(name: &str) -> Result<Self, RulesError> {
        let base = Self::CHINESE;
        Ok(match name {
            "chinese" => base,
            "tromp-taylor" => Self { name: "tromp-taylor", suicide: true, ..base },
            "japanese" => {
                Self { name: "japanese", ko: Ko::Simple, scoring: Scoring::Territory, komi: 6.5, ..base }
            }
            "aga" => Self {
                name: "aga",
                ko: Ko::Situational,
                scoring: Scoring::Territory,
                pass_stones: true,
                ..base
            },
            "new-zealand" => {
                Self { name: "new-zealand", ko: Ko::Situational, suicide: true, komi: 7.0, ..base }
            }
            "atari-go" => Self {
                name: "atari-go",
                ko: Ko::None,
                komi: 0.0,
                goal: Goal::FirstCapture,
                no_move: NoMove::Draw,
                ..base
            },
            "netlogo-2016" => Self {
                name: "netlogo-2016",
                ko: Ko::None,
                suicide: true,
                scoring: Scoring::StonesAndCaptures,
                komi: 0.0,
                quirks: Some(Quirks::ALL),
                ..base
            },
            _ => return Err(RulesError(name.to_owned())),
        })
    }

    /// Superko key of a position: equal for two positions if the ko rule treats the second as a repetition of
    /// the first. `None` if the ko rule does not compare earlier positions.
    ///
    /// `stones` is the hash of the stones.
    #[inline]
    #[must_use]
    pub const fn key(&self, stones: u64, to_move: Color) -> Option<u64> {
        match (self.ko, to_move) {
            (Ko::None | Ko::Simple, _) => None,
            (Ko::Positional, _) | (Ko::Situational, Color::Black) => Some(stones),
            (Ko::Situational, Color::White) => Some(stones ^ WHITE_TO_MOVE),
        }
    }

    /// Value of `suicide` if it differs from the value in the preset of the same name, else `None`.
    #[must_use]
    pub fn other_suicide(&self) -> Option<bool> {
        Self::preset(self.name).is_ok_and(|preset| preset.suicide != self.suicide).then_some(self.suicide)
    }

    /// Names of the presets.
    pub fn names() -> impl Iterator<Item = &'static str> {
        PRESETS.iter().map(|(name, _)| *name)
    }

    /// Actual board size for a given size: with the quirk `world_off_by_one` both sides are one point longer.
    ///
    /// The given size is returned if a longer side would exceed [`Size::MAX_SIDE`].
    #[must_use]
    pub fn board_size(&self, size: Size) -> Size {
        match self.quirks {
            Some(quirks) if quirks.world_off_by_one => {
                Size::new(size.width() + 1, size.height() + 1).unwrap_or(size)
            }
            _ => size,
        }
    }
}

/// Deserializes the name of a preset.
fn preset_name<'de, D: Deserializer<'de>>(from: D) -> Result<PresetName, D::Error> {
    let name = String::deserialize(from)?;
    Rules::names().find(|preset| *preset == name).ok_or_else(|| serde::de::Error::custom(RulesError(name)))
}

/// Deserializes a finite number.
fn finite<'de, D: Deserializer<'de>>(from: D) -> Result<f64, D::Error> {
    let number = f64::deserialize(from)?;
    if number.is_finite() { Ok(number) } else { Err(serde::de::Error::custom("a komi that is not a number")) }
}

impl Default for Rules {
    /// Preset `chinese`.
    fn default() -> Self {
        Self::CHINESE
    }
}

/// Name that is not the name of a preset.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("no rules '{0}'; the presets are {names}", names = Rules::names().collect::<Vec<_>>().join(", "))]
pub struct RulesError(pub String);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_listed_preset_exists_under_its_own_name() {
        for (name, _) in PRESETS {
            assert_eq!(Rules::preset(name).map(|rules| rules.name), Ok(name));
        }
        assert!(Rules::preset("chinees").is_err());
    }
}
