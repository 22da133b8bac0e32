//! Job for an SVG in a page, which has no second renderer and no second thread.

use super::error::RenderError;
use super::kind::PictureKind;
use super::options::RenderOptions;
use super::save::{SavedPictures, Shooting, save};
use std::sync::Mutex;
use stonefield_search::lock;

/// Reason why a page makes only SVG.
const NO_RENDERER: &str = "a page makes drawings only (SVG): F12 takes a picture of what is seen, and films are made by the program itself";

/// Job of an SVG that is done already.
#[derive(Debug)]
pub struct PictureJob {
    shooting: Shooting,
    outcome: Mutex<Option<Result<SavedPictures, RenderError>>>,
}

impl PictureJob {
    /// True if the job runs in the background.
    pub const IS_BESIDE: bool = false;

    /// True if jobs can make files of this kind.
    #[must_use]
    pub const fn makes(kind: PictureKind) -> bool {
        matches!(kind, PictureKind::Svg)
    }

    /// Makes an SVG, and returns when it is done.
    ///
    /// # Errors
    /// Another kind of file is asked for. The error is one line.
    pub fn begin(options: RenderOptions) -> Result<Self, String> {
        if PictureKind::of(&options.path) != Some(PictureKind::Svg) {
            return Err(NO_RENDERER.to_owned());
        }
        let shooting = Shooting::default();
        let outcome = Mutex::new(Some(save(&options, &shooting)));
        Ok(Self { shooting, outcome })
    }

    /// Returns the number of pictures done, and of all pictures.
    #[must_use]
    pub fn progress(&self) -> (u64, u64) {
        self.shooting.progress()
    }

    /// Does nothing, as the job is done.
    pub const fn stop(&self) {}

    /// Returns false, as the job is done.
    #[must_use]
    pub const fn is_stopping(&self) -> bool {
        false
    }

    /// Returns the result, the first time only.
    pub fn outcome(&self) -> Option<Result<SavedPictures, RenderError>> {
        lock(&self.outcome).take()
    }
}

/// Does nothing, as no job runs in the background.
pub const fn end_pictures() {}
