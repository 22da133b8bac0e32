//! Time limits of the players and their remaining time. This module reads no clock: callers pass the elapsed
//! seconds.

use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;
use stonefield_go::ByColor;

/// Time limit of a player: main time followed by byo-yomi periods. A move within a period restores that
/// period. All zero: no limit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct TimeControl {
    /// Main time for the whole game, in seconds.
    pub main: u32,
    /// Number of byo-yomi periods.
    pub periods: u32,
    /// Length of a period, in seconds.
    pub period: u32,
}

impl TimeControl {
    /// Longest main time, in seconds: one day.
    pub const MAX_MAIN: u32 = 86_400;
    /// Largest number of periods.
    pub const MAX_PERIODS: u32 = 99;
    /// Longest period, in seconds: one hour.
    pub const MAX_PERIOD: u32 = 3600;

    /// Returns true if time is limited.
    #[must_use]
    pub const fn is_limited(self) -> bool {
        self.main > 0 || self.has_periods()
    }

    /// Returns true if periods follow the main time.
    #[must_use]
    pub const fn has_periods(self) -> bool {
        self.periods > 0 && self.period > 0
    }

    /// Returns a player's time at the start of the game.
    #[must_use]
    pub fn beginning(self) -> TimeLeft {
        if self.main == 0 && self.has_periods() {
            TimeLeft { seconds: self.period.into(), periods: self.periods }
        } else {
            TimeLeft { seconds: self.main.into(), periods: 0 }
        }
    }

    /// Returns the periods as a value of the SGF property `OT`, such as `5x30 byo-yomi`; `None` without
    /// periods.
    #[must_use]
    pub fn overtime(self) -> Option<String> {
        self.has_periods().then(|| format!("{}x{} byo-yomi", self.periods, self.period))
    }
}

impl fmt::Display for TimeControl {
    /// Writes `600+5x30`: seconds of main time, number of periods, seconds of a period.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}+{}x{}", self.main, self.periods, self.period)
    }
}

/// Error: a text is not a time control.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("'{given}' is not a time: MAIN+PERIODSxSECONDS, as in 600+5x30; at most {max}+{periods}x{period}", max = TimeControl::MAX_MAIN, periods = TimeControl::MAX_PERIODS, period = TimeControl::MAX_PERIOD)]
pub struct TimeControlError {
    given: String,
}

impl FromStr for TimeControl {
    type Err = TimeControlError;

    fn from_str(text: &str) -> Result<Self, TimeControlError> {
        let number = |part: &str, max: u32| part.parse::<u32>().ok().filter(|number| *number <= max);
        let read = || {
            let (main, rest) = text.split_once('+')?;
            let (periods, period) = rest.split_once('x')?;
            Some(Self {
                main: number(main, Self::MAX_MAIN)?,
                periods: number(periods, Self::MAX_PERIODS)?,
                period: number(period, Self::MAX_PERIOD)?,
            })
        };
        read().ok_or_else(|| TimeControlError {
            given: stonefield_go::notation::excerpt(text, stonefield_go::notation::MAX_QUOTE_CHARS),
        })
    }
}

/// Remaining time of a player.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct TimeLeft {
    /// Remaining seconds of the main time, or of the current period.
    pub seconds: f64,
    /// Number of remaining periods, including the current one. 0 in main time.
    pub periods: u32,
}

impl TimeLeft {
    /// Subtracts elapsed seconds. Returns `false` if no time is left. The control must be limited: see
    /// [`TimeControl::is_limited`].
    pub fn spend(&mut self, control: TimeControl, mut seconds: f64) -> bool {
        loop {
            if seconds < self.seconds {
                self.seconds -= seconds;
                return true;
            }
            seconds -= self.seconds;
            let next_periods = if self.periods == 0 { control.periods } else { self.periods - 1 };
            if next_periods == 0 || !control.has_periods() {
                self.seconds = 0.0;
                return false;
            }
            *self = Self { seconds: control.period.into(), periods: next_periods };
        }
    }

    /// Restores the current period after a move that was made in time.
    pub fn moved(&mut self, control: TimeControl) {
        if self.periods > 0 {
            self.seconds = control.period.into();
        }
    }
}

/// Time limit of a game, and the remaining time of both players.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct PlayerTime {
    /// Time limit.
    pub control: TimeControl,
    /// Remaining time of each player.
    pub left: ByColor<TimeLeft>,
}

impl PlayerTime {
    /// Creates the time of both players at the start of the game.
    #[must_use]
    pub fn new(control: TimeControl) -> Self {
        Self { control, left: ByColor::from_fn(|_| control.beginning()) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn periods_follow_the_main_time_and_are_restored_by_a_move() {
        let control: TimeControl = "10+2x5".parse().expect("a time");
        let mut left = control.beginning();
        assert!(left.spend(control, 4.0));
        left.moved(control);
        assert_eq!(left, TimeLeft { seconds: 6.0, periods: 0 }, "main time is not given back");
        assert!(left.spend(control, 8.0));
        assert_eq!(left, TimeLeft { seconds: 3.0, periods: 2 });
        left.moved(control);
        assert_eq!(left, TimeLeft { seconds: 5.0, periods: 2 });
        assert!(left.spend(control, 6.0));
        assert_eq!(left, TimeLeft { seconds: 4.0, periods: 1 });
        assert!(!left.spend(control, 4.0), "the last period has passed");
        assert!(!control.beginning().spend(control, 1e9));
        let without_periods: TimeControl = "3+0x0".parse().expect("a time");
        assert!(
            without_periods.beginning().spend(without_periods, 2.9)
                && !without_periods.beginning().spend(without_periods, 3.0)
        );
    }

    #[test]
    fn a_time_is_read_as_it_is_written() {
        for text in ["0+0x0", "600+5x30", "0+1x10"] {
            let control: TimeControl = text.parse().expect(text);
            assert_eq!((control.to_string().as_str(), control.is_limited()), (text, text != "0+0x0"));
        }
        for text in ["", "600", "600+5", "600+5x3601", "x+1x1", "600+-5x30"] {
            assert!(text.parse::<TimeControl>().is_err(), "{text}");
        }
        assert_eq!(
            "0+5x30".parse::<TimeControl>().ok().and_then(TimeControl::overtime).as_deref(),
            Some("5x30 byo-yomi")
        );
    }
}
