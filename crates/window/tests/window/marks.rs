//! Tests of marks on boards. The expected picture is computed, or is that of the same board alone.

use crate::studio::{cells, changed, color_at, has, named, place, shoot, small, studio};
use bevy::math::Vec2;
use image::RgbImage;
use std::collections::BTreeSet;
use stonefield_go::{ByColor, Move, Point, Setup, Size};
use stonefield_sim::history::Navigate;
use stonefield_sim::{Advice, Groups, Occupancy, Phase, Phases, Request, RequestKind, spawn_goban, ticks};
use stonefield_window::group_colors::GroupColors;
use stonefield_window::layers::{Layer, Layers};
use stonefield_window::palette::indexed_group_color;
use stonefield_window::quality::Quality;
use stonefield_window::state::{BoardArea, Selected, SelectedElsewhere, ShownBoards, Watched};
use stonefield_window::{OffscreenScene, RenderOptions};

/// Black's group with the eyes A7 and C7, a single black stone, and White's groups of two and fifteen stones.
const GROUPS: &str = "\
    . X . X . . .
    X X X X . O O
    . . . . . . .
    . . X . . . .
    O . . . . . .
    O O O O O O O
    O O O O O O O
";

fn groups() -> RenderOptions {
    let start: Setup = GROUPS.parse().expect("a diagram");
    let mut options = small(start.size());
    options.setup.start = Some(start);
    options.after_ticks = 0;
    options
}

/// Sends a request, and draws a frame.
fn send(studio: &mut OffscreenScene, kind: RequestKind) {
    let goban = studio.goban();
    studio.world().write_message(Request { goban, kind });
    studio.frame();
}

/// Returns the colour of the group that has the stone on a point.
fn color_of(studio: &mut OffscreenScene, point: Point) -> [f32; 3] {
    let goban = studio.goban();
    let part = studio.world().entity(goban);
    let (occupancy, groups) =
        (part.get::<Occupancy>().expect("a goban"), part.get::<Groups>().expect("a goban"));
    let id = occupancy.id(point).expect("a stone");
    let colors = part.get::<GroupColors>().expect("a board that is shown");
    indexed_group_color(colors.index(groups, id, occupancy.color_of(id)))
}

#[test]
fn a_clicked_group_has_an_outline_rings_on_its_liberties_and_dots_in_its_eyes() {
    let Some(mut studio) = studio(&groups()) else { return };
    let bare = studio.shoot().expect("a picture");
    studio.world().insert_resource(Selected(Some(named("B6"))));
    let clicked = studio.shoot().expect("a picture");
    let projector = studio.projector();
    let color = color_of(&mut studio, named("B6"));
    let at = |x: f32, y: f32| projector.to_screen(Vec2::new(x, y)).expect("in view");
    let (stones, liberties, eyes) = (
        ["B7", "D7", "A6", "B6", "C6", "D6"].map(named),
        ["A7", "C7", "E7", "E6", "A5", "B5", "C5", "D5"].map(named),
        ["A7", "C7"].map(named),
    );
    for point in projector.size().expect("a board").points() {
        let (x, y) = (f32::from(point.x), f32::from(point.y));
        let ring = [(0.2, 0.0), (0.0, 0.2), (-0.2, 0.0), (0.0, -0.2)].map(|(dx, dy)| at(x + dx, y + dy));
        let ringed = ring.iter().all(|&place| has(&clicked, place, color));
        assert_eq!(ringed, liberties.contains(&point), "a ring on {point}");
        if liberties.contains(&point) {
            assert_eq!(has(&clicked, at(x, y), color), eyes.contains(&point), "a dot on {point}");
        }
        if !stones.contains(&point) {
            continue;
        }
        for (dx, dy) in [(1, 0), (0, 1), (-1, 0), (0, -1)] {
            let near = |at: u16, step: i32| u16::try_from(i32::from(at) + step).ok();
            let near = near(point.x, dx).zip(near(point.y, dy)).map(|(x, y)| Point::new(x, y));
            let outer = near.is_none_or(|near| !stones.contains(&near));
            // Beside the middle, where neither a line of the board nor a link is.
            let (dx, dy) = (dx as f32, dy as f32);
            let place = at(x + 0.5 * dx + 0.25 * dy.abs(), y + 0.5 * dy + 0.25 * dx.abs());
            assert_eq!(has(&clicked, place, color), outer, "a side of {point} towards {dx}, {dy}");
        }
    }
    let reach: BTreeSet<_> = cells(stones.into_iter().chain(liberties)).into_iter().collect();
    // Half the width of the outline is in the cells beside the group.
    let near = |&(x, y): &(i32, i32)| (-1..=1).any(|dx| (-1..=1).any(|dy| reach.contains(&(x + dx, y + dy))));
    assert!(changed(&bare, &clicked, &projector).iter().all(near));
}

