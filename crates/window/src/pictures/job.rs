//! Background job for a picture or film. One thread runs all jobs in turn, each in a world of its own.

use super::error::RenderError;
use super::kind::PictureKind;
use super::options::RenderOptions;
use super::save::{SavedPictures, Shooting, save};
use bevy::platform::time::Instant;
use core::time::Duration;
use std::sync::Mutex;
use std::sync::mpsc::{Receiver, Sender, TryRecvError, channel};
use std::thread::{JoinHandle, sleep};
use stonefield_search::lock;
use stonefield_search::supply::start_thread;

/// Task of the thread.
type Task = Box<dyn FnOnce() + Send>;

/// Thread with the queue of its tasks, once started. It lasts until the end of the program: memory that a
/// thread has freed is reused only by the same thread.
static THREAD: Mutex<Option<(Sender<Task>, JoinHandle<()>)>> = Mutex::new(None);

/// Longest wait of [`end_pictures`], and interval of its checks.
const END_TIMEOUT: Duration = Duration::from_secs(5);
const END_CHECK_INTERVAL: Duration = Duration::from_millis(5);

/// Runs a task on the thread, after all earlier tasks.
///
/// # Errors
/// The system starts no thread.
fn run_on_thread(task: Task) -> std::io::Result<()> {
    let mut thread = lock(&THREAD);
    let task = match &*thread {
        // If the thread has panicked, another one replaces it.
        Some((sender, _)) => match sender.send(task) {
            Ok(()) => return Ok(()),
            Err(unsent) => unsent.0,
        },
        None => task,
    };
    let (sender, queue) = channel::<Task>();
    let handle = start_thread("pictures", move || queue.into_iter().for_each(|task| task()))?;
    // The new thread receives the task.
    let _ = sender.send(task);
    *thread = Some((sender, handle));
    Ok(())
}

/// Waits until the thread has ended, at most 5 seconds. The thread deletes incomplete files and stops minds.
/// Call this after all jobs were dropped.
pub fn end_pictures() {
    let thread = lock(&THREAD).take();
    let Some((tasks, handle)) = thread else { return };
    // Without a sender the thread ends after its last task.
    drop(tasks);
    let begun = Instant::now();
    while !handle.is_finished() && begun.elapsed() < END_TIMEOUT {
        sleep(END_CHECK_INTERVAL);
    }
}

/// Job of a picture or film. Dropping it stops the job.
#[derive(Debug)]
pub struct PictureJob {
    shooting: Shooting,
    outcome: Mutex<Receiver<Result<SavedPictures, RenderError>>>,
}

impl PictureJob {
    /// True if the job runs in the background.
    pub const IS_BESIDE: bool = true;

    /// True if jobs can make files of this kind.
    #[must_use]
    pub const fn makes(_: PictureKind) -> bool {
        true
    }

    /// Starts a job.
    ///
    /// # Errors
    /// The system starts no thread. The error is one line.
    pub fn begin(options: RenderOptions) -> Result<Self, String> {
        let shooting = Shooting::default();
        let (sender, outcome) = channel();
        let progress = shooting.clone();
        run_on_thread(Box::new(move || {
            // The receiver is gone if the job was dropped.
            let _ = sender.send(save(&options, &progress));
        }))
        .map_err(|error| error.to_string())?;
        Ok(Self { shooting, outcome: Mutex::new(outcome) })
    }

    /// Returns the number of pictures done, and of all pictures; 0 before that is known.
    #[must_use]
    pub fn progress(&self) -> (u64, u64) {
        self.shooting.progress()
    }

    /// Stops the job. Incomplete files are deleted.
    pub fn stop(&self) {
        self.shooting.halt.ask();
    }

    /// True if the job was asked to stop.
    #[must_use]
    pub fn is_stopping(&self) -> bool {
        self.shooting.halt.is_asked()
    }

    /// Returns the result, once, when the job has ended.
    #[must_use]
    pub fn outcome(&self) -> Option<Result<SavedPictures, RenderError>> {
        match lock(&self.outcome).try_recv() {
            Ok(outcome) => Some(outcome),
            Err(TryRecvError::Empty) => None,
            // The thread has panicked.
            Err(TryRecvError::Disconnected) => Some(Err(RenderError::Nothing)),
        }
    }
}

impl Drop for PictureJob {
    fn drop(&mut self) {
        self.stop();
    }
}
