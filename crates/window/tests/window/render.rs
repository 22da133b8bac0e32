//! Tests of pictures without a window: each thing on the board is drawn at its place and in its colour.

use crate::studio::{cells, changed, color_at, difference, fight, named, place, shoot, small, studio};
use bevy::math::Vec2;
use bevy::time::TimeUpdateStrategy;
use std::time::Duration;
use stonefield_go::{Color, Point, Rules, Size};
use stonefield_sim::{Heat, Occupancy, Referee, Request, RequestKind};
use stonefield_window::camera::CameraMode;
use stonefield_window::group_colors::GroupColors;
use stonefield_window::layers::{Layer, Layers};
use stonefield_window::palette::{Colormap, HEAT_MAX};
use stonefield_window::pictures::{PictureProgress, save};
use stonefield_window::quality::Quality;
use stonefield_window::state::{Projector, ReducedMotion};
use stonefield_window::{OffscreenScene, RenderError, RenderOptions};

/// Returns the colour of the stone that a pixel's colour is of; `None` for wood.
fn stone_color([red, green, blue]: [f32; 3]) -> Option<Color> {
    let bright = (red + green + blue) / 3.0;
    let gray = (red - blue).abs() < 0.13;
    match (gray, bright) {
        (true, ..0.45) => Some(Color::Black),
        (true, 0.55..) => Some(Color::White),
        _ => None,
    }
}

/// Returns the stones of the agents, by point number.
fn stones(studio: &mut OffscreenScene) -> Vec<Option<Color>> {
    let goban = studio.goban();
    let occupancy = studio.world().get::<Occupancy>(goban).expect("a goban");
    let size = occupancy.size();
    size.points().map(|point| occupancy.id(point).map(|id| occupancy.color_of(id))).collect()
}

#[test]
fn stones_are_drawn_on_their_points() {
    for (size, ticks) in [("1", 0), ("9", 40), ("19", 150), ("13x7", 60), ("50", 500)] {
        let size: Size = size.parse().expect("a size");
        for camera in [CameraMode::Flat, CameraMode::Orbit] {
            if camera == CameraMode::Orbit && size.area() > 400 {
                continue;
            }
            let mut options = small(size);
            options.after_ticks = ticks;
            options.camera = camera;
            let Some(mut studio) = studio(&options) else { return };
            let picture = studio.shoot().expect("a picture");
            let (projector, stones) = (studio.projector(), stones(&mut studio));
            for point in size.points() {
                let stone = stones[size.index(point)];
                // Beside the crossing, where no line is, and on the side of a stone without highlights.
                let (height, way) = if stone.is_some() { (0.33, 0.16) } else { (0.0, -0.16) };
                let beside = place(point) + Vec2::new(way, -way);
                let at = projector.lifted(beside, height).expect("in view");
                if camera == CameraMode::Orbit && stone.is_none() && hidden(&projector, point, at, &stones) {
                    continue;
                }
                assert_eq!(stone_color(color_at(&picture, at)), stone, "{point} of {size}, {camera:?}");
            }
        }
    }
}

/// True if a stone on a neighbouring point covers a place of the picture.
fn hidden(projector: &Projector, point: Point, at: Vec2, stones: &[Option<Color>]) -> bool {
    let size = projector.size().expect("a board");
    size.neighbours(point).chain(size.diagonals(point)).any(|near| {
        let covers = |height| {
            projector.lifted(place(near), height).is_some_and(|top| top.distance(at) < 0.6 * projector.cell())
        };
        stones[size.index(near)].is_some() && (covers(0.0) || covers(0.38))
    })
}

#[test]
fn projection_maps_points_to_pixels_and_back() {
    for camera in [CameraMode::Flat, CameraMode::Orbit] {
        let size = Size::new(13, 7).expect("a size");
        let Some(mut studio) = studio(&RenderOptions { camera, after_ticks: 0, ..small(size) }) else {
            return;
        };
        studio.shoot().expect("a picture");
        let projector = studio.projector();
        for point in size.points() {
            let pixel = projector.to_screen(place(point)).expect("in view");
            assert_eq!(projector.to_point(pixel), Some(point));
            let back = projector.to_board(pixel).expect("on the board");
            assert!(back.distance(place(point)) < 1e-2, "{point}: {back}");
        }
        assert_eq!(projector.to_point(Vec2::new(1.0, 1.0)), None);
    }
}

