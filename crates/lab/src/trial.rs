//! Trial: plays some rows of a plan, to estimate the time for all rows.

use super::axis::key_of;
use super::crew::{self, CrewOrder, Job};
use super::game_worker::GameWorker;
use super::played_row::PlayedRow;
use super::row_job::RowJob;
use super::store::RowSet;
use super::{Plan, RowListener, RunSettings, SeriesError};
use std::ops::{ControlFlow, Range};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};
use stonefield_search::lock;
use stonefield_sim::Halt;

/// Result of a trial.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct TrialResult {
    /// Number of finished rows.
    pub rows: u64,
    /// Playing time of all threads together, in seconds. Unfinished games are included.
    pub seconds: f64,
    /// Duration of the trial, in seconds.
    pub wall: f64,
    /// Number of combinations of which a game was begun.
    pub begun: u64,
    /// Begun combinations without a finished game, in words. At most [`MAX_NAMED`].
    pub unmeasured: Vec<String>,
}

/// Largest number of combinations that [`TrialResult::unmeasured`] names.
pub const MAX_NAMED: usize = 3;

/// Plays the first rows of a plan until `time` is over or all rows are played, without a store. Successive
/// rows have different combinations, so all combinations are tried if the time is long enough.
///
/// # Errors
/// If rows cannot be played.
pub fn trial(plan: &Plan, threads: usize, time: Duration) -> Result<TrialResult, SeriesError> {
    let began = Instant::now();
    let rows = RowJob::new(&Arc::new(plan.clone()), &RunSettings::default(), true, RowSet::default());
    let job = Arc::new(TrialJob { rows, abandoned: Mutex::default(), running: Mutex::default() });
    let order = CrewOrder { threads, missing: plan.rows(), ahead: u64::MAX, halt: Halt::default() };
    let mut counter =
        RowCounter { plan, until: began + time, finished: RowSet::default(), result: TrialResult::default() };
    crew::play(&job, order, &mut counter)?;
    let RowCounter { finished, mut result, .. } = counter;
    // A thread whose mind does not answer still plays its game. The time of this game counts too.
    let now = Instant::now();
    let mut abandoned = lock(&job.abandoned).clone();
    abandoned.extend(lock(&job.running).iter().map(|(row, since)| (*row, (now - *since).as_secs_f64())));
    result.seconds += abandoned.iter().map(|(_, seconds)| seconds).sum::<f64>();
    let unmeasured: RowSet = abandoned
        .iter()
        .map(|(row, _)| plan.place(*row).0)
        .filter(|combination| !finished.contains(*combination))
        .collect();
    result.begun = finished.len() + unmeasured.len();
    result.unmeasured =
        unmeasured.iter().take(MAX_NAMED).map(|combination| describe(plan, combination)).collect();
    Ok(TrialResult { wall: began.elapsed().as_secs_f64(), ..result })
}

/// Describes a combination by the parameters that vary: `size=5, black=random`.
fn describe(plan: &Plan, combination: u64) -> String {
    let labels = plan.labels(combination);
    let varied = plan.varied().map(|(at, axis)| format!("{}={}", key_of(&axis.name()), labels[at]));
    varied.collect::<Vec<_>>().join(", ")
}

/// Job that also measures the time of unfinished games.
struct TrialJob {
    rows: RowJob,
    /// Rows whose games were abandoned, with their playing time in seconds.
    abandoned: Mutex<Vec<(u64, f64)>>,
    /// Rows that are being played, with the time of their start.
    running: Mutex<Vec<(u64, Instant)>>,
}

impl Job for TrialJob {
    fn rows(&self) -> Range<u64> {
        self.rows.rows()
    }

    fn is_wanted(&self, row: u64) -> bool {
        self.rows.is_wanted(row)
    }

    fn worker(&self, halt: &Halt) -> GameWorker {
        self.rows.worker(halt)
    }

    fn play(&self, worker: &mut GameWorker, row: u64) -> Result<Option<PlayedRow>, SeriesError> {
        let began = Instant::now();
        lock(&self.running).push((row, began));
        let played = self.rows.play(worker, row);
        lock(&self.running).retain(|(other, _)| *other != row);
        if matches!(played, Ok(None)) {
            lock(&self.abandoned).push((row, began.elapsed().as_secs_f64()));
        }
        played
    }
}

/// Listener that counts rows until the time is over.
struct RowCounter<'a> {
    plan: &'a Plan,
    until: Instant,
    /// Combinations with a finished game.
    finished: RowSet,
    result: TrialResult,
}

impl RowListener for RowCounter<'_> {
    fn row(&mut self, row: PlayedRow) -> ControlFlow<()> {
        self.result.rows += 1;
        self.result.seconds += row.seconds;
        self.finished.insert(self.plan.place(row.row).0);
        self.pulse()
    }

    fn pulse(&mut self) -> ControlFlow<()> {
        if Instant::now() >= self.until { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn unfinished_games_count_with_their_time_and_are_named() {
        let plan = "games = 4\nopen = 4\nsize = 9\nblack = [\"random\", \"mcts:playouts=5000\"]\nwhite = \"random\"\n";
        let plan = Plan::read(plan).expect("a plan");
        let result = trial(&plan, 2, Duration::from_millis(1500)).expect("played");
        assert_eq!((result.rows > 0, result.begun), (true, 2), "{result:?}");
        assert_eq!(result.unmeasured, ["black=mcts:playouts=5000"]);
        assert!(result.seconds > 1.2, "{result:?}");
    }
}
