//! Background run: a thread that plays a plan into a store.

use super::super::store::StoreError;
use super::super::{LabError, Laboratory, Plan, PlayedRow, ResultCount, RowListener, RunSettings};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};
use stonefield_go::notation::counted_of;
use stonefield_search::lock;
use stonefield_search::supply::start_thread;
use stonefield_sim::Halt;

/// A plan that is played into a store on a separate thread. The thread ends when all rows are played, on a
/// halt, or on an error. Dropping the run halts it, and waits at most three seconds for its last rows.
///
/// ```
/// use stonefield_lab::{Plan, background::{BackgroundRun, RunPhase}};
///
/// let plan = Plan::read("games = 4\nsize = 5\n")?;
/// let path = std::env::temp_dir().join("stonefield-doctest-background.db");
/// let run = BackgroundRun::start(plan, &path, 1);
/// while run.progress().phase.is_active() {
///     std::thread::sleep(std::time::Duration::from_millis(20));
/// }
/// assert_eq!((run.progress().phase, run.progress().done), (RunPhase::Done, 4));
/// # drop(run);
/// # std::fs::remove_file(path)?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct BackgroundRun {
    path: PathBuf,
    halt: Halt,
    progress: Arc<Mutex<RunProgress>>,
    thread: Option<JoinHandle<()>>,
}

/// Progress of a run.
#[derive(Clone, Debug, PartialEq)]
pub struct RunProgress {
    /// Phase of the run.
    pub phase: RunPhase,
    /// Number of rows of the plan.
    pub rows: u64,
    /// Number of rows that this run and earlier ones have played.
    pub done: u64,
    /// Time since the run opened the store, in seconds.
    pub seconds: f64,
    /// Results of the rows that this run has played. Rows of earlier runs are not counted.
    pub count: ResultCount,
    /// True if `count` is for the first mind, because the minds swap colours. If false, it is for Black.
    pub by_mind: bool,
}

/// Phase of a run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RunPhase {
    /// The store is being opened.
    Opening,
    /// Rows are being played.
    Playing,
    /// The run was halted. A later run of the same plan can play the missing rows.
    Halted,
    /// All rows are played.
    Done,
    /// The store cannot be opened or written, or rows cannot be played. Contains the reason.
    Failed(String),
}

impl RunPhase {
    /// Returns true while the run is active.
    #[must_use]
    pub const fn is_active(&self) -> bool {
        matches!(self, Self::Opening | Self::Playing)
    }
}

impl RunProgress {
    /// Returns the rate of this run, in rows per second; `None` until it has played a row.
    #[must_use]
    pub fn rate(&self) -> Option<f64> {
        (self.count.games() > 0 && self.seconds > 0.0).then(|| self.count.games() as f64 / self.seconds)
    }

    /// Estimates the remaining time, in seconds; `None` until this run has played a row.
    #[must_use]
    pub fn remaining(&self) -> Option<f64> {
        Some(self.rows.saturating_sub(self.done) as f64 / self.rate()?)
    }
}

/// Longest wait for the thread when a run is dropped. After a halt, games end or are abandoned within a
/// second, and then the last rows are written.
const DROP_WAIT: Duration = Duration::from_secs(3);

impl BackgroundRun {
    /// Starts to play the missing rows of a plan into a store, `threads` games at a time; 0 counts as 1.
    #[must_use]
    pub fn start(plan: Plan, path: &Path, threads: usize) -> Self {
        let (halt, path) = (Halt::default(), path.to_owned());
        let progress = RunProgress {
            phase: RunPhase::Opening,
            rows: plan.rows(),
            done: 0,
            seconds: 0.0,
            count: ResultCount::default(),
            by_mind: plan.alternates(),
        };
        let progress = Arc::new(Mutex::new(progress));
        let thread = {
            let (path, halt, progress) = (path.clone(), halt.clone(), Arc::clone(&progress));
            start_thread("laboratory", move || {
                let phase = play(plan, &path, threads, halt, &progress);
                lock(&progress).phase = phase;
            })
        };
        if let Err(error) = &thread {
            lock(&progress).phase = RunPhase::Failed(error.to_string());
        }
        Self { path, halt, progress, thread: thread.ok() }
    }

    /// Returns the path of the store.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Requests the end of the run. It ends within about a second, with all played rows in the store.
    pub fn halt(&self) {
        self.halt.ask();
    }

    /// Returns true if the end of the run has been requested.
    #[must_use]
    pub fn is_halting(&self) -> bool {
        self.halt.is_asked()
    }

