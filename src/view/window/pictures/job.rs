//! A picture or film that is taken beside the window: on a thread for all of them, in a world of its own.

use super::error::RenderError;
use super::options::RenderOptions;
use super::save::{SavedPictures, Shooting, save};
use std::sync::mpsc::{Receiver, Sender, TryRecvError, channel};
use std::sync::{Mutex, PoisonError};
use std::thread::Builder;

/// What is to be done on the thread.
type Task = Box<dyn FnOnce() + Send>;

/// Where tasks go to the thread, once there is one. It stays: memory that a thread has asked for is used again by that thread only.
static TASKS: Mutex<Option<Sender<Task>>> = Mutex::new(None);

/// Does something on the thread, after all that it was given before.
///
/// # Errors
/// When the system gives no thread.
fn do_there(task: Task) -> std::io::Result<()> {
    let mut tasks = TASKS.lock().unwrap_or_else(PoisonError::into_inner);
    let task = match &*tasks {
        // Where the last one has broken off, another thread takes its place.
        Some(there) => match there.send(task) {
            Ok(()) => return Ok(()),
            Err(unsent) => unsent.0,
        },
        None => task,
    };
    let (give, given) = channel::<Task>();
    Builder::new().name("pictures".to_owned()).spawn(move || given.into_iter().for_each(|task| task()))?;
    // It waits for this one.
    let _ = give.send(task);
    *tasks = Some(give);
    Ok(())
}

/// Pictures that are being taken. Dropped, they are left.
#[derive(Debug)]
pub struct PictureJob {
    shooting: Shooting,
    outcome: Mutex<Receiver<Result<SavedPictures, RenderError>>>,
}

impl PictureJob {
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
        .map_err(|error| format!("no thread is free: {error}"))?;
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

    /// What came of it, once it has ended.
    #[must_use]
    pub fn outcome(&self) -> Option<Result<SavedPictures, RenderError>> {
        match self.outcome.lock().unwrap_or_else(PoisonError::into_inner).try_recv() {
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
