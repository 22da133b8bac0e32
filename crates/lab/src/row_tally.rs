//! Row tally: what rows that are being played add up to, in few numbers.

use super::{GameResult, Sample, wilson_of};
use stonefield_go::{Color, Outcome};

/// What rows that are being played add up to: the share of wins and the margin of Black, or of the first mind where colours alternate.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct RowTally {
    /// Whether wins are those of the mind that plays Black in the first game of a pair.
    pub alternate: bool,
    /// Games played.
    pub played: u64,
    /// Games with a result.
    pub counted: u64,
    /// Wins, a draw being half.
    pub wins: f64,
    /// By how many points the winner of the wins was ahead.
    pub margin: Sample,
    /// Games in which a mind could not go on, or agents and referee disagreed.
    pub failed: u64,
}

impl RowTally {
    /// Of no row yet.
    #[must_use]
    pub fn new(alternate: bool) -> Self {
        Self { alternate, ..Self::default() }
    }

    /// Takes one more row.
    pub fn take(&mut self, result: &GameResult) {
        self.played += 1;
        if result.fault.is_some() {
            self.failed += 1;
            return;
        }
        let first = if self.alternate && result.swapped { Color::White } else { Color::Black };
        self.wins += match result.outcome {
            Some(Outcome::Win { winner, .. }) => f64::from(u8::from(winner == first)),
            Some(Outcome::Draw) => 0.5,
            Some(Outcome::Void) | None => return,
        };
        self.counted += 1;
        self.margin.push(result.score[first] - result.score[!first]);
    }

    /// In words, with 95 % intervals: `Black wins 57.5 % (45.1 to 69.0), ahead by 1.2 ± 0.4`; nothing before the first result.
    #[must_use]
    pub fn words(&self) -> Option<String> {
        if self.counted == 0 {
            return None;
        }
        let (low, high) = wilson_of(self.wins, self.counted);
        let who = if self.alternate { "first mind" } else { "Black" };
        let share = 100.0 * self.wins / self.counted as f64;
        let margin = self.margin.mean().zip(self.margin.error());
        let margin = margin
            .map_or(String::new(), |(mean, error)| format!(", ahead by {mean:.1} ± {:.1}", 1.96 * error));
        Some(format!("{who} wins {share:.1} % ({:.1} to {:.1}){margin}", 100.0 * low, 100.0 * high))
    }
}
