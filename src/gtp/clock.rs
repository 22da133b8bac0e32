//! Time control of both players as in GTP, and the time budget of a move. Callers measure the seconds.

use stonefield_go::{ByColor, Color};

/// Part of the remaining time that is reserved for transmission to the controller, in seconds.
const MARGIN: f64 = 0.35;

/// Share of the remaining time that is reserved if it is more than [`MARGIN`], that is, above 3.5 s.
const SLACK: f64 = 0.1;

/// Kind of time limit.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub enum Limit {
    /// No limit.
    #[default]
    None,
    /// Main time, then overtime of `stones` moves in every `period` seconds. No overtime if `stones` is 0.
    Canadian {
        /// Main time for the whole game, in seconds.
        main: f64,
        /// One period of overtime, in seconds.
        period: f64,
        /// Number of moves to make in each period of overtime.
        stones: u32,
    },
    /// Main time, then byo-yomi: one period for each move. A period that is exceeded is lost.
    Periods {
        /// Main time for the whole game, in seconds.
        main: f64,
        /// One period of overtime, in seconds.
        period: f64,
        /// Number of periods of overtime.
        count: u32,
    },
}

/// Remaining time of one player.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct TimeLeft {
    /// Remaining seconds of the main time or of the current overtime period.
    seconds: f64,
    /// Remaining moves of the period (Canadian), or remaining periods (byo-yomi). 0 in main time.
    stones: u32,
}

/// Clocks of both players.
#[derive(Clone, Copy, Debug, Default)]
pub struct Clock {
    limit: Limit,
    remaining: ByColor<TimeLeft>,
}

impl Clock {
    /// Starts both clocks with full time.
    pub fn new(limit: Limit) -> Self {
        let full = match limit {
            Limit::None => TimeLeft::default(),
            Limit::Canadian { main, period, stones } => start(main, period, stones),
            Limit::Periods { main, period, count } => start(main, period, count),
        };
        Self { limit, remaining: ByColor::new(full, full) }
    }

    /// Resets both clocks to full time.
    pub(super) fn restart(&mut self) {
        *self = Self::new(self.limit);
    }

    /// Sets the remaining time that the controller reports. If there was no limit, both players get this
    /// time as an absolute limit.
    pub(super) fn set_left(&mut self, color: Color, seconds: f64, stones: u32) {
        if self.limit == Limit::None {
            self.limit = Limit::Canadian { main: seconds, period: 0.0, stones: 0 };
            self.remaining[!color] = TimeLeft { seconds, stones };
        }
        self.remaining[color] = TimeLeft { seconds, stones };
    }

    /// Time budget of a player's next move, in seconds; `None` without a limit. `moves`: expected number of
    /// moves that the player still makes, this one included.
    pub(super) fn budget(&self, color: Color, moves: u32) -> Option<f64> {
        let TimeLeft { seconds, stones } = self.remaining[color];
        let moves = f64::from(moves.max(1));
        // In main time the budget is at least that of an overtime move, if the main time suffices. A shorter
        // main time may run out during the move, because overtime follows.
        let main_time_budget = |per_move: f64| {
            let least = usable(per_move);
            if seconds > least { (usable(seconds) / moves).max(least.min(usable(seconds))) } else { least }
        };
        Some(match (self.limit, stones) {
            (Limit::None, _) => return None,
            (Limit::Canadian { period, stones, .. }, 0) if stones > 0 => {
                main_time_budget(period / f64::from(stones))
            }
            (Limit::Periods { period, .. }, 0) if period > 0.0 => main_time_budget(period),
            (Limit::Canadian { .. }, 1..) => usable(seconds) / f64::from(stones),
            (Limit::Periods { period, .. }, 1..) => usable(seconds.min(period)),
            // Without overtime, transmission delays add up: a quarter of the margin is reserved per move.
            (_, 0) => (seconds - moves * MARGIN / 4.0).max(0.0).min(usable(seconds)) / moves,
        })
    }

    /// Subtracts the seconds of a move from a player's time.
    pub fn spend(&mut self, color: Color, seconds: f64) {
        let remaining = &mut self.remaining[color];
        match self.limit {
            Limit::None => {}
            Limit::Canadian { period, stones, .. } => {
                let main_time_ends = remaining.stones == 0 && seconds > remaining.seconds;
                if main_time_ends && stones > 0 {
                    *remaining = TimeLeft { seconds: remaining.seconds + period, stones };
                }
                remaining.seconds = (remaining.seconds - seconds).max(0.0);
                if remaining.stones > 0 {
                    remaining.stones -= 1;
                    if remaining.stones == 0 {
                        *remaining = TimeLeft { seconds: period, stones };
                    }
                }
            }
            Limit::Periods { period, count, .. } => {
                if remaining.stones == 0 && seconds <= remaining.seconds {
                    remaining.seconds -= seconds;
                    return;
                }
                let overtime = if remaining.stones == 0 { seconds - remaining.seconds } else { seconds };
                let periods = if remaining.stones == 0 { count } else { remaining.stones };
                // A period that was not used up starts again. Each period that was used up is lost, except
                // the last one: at least one always remains.
                #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "saturates")]
                let lost = if period > 0.0 { (overtime / period) as u32 } else { 0 };
                *remaining = TimeLeft { seconds: period, stones: periods.saturating_sub(lost).max(1) };
            }
        }
    }
}