#[test]
fn heat_has_the_colours_of_its_legend() {
    let size = Size::square(9).expect("a size");
    let layers = Layers::BARE.with(Layer::Temperature).without(Layer::Black).without(Layer::White);
    let Some(mut studio) = studio(&RenderOptions { layers, after_ticks: 60, ..small(size) }) else { return };
    let picture = studio.shoot().expect("a picture");
    let projector = studio.projector();
    let goban = studio.goban();
    let heat = studio.world().get::<Heat>(goban).expect("a goban").0.values().to_vec();
    assert!(heat.iter().any(|&value| value > 2.0), "the board is warm");
    // The part of the other points that are colder. Temperatures are multiples of a sixteenth here.
    let colder = |value: f32| heat.iter().filter(|&&other| other < value - 0.01).count();
    let shares: Vec<f32> = heat.iter().map(|&value| colder(value) as f32 / (heat.len() - 1) as f32).collect();
    for point in size.points() {
        // A place 0.3 of a cell from the point, where no line is. The heat is smooth between the points.
        let beside = place(point) + Vec2::new(0.3, 0.3);
        let expected = Colormap::Ember.color(HEAT_MAX * between(&shares, size, beside));
        let color = color_at(&picture, projector.to_screen(beside).expect("in view"));
        for (expected, color) in expected.iter().zip(color) {
            // The grain of the wood changes the colour by less than this.
            assert!((expected - color).abs() < 0.05, "{point}: {expected} {color}");
        }
    }
}

/// Returns the value at `t` (0 to 1) of the Catmull-Rom curve through four values at -1, 0, 1 and 2.
fn curve([a, b, c, d]: [f32; 4], t: f32) -> f32 {
    b + 0.5 * t * (c - a + t * (2.0 * a - 5.0 * b + 4.0 * c - d + t * (3.0 * (b - c) + d - a)))
}

/// Returns the heat at a place between the points.
fn between(heat: &[f32], size: Size, place: Vec2) -> f32 {
    let (x, y) = (place.x.floor(), place.y.floor());
    let value = |i: f32, j: f32| {
        let within = |at: f32, side: u16| at.clamp(0.0, f32::from(side) - 1.0) as u16;
        heat[size.index(Point::new(within(i, size.width()), within(j, size.height())))]
    };
    let row = |j: f32| curve([-1.0, 0.0, 1.0, 2.0].map(|i| value(x + i, j)), place.x - x);
    curve([-1.0, 0.0, 1.0, 2.0].map(|j| row(y + j)), place.y - y)
}

#[test]
fn a_layer_changes_only_its_points() {
    let Some(mut studio) = studio(&fight()) else { return };
    let bare = shoot(&mut studio, Layers::BARE);
    let goban = studio.goban();
    let position = studio.world().get::<Referee>(goban).expect("a goban").position.clone();
    let (projector, size) = (studio.projector(), position.size());
    let (board, size) = (&position, size);
    let stones_of = |color: Option<Color>| {
        size.points().filter(move |&point| match (board.at(point), color) {
            (Some(stone), Some(color)) => stone == color,
            (stone, None) => stone.is_some(),
            (None, _) => false,
        })
    };
    let mut with = |layer: Layer| {
        let mut layers = Layers::BARE;
        layers.set(layer, !layers.get(layer));
        changed(&bare, &shoot(&mut studio, layers), &projector)
    };
    let linked = stones_of(None)
        .filter(|&point| size.neighbours(point).any(|near| position.at(near) == position.at(point)));
    assert_eq!(with(Layer::Links), cells(linked), "links");
    let atari = cells(stones_of(None).filter(|&point| position.liberties(point) == 1));
    assert!(atari.len() >= 3);
    assert_eq!(with(Layer::Atari), atari, "atari");
    let suicide = size.points().filter(|&point| {
        let fatal = position.check_for(position.to_move(), point.into());
        matches!(fatal, Err(stonefield_go::PlayError::Suicide(_)))
    });
    let suicide = cells(suicide);
    assert_eq!(suicide, cells(["A7", "C1"].map(|name| name.parse().expect("a point"))));
    assert_eq!(with(Layer::Suicide), suicide, "suicide");
    for layer in [Layer::Liberties, Layer::Letters] {
        assert_eq!(with(layer), cells(stones_of(None)), "{layer}");
    }
    for (layer, color) in [(Layer::Black, Color::Black), (Layer::White, Color::White)] {
        let stones = cells(stones_of(Some(color)));
        let differs = with(layer);
        assert!(differs.is_superset(&stones), "{layer}");
        // The shadow of a stone is on the cells to its lower right.
        let shaded = |&(x, y): &(i32, i32)| {
            [(0, 0), (1, 0), (0, -1), (1, -1)].iter().any(|(dx, dy)| stones.contains(&(x - dx, y - dy)))
        };
        assert!(differs.iter().all(shaded), "{layer}: {differs:?}");
    }
    let outside = |&(x, y): &(i32, i32)| {
        x < 0 || y < 0 || x >= i32::from(size.width()) || y >= i32::from(size.height())
    };
    let coordinates = with(Layer::Coordinates);
    assert!(!coordinates.is_empty() && coordinates.iter().all(outside), "{coordinates:?}");
    let warm = with(Layer::Temperature);
    assert!(warm.len() > size.area() / 2);
}

