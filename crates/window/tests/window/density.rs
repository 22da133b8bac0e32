//! Tests of the density picture, which is drawn for cells of a few pixels or less.

use crate::studio::{shoot, small, studio};
use bevy::math::Vec2;
use image::RgbImage;
use stonefield_go::{Color, Point, Setup, Size};
use stonefield_window::layers::{Layer, Layers};
use stonefield_window::palette::WOOD;
use stonefield_window::state::Projector;
use stonefield_window::{OffscreenScene, RenderOptions};

const SIDE: u16 = 200;
/// Share of the points of a region that have a stone, and share of a cell that its stone covers.
const SHARE: f32 = 0.75;
const COVERED: f32 = 0.7;

/// Returns a board with a third of Black's stones, an empty third, and a third of White's stones. Every
/// second point of every second row is vacant.
fn thirds() -> Setup {
    let size = Size::square(SIDE).expect("a size");
    let mut setup = Setup::empty(size);
    for point in size.points().filter(|point| point.x % 2 == 1 || point.y % 2 == 1) {
        let color = [Some(Color::Black), None, Some(Color::White)][usize::from(point.x * 3 / SIDE)];
        setup.set(point, color);
    }
    setup
}

fn options(start: Setup, pixels: u32) -> RenderOptions {
    let mut options = RenderOptions { after_ticks: 0, pixels: (pixels, pixels), ..small(start.size()) };
    options.setup.start = Some(start);
    options
}

/// Returns the mean linear light of a part of the board, and the largest deviation from it, in sRGB.
fn light(picture: &RgbImage, projector: &Projector, from: [f32; 2], to: [f32; 2]) -> ([f32; 3], f32) {
    let corner = |[x, y]: [f32; 2]| projector.to_screen(Vec2::new(x, y)).expect("in view");
    let (low, high) = (corner(from), corner(to));
    let pixels: Vec<[f32; 3]> = (low.x as u32..high.x as u32)
        .flat_map(|x| (high.y as u32..low.y as u32).map(move |y| (x, y)))
        .map(|(x, y)| picture.get_pixel(x, y).0.map(|part| f32::from(part) / 255.0))
        .collect();
    let mean =
        [0, 1, 2].map(|i| pixels.iter().map(|pixel| linear(pixel[i])).sum::<f32>() / pixels.len() as f32);
    let deviation = pixels.iter().flat_map(|pixel| (0..3).map(move |i| (pixel[i] - srgb(mean[i])).abs()));
    (mean, deviation.fold(0.0, f32::max))
}

fn linear(part: f32) -> f32 {
    if part <= 0.040_45 { part / 12.92 } else { ((part + 0.055) / 1.055).powf(2.4) }
}

fn srgb(light: f32) -> f32 {
    if light <= 0.003_130_8 { light * 12.92 } else { 1.055 * light.powf(1.0 / 2.4) - 0.055 }
}

fn assert_close(found: [f32; 3], expected: [f32; 3], by: f32, what: &str) {
    for (found, expected) in found.iter().zip(expected) {
        let (found, expected) = (srgb(*found), srgb(expected));
        assert!((found - expected).abs() < by, "{what}: {found} for {expected}");
    }
}

/// Black's, the empty, and White's part of the board, without their edges.
const PARTS: [([f32; 2], [f32; 2]); 3] =
    [([10.0, 20.0], [56.0, 180.0]), ([76.0, 20.0], [123.0, 180.0]), ([143.0, 20.0], [190.0, 180.0])];

#[test]
fn a_region_has_the_mean_light_of_its_stones_and_is_smooth() {
    let Some(mut studio) = studio(&options(thirds(), 700)) else { return };
    let picture = shoot(&mut studio, Layers::BARE);
    let projector = studio.projector();
    assert!(projector.cell() < 4.0 && projector.cell() > 3.0, "{}", projector.cell());
    let wood = WOOD.map(linear);
    let stones = [[0.0222, 0.0234, 0.0271], wood, [0.8206, 0.7925, 0.7376]];
    for ((from, to), stone) in PARTS.into_iter().zip(stones) {
        let (mean, deviation) = light(&picture, &projector, from, to);
        let share = SHARE * COVERED;
        let expected = [0, 1, 2].map(|i| wood[i] * (1.0 - share) + stone[i] * share);
        assert_close(mean, expected, 0.04, "the mean");
        // The deviation is the grain of the wood; single stones are not visible.
        assert!(deviation < 0.11, "{deviation}");
    }
}