#[test]
fn links_widen_with_the_group_and_hulls_surround_groups() {
    let Some(mut studio) = studio(&groups()) else { return };
    let bare = shoot(&mut studio, Layers::BARE);
    let linked = shoot(&mut studio, Layers::BARE.with(Layer::Links));
    let projector = studio.projector();
    let cell = projector.cell();
    // Returns the width of a link in the middle between two stones, in cells.
    let mut width = |one: &str, other: &str| {
        let (from, to) = (place(named(one)), place(named(other)));
        let middle = projector.to_screen(from.midpoint(to)).expect("in view");
        assert!(has(&linked, middle, color_of(&mut studio, named(one))), "{one} to {other}");
        let differs = |dy: i32| {
            let (x, y) = (middle.x as u32, (middle.y + dy as f32) as u32);
            let pair = bare.get_pixel(x, y).0.into_iter().zip(linked.get_pixel(x, y).0);
            pair.map(|(a, b)| a.abs_diff(b)).max().unwrap_or(0) > 20
        };
        (-20..=20).filter(|&dy| differs(dy)).count() as f32 / cell
    };
    // Half the width of a link, in cells: 0.04, 0.0125 for each size class of groups, and 0.033 of dark edge.
    for (one, other, reach) in [("F6", "G6", 0.04), ("B2", "C2", 0.0775), ("B6", "C6", 0.0525)] {
        let link_width = width(one, other);
        assert!(
            (link_width - 2.0 * (reach + 0.033)).abs() < 0.05,
            "{one} to {other}: {link_width} of a cell"
        );
    }
    let hulls = shoot(&mut studio, Layers::BARE.with(Layer::Hulls));
    let side = |point: &str, step: Vec2| {
        // The line is a little inside the cell.
        projector.to_screen(place(named(point)) + step).expect("in view")
    };
    for (point, outside, inside) in [
        ("G6", Vec2::new(0.47, 0.25), Vec2::new(-0.47, 0.25)),
        ("A3", Vec2::new(0.25, 0.47), Vec2::new(0.25, -0.47)),
    ] {
        let color = color_of(&mut studio, named(point));
        assert!(has(&hulls, side(point, outside), color), "{point} has an outer side");
        assert!(!has(&hulls, side(point, inside), color), "{point} is joined within");
    }
    let lone = cells([named("C4")]);
    assert!(changed(&bare, &hulls, &projector).is_disjoint(&lone), "a single stone has no outline");
}

#[test]
fn next_moves_have_rings_and_variations_letters() {
    let mut options = small(Size::square(7).expect("a size"));
    options.after_ticks = 0;
    options.setup.brains = ByColor::from_fn(|_| "human".parse().expect("a mind"));
    let Some(mut studio) = studio(&options) else { return };
    let back = RequestKind::Navigate(Navigate::By(-1));
    for kind in [
        RequestKind::Move(Move::Play(named("C3"))),
        RequestKind::Move(Move::Play(named("F6"))),
        back.clone(),
        RequestKind::Move(Move::Play(named("E5"))),
        back,
    ] {
        send(&mut studio, kind);
    }
    let bare = shoot(&mut studio, Layers::BARE);
    let marked = shoot(&mut studio, Layers::BARE.with(Layer::Next));
    let projector = studio.projector();
    assert_eq!(changed(&bare, &marked, &projector), cells(["E5", "F6"].map(named)));
    let at = |point: &str, off: Vec2| projector.to_screen(place(named(point)) + off).expect("in view");
    let (pale, dark) = ([1.0, 0.98, 0.94], [0.10, 0.08, 0.055]);
    for (point, lettered) in [("E5", false), ("F6", true)] {
        // A pale ring: the next stone is white.
        let ring = at(point, Vec2::from_angle(0.6) * 0.43);
        assert!(has(&marked, ring, pale), "a ring on {point}");
        // The letter is on a disc in the colour of the stone.
        assert_eq!(has(&marked, at(point, Vec2::new(0.2, 0.05)), pale), lettered, "a letter on {point}");
        let written = (-6..=6).any(|step| has(&marked, at(point, Vec2::new(0.02 * step as f32, 0.0)), dark));
        assert!(!lettered || written, "the letter on {point} is written");
    }
}

