//! Background run: a plan is played into a store on a thread of its own.

use super::super::store::StoreError;
use super::super::{LabError, Laboratory, Plan, PlayedRow, ResultCount, RowListener, RowOrder};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};
use stonefield_go::notation::counted_of;
use stonefield_search::lock;
use stonefield_search::supply::start_thread;
use stonefield_sim::Halt;

/// A plan that is played into a store on a thread of its own. It ends by itself when all rows are played; when it is dropped, it is halted, and all that
/// was played is in the store.
///
/// ```
/// use stonefield_lab::{Plan, background::{BackgroundRun, RunPhase}};
///
/// let plan = Plan::read("games = 4\nsize = 5\n")?;
/// let path = std::env::temp_dir().join("stonefield-doctest-background.db");
/// let run = BackgroundRun::start(plan, &path, 1);
/// while run.standing().phase.goes_on() {
///     std::thread::sleep(std::time::Duration::from_millis(20));
/// }
/// assert_eq!((run.standing().phase, run.standing().done), (RunPhase::Done, 4));
/// # drop(run);
/// # std::fs::remove_file(path)?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct BackgroundRun {
    path: PathBuf,
    halt: Halt,
    standing: Arc<Mutex<RunStanding>>,
    thread: Option<JoinHandle<()>>,
}

/// How far a run has come.
#[derive(Clone, Debug, PartialEq)]
pub struct RunStanding {
    /// What it does.
    pub phase: RunPhase,
    /// The rows of the plan.
    pub rows: u64,
    /// Those that have been played, before this run and in it.
    pub done: u64,
    /// Seconds since it began to play.
    pub seconds: f64,
    /// Results of the rows that this run has played.
    pub count: ResultCount,
    /// True if the count is of the first mind's results, because minds change colours. Else it is of Black's.
    pub by_mind: bool,
}

/// What a run does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RunPhase {
    /// The store is opened.
    Opening,
    /// Rows are played.
    Playing,
    /// It was halted: rows are missing, and another run of the same plan goes on.
    Halted,
    /// All rows are played.
    Done,
    /// The store does not take the rows, or they cannot be played, and why.
    Failed(String),
}

impl RunPhase {
    /// Whether more is to come.
    #[must_use]
    pub const fn goes_on(&self) -> bool {
        matches!(self, Self::Opening | Self::Playing)
    }
}

impl RunStanding {
    /// Rows a second; `None` before the first.
    #[must_use]
    pub fn rate(&self) -> Option<f64> {
        (self.count.games() > 0 && self.seconds > 0.0).then(|| self.count.games() as f64 / self.seconds)
    }

    /// Seconds to go, as far as the rows so far tell.
    #[must_use]
    pub fn remaining(&self) -> Option<f64> {
        Some(self.rows.saturating_sub(self.done) as f64 / self.rate()?)
    }
}

/// How long an end is waited for when a run is dropped: rows under way are left within a second, and the last ones written.
const LAST: Duration = Duration::from_secs(3);

impl BackgroundRun {
    /// Begins to play a plan into a store, or goes on with it, so many games at a time.
    #[must_use]
    pub fn start(plan: Plan, path: &Path, threads: usize) -> Self {
        let (halt, path) = (Halt::default(), path.to_owned());
        let standing = RunStanding {
            phase: RunPhase::Opening,
            rows: plan.rows(),
            done: 0,
            seconds: 0.0,
            count: ResultCount::default(),
            by_mind: plan.alternates(),
        };
        let standing = Arc::new(Mutex::new(standing));
        let thread = {
            let (path, halt, standing) = (path.clone(), halt.clone(), Arc::clone(&standing));
            start_thread("laboratory", move || {
                let phase = play(plan, &path, threads, halt, &standing);
                lock(&standing).phase = phase;
            })
        };
        if let Err(error) = &thread {
            lock(&standing).phase = RunPhase::Failed(error.to_string());
        }
        Self { path, halt, standing, thread: thread.ok() }
    }

    /// The store that it writes.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Ends it within about a second; all that was played is in the store then.
    pub fn halt(&self) {
        self.halt.ask();
    }

    /// Whether it has been asked to end.
    #[must_use]
    pub fn is_halting(&self) -> bool {
        self.halt.is_asked()
    }

