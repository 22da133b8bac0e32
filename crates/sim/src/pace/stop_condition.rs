//! Conditions that stop a running game, and how they are written.

use std::fmt;
use std::str::FromStr;
use stonefield_go::Color;
use stonefield_go::notation::{MAX_QUOTE_CHARS, excerpt};

/// When a running game is to stop.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum StopCondition {
    /// At the end of this tick, from 1: `tick=200`.
    Tick(u64),
    /// So many stones die in one tick, at least 1, by suicide too: `capture>=5`.
    Capture(u32),
    /// A group comes to have so many stones, at least 1: `group>=12`.
    Group(u32),
    /// The chances of a colour, as one mind sees them at two of its moves in a row, come from one side of so many per cent, 0 to 100, to the other:
    /// `black_win_rate=60`.
    WinRate(Color, f64),
    /// The referee finds that the agents differ from the law; under `netlogo-2016`, where that is part of the model, a group comes to stand without a
    /// liberty: `disagreement`.
    Disagreement,
}

impl StopCondition {
    /// One of each kind, as they are offered first.
    pub const ALL: [Self; 6] = [
        Self::Tick(100),
        Self::Capture(5),
        Self::Group(20),
        Self::WinRate(Color::Black, 60.0),
        Self::WinRate(Color::White, 60.0),
        Self::Disagreement,
    ];

    /// It in words, such as `a capture of 5 stones or more`.
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

/// Why a text is no condition.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum StopConditionError {
    /// It has none of the forms.
    #[error(
        "'{0}' is no condition: tick=N, capture>=N, group>=N, black_win_rate=PERCENT, white_win_rate=PERCENT or disagreement"
    )]
    Form(String),
    /// Its number is none, or out of range.
    #[error("'{given}' in '{name}': {range}")]
    Number {
        /// What the number is of.
        name: &'static str,
        /// What was given.
        given: String,
        /// What is allowed.
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
            count.ok_or_else(|| number(name, "a whole number of stones, at least 1"))
        };
        let percent = |name| {
            let percent = value.parse().ok().filter(|percent| (0.0..=100.0).contains(percent));
            percent.ok_or_else(|| number(name, "per cent, 0 to 100"))
        };
        match name {
            "tick" => {
                let tick = value.parse().ok().filter(|tick| *tick > 0);
                tick.map(Self::Tick).ok_or_else(|| number("tick", "a whole number, at least 1"))
            }
            "capture" => count("capture").map(Self::Capture),
            "group" => count("group").map(Self::Group),
            "black_win_rate" => percent("black_win_rate").map(|percent| Self::WinRate(Color::Black, percent)),
            "white_win_rate" => percent("white_win_rate").map(|percent| Self::WinRate(Color::White, percent)),
            _ => Err(form()),
        }
    }
}

/// A condition that stops a game while it is on.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Breakpoint {
    /// When the game is to stop.
    pub when: StopCondition,
    /// Whether it does.
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
    fn what_is_no_condition_is_told_with_what_is_allowed() {
        let told = |text: &str| text.parse::<StopCondition>().map_err(|error| error.to_string());
        assert!(told("captures>5").is_err_and(|told| told.contains("capture>=N")));
        assert_eq!(told("tick=0"), Err("'0' in 'tick': a whole number, at least 1".to_owned()));
        assert_eq!(
            told("group>=many"),
            Err("'many' in 'group': a whole number of stones, at least 1".to_owned())
        );
        assert_eq!(
            told("black_win_rate=101"),
            Err("'101' in 'black_win_rate': per cent, 0 to 100".to_owned())
        );
    }
}
