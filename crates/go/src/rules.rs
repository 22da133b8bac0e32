//! The rules in force, and their presets.

use super::zobrist::WHITE_TO_MOVE;
use super::{Color, Quirks, Size};
use serde::{Deserialize, Deserializer, Serialize};

/// Which repetitions are forbidden.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Ko {
    /// Any position may come again.
    None,
    /// Taking back at once the single stone that has just taken one.
    Simple,
    /// Any earlier board position (positional superko).
    Positional,
    /// Any earlier board position with the same side to move (situational superko).
    Situational,
}

/// How a finished game is counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Scoring {
    /// Own stones and the empty points that reach only them (Tromp-Taylor).
    Area,
    /// Empty points that reach only own stones, and prisoners.
    Territory,
    /// Stones on the board and captures.
    StonesAndCaptures,
}

/// What the game is played for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Goal {
    /// The higher score once both have passed.
    Territory,
    /// The first capture (Atari Go).
    FirstCapture,
}

/// What happens to a side without a legal move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum NoMove {
    /// It passes; passing is always allowed.
    Pass,
    /// It loses; there is no pass.
    Loss,
    /// The game is drawn; there is no pass.
    Draw,
}

/// The name of a preset.
type PresetName = &'static str;

/// Everything that decides which moves are legal, when a game ends and who won it.
///
/// ```
/// use stonefield_go::{Ko, Rules, Scoring};
///
/// let japanese = Rules::preset("japanese")?;
/// assert_eq!((japanese.ko, japanese.scoring), (Ko::Simple, Scoring::Territory));
/// let own = Rules { suicide: true, ko: Ko::Situational, komi: 5.5, ..Rules::default() };
/// assert_eq!((own.name, own.scoring), ("chinese", Scoring::Area));
/// let unknown = Rules::preset("ing").unwrap_err();
/// assert!(unknown.to_string().starts_with("no rules 'ing'; the presets are tromp-taylor, chinese"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Rules {
    /// The preset these rules came from.
    #[serde(deserialize_with = "preset_name")]
    pub name: PresetName,
    /// Which repetitions are forbidden.
    pub ko: Ko,
    /// Whether a chain of two or more stones may take its own last liberty. A single stone never may: it
    /// would repeat the position.
    pub suicide: bool,
    /// How the end is counted.
    pub scoring: Scoring,
    /// Whether each pass hands the opponent a prisoner and White passes last (AGA).
    pub pass_stones: bool,
    /// Points for White, finite.
    #[serde(deserialize_with = "finite")]
    pub komi: f64,
    /// What the game is played for.
    pub goal: Goal,
    /// What happens without a legal move.
    pub no_move: NoMove,
    /// Stones each side may place; then it can only pass. `None`: as many as it likes.
    pub stones_each: Option<u32>,
    /// The quirks of the NetLogo world; `None` for Go itself.
    pub quirks: Option<Quirks>,
}

/// The presets, each with its name and one line that describes it.
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
    /// Whether Go's own law ends the game: by two passes, never by a stone.
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

    /// The preset with the given name.
    ///
    /// # Errors
    /// When no preset has that name.
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

    /// What the ko rule remembers of stones with this hash and the colour to move; `None` where it remembers nothing.
    #[inline]
    #[must_use]
    pub const fn key(&self, stones: u64, to_move: Color) -> Option<u64> {
        match (self.ko, to_move) {
            (Ko::None | Ko::Simple, _) => None,
            (Ko::Positional, _) | (Ko::Situational, Color::Black) => Some(stones),
            (Ko::Situational, Color::White) => Some(stones ^ WHITE_TO_MOVE),
        }
    }

    /// Whether suicide is allowed, where the preset of this name has it otherwise; `None` where it is as the preset has it.
    #[must_use]
    pub fn other_suicide(&self) -> Option<bool> {
        Self::preset(self.name).is_ok_and(|preset| preset.suicide != self.suicide).then_some(self.suicide)
    }

    /// The names of the presets.
    pub fn names() -> impl Iterator<Item = &'static str> {
        PRESETS.iter().map(|(name, _)| *name)
    }

    /// The board that "size" means under these rules: one larger each way with `world_off_by_one`. Sides stay
    /// within 1…1024.
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

/// Reads the name of a preset.
fn preset_name<'de, D: Deserializer<'de>>(from: D) -> Result<PresetName, D::Error> {
    let name = String::deserialize(from)?;
    Rules::names().find(|known| *known == name).ok_or_else(|| serde::de::Error::custom(RulesError(name)))
}

/// Reads a number that is one.
fn finite<'de, D: Deserializer<'de>>(from: D) -> Result<f64, D::Error> {
    let number = f64::deserialize(from)?;
    if number.is_finite() { Ok(number) } else { Err(serde::de::Error::custom("a komi that is not a number")) }
}

impl Default for Rules {
    /// `chinese`.
    fn default() -> Self {
        Self::CHINESE
    }
}

/// A name that is not a preset.
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
