//! A drawing that is made where the program is a page, which has one renderer and no thread beside it.

use super::error::RenderError;
use super::kind::PictureKind;
use super::options::RenderOptions;
use super::save::{SavedPictures, Shooting, save};
use std::sync::Mutex;
use stonefield_search::lock;

/// Why nothing but drawings can be made.
const NO_RENDERER: &str = "a page makes drawings only (SVG): F12 takes a picture of what is seen, and films are made by the program itself";

/// A drawing that has been made.
#[derive(Debug)]
pub struct PictureJob {
    shooting: Shooting,
    outcome: Mutex<Option<Result<SavedPictures, RenderError>>>,
}

impl PictureJob {
    /// Whether it works beside the window, which goes on meanwhile.
    pub const IS_BESIDE: bool = false;

    /// Whether it makes files of this kind.
    #[must_use]
    pub const fn makes(kind: PictureKind) -> bool {
        matches!(kind, PictureKind::Svg)
    }

    /// Makes a drawing.
    ///
    /// # Errors
    /// When anything else is asked for, in one line.
    pub fn begin(options: RenderOptions) -> Result<Self, String> {
        if PictureKind::of(&options.path) != Some(PictureKind::Svg) {
            return Err(NO_RENDERER.to_owned());
        }
        let shooting = Shooting::default();
        let outcome = Mutex::new(Some(save(&options, &shooting)));
        Ok(Self { shooting, outcome })
    }

    /// How many drawings are done, and how many there will be.
    #[must_use]
    pub fn progress(&self) -> (u64, u64) {
        self.shooting.progress()
    }

    /// It has come to its end.
    pub const fn stop(&self) {}

    /// It has come to its end.
    #[must_use]
    pub const fn is_stopping(&self) -> bool {
        false
    }

    /// What came of it, once.
    pub fn outcome(&self) -> Option<Result<SavedPictures, RenderError>> {
        lock(&self.outcome).take()
    }
}

/// Nothing is under way.
pub const fn end_pictures() {}
