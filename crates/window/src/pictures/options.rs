//! What a picture or film shows.

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

/// The side of the largest square board that is written as a drawing; boards of other shapes have as many points at most.
pub(super) const LARGEST: usize = 512;

/// Frames a second at most: GIF counts in hundredths of a second, and programs show frames of less than two as slow ones.
pub const MOST_FPS: f64 = 50.0;

/// What a picture shows.
#[derive(Clone, Debug)]
pub struct RenderOptions {
    /// The game that is played before the picture is taken, where none is opened.
    pub setup: GameSetup,
    /// The game that is opened.
    pub record: Option<PictureRecord>,
    /// Ticks before the picture is taken. A record has to have so many, unless this is `u64::MAX`, its end.
    pub after_ticks: u64,
    /// The ticks of a film, instead of one picture.
    pub film: Option<FilmOptions>,
    /// The file to write. With a film of numbered pictures it has a place for a number, such as `%05d`.
    pub path: PathBuf,
    /// What is shown.
    pub layers: Layers,
    /// The layers that were asked for by name: where one of them cannot be drawn, there is no picture.
    pub named_layers: Vec<Layer>,
    /// The mind that considers the position of each picture. Without one the mind of the colour to move does, where the layers of minds are asked for by name.
    pub think: Option<BrainSpec>,
    /// How it is looked at.
    pub camera: CameraMode,
    /// Width and height in pixels, each 16…8192.
    pub pixels: (u32, u32),
    /// The quality, if not the one that suits the adapter.
    pub quality: Option<Quality>,
    /// The look of board and surroundings.
    pub theme: Theme,
    /// The colours of heat.
    pub heat_colors: Colormap,
}

/// A game on record.
#[derive(Clone, Debug)]
pub struct PictureRecord {
    /// The record, and which of its games.
    pub record: Record,
    /// What it may have.
    pub trust: Trust,
    /// A node on the line that is followed; `None`: the main line.
    pub line: Option<NodeId>,
}

/// The ticks of a film.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FilmOptions {
    /// The first one.
    pub from: u64,
    /// The last one at most; `None`: the end of a record, or tick 200 of a new game.
    pub to: Option<u64>,
    /// Every how many ticks there is a frame, from 1.
    pub every: u64,
    /// Frames a second, above 0, to [`MOST_FPS`].
    pub fps: f64,
    /// Whether it is shown once, not again and again.
    pub once: bool,
}

impl Default for FilmOptions {
    /// All of a game, five ticks a second, again and again.
    fn default() -> Self {
        Self { from: 0, to: None, every: 1, fps: 5.0, once: false }
    }
}

impl Default for RenderOptions {
    /// The usual game after 200 ticks, 1280×800, into `stonefield.png`.
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
        }
    }
}

/// Text has its usual size in pictures whose shorter side has so many pixels, and whose cells have so many.
const USUAL: (f32, f32) = (800.0, 40.0);

/// How much larger text and thin lines are than in a window: they grow with the picture, as far as the board's cells do.
pub(super) fn scale(pixels: (u32, u32), size: Size) -> f32 {
    let (width, height) = (pixels.0 as f32, pixels.1 as f32);
    let side = |lines: u16| f32::from(lines) - 1.0 + 2.0 * margin(size);
    let cell = (width / side(size.width())).min(height / side(size.height()));
    (width.min(height) / USUAL.0).min(cell / USUAL.1).max(1.0)
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