#[test]
fn candidates_have_discs_in_the_colours_of_their_values() {
    let start: Setup = GROUPS.parse().expect("a diagram");
    let mut options = small(start.size());
    options.setup.start = Some(start);
    options.after_ticks = 0;
    let Some(mut studio) = studio(&options) else { return };
    send(&mut studio, RequestKind::Advise(Some("negamax:depth=1".parse().expect("a mind"))));
    let goban = studio.goban();
    let thought_of = |studio: &mut OffscreenScene| {
        studio.world().get::<Advice>(goban).and_then(|advice| advice.thought().cloned())
    };
    let thought = (0..50).find_map(|_| {
        studio.frame();
        thought_of(&mut studio)
    });
    let thought = thought.expect("it has an opinion");
    let bare = shoot(&mut studio, Layers::BARE);
    let marked = shoot(&mut studio, Layers::BARE.with(Layer::Candidates));
    let projector = studio.projector();
    let points: Vec<Point> = thought.candidates.iter().filter_map(|it| it.action.point()).take(24).collect();
    let discs = changed(&bare, &marked, &projector);
    assert!(!discs.is_empty() && discs.is_subset(&cells(points.iter().copied())), "{discs:?} {points:?}");
    let best = points[0];
    let beside = projector.to_screen(place(best) + Vec2::new(0.26, 0.2)).expect("in view");
    let [red, green, blue] = color_at(&marked, beside);
    // Colour of the best value.
    assert!(
        red < 0.35 && (green - 0.54).abs() < 0.12 && (blue - 0.57).abs() < 0.12,
        "{best}: {red} {green} {blue}"
    );
}

#[test]
fn a_phase_marks_the_points_that_it_read_and_wrote() {
    let mut options = groups();
    options.setup.brains = ByColor::from_fn(|_| "scripted:moves=[E6,F4]".parse().expect("a mind"));
    let Some(mut studio) = studio(&options) else { return };
    let (read, written) = ([0.122, 0.498, 1.0], [0.878, 0.184, 0.769]);
    let mut phases_seen = Vec::new();
    let mut marks = (0, 0);
    for _ in 0..12 {
        send(&mut studio, RequestKind::Phase);
        let goban = studio.goban();
        let Some(trace) = studio.world().get::<Phases>(goban).map(|phases| phases.trace().clone()) else {
            break;
        };
        if trace.tick > 1 {
            break;
        }
        let picture = studio.shoot().expect("a picture");
        let projector = studio.projector();
        let frame = |point: Point, reach: f32, color: [f32; 3]| {
            let sides = [(reach, 0.2), (-reach, 0.2), (0.2, reach), (0.2, -reach)];
            let place = |(x, y)| projector.to_screen(place(point) + Vec2::new(x, y)).expect("in view");
            sides.into_iter().filter(|&side| has(&picture, place(side), color)).count()
        };
        for &point in &trace.read {
            assert!(frame(point, 0.46, read) >= 2, "{:?} has read {point}", trace.phase);
        }
        for &point in &trace.written {
            assert!(frame(point, 0.39, written) >= 2, "{:?} has written {point}", trace.phase);
        }
        marks = (marks.0 + trace.read.len(), marks.1 + trace.written.len());
        phases_seen.push(trace.phase);
    }
    assert!(phases_seen.contains(&Phase::Decide) && phases_seen.len() >= 4, "{phases_seen:?}");
    assert!(marks.0 > 0 && marks.1 > 0, "{marks:?}");
}

/// Returns a scene of `count` games on 7×7, its boards and their area; `None` without an adapter.
fn wall(quality: Quality, count: u64) -> Option<(OffscreenScene, ShownBoards, BoardArea)> {
    let mut options = small(Size::square(7).expect("a size"));
    options.after_ticks = 0;
    options.quality = Some(quality);
    options.layers = [Layer::Temperature, Layer::Links, Layer::Hulls, Layer::Atari, Layer::LastMove]
        .into_iter()
        .chain([Layer::Liberties, Layer::Next, Layer::Coordinates])
        .fold(Layers::BARE, Layers::with);
    let mut studio = studio(&options)?;
    let mut shown = ShownBoards { gobans: vec![studio.goban()], gap: 8.0, ..ShownBoards::default() };
    for seed in 1..count {
        let setup = stonefield_sim::GameSetup { seed, ..options.setup.clone() };
        shown.gobans.push(spawn_goban(studio.world(), &setup).expect("a game"));
    }
    ticks(studio.world(), 24);
    for &goban in &shown.gobans {
        studio.world().write_message(Request { goban, kind: RequestKind::Navigate(Navigate::By(-2)) });
    }
    studio.frame();
    let area = *studio.world().resource::<BoardArea>();
    studio.world().insert_resource(shown.clone());
    Some((studio, shown, area))
}

