//! Time: how that of the players is limited, and what is left of it. Seconds are told to it; it reads no clock.

use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;
use stonefield_go::ByColor;

/// A main time and then byo-yomi: periods, of which one is whole again after a move within it. All zero: no limit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct TimeControl {
    /// Seconds for the whole game.
    pub main: u32,
    /// How many periods follow.
    pub periods: u32,
    /// Seconds of a period.
    pub period: u32,
}

impl TimeControl {
    /// The most seconds of main time, a day.
    pub const MAX_MAIN: u32 = 86_400;
    /// The most periods.
    pub const MAX_PERIODS: u32 = 99;
    /// The most seconds of a period, an hour.
    pub const MAX_PERIOD: u32 = 3600;

    /// Whether time is limited.
    #[must_use]
    pub const fn is_limited(self) -> bool {
        self.main > 0 || self.has_periods()
    }

    /// Whether periods follow the main time.
    #[must_use]
    pub const fn has_periods(self) -> bool {
        self.periods > 0 && self.period > 0
    }

    /// What a player begins with.
    #[must_use]
    pub fn beginning(self) -> TimeLeft {
        if self.main == 0 && self.has_periods() {
            TimeLeft { seconds: self.period.into(), periods: self.periods }
        } else {
            TimeLeft { seconds: self.main.into(), periods: 0 }
        }
    }

    /// The periods as SGF's `OT` has them, `5x30 byo-yomi`; `None` without periods.
    #[must_use]
    pub fn overtime(self) -> Option<String> {
        self.has_periods().then(|| format!("{}x{} byo-yomi", self.periods, self.period))
    }
}

impl fmt::Display for TimeControl {
    /// `600+5x30`: seconds of main time, periods, seconds of a period.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}+{}x{}", self.main, self.periods, self.period)
    }
}

/// Why a text is no time control.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("'{given}' is not a time: MAIN+PERIODSxSECONDS, as in 600+5x30; at most {max}+{periods}x{period}", max = TimeControl::MAX_MAIN, periods = TimeControl::MAX_PERIODS, period = TimeControl::MAX_PERIOD)]
pub struct TimeControlError {
    given: String,
}

impl FromStr for TimeControl {
    type Err = TimeControlError;

    fn from_str(text: &str) -> Result<Self, TimeControlError> {
        let number = |part: &str, most: u32| part.parse::<u32>().ok().filter(|number| *number <= most);
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
            given: stonefield_go::notation::excerpt(text, stonefield_go::notation::REPEATED),
        })
    }
}

/// What a player has left.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct TimeLeft {
    /// Seconds of the main time, or of the period that runs.
    pub seconds: f64,
    /// Periods left, the one that runs among them; 0 in main time.
    pub periods: u32,
}

impl TimeLeft {
    /// Takes seconds away; `false` when nothing is left.
    pub fn spend(&mut self, control: TimeControl, mut seconds: f64) -> bool {
        loop {
            if seconds < self.seconds {
                self.seconds -= seconds;
                return true;
            }
            seconds -= self.seconds;
            let next = if self.periods == 0 { control.periods } else { self.periods - 1 };
            if next == 0 || !control.has_periods() {
                self.seconds = 0.0;
                return false;
            }
            *self = Self { seconds: control.period.into(), periods: next };
        }
    }

    /// A move was made in time: the period that runs is whole again.
    pub fn moved(&mut self, control: TimeControl) {
        if self.periods > 0 {
            self.seconds = control.period.into();
        }
    }
}

/// The time of both players.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct PlayerTime {
    /// How it is limited.
    pub control: TimeControl,
    /// What each has left.
    pub left: ByColor<TimeLeft>,
}

impl PlayerTime {
    /// Both at their beginning.
    #[must_use]
    pub fn new(control: TimeControl) -> Self {
        Self { control, left: ByColor::from_fn(|_| control.beginning()) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn periods_follow_the_main_time_and_are_whole_again_after_a_move() {
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
        let sudden: TimeControl = "3+0x0".parse().expect("a time");
        assert!(sudden.beginning().spend(sudden, 2.9) && !sudden.beginning().spend(sudden, 3.0));
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
