//! Off-screen scenes for tests, and readings from their pictures.

use bevy::math::Vec2;
use image::RgbImage;
use std::collections::BTreeSet;
use stonefield_go::{Point, Setup, Size};
use stonefield_testing as support;
use stonefield_window::layers::Layers;
use stonefield_window::quality::Quality;
use stonefield_window::state::Projector;
use stonefield_window::{OffscreenScene, RenderError, RenderOptions};

/// Black's two stones at B5 and the one at G1 are in atari; A7 and C1 are suicide for Black.
pub const FIGHT: &str = "\
    . O . . . X .
    O X O . . . X
    O X . . . . .
    . O . . X . .
    . . . X X . .
    . . O O . . O
    . O . O . . X
";

/// Returns an off-screen scene; `None`, with a note, without a graphics adapter.
pub fn studio(options: &RenderOptions) -> Option<OffscreenScene> {
    match OffscreenScene::new(options) {
        Ok(studio) => Some(studio),
        Err(RenderError::Adapter(why)) => {
            let _ = support::skip(&why.to_string());
            None
        }
        Err(error) => panic!("{error}"),
    }
}

pub fn small(size: Size) -> RenderOptions {
    let mut options = RenderOptions {
        pixels: (640, 400),
        layers: Layers::BARE,
        quality: Some(Quality::Low),
        ..RenderOptions::default()
    };
    options.setup.size = size;
    options
}

pub fn fight() -> RenderOptions {
    let start: Setup = FIGHT.parse().expect("a diagram");
    let mut options = small(start.size());
    options.setup.start = Some(start);
    options.after_ticks = 0;
    options
}

pub fn shoot(studio: &mut OffscreenScene, layers: Layers) -> RgbImage {
    studio.world().insert_resource(layers);
    studio.shoot().expect("a picture")
}

/// Returns the mean colour of the 3×3 pixels around a place of the picture. Channels are from 0 to 1.
pub fn color_at(picture: &RgbImage, place: Vec2) -> [f32; 3] {
    let (x, y) = (place.x.floor() as u32, place.y.floor() as u32);
    let mut sum = [0.0; 3];
    for (dx, dy) in (0..9).map(|i| (i % 3, i / 3)) {
        let pixel = picture.get_pixel(x + dx - 1, y + dy - 1);
        for (sum, part) in sum.iter_mut().zip(pixel.0) {
            *sum += f32::from(part) / (9.0 * 255.0);
        }
    }
    sum
}

pub fn place(point: Point) -> Vec2 {
    Vec2::new(f32::from(point.x), f32::from(point.y))
}

/// Returns the cells, also beyond the board, in which a channel of a pixel differs by more than 2 of 255.
pub fn changed(one: &RgbImage, other: &RgbImage, projector: &Projector) -> BTreeSet<(i32, i32)> {
    let pixels = one.enumerate_pixels().zip(other.pixels());
    pixels
        .filter(|((_, _, a), b)| a.0.iter().zip(b.0).any(|(a, b)| a.abs_diff(b) > 2))
        .filter_map(|((x, y, _), _)| projector.to_board(Vec2::new(x as f32 + 0.5, y as f32 + 0.5)))
        .map(|place| (place.x.round() as i32, place.y.round() as i32))
        .collect()
}

pub fn cells(points: impl IntoIterator<Item = Point>) -> BTreeSet<(i32, i32)> {
    points.into_iter().map(|point| (i32::from(point.x), i32::from(point.y))).collect()
}

/// Returns the largest difference of a channel between two pictures, from 0 to 255.
pub fn difference(one: &RgbImage, other: &RgbImage) -> u8 {
    let pairs = one.as_raw().iter().zip(other.as_raw());
    pairs.map(|(a, b)| a.abs_diff(*b)).max().unwrap_or(0)
}

/// True if one of the 3×3 pixels around a place of the picture has a colour, to 0.09 in each channel.
pub fn has(picture: &RgbImage, at: Vec2, color: [f32; 3]) -> bool {
    let (x, y) = (at.x.floor() as u32, at.y.floor() as u32);
    (0..9).map(|i| picture.get_pixel(x + i % 3 - 1, y + i / 3 - 1).0).any(|pixel| {
        pixel.iter().zip(color).all(|(part, wanted)| (f32::from(*part) / 255.0 - wanted).abs() < 0.09)
    })
}

/// Returns the point with a name.
pub fn named(name: &str) -> Point {
    name.parse().expect("a point")
}
