//! A player's time as GTP counts it, and how much of it a move may take. It reads no clock: seconds are told to it.

use stonefield_go::{ByColor, Color};

/// Seconds of every period that are left for the way between the engine and its controller, who holds the clock.
const MARGIN: f64 = 0.35;

/// The share of a period that is left unused at least, for periods in which [`MARGIN`] alone would be nothing.
const SLACK: f64 = 0.1;

/// How time is limited.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub enum Limit {
    /// Not at all.
    #[default]
    None,
    /// So many seconds for the game, and after them `stones` moves in every `period` seconds; no overtime when
    /// `stones` is 0.
    Canadian {
        /// Main time for the whole game, in seconds.
        main: f64,
        /// One period of overtime, in seconds.
        period: f64,
        /// Moves to make in each period of overtime.
        stones: u32,
    },
    /// So many seconds for the game, and after them a period for each move, lost when it is overstepped.
    Periods {
        /// Main time for the whole game, in seconds.
        main: f64,
        /// One period of overtime, in seconds.
        period: f64,
        /// Periods of overtime.
        count: u32,
    },
}

/// What one player has left.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Left {
    /// Seconds of the main time, or of the period of overtime.
    seconds: f64,
    /// Moves to make in the period, or periods; 0 in main time.
    stones: u32,
}

/// Both players' time.
#[derive(Clone, Copy, Debug, Default)]
pub struct Clock {
    limit: Limit,
    left: ByColor<Left>,
}

impl Clock {
    /// Both clocks at their beginning.
    pub fn new(limit: Limit) -> Self {
        let begin = match limit {
            Limit::None => Left::default(),
            Limit::Canadian { main, period, stones } => start(main, period, stones),
            Limit::Periods { main, period, count } => start(main, period, count),
        };
        Self { limit, left: ByColor::new(begin, begin) }
    }

    /// Both clocks at their beginning again.
    pub(super) fn restart(&mut self) {
        *self = Self::new(self.limit);
    }

    /// What the controller says a player has left. It also starts a clock where no limit was set.
    pub(super) fn set_left(&mut self, color: Color, seconds: f64, stones: u32) {
        if self.limit == Limit::None {
            self.limit = Limit::Canadian { main: seconds, period: 0.0, stones: 0 };
            self.left[!color] = Left { seconds, stones };
        }
        self.left[color] = Left { seconds, stones };
    }

    /// Seconds that a player's next move may take, when it expects to make `moves` more; `None` without a limit.
    pub(super) fn budget(&self, color: Color, moves: u32) -> Option<f64> {
        let Left { seconds, stones } = self.left[color];
        let moves = f64::from(moves.max(1));
        // Main time is on top of what overtime gives anyway, and its last rest flows into overtime.
        let beyond = |share: f64| {
            let share = usable(share);
            if seconds > share { (usable(seconds) / moves).max(share.min(usable(seconds))) } else { share }
        };
        Some(match (self.limit, stones) {
            (Limit::None, _) => return None,
            (Limit::Canadian { period, stones, .. }, 0) if stones > 0 => beyond(period / f64::from(stones)),
            (Limit::Periods { period, .. }, 0) if period > 0.0 => beyond(period),
            (Limit::Canadian { .. }, 1..) => usable(seconds) / f64::from(stones),
            (Limit::Periods { period, .. }, 1..) => usable(seconds.min(period)),
            (_, 0) => (seconds - moves * MARGIN / 4.0).max(0.0).min(usable(seconds)) / moves,
        })
    }

    /// Takes the seconds of a move off a player's time.
    pub fn spend(&mut self, color: Color, seconds: f64) {
        let left = &mut self.left[color];
        match self.limit {
            Limit::None => {}
            Limit::Canadian { period, stones, .. } => {
                let over = left.stones == 0 && seconds > left.seconds;
                if over && stones > 0 {
                    *left = Left { seconds: left.seconds + period, stones };
                }
                left.seconds = (left.seconds - seconds).max(0.0);
                if left.stones > 0 {
                    left.stones -= 1;
                    if left.stones == 0 {
                        *left = Left { seconds: period, stones };
                    }
                }
            }
            Limit::Periods { period, count, .. } => {
                if left.stones == 0 && seconds <= left.seconds {
                    left.seconds -= seconds;
                    return;
                }
                let over = if left.stones == 0 { seconds - left.seconds } else { seconds };
                let before = if left.stones == 0 { count } else { left.stones };
                // A period that is kept is there again; each one overstepped is gone, but the last.
                #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "saturates")]
                let lost = if period > 0.0 { (over / period) as u32 } else { 0 };
                *left = Left { seconds: period, stones: before.saturating_sub(lost).max(1) };
            }
        }
    }
}

