//! A picture or film that is taken beside the window: on a thread for all of them, in a world of its own.

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

/// What is to be done on the thread.
type Task = Box<dyn FnOnce() + Send>;

/// The thread, and where tasks go to it, once there is one. It stays: memory that a thread has asked for is used again by that thread only.
static THREAD: Mutex<Option<(Sender<Task>, JoinHandle<()>)>> = Mutex::new(None);

/// How long the end of the program waits for pictures that are left, and how often it looks.
const PATIENCE: Duration = Duration::from_secs(5);
const LOOK: Duration = Duration::from_millis(5);

/// Does something on the thread, after all that it was given before.
///
/// # Errors
/// When the system gives no thread.
fn do_there(task: Task) -> std::io::Result<()> {
    let mut thread = lock(&THREAD);
    let task = match &*thread {
        // Where the last one has broken off, another thread takes its place.
        Some((there, _)) => match there.send(task) {
            Ok(()) => return Ok(()),
            Err(unsent) => unsent.0,
        },
        None => task,
    };
    let (give, given) = channel::<Task>();
    let handle = start_thread("pictures", move || given.into_iter().for_each(|task| task()))?;
    // It waits for this one.
    let _ = give.send(task);
    *thread = Some((give, handle));
    Ok(())
}

/// Waits until what is left of pictures has gone: files that were begun, and pictures of a mind that thinks. Call it when all jobs are dropped.
pub fn end_pictures() {
    let thread = lock(&THREAD).take();
    let Some((tasks, handle)) = thread else { return };
    // After the last task the thread ends.
    drop(tasks);
    let begun = Instant::now();
    while !handle.is_finished() && begun.elapsed() < PATIENCE {
        sleep(LOOK);
    }
}

/// Pictures that are being taken. Dropped, they are left.
#[derive(Debug)]
pub struct PictureJob {
    shooting: Shooting,
    outcome: Mutex<Receiver<Result<SavedPictures, RenderError>>>,
}

impl PictureJob {
    /// Whether it works beside the window, which goes on meanwhile.
    pub const IS_BESIDE: bool = true;

    /// Whether it makes files of this kind.
    #[must_use]
    pub const fn makes(_: PictureKind) -> bool {
        true
    }

    /// Begins to take pictures.
    ///
    /// # Errors
    /// When the system gives no thread, in one line.
    pub fn begin(options: RenderOptions) -> Result<Self, String> {
        let shooting = Shooting::default();
        let (tell, outcome) = channel();
        let share = shooting.clone();
        do_there(Box::new(move || {
            // Nobody listens any more where the job was dropped.
            let _ = tell.send(save(&options, &share));
        }))
        .map_err(|error| error.to_string())?;
        Ok(Self { shooting, outcome: Mutex::new(outcome) })
    }

    /// How many pictures are done, and how many there will be; 0 before that is known.
    #[must_use]
    pub fn progress(&self) -> (u64, u64) {
        self.shooting.progress()
    }

    /// Has it end; what it has begun to write goes.
    pub fn stop(&self) {
        self.shooting.halt.ask();
    }

    /// Whether it is to end, and has not yet.
    #[must_use]
    pub fn is_stopping(&self) -> bool {
        self.shooting.halt.is_asked()
    }

    /// What came of it, once it has ended.
    #[must_use]
    pub fn outcome(&self) -> Option<Result<SavedPictures, RenderError>> {
        match lock(&self.outcome).try_recv() {
            Ok(outcome) => Some(outcome),
            Err(TryRecvError::Empty) => None,
            // It has broken off.
            Err(TryRecvError::Disconnected) => Some(Err(RenderError::Nothing)),
        }
    }
}

impl Drop for PictureJob {
    fn drop(&mut self) {
        self.stop();
    }
}