#[test]
fn far_links_lie_below_the_stones() {
    for camera in [CameraMode::Flat, CameraMode::Orbit] {
        let mut options =
            RenderOptions { camera, after_ticks: 40, ..small(Size::square(9).expect("a size")) };
        options.setup.rules = Rules::preset("netlogo-2016").expect("a preset");
        let Some(mut studio) = studio(&options) else { return };
        let bare = shoot(&mut studio, Layers::BARE);
        let linked = shoot(&mut studio, Layers::BARE.with(Layer::FarLinks));
        assert!(difference(&bare, &linked) > 8, "{camera:?}: there are far links");
        let (projector, stones) = (studio.projector(), stones(&mut studio));
        let size = projector.size().expect("a board");
        for point in size.points().filter(|&point| stones[size.index(point)].is_some()) {
            let at = projector.lifted(place(point), 0.38).expect("in view");
            let [before, now] = [&bare, &linked].map(|picture| color_at(picture, at));
            let same = before.iter().zip(now).all(|(before, now)| (before - now).abs() < 0.01);
            assert!(same, "{point}, {camera:?}: {before:?} {now:?}");
        }
    }
}

#[test]
fn the_last_move_is_marked_and_nothing_else() {
    let size = Size::square(9).expect("a size");
    let Some(mut studio) = studio(&RenderOptions { after_ticks: 30, ..small(size) }) else { return };
    let bare = shoot(&mut studio, Layers::BARE);
    let marked = shoot(&mut studio, Layers::BARE.with(Layer::LastMove));
    let goban = studio.goban();
    let last = studio.world().get::<Referee>(goban).expect("a goban").position.last_move();
    let point = last.and_then(stonefield_go::Move::point).expect("a stone was placed");
    assert_eq!(changed(&bare, &marked, &studio.projector()), cells([point]));
}

#[test]
fn a_board_drawn_step_by_step_is_the_board_drawn_at_once() {
    for (camera, size, ticks) in
        [(CameraMode::Flat, 9, 200), (CameraMode::Flat, 19, 60), (CameraMode::Orbit, 9, 40)]
    {
        let mut options = small(Size::square(size).expect("a size"));
        options.layers = [Layer::Temperature, Layer::Links, Layer::Atari, Layer::LastMove]
            .into_iter()
            .fold(Layers::BARE, Layers::with);
        options.camera = camera;
        options.after_ticks = ticks;
        let Some(mut at_once) = studio(&options) else { return };
        options.after_ticks = 0;
        let Some(mut step_by_step) = studio(&options) else { return };
        let before = step_by_step.shoot().expect("a picture");
        for _ in 0..ticks {
            stonefield_sim::ticks(step_by_step.world(), 1);
            step_by_step.frame();
        }
        let after = step_by_step.shoot().expect("a picture");
        assert!(difference(&before, &after) > 100, "{size} {camera:?}: nothing was drawn");
        // Colours of groups depend on the game, so the other board gets the same ones.
        let (goban, other) = (step_by_step.goban(), at_once.goban());
        let colors = step_by_step.world().get::<GroupColors>(goban).expect("a board that is shown").clone();
        at_once.world().entity_mut(other).insert(colors);
        let at_once = at_once.shoot().expect("a picture");
        // A corner of a smaller quad may round the place of a pixel the other way.
        let largest = difference(&at_once, &after);
        assert!(largest <= 2, "{size} {camera:?}: {largest}");
    }
}

