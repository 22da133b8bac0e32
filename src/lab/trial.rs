//! Trial: some rows of a plan are played to see how long all of them take.

use super::crew::{self, CrewOrder, Overseer};
use super::row_job::{PlayedRow, RowJob};
use super::store::RowSet;
use super::{Plan, RowLayout, SeriesError, Shard};
use crate::sim::Halt;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// What came of a trial.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Tried {
    /// Rows that were played.
    pub rows: u64,
    /// What they took on the threads that played them, in seconds, all together.
    pub seconds: f64,
    /// How long it took in all, in seconds.
    pub wall: f64,
}

/// Plays the first rows of a plan for some time, and keeps nothing of them. As rows go through all combinations, each is tried where there is time.
///
/// # Errors
/// When rows cannot be played.
pub fn trial(plan: &Plan, threads: usize, time: Duration) -> Result<Tried, SeriesError> {
    let began = Instant::now();
    let layout = RowLayout::of(plan);
    let job =
        RowJob { plan: Arc::new(plan.clone()), layout, known: RowSet::default(), shard: Shard::default() };
    let order = CrewOrder { threads, from: 0, limit: u64::MAX, halt: Halt::default() };
    let mut overseer = Stopwatch { until: began + time, missing: plan.rows(), tried: Tried::default() };
    crew::play(&Arc::new(job), order, &mut overseer)?;
    Ok(Tried { wall: began.elapsed().as_secs_f64(), ..overseer.tried })
}

/// Counts rows until the time is over.
struct Stopwatch {
    until: Instant,
    missing: u64,
    tried: Tried,
}

impl Overseer<PlayedRow> for Stopwatch {
    fn ended(&mut self, done: PlayedRow) -> ControlFlow<(), u64> {
        self.tried.rows += 1;
        self.tried.seconds += done.seconds;
        self.missing = self.missing.saturating_sub(1);
        if Instant::now() >= self.until { ControlFlow::Break(()) } else { ControlFlow::Continue(u64::MAX) }
    }

    fn pulse(&mut self) -> ControlFlow<()> {
        if Instant::now() >= self.until { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }

    fn late(&mut self, _: PlayedRow) {}

    fn is_done(&self) -> bool {
        self.missing == 0
    }
}
