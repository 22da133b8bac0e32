//! Progress of the rows of a plan, with running results, on stderr.

use super::live_standings::LiveStandings;
use crate::cli::door::say;
use crate::cli::progress::progress;
use indicatif::ProgressBar;
use std::ops::ControlFlow;
use stonefield_lab::store::StoreError;
use stonefield_lab::{Laboratory, PlayedRow, ResultCount, RowListener};

/// Progress bar with rows, rows per second, remaining time, and results so far: running means with 95 %
/// intervals, or the standings of a tournament. Hidden unless stderr is a terminal.
pub(super) struct RunProgress {
    bar: ProgressBar,
    count: ResultCount,
    /// True if the minds swap colours in every second game.
    alternates: bool,
    /// Standings, if the plan is a tournament.
    standings: Option<LiveStandings>,
}

impl RunProgress {
    /// Shows the bar for `rows` rows, of which `played_before` are played already.
    pub(super) fn begin(rows: u64, played_before: u64, laboratory: &Laboratory) -> Result<Self, StoreError> {
        let standings = LiveStandings::of(laboratory)?;
        let bar = progress(rows, "{pos} of {len} rows, {per_sec}, {eta} to go{msg}");
        bar.set_position(played_before);
        bar.reset_eta();
        let alternates = laboratory.plan().alternates();
        Ok(Self { bar, count: ResultCount::default(), alternates, standings })
    }

    /// True if the sequential test has reached a decision, so that no more games are needed.
    pub(super) fn is_decided(&self) -> bool {
        self.standings.as_ref().is_some_and(LiveStandings::is_decided)
    }

    /// Removes the bar. Returns the number of failed games.
    pub(super) fn finish(self) -> u64 {
        self.bar.finish_and_clear();
        self.count.failed
    }
}

impl RowListener for RunProgress {
    fn row(&mut self, PlayedRow { row, result, .. }: PlayedRow) -> ControlFlow<()> {
        self.bar.inc(1);
        if let Some(standings) = &mut self.standings {
            standings.add(row, &result);
        }
        result.count_in(&mut self.count, self.alternates);
        if let Some((color, why)) = &result.fault {
            let who = color.map_or(String::new(), |color| format!("{color}: "));
            self.bar.suspend(|| say(format_args!("row {row}: {who}{why}")));
        }
        if self.is_decided() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }

    fn pulse(&mut self) -> ControlFlow<()> {
        if !self.bar.is_hidden() {
            let line = match &self.standings {
                Some(standings) => standings.line(),
                None => self.count.words(self.alternates).map_or(String::new(), |words| format!("; {words}")),
            };
            self.bar.set_message(line);
        }
        ControlFlow::Continue(())
    }
}