#[test]
fn falling_stones_are_drawn_in_the_air_and_come_to_rest() {
    for camera in [CameraMode::Flat, CameraMode::Orbit] {
        let options = RenderOptions { camera, ..fight() };
        let Some(mut studio) = studio(&options) else { return };
        studio.world().insert_resource(ReducedMotion(false));
        let goban = studio.goban();
        let black = "scripted:moves=[D5]".parse().expect("a brain");
        studio.world().write_message(Request { goban, kind: RequestKind::Seat(Color::Black, black) });
        studio.frame();
        let before = studio.shoot().expect("a picture");
        stonefield_sim::ticks(studio.world(), 1);
        // The clock stops: the stone stays where the first frame draws it.
        studio.world().insert_resource(TimeUpdateStrategy::ManualDuration(Duration::ZERO));
        let falling = studio.shoot().expect("a picture");
        studio.world().insert_resource(TimeUpdateStrategy::ManualDuration(Duration::from_secs(1)));
        let resting = studio.shoot().expect("a picture");
        assert!(difference(&before, &falling) > 60, "{camera:?}: the stone is seen");
        if camera == CameraMode::Flat {
            // The shadow is round: equally dark on both sides of an edge, at equal distances from its middle.
            let projector = studio.projector();
            let middle = place(named("D5")) + Vec2::new(0.085, -0.10) * 2.6;
            let dark = |off: Vec2| {
                let at = projector.to_screen(middle + off).expect("in view");
                let sum = |picture| color_at(picture, at).iter().sum::<f32>();
                sum(&falling) / sum(&before)
            };
            let (own, beside) = (dark(Vec2::new(0.24, -0.195)), dark(Vec2::new(0.31, 0.0)));
            assert!(own < 0.9 && (own - beside).abs() < 0.03, "{own} {beside}");
        }
        assert!(difference(&falling, &resting) > 20, "{camera:?}: it falls");
        studio.world().insert_resource(ReducedMotion(true));
        assert!(
            difference(&resting, &studio.shoot().expect("a picture")) <= 2,
            "{camera:?}: it has come to rest"
        );
    }
}

#[test]
fn high_quality_draws_the_same_board() {
    let size = Size::square(5).expect("a size");
    for camera in [CameraMode::Flat, CameraMode::Orbit] {
        let options = RenderOptions {
            quality: Some(Quality::High),
            pixels: (240, 160),
            after_ticks: 9,
            camera,
            ..small(size)
        };
        let Some(mut studio) = studio(&options) else { return };
        let picture = studio.shoot().expect("a picture");
        let (projector, stones) = (studio.projector(), stones(&mut studio));
        for point in size.points().filter(|&point| stones[size.index(point)].is_some()) {
            let at = projector.lifted(place(point), 0.38).expect("in view");
            assert_eq!(stone_color(color_at(&picture, at)), stones[size.index(point)], "{point} {camera:?}");
        }
    }
}

#[test]
fn stones_on_a_million_points_are_visible() {
    let size = Size::square(1000).expect("a size");
    let mut options = RenderOptions { after_ticks: 0, ..small(size) };
    options.setup.opening.fill = 0.1;
    let Some(mut studio) = studio(&options) else { return };
    let bare = studio.shoot().expect("a picture");
    let empty = shoot(&mut studio, Layers::BARE.without(Layer::Black).without(Layer::White));
    let differs = changed(&bare, &empty, &studio.projector());
    let stones = stones(&mut studio);
    let near = |&(x, y): &(i32, i32)| {
        (-6..=6).any(|dx| {
            (-6..=6).any(|dy| {
                let (x, y) = (u16::try_from(x + dx), u16::try_from(y + dy));
                let (Ok(x), Ok(y)) = (x, y) else { return false };
                let point = Point::new(x, y);
                size.contains(point) && stones[size.index(point)].is_some()
            })
        })
    };
    assert!(differs.len() > 50_000, "{}", differs.len());
    assert!(differs.iter().all(near));
}

#[test]
fn single_stones_on_a_million_points_are_visible() {
    let size = Size::square(1000).expect("a size");
    let Some(mut studio) = studio(&RenderOptions { after_ticks: 400, ..small(size) }) else { return };
    let bare = studio.shoot().expect("a picture");
    let empty = shoot(&mut studio, Layers::BARE.without(Layer::Black).without(Layer::White));
    assert!(changed(&bare, &empty, &studio.projector()).len() > 100);
}

#[test]
fn errors_of_drawing_and_writing_are_reported() {
    let size = Size::square(5).expect("a size");
    let nowhere = RenderOptions { path: "no/such/folder/picture.png".into(), ..small(size) };
    let error = save(&nowhere, &PictureProgress::default()).expect_err("there is no such folder").to_string();
    assert!(error.contains("no/such/folder/picture.png"), "{error}");
    let flat = RenderOptions { pixels: (640, 0), ..small(size) };
    assert!(matches!(save(&flat, &PictureProgress::default()), Err(RenderError::Pixels(640, 0))));
}