#[test]
fn the_picture_changes_smoothly_from_density_to_stones() {
    let at = |pixels: u32| {
        let mut studio: OffscreenScene = studio(&options(thirds(), pixels))?;
        let picture = shoot(&mut studio, Layers::BARE);
        let projector = studio.projector();
        Some((projector.cell(), PARTS.map(|(from, to)| light(&picture, &projector, from, to))))
    };
    let mut before: Option<(f32, [([f32; 3], f32); 3])> = None;
    for pixels in [600, 800, 845, 870, 960, 1050, 1150, 1250, 1380, 1460] {
        let Some(now) = at(pixels) else { return };
        if let Some((_, before)) = before {
            for ((light, _), (last, _)) in now.1.into_iter().zip(before) {
                assert_close(light, last, 0.07, &format!("at {} pixels a cell", now.0));
            }
        }
        before = Some(now);
    }
    let Some((cell, parts)) = before else { return };
    assert!(cell > 6.5 && parts[2].1 > 0.25, "stones are seen one by one: {cell}, {parts:?}");
}

#[test]
fn heat_is_visible_and_links_tint_large_groups() {
    let Some(mut studio) = studio(&options(thirds(), 700)) else { return };
    let bare = shoot(&mut studio, Layers::BARE);
    let warm = shoot(&mut studio, Layers::BARE.with(Layer::Temperature));
    let linked = shoot(&mut studio, Layers::BARE.with(Layer::Links));
    let outlined = shoot(&mut studio, Layers::BARE.with(Layer::Hulls));
    let projector = studio.projector();
    let [black, empty, white] = PARTS;
    let of = |picture: &RgbImage, (from, to): ([f32; 2], [f32; 2])| light(picture, &projector, from, to).0;
    let red = |[red, _, blue]: [f32; 3]| red / blue;
    assert!(red(of(&warm, black)) > 1.2 * red(of(&bare, black)), "it is hot where stones are");
    assert_close(of(&warm, empty), of(&bare, empty), 0.05, "and cold where there are none");
    for tinted in [&linked, &outlined] {
        let (before, now) = (of(&bare, black), of(tinted, black));
        assert!(now[2] > before[2] + 0.02, "Black's large group is blue or green: {before:?}, {now:?}");
        let (before, now) = (of(&bare, white), of(tinted, white));
        assert!(now[2] < before[2] - 0.02, "White's is red or brown: {before:?}, {now:?}");
        assert_close(of(tinted, empty), of(&bare, empty), 0.02, "wood is wood");
    }
}

#[test]
fn stones_that_are_added_are_in_the_picture() {
    let start = thirds();
    let mut changed = start.clone();
    let point = |x, y| Point::new(x, y);
    for (x, y) in
        (80..90).flat_map(|x| (80..90).map(move |y| (x, y))).filter(|(x, y)| x % 2 == 1 || y % 2 == 1)
    {
        changed.set(point(x, y), Some(Color::Black));
    }
    let Some(mut studio) = studio(&options(start, 700)) else { return };
    shoot(&mut studio, Layers::BARE);
    let goban = studio.goban();
    for spot in changed.size().points().filter(|&spot| spot.x / 10 == 8 && spot.y / 10 == 8) {
        if changed.at(spot).is_some() {
            let kind = stonefield_sim::RequestKind::Paint(spot, stonefield_sim::Brush::Black);
            studio.world().write_message(stonefield_sim::Request { goban, kind });
        }
    }
    let drawn = shoot(&mut studio, Layers::BARE);
    let projector = studio.projector();
    let Some(mut other) = super::studio::studio(&options(changed, 700)) else { return };
    let expected = shoot(&mut other, Layers::BARE);
    let spot = ([70.0, 70.0], [100.0, 100.0]);
    let of = |picture: &RgbImage| light(picture, &projector, spot.0, spot.1).0;
    assert_close(of(&drawn), of(&expected), 0.01, "what was changed is what was drawn from the beginning");
    let largest = drawn.as_raw().iter().zip(expected.as_raw()).map(|(a, b)| a.abs_diff(*b)).max();
    assert!(largest.is_some_and(|largest| largest <= 6), "{largest:?}");
}