/// Full time of one player. Starts in overtime if there is overtime but no main time.
fn start(main: f64, period: f64, stones: u32) -> TimeLeft {
    if main > 0.0 || stones == 0 {
        TimeLeft { seconds: main, stones: 0 }
    } else {
        TimeLeft { seconds: period, stones }
    }
}

/// Usable part of a time, in seconds: the time without [`MARGIN`], or without the share [`SLACK`] if that is
/// more. At least a quarter of the time.
fn usable(seconds: f64) -> f64 {
    (seconds - MARGIN).min(seconds * (1.0 - SLACK)).max(seconds * 0.25).max(0.0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const B: Color = Color::Black;

    #[test]
    fn without_a_limit_there_is_no_budget() {
        assert_eq!(Clock::default().budget(B, 50), None);
    }

    #[test]
    fn an_absolute_clock_is_shared_among_the_moves_to_come() {
        let mut clock = Clock::new(Limit::Canadian { main: 100.0, period: 0.0, stones: 0 });
        let budget = clock.budget(B, 50).expect("a limit");
        assert!((1.5..=2.0).contains(&budget), "{budget}");
        clock.spend(B, 99.99);
        let budget = clock.budget(B, 50).expect("a limit");
        assert!(budget < 0.001, "{budget}");
        assert!(clock.budget(Color::White, 50) > Some(1.0), "the other clock does not run");
    }

    #[test]
    fn overtime_is_shared_among_its_moves() {
        let mut clock = Clock::new(Limit::Canadian { main: 0.0, period: 25.0, stones: 5 });
        let first = clock.budget(B, 50).expect("a limit");
        assert!((4.0..=5.0).contains(&first), "{first}");
        for _ in 0..4 {
            clock.spend(B, 6.0);
        }
        assert!(clock.budget(B, 50).expect("a limit") < 1.0, "1 s remains for the last move");
        clock.spend(B, 0.5);
        assert_eq!(clock.budget(B, 50), Some(first), "the next period begins");
    }

    #[test]
    fn one_second_per_move_is_not_exceeded() {
        let mut clock = Clock::new(Limit::Canadian { main: 0.0, period: 1.0, stones: 1 });
        for _ in 0..5 {
            let budget = clock.budget(B, 50).expect("a limit");
            assert!((0.5..=0.8).contains(&budget), "{budget}");
            clock.spend(B, budget + 0.1);
        }
    }

    #[test]
    fn the_time_of_the_controller_is_used() {
        let mut clock = Clock::new(Limit::Canadian { main: 600.0, period: 30.0, stones: 10 });
        clock.set_left(B, 10.0, 5);
        let budget = clock.budget(B, 50).expect("a limit");
        assert!((1.5..=2.0).contains(&budget), "{budget}");
        let mut unlimited = Clock::default();
        unlimited.set_left(B, 2.0, 0);
        assert!(unlimited.budget(B, 20).is_some_and(|budget| budget < 0.1));
    }

    #[test]
    fn a_period_starts_again_until_it_is_exceeded() {
        let mut clock = Clock::new(Limit::Periods { main: 5.0, period: 3.0, count: 3 });
        clock.spend(B, 6.0);
        assert_eq!(clock.remaining[B], TimeLeft { seconds: 3.0, stones: 3 });
        clock.spend(B, 2.9);
        assert_eq!(clock.remaining[B], TimeLeft { seconds: 3.0, stones: 3 });
        clock.spend(B, 4.0);
        assert_eq!(clock.remaining[B], TimeLeft { seconds: 3.0, stones: 2 });
        assert!(clock.budget(B, 9).is_some_and(|budget| budget < 3.0));
    }

    proptest! {
        /// A mind that uses its full budget, plus a delay of up to 0.04 s on each move, is never late.
        #[test]
        fn nobody_loses_on_time(
            main in 0_f64..200.0, period in 1_f64..60.0, stones in 0_u32..20, moves in 1_u32..200,
            delay in 0_f64..0.04,
        ) {
            // Not tested: up to 20 s without overtime, or 0.2 s of overtime per move. No mind can keep them.
            prop_assume!(stones > 0 || main > 20.0);
            prop_assume!(stones == 0 || period / f64::from(stones) > 0.2);
            let limit = Limit::Canadian { main, period, stones };
            let mut clock = Clock::new(limit);
            let (mut seconds, mut overtime_moves) = (main, 0);
            for made in 0..moves {
                let expected = 200_u32.saturating_sub(made).max(20);
                let mut taken = clock.budget(B, expected).expect("a limit") + delay;
                clock.spend(B, taken);
                // The clock of the controller, computed in another way.
                if overtime_moves == 0 {
                    if taken <= seconds {
                        seconds -= taken;
                        continue;
                    }
                    prop_assert!(stones > 0, "move {}: {} of {}", made, taken, seconds);
                    taken -= seconds;
                    (seconds, overtime_moves) = (period, stones);
                }
                prop_assert!(taken <= seconds, "move {}: {} of {}", made, taken, seconds);
                seconds -= taken;
                overtime_moves -= 1;
                if overtime_moves == 0 {
                    (seconds, overtime_moves) = (period, stones);
                }
            }
        }
    }
}