/// A clock at its beginning: in overtime at once when there is no main time.
fn start(main: f64, period: f64, stones: u32) -> Left {
    if main > 0.0 || stones == 0 {
        Left { seconds: main, stones: 0 }
    } else {
        Left { seconds: period, stones }
    }
}

/// What of a period may be thought away.
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
        assert!(clock.budget(Color::White, 50) > Some(1.0), "the other's clock stands");
    }

    #[test]
    fn overtime_is_shared_among_its_stones() {
        let mut clock = Clock::new(Limit::Canadian { main: 0.0, period: 25.0, stones: 5 });
        let first = clock.budget(B, 50).expect("a limit");
        assert!((4.0..=5.0).contains(&first), "{first}");
        for _ in 0..4 {
            clock.spend(B, 6.0);
        }
        assert!(clock.budget(B, 50).expect("a limit") < 1.0, "a second for the last stone");
        clock.spend(B, 0.5);
        assert_eq!(clock.budget(B, 50), Some(first), "and the next period begins");
    }

    #[test]
    fn a_second_a_move_is_a_second_a_move() {
        let mut clock = Clock::new(Limit::Canadian { main: 0.0, period: 1.0, stones: 1 });
        for _ in 0..5 {
            let budget = clock.budget(B, 50).expect("a limit");
            assert!((0.5..=0.8).contains(&budget), "{budget}");
            clock.spend(B, budget + 0.1);
        }
    }

    #[test]
    fn what_the_controller_says_counts() {
        let mut clock = Clock::new(Limit::Canadian { main: 600.0, period: 30.0, stones: 10 });
        clock.set_left(B, 10.0, 5);
        let budget = clock.budget(B, 50).expect("a limit");
        assert!((1.5..=2.0).contains(&budget), "{budget}");
        let mut unlimited = Clock::default();
        unlimited.set_left(B, 2.0, 0);
        assert!(unlimited.budget(B, 20).is_some_and(|budget| budget < 0.1));
    }

    #[test]
    fn periods_come_again_until_they_are_overstepped() {
        let mut clock = Clock::new(Limit::Periods { main: 5.0, period: 3.0, count: 3 });
        clock.spend(B, 6.0);
        assert_eq!(clock.left[B], Left { seconds: 3.0, stones: 3 });
        clock.spend(B, 2.9);
        assert_eq!(clock.left[B], Left { seconds: 3.0, stones: 3 });
        clock.spend(B, 4.0);
        assert_eq!(clock.left[B], Left { seconds: 3.0, stones: 2 });
        assert!(clock.budget(B, 9).is_some_and(|budget| budget < 3.0));
    }

    proptest! {
        /// A mind that uses all its time, plus a little on each move for transmission, never oversteps.
        #[test]
        fn nobody_loses_on_time(
            main in 0_f64..200.0, period in 1_f64..60.0, stones in 0_u32..20, moves in 1_u32..200, road in 0_f64..0.04,
        ) {
            // Less than the transmission alone takes: no mind could have kept it.
            prop_assume!(stones > 0 || main > 20.0);
            prop_assume!(stones == 0 || period / f64::from(stones) > 0.2);
            let limit = Limit::Canadian { main, period, stones };
            let mut clock = Clock::new(limit);
            let (mut seconds, mut to_go) = (main, 0);
            for made in 0..moves {
                let expected = 200_u32.saturating_sub(made).max(20);
                let mut taken = clock.budget(B, expected).expect("a limit") + road;
                clock.spend(B, taken);
                // The referee, who knows nothing of the clock above.
                if to_go == 0 {
                    if taken <= seconds {
                        seconds -= taken;
                        continue;
                    }
                    prop_assert!(stones > 0, "move {}: {} of {}", made, taken, seconds);
                    taken -= seconds;
                    (seconds, to_go) = (period, stones);
                }
                prop_assert!(taken <= seconds, "move {}: {} of {}", made, taken, seconds);
                seconds -= taken;
                to_go -= 1;
                if to_go == 0 {
                    (seconds, to_go) = (period, stones);
                }
            }
        }
    }
}
