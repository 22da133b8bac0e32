//! Pictures and films of a game, without a window: the same board as in the window, rendered into images or
//! written as SVG.
//!
//! The game is on a goban in a world of its own, so that no game in the window is disturbed. [`save`] brings
//! it to one tick after the other. An [`OffscreenScene`] takes pictures with the graphics adapter; a
//! [`DrawingScene`] writes SVG without one.

mod apng;
mod change;
mod drawing;
mod encode;
mod error;
mod few_colors;
mod frame_names;
mod gif_film;
mod job;
mod kind;
mod offscreen;
mod options;
mod save;
mod stage;

pub use drawing::DrawingScene;
pub use error::{RenderError, TickFlag};
pub use frame_names::{first_frame, is_numbered};
pub use job::PictureJob;
pub use kind::PictureKind;
pub use offscreen::OffscreenScene;
pub use options::{FilmOptions, LONGEST_SIDE, MAX_FPS, PictureRecord, RenderOptions, SHORTEST_SIDE};
pub use save::{PictureProgress, SavedPictures, save};
