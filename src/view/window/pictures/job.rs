//! A picture or film that is taken beside the window: on a thread of its own, in a world of its own.

use super::error::RenderError;
use super::options::RenderOptions;
use super::save::{SavedPictures, Shooting, save};
use std::sync::mpsc::{Receiver, TryRecvError, channel};
use std::sync::{Mutex, PoisonError};
use std::thread::Builder;

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
    /// When the system gives no thread.
    pub fn begin(options: RenderOptions) -> std::io::Result<Self> {
        let shooting = Shooting::default();
        let (tell, outcome) = channel();
        let share = shooting.clone();
        Builder::new().name("pictures".to_owned()).spawn(move || {
            // Nobody listens any more where the job was dropped.
            let _ = tell.send(save(&options, &share));
        })?;
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
