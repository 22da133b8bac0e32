//! How far the rows of a plan have come, and what they add up to so far, on stderr.

use super::live_standings::LiveStandings;
use crate::cli::door::say;
use crate::cli::progress::progress;
use indicatif::ProgressBar;
use std::ops::ControlFlow;
use stonefield_lab::store::StoreError;
use stonefield_lab::{Laboratory, PlayedRow, ResultCount, RowListener};

/// A bar with rows, games a second, time to go, and running means with their 95 % intervals; hidden where stderr is no terminal.
pub(super) struct RunProgress {
    bar: ProgressBar,
    count: ResultCount,
    alternates: bool,
    /// Of a tournament.
    standings: Option<LiveStandings>,
}

impl RunProgress {
    pub(super) fn begin(rows: u64, before: u64, laboratory: &Laboratory) -> Result<Self, StoreError> {
        let standings = LiveStandings::of(laboratory)?;
        let bar = progress(rows, "{pos} of {len} rows, {per_sec}, {eta} to go{msg}");
        bar.set_position(before);
        bar.reset_eta();
        let alternates = laboratory.plan().alternates();
        Ok(Self { bar, count: ResultCount::default(), alternates, standings })
    }

    /// Whether the test of a tournament has decided, so that no more games are wanted.
    pub(super) fn is_decided(&self) -> bool {
        self.standings.as_ref().is_some_and(LiveStandings::is_decided)
    }

    /// Takes the bar away; returns how many games failed.
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
