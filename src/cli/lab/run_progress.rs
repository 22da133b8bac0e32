//! How far the rows of a plan have come, and what they add up to so far, on stderr.

use super::live_standings::LiveStandings;
use crate::cli::door::say;
use crate::cli::progress::progress;
use crate::go::{Color, Outcome};
use crate::lab::store::StoreError;
use crate::lab::{GameResult, Laboratory, RowHearer, Sample, wilson_of};
use indicatif::ProgressBar;
use std::ops::ControlFlow;

/// A bar with rows, games a second, time to go, and running means with their 95 % intervals; hidden where stderr is no terminal.
pub(super) struct RunProgress {
    bar: ProgressBar,
    /// Whether wins are those of the mind that plays Black in the first game of a pair.
    alternate: bool,
    /// Wins of Black, or of the first mind, a draw being half; and the games with a result.
    wins: f64,
    counted: u64,
    /// By how many points Black, or the first mind, was ahead.
    margin: Sample,
    failed: u64,
    /// Of a tournament.
    standings: Option<LiveStandings>,
}

impl RunProgress {
    pub(super) fn begin(rows: u64, before: u64, laboratory: &Laboratory) -> Result<Self, StoreError> {
        let alternate = laboratory.plan().alternates();
        let standings = LiveStandings::of(laboratory)?;
        let bar = progress(rows, "{pos} of {len} rows, {per_sec}, {eta} to go{msg}");
        bar.set_position(before);
        bar.reset_eta();
        let margin = Sample::default();
        Ok(Self { bar, alternate, wins: 0.0, counted: 0, margin, failed: 0, standings })
    }

    /// Whether the test of a tournament has decided, so that no more games are wanted.
    pub(super) fn is_decided(&self) -> bool {
        self.standings.as_ref().is_some_and(LiveStandings::is_decided)
    }

    /// Takes the bar away; returns how many games failed.
    pub(super) fn finish(self) -> u64 {
        self.bar.finish_and_clear();
        self.failed
    }

    fn means(&self) -> String {
        if let Some(standings) = &self.standings {
            return standings.line();
        }
        if self.counted == 0 {
            return String::new();
        }
        let (low, high) = wilson_of(self.wins, self.counted);
        let who = if self.alternate { "first mind" } else { "Black" };
        let share = 100.0 * self.wins / self.counted as f64;
        let margin = self.margin.mean().zip(self.margin.error());
        let margin = margin
            .map_or(String::new(), |(mean, error)| format!(", ahead by {mean:.1} ± {:.1}", 1.96 * error));
        format!("; {who} wins {share:.1} % ({:.1} to {:.1}){margin}", 100.0 * low, 100.0 * high)
    }
}

impl RowHearer for RunProgress {
    fn row(&mut self, row: u64, result: &GameResult) -> ControlFlow<()> {
        self.bar.inc(1);
        if let Some(standings) = &mut self.standings {
            standings.add(row, result);
        }
        let goes_on = if self.is_decided() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) };
        if let Some((color, why)) = &result.fault {
            self.failed += 1;
            let who = color.map_or(String::new(), |color| format!("{color}: "));
            self.bar.suspend(|| say(format_args!("row {row}: {who}{why}")));
            return goes_on;
        }
        let first = if self.alternate && result.swapped { Color::White } else { Color::Black };
        let won = match result.outcome {
            Some(Outcome::Win { winner, .. }) => f64::from(u8::from(winner == first)),
            Some(Outcome::Draw) => 0.5,
            Some(Outcome::Void) | None => return goes_on,
        };
        self.wins += won;
        self.counted += 1;
        self.margin.push(result.score[first] - result.score[!first]);
        goes_on
    }

    fn pulse(&mut self) -> ControlFlow<()> {
        if !self.bar.is_hidden() {
            self.bar.set_message(self.means());
        }
        ControlFlow::Continue(())
    }
}
