//! Options of a picture or film.

use crate::shell::camera::CameraMode;
use crate::shell::layers::{Layer, Layers};
use crate::shell::palette::{Colormap, Theme};
use crate::shell::quality::Quality;
use crate::shell::slab::margin;
use std::path::PathBuf;
use stonefield_go::Size;
use stonefield_go::notation::sgf::NodeId;
use stonefield_minds::{BrainSpec, Trust};
use stonefield_sim::GameSetup;
use stonefield_sim::history::Record;

/// The shortest side of a picture, in pixels.
pub const SHORTEST_SIDE: u32 = 16;

/// The longest side of a picture, in pixels.
pub const LONGEST_SIDE: u32 = 8192;

/// Side of the largest square board that can be drawn as SVG. Boards of other shapes may have as many points.
pub(super) const MAX_SVG_SIDE: usize = 512;

/// Highest frame rate of a film, per second. GIF counts time in hundredths of a second, and many
/// viewers show a frame of less than two hundredths for longer.
pub const MAX_FPS: f64 = 50.0;

/// Options of a picture or film.
#[derive(Clone, Debug)]
pub struct RenderOptions {
    /// Set-up of the game that is played, if no record is opened.
    pub setup: GameSetup,
    /// Game of a record to open.
    pub record: Option<PictureRecord>,
    /// Tick of the picture. A record must have this tick; `u64::MAX` is its end.
    pub after_ticks: u64,
    /// Ticks of a film. `None`: one picture.
    pub film: Option<FilmOptions>,
    /// File to write. For numbered pictures the name has a place for the number, such as `%05d`.
    pub path: PathBuf,
    /// Layers to show.
    pub layers: Layers,
    /// Layers that the user named. Saving fails if the picture, or each picture of a film, lacks one.
    pub named_layers: Vec<Layer>,
    /// Mind that evaluates each position. `None`: the mind to move does, if a layer of thoughts is named.
    pub think: Option<BrainSpec>,
    /// Camera mode.
    pub camera: CameraMode,
    /// Width and height in pixels, each [`SHORTEST_SIDE`] to [`LONGEST_SIDE`].
    pub pixels: (u32, u32),
    /// Quality. `None`: the one that suits the adapter.
    pub quality: Option<Quality>,
    /// Theme of the board and its surroundings.
    pub theme: Theme,
    /// Colours of heat.
    pub heat_colors: Colormap,
    /// True if the colours of heat stand for values, false if for ranks among the points of the board.
    pub absolute_heat: bool,
}

/// Game of a record.
#[derive(Clone, Debug)]
pub struct PictureRecord {
    /// Record, with the root of the chosen game.
    pub record: Record,
    /// Permissions for the minds that the record names.
    pub trust: Trust,
    /// Node on the line that is shown. `None`: the main line.
    pub line: Option<NodeId>,
}

/// Ticks and speed of a film.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FilmOptions {
    /// First tick.
    pub from: u64,
    /// Last tick that may be shown. `None`: the end of a record; of a new game tick 200, or `from` if later.
    pub to: Option<u64>,
    /// Ticks from one frame to the next, at least 1.
    pub every: u64,
    /// Frame rate, per second, above 0 and up to [`MAX_FPS`].
    pub fps: f64,
    /// True if the film plays once. False: it repeats.
    pub once: bool,
}

impl Default for FilmOptions {
    /// All ticks, five a second, repeated.
    fn default() -> Self {
        Self { from: 0, to: None, every: 1, fps: 5.0, once: false }
    }
}

impl Default for RenderOptions {
    /// Default game at tick 200, 1280×800 pixels, in `stonefield.png`.
    fn default() -> Self {
        Self {
            setup: GameSetup::default(),
            record: None,
            after_ticks: 200,
            film: None,
            path: PathBuf::from("stonefield.png"),
            layers: Layers::default(),
            named_layers: Vec::new(),
            think: None,
            camera: CameraMode::default(),
            pixels: (1280, 800),
            quality: None,
            theme: Theme::default(),
            heat_colors: Colormap::default(),
            absolute_heat: false,
        }
    }
}

/// Size of a picture with text of normal size: length of the shorter side, and side of a cell, in pixels.
const BASE_SIZE: (f32, f32) = (800.0, 40.0);

/// Returns the factor by which text and thin lines are larger than in a window, at least 1. They grow with
/// the picture and with the cells, whichever grows less.
pub(super) fn scale(pixels: (u32, u32), size: Size) -> f32 {
    let (width, height) = (pixels.0 as f32, pixels.1 as f32);
    let side = |lines: u16| f32::from(lines) - 1.0 + 2.0 * margin(size);
    let cell = (width / side(size.width())).min(height / side(size.height()));
    (width.min(height) / BASE_SIZE.0).min(cell / BASE_SIZE.1).max(1.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_grows_with_the_picture_where_cells_do() {
        let size = |side| Size::square(side).expect("a size");
        let scale = |pixels, side| scale(pixels, size(side));
        assert_eq!([scale((1280, 800), 19), scale((640, 400), 9), scale((1280, 800), 5)], [1.0; 3]);
        assert!((2.4..2.8).contains(&scale((3840, 2160), 19)));
        assert!(scale((8192, 8192), 19) > 9.0);
        assert_eq!(scale((2160, 2160), 200), 1.0, "cells are small however large the picture is");
    }
}