/// Returns a stone of the largest group on a goban; `None` without a stone.
fn stone_of(studio: &mut OffscreenScene, goban: bevy::ecs::entity::Entity) -> Option<Point> {
    let part = studio.world().entity(goban);
    let (occupancy, groups) = (part.get::<Occupancy>()?, part.get::<Groups>()?);
    let size = occupancy.size();
    size.points()
        .filter(|&point| occupancy.id(point).is_some())
        .max_by_key(|&point| occupancy.id(point).map_or(0, |id| groups.size(id)))
}

/// Returns the area of the board in a slot, with the boards in two columns.
fn slot_area(area: &BoardArea, count: usize, slot: usize) -> BoardArea {
    let columns = 2;
    let cell = (area.max - area.min) / Vec2::new(2.0, count.div_ceil(columns) as f32);
    let corner = area.min + cell * Vec2::new((slot % columns) as f32, (slot / columns) as f32);
    let half = Vec2::splat(4.0);
    BoardArea { min: (corner + half).round(), max: (corner + cell - half).round() }
}

/// Returns the share of the pixels in an area in which a channel differs by more than `by`.
fn differing_share(one: &RgbImage, other: &RgbImage, part: &BoardArea, by: u8) -> f32 {
    let (min, max) = (part.min.as_uvec2(), part.max.as_uvec2());
    let pixels = (min.y..max.y).flat_map(|y| (min.x..max.x).map(move |x| (x, y)));
    let differs = |&(x, y): &(u32, u32)| {
        let (a, b) = (one.get_pixel(x, y).0, other.get_pixel(x, y).0);
        a.into_iter().zip(b).any(|(a, b)| a.abs_diff(b) > by)
    };
    let size = (max - min).as_vec2();
    pixels.filter(differs).count() as f32 / (size.x * size.y)
}

#[test]
fn each_board_of_several_is_drawn_as_if_it_were_alone() {
    for (quality, count) in [(Quality::Low, 4), (Quality::High, 2)] {
        let Some((mut studio, shown, area)) = wall(quality, count) else { return };
        let stones: Vec<_> = shown.gobans.iter().map(|&goban| stone_of(&mut studio, goban)).collect();
        let elsewhere = shown.gobans.iter().zip(&stones).skip(1);
        let elsewhere = elsewhere.filter_map(|(&goban, &point)| Some((goban, point?))).collect();
        studio.world().insert_resource(SelectedElsewhere(elsewhere));
        studio.world().insert_resource(Selected(stones[0]));
        let together = studio.shoot().expect("a picture");
        studio.world().insert_resource(SelectedElsewhere::default());
        studio.world().insert_resource(ShownBoards::default());
        for (slot, &goban) in shown.gobans.iter().enumerate() {
            let part = slot_area(&area, shown.gobans.len(), slot);
            studio.world().insert_resource(Watched(goban));
            studio.world().insert_resource(Selected(stones[slot]));
            studio.world().insert_resource(part);
            let alone = studio.shoot().expect("a picture");
            // Corners of a quad may round the other way. Shadow maps are coarser with several boards.
            let (by, largest_share) = if quality == Quality::Low { (8, 0.001) } else { (40, 0.01) };
            let off = differing_share(&together, &alone, &part, by);
            assert!(off <= largest_share, "board {slot} at {quality} quality: {off} of its pixels differ");
            let flat = alone.get_pixel(part.min.x as u32 + 3, part.min.y as u32 + 3).0;
            let drawn = together.pixels().filter(|pixel| pixel.0 != flat).count();
            assert!(drawn > 20_000, "there is something to compare");
            // The selected group is marked on every board, also on those that are not watched.
            studio.world().insert_resource(Selected(None));
            let bare = studio.shoot().expect("a picture");
            assert!(differing_share(&bare, &alone, &part, 8) > 0.01, "the group of board {slot} is marked");
        }
    }
}
