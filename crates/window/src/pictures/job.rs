//! Job for a picture or film, in a world of its own: beside the window, or in a page at once.

use super::error::RenderError;
use super::kind::PictureKind;
use super::options::RenderOptions;
use super::save::{PictureProgress, SavedPictures, save};
use crate::platform::{Host, Platform};
use std::sync::Mutex;
use std::sync::mpsc::{Receiver, TryRecvError, channel};
use stonefield_search::lock;

/// Job of a picture or film. Dropping it stops the job.
#[derive(Debug)]
pub struct PictureJob {
    pictures: PictureProgress,
    outcome: Mutex<Receiver<Result<SavedPictures, RenderError>>>,
}

impl PictureJob {
    /// True if jobs can make files of this kind. A page has no second renderer.
    #[must_use]
    pub const fn makes(kind: PictureKind) -> bool {
        Host::HAS_THREADS || matches!(kind, PictureKind::Svg)
    }

    /// Starts a job.
    ///
    /// # Errors
    /// The system starts no thread. The error is one line.
    pub fn begin(options: RenderOptions) -> Result<Self, String> {
        let pictures = PictureProgress::default();
        let (sender, outcome) = channel();
        let progress = pictures.clone();
        Host::run_task(Box::new(move || {
            // The receiver is gone if the job was dropped.
            let _ = sender.send(save(&options, &progress));
        }))
        .map_err(|error| error.to_string())?;
        Ok(Self { pictures, outcome: Mutex::new(outcome) })
    }

    /// Returns the number of pictures done, and of all pictures; 0 before that is known.
    #[must_use]
    pub fn progress(&self) -> (u64, u64) {
        self.pictures.progress()
    }

    /// Stops the job. Incomplete files are deleted.
    pub fn stop(&self) {
        self.pictures.halt.ask();
    }

    /// True if the job was asked to stop.
    #[must_use]
    pub fn is_stopping(&self) -> bool {
        self.pictures.halt.is_asked()
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