    /// How far it has come.
    #[must_use]
    pub fn standing(&self) -> RunStanding {
        let ended = self.thread.as_ref().is_none_or(JoinHandle::is_finished);
        let mut standing = lock(&self.standing).clone();
        if ended && standing.phase.goes_on() {
            standing.phase = RunPhase::Failed("the run broke off by an error in the program".to_owned());
        }
        standing
    }
}

impl Drop for BackgroundRun {
    fn drop(&mut self) {
        self.halt.ask();
        let Some(thread) = self.thread.take() else { return };
        let until = Instant::now() + LAST;
        while !thread.is_finished() {
            if Instant::now() >= until {
                return;
            }
            std::thread::sleep(Duration::from_millis(10));
        }
        // What it came to has been told.
        let _ = thread.join();
    }
}

/// Plays the rows that are missing; returns how that ended.
fn play(plan: Plan, path: &Path, threads: usize, halt: Halt, standing: &Mutex<RunStanding>) -> RunPhase {
    let rows = plan.rows();
    let mut laboratory = match Laboratory::open(plan, path, false) {
        Ok(laboratory) => laboratory,
        Err(error) => return RunPhase::Failed(refusal(&error)),
    };
    {
        let mut standing = lock(standing);
        standing.done = laboratory.known().len();
        standing.phase = RunPhase::Playing;
    }
    let order = RowOrder { threads, halt, ..RowOrder::default() };
    let played = laboratory.play(&order, &mut StandingWriter { standing, began: Instant::now() });
    let safe = laboratory.store().safe();
    let is_there = laboratory.store().is_there();
    let closed = laboratory.close();
    lock(standing).done = safe;
    let why = match (played, closed) {
        (Err(LabError::Store(error)), _) | (Ok(()), Err(error)) => refusal(&error),
        (Err(LabError::Play(error)), _) => error.to_string(),
        (Ok(()), Ok(())) if safe >= rows => return RunPhase::Done,
        (Ok(()), Ok(())) => return RunPhase::Halted,
    };
    RunPhase::Failed(if is_there { format!("{why}; {} safe", counted_of(safe, rows, "row")) } else { why })
}

/// Why a store does not take rows, for those who have no flags to give.
fn refusal(error: &StoreError) -> String {
    match error {
        StoreError::Other { path, difference } => {
            let path = path.display();
            format!("{path} holds games of another plan ({difference}): another file is wanted")
        }
        error => error.to_string(),
    }
}

/// Writes the standing while rows are played.
struct StandingWriter<'a> {
    standing: &'a Mutex<RunStanding>,
    began: Instant,
}

impl RowListener for StandingWriter<'_> {
    fn row(&mut self, row: PlayedRow) -> ControlFlow<()> {
        let mut standing = lock(self.standing);
        standing.done += 1;
        let by_mind = standing.by_mind;
        row.result.count_in(&mut standing.count, by_mind);
        standing.seconds = self.began.elapsed().as_secs_f64();
        ControlFlow::Continue(())
    }

    fn pulse(&mut self) -> ControlFlow<()> {
        lock(self.standing).seconds = self.began.elapsed().as_secs_f64();
        ControlFlow::Continue(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ended(run: &BackgroundRun) -> RunStanding {
        while run.standing().phase.goes_on() {
            std::thread::sleep(Duration::from_millis(5));
        }
        run.standing()
    }

    #[test]
    fn a_run_is_halted_and_goes_on_and_another_plan_is_refused() {
        let path = std::env::temp_dir().join(format!("stonefield-run-{}.db", std::process::id()));
        let _ = std::fs::remove_file(&path);
        let plan = |games: u64| Plan::read(&format!("games = {games}\nsize = 5\n")).expect("a plan");
        let run = BackgroundRun::start(plan(5000), &path, 1);
        while run.standing().done < 3 {
            std::thread::sleep(Duration::from_millis(5));
        }
        run.halt();
        let first = ended(&run);
        assert_eq!(first.phase, RunPhase::Halted);
        assert!(first.done >= 3 && first.done < 5000 && first.rate().is_some(), "{first:?}");
        let run = BackgroundRun::start(plan(5000), &path, 1);
        while run.standing().done <= first.done {
            std::thread::sleep(Duration::from_millis(5));
        }
        drop(run);
        let RunPhase::Failed(why) = ended(&BackgroundRun::start(plan(7), &path, 1)).phase else {
            panic!("another plan was taken")
        };
        assert!(why.contains("another plan (games 5000, not 7)") && !why.contains("--"), "{why}");
        let _ = std::fs::remove_file(&path);
    }
}