    /// Returns the progress of the run.
    #[must_use]
    pub fn progress(&self) -> RunProgress {
        let ended = self.thread.as_ref().is_none_or(JoinHandle::is_finished);
        let mut progress = lock(&self.progress).clone();
        if ended && progress.phase.is_active() {
            progress.phase =
                RunPhase::Failed("the run ended with an error of the program: please report it".to_owned());
        }
        progress
    }
}

impl Drop for BackgroundRun {
    fn drop(&mut self) {
        self.halt.ask();
        let Some(thread) = self.thread.take() else { return };
        let until = Instant::now() + DROP_WAIT;
        while !thread.is_finished() {
            if Instant::now() >= until {
                return;
            }
            std::thread::sleep(Duration::from_millis(10));
        }
        // The result is already in `progress`.
        let _ = thread.join();
    }
}

/// Plays the missing rows, and returns the final phase.
fn play(plan: Plan, path: &Path, threads: usize, halt: Halt, progress: &Mutex<RunProgress>) -> RunPhase {
    let rows = plan.rows();
    let mut laboratory = match Laboratory::open(plan, path, false) {
        Ok(laboratory) => laboratory,
        Err(error) => return RunPhase::Failed(refusal(&error)),
    };
    {
        let mut progress = lock(progress);
        progress.done = laboratory.played_rows().len();
        progress.phase = RunPhase::Playing;
    }
    let settings = RunSettings { threads, halt, ..RunSettings::default() };
    let played = laboratory.play(&settings, &mut ProgressWriter { progress, began: Instant::now() });
    let count = laboratory.store().committed();
    let is_there = laboratory.store().is_there();
    let closed = laboratory.close();
    lock(progress).done = count;
    let why = match (played, closed) {
        (Err(LabError::Store(error)), _) | (Ok(()), Err(error)) => refusal(&error),
        (Err(LabError::Play(error)), _) => error.to_string(),
        (Ok(()), Ok(())) if count >= rows => return RunPhase::Done,
        (Ok(()), Ok(())) => return RunPhase::Halted,
    };
    RunPhase::Failed(if is_there {
        format!("{why}; {} stored", counted_of(count, rows, "game"))
    } else {
        why
    })
}

/// Describes the error of a store, without flags of the command line, which the window does not have.
fn refusal(error: &StoreError) -> String {
    match error {
        StoreError::Other { path, difference } => {
            let path = path.display();
            format!("{path} holds games of another plan ({difference}): choose another file")
        }
        error => error.to_string(),
    }
}

/// Listener that updates the progress.
struct ProgressWriter<'a> {
    progress: &'a Mutex<RunProgress>,
    began: Instant,
}

impl RowListener for ProgressWriter<'_> {
    fn row(&mut self, row: PlayedRow) -> ControlFlow<()> {
        let mut progress = lock(self.progress);
        progress.done += 1;
        let by_mind = progress.by_mind;
        row.result.count_in(&mut progress.count, by_mind);
        progress.seconds = self.began.elapsed().as_secs_f64();
        ControlFlow::Continue(())
    }

    fn pulse(&mut self) -> ControlFlow<()> {
        lock(self.progress).seconds = self.began.elapsed().as_secs_f64();
        ControlFlow::Continue(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn final_progress(run: &BackgroundRun) -> RunProgress {
        while run.progress().phase.is_active() {
            std::thread::sleep(Duration::from_millis(5));
        }
        run.progress()
    }

    #[test]
    fn a_halted_run_is_continued_and_another_plan_is_refused() {
        let path = std::env::temp_dir().join(format!("stonefield-run-{}.db", std::process::id()));
        let _ = std::fs::remove_file(&path);
        let plan = |games: u64| Plan::read(&format!("games = {games}\nsize = 5\n")).expect("a plan");
        let run = BackgroundRun::start(plan(5000), &path, 1);
        while run.progress().done < 3 {
            std::thread::sleep(Duration::from_millis(5));
        }
        run.halt();
        let first = final_progress(&run);
        assert_eq!(first.phase, RunPhase::Halted);
        assert!(first.done >= 3 && first.done < 5000 && first.rate().is_some(), "{first:?}");
        let run = BackgroundRun::start(plan(5000), &path, 1);
        while run.progress().done <= first.done {
            std::thread::sleep(Duration::from_millis(5));
        }
        drop(run);
        let RunPhase::Failed(why) = final_progress(&BackgroundRun::start(plan(7), &path, 1)).phase else {
            panic!("another plan was accepted")
        };
        assert!(why.contains("another plan (games 5000, not 7)") && !why.contains("--"), "{why}");
        let _ = std::fs::remove_file(&path);
    }
}
