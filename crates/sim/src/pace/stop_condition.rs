//! Conditions that stop a running game, and their notation.

use std::fmt;
use std::str::FromStr;
use stonefield_go::Color;
use stonefield_go::notation::{MAX_QUOTE_CHARS, excerpt};

/// Condition to stop a running game.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum StopCondition {
    /// End of this tick, from 1: `tick=200`.
    Tick(u64),
    /// Minimal number of stones that die in one tick, by capture or suicide, at least 1: `capture>=5`.
    Capture(u32),
    /// Minimal size that a group reaches, in stones, at least 1: `group>=12`.
    Group(u32),
    /// A colour's winning chance crosses this value, in percent from 0 to 100, between two successive
    /// evaluations by one mind: `black_win_rate=60`.
    WinRate(Color, f64),
    /// Agents and referee disagree: `disagreement`. Under `netlogo-2016`, whose agents depart from the rules
    /// of Go: a group without liberties appears.
    Disagreement,
}

impl StopCondition {
    /// One condition of each kind, with default values.
    pub const ALL: [Self; 6] = [
        Self::Tick(100),
        Self::Capture(5),
        Self::Group(20),
        Self::WinRate(Color::Black, 60.0),
        Self::WinRate(Color::White, 60.0),
        Self::Disagreement,
    ];

    /// The condition in words, such as `a capture of 5 stones or more`.
    #[must_use]
    pub fn words(&self) -> String {
        match self {
            Self::Tick(tick) => format!("tick {tick}"),
            Self::Capture(1) => "any capture".to_owned(),
            Self::Capture(stones) => format!("a capture of {stones} stones or more"),
            Self::Group(1) => "any stone".to_owned(),
            Self::Group(stones) => format!("a group of {stones} stones or more"),
            Self::WinRate(color, percent) => format!("{color}'s win rate across {percent} %"),
            Self::Disagreement => "agents and referee disagree".to_owned(),
        }
    }
}

impl fmt::Display for StopCondition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Tick(tick) => write!(f, "tick={tick}"),
            Self::Capture(stones) => write!(f, "capture>={stones}"),
            Self::Group(stones) => write!(f, "group>={stones}"),
            Self::WinRate(Color::Black, percent) => write!(f, "black_win_rate={percent}"),
            Self::WinRate(Color::White, percent) => write!(f, "white_win_rate={percent}"),
            Self::Disagreement => f.write_str("disagreement"),
        }
    }
}

/// Error of parsing a condition.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum StopConditionError {
    /// The text has none of the forms.
    #[error(
        "'{0}' is not a stop condition: use tick=N, capture>=N, group>=N, black_win_rate=PERCENT, white_win_rate=PERCENT or disagreement"
    )]
    Form(String),
    /// The value is no number or out of range.
    #[error("{name}: '{given}' is not {range}")]
    Number {
        /// Name of the condition.
        name: &'static str,
        /// Given value.
        given: String,
        /// Allowed values.
        range: &'static str,
    },
}

impl FromStr for StopCondition {
    type Err = StopConditionError;

    fn from_str(text: &str) -> Result<Self, StopConditionError> {
        let plain: String = text.chars().filter(|c| !c.is_whitespace()).collect();
        if plain == "disagreement" {
            return Ok(Self::Disagreement);
        }
        let form = || StopConditionError::Form(excerpt(text, MAX_QUOTE_CHARS));
        let (name, value) = plain.split_once(">=").or_else(|| plain.split_once('=')).ok_or_else(form)?;
        let number =
            |name, range| StopConditionError::Number { name, given: excerpt(value, MAX_QUOTE_CHARS), range };
        let count = |name| {
            let count = value.parse().ok().filter(|count| *count > 0);
            count.ok_or_else(|| number(name, "a whole number of 1 or more stones"))
        };
        let percent = |name| {
            let percent = value.parse().ok().filter(|percent| (0.0..=100.0).contains(percent));
            percent.ok_or_else(|| number(name, "a percentage from 0 to 100"))
        };
        match name {
            "tick" => {
                let tick = value.parse().ok().filter(|tick| *tick > 0);
                tick.map(Self::Tick).ok_or_else(|| number("tick", "a whole number of 1 or more"))
            }
            "capture" => count("capture").map(Self::Capture),
            "group" => count("group").map(Self::Group),
            "black_win_rate" => percent("black_win_rate").map(|percent| Self::WinRate(Color::Black, percent)),
            "white_win_rate" => percent("white_win_rate").map(|percent| Self::WinRate(Color::White, percent)),
            _ => Err(form()),
        }
    }
}

/// Condition that stops a game, with a switch.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Breakpoint {
    /// Condition that stops the game.
    pub when: StopCondition,
    /// True when the breakpoint is active.
    pub on: bool,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn conditions_are_read_as_they_are_written() {
        for condition in StopCondition::ALL {
            assert_eq!(condition.to_string().parse(), Ok(condition));
        }
        assert_eq!(" capture >= 7 ".parse(), Ok(StopCondition::Capture(7)));
        assert_eq!("white_win_rate=12.5".parse(), Ok(StopCondition::WinRate(Color::White, 12.5)));
    }

    #[test]
    fn refusals_say_what_is_allowed() {
        let refusal = |text: &str| text.parse::<StopCondition>().map_err(|error| error.to_string());
        assert!(refusal("captures>5").is_err_and(|refusal| refusal.contains("capture>=N")));
        assert_eq!(refusal("tick=0"), Err("tick: '0' is not a whole number of 1 or more".to_owned()));
        assert_eq!(
            refusal("group>=many"),
            Err("group: 'many' is not a whole number of 1 or more stones".to_owned())
        );
        assert_eq!(
            refusal("black_win_rate=101"),
            Err("black_win_rate: '101' is not a percentage from 0 to 100".to_owned())
        );
    }
}
