//! How far the rows of a plan have come, and what they add up to so far, on stderr.

use crate::cli::door::say;
use crate::cli::progress::progress;
use crate::lab::{GameResult, RowHearer, RowTally};
use indicatif::ProgressBar;
use std::ops::ControlFlow;

/// A bar with rows, games a second, time to go, and running means with their 95 % intervals; hidden where stderr is no terminal.
pub(super) struct RunProgress {
    bar: ProgressBar,
    tally: RowTally,
}

impl RunProgress {
    pub(super) fn begin(rows: u64, before: u64, alternate: bool) -> Self {
        let bar = progress(rows, "{pos} of {len} rows, {per_sec}, {eta} to go{msg}");
        bar.set_position(before);
        bar.reset_eta();
        Self { bar, tally: RowTally::new(alternate) }
    }

    /// Takes the bar away; returns how many games failed.
    pub(super) fn finish(self) -> u64 {
        self.bar.finish_and_clear();
        self.tally.failed
    }
}

impl RowHearer for RunProgress {
    fn row(&mut self, row: u64, result: &GameResult) -> ControlFlow<()> {
        self.bar.inc(1);
        self.tally.take(result);
        if let Some((color, why)) = &result.fault {
            let who = color.map_or(String::new(), |color| format!("{color}: "));
            self.bar.suspend(|| say(format_args!("row {row}: {who}{why}")));
        }
        ControlFlow::Continue(())
    }

    fn pulse(&mut self) -> ControlFlow<()> {
        if !self.bar.is_hidden() {
            self.bar.set_message(self.tally.words().map_or(String::new(), |words| format!("; {words}")));
        }
        ControlFlow::Continue(())
    }
}
