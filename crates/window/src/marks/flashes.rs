//! Flashes: animated links of a stone that joins groups, and the glow of a captured stone.

use super::board_marks::write_on_board;
use crate::shell::board_painter::{BoardPainter, over_board};
use crate::shell::camera::{BoardPlace, SceneCamera};
use crate::shell::drawing::keeps_up;
use crate::shell::group_colors::GroupColors;
use crate::shell::state::{Redraw, ReducedMotion};
use bevy::app::App;
use bevy::ecs::prelude::*;
use bevy::math::Vec2;
use bevy::platform::time::Instant;
use bevy_egui::egui::{Color32, Stroke};
use bevy_egui::{EguiContexts, EguiPrimaryContextPass};
use stonefield_go::Point;
use stonefield_sim::{Captured, Groups, Jumped, Links, Merged, Occupancy};

/// Durations of a link's flash and of a glow, in seconds.
const LINK_SECONDS: f32 = 0.7;
const GLOW_SECONDS: f32 = 1.0;

/// Largest number of flashes at a time. With more, the game is too fast, and none are shown.
const MAX_FLASHES: usize = 40;

/// Smallest cell on which flashes are drawn, in logical pixels.
const SMALLEST: f32 = 7.0;

/// Flashes that are shown, each with its start and its goban.
#[derive(Resource, Default)]
struct Flashes(Vec<(Instant, Entity, Flash)>);

#[derive(Clone, Copy, Debug, PartialEq)]
enum Flash {
    /// The stone with this id joined groups.
    Link(u32),
    /// A stone was captured here.
    Glow(Point),
}

impl Flash {
    /// Returns the duration, in seconds.
    const fn duration(self) -> f32 {
        match self {
            Self::Link(_) => LINK_SECONDS,
            Self::Glow(_) => GLOW_SECONDS,
        }
    }
}

pub(crate) fn plugin(app: &mut App) {
    app.init_resource::<Flashes>()
        .add_systems(EguiPrimaryContextPass, show.after(write_on_board).run_if(keeps_up));
}

fn show(
    mut contexts: EguiContexts,
    (mut merges, mut captures, mut jumps): (
        MessageReader<Merged>,
        MessageReader<Captured>,
        MessageReader<Jumped>,
    ),
    gobans: Query<LinkParts>,
    boards: Query<(&SceneCamera, &BoardPlace)>,
    reduced: Res<ReducedMotion>,
    mut flashes: ResMut<Flashes>,
    mut redraw: ResMut<Redraw>,
) -> Result {
    let now = Instant::now();
    let merged = merges.read().map(|fact| (now, fact.goban, Flash::Link(fact.id)));
    let died = captures.read().map(|fact| (now, fact.goban, Flash::Glow(fact.point)));
    let new: Vec<_> = merged.chain(died).collect();
    if reduced.0 {
        flashes.0.clear();
    } else if new.len() <= MAX_FLASHES {
        flashes.0.extend(new);
    }
    if flashes.0.len() > MAX_FLASHES {
        flashes.0.clear();
    }
    for jump in jumps.read() {
        flashes.0.retain(|(_, goban, _)| *goban != jump.goban);
    }
    flashes.0.retain(|(since, _, flash)| since.elapsed().as_secs_f32() < flash.duration());
    if flashes.0.is_empty() {
        return Ok(());
    }
    redraw.frames(1);
    let ctx = contexts.ctx_mut()?;
    for (camera, place) in &boards {
        let goban = gobans.get(camera.goban).ok();
        let goban = goban.filter(|(occupancy, ..)| place.projector.size() == Some(occupancy.size()));
        let Some(goban) = goban else { continue };
        let painter = over_board(ctx, &place.area);
        let board = BoardPainter::new(&painter, &place.projector, ctx.zoom_factor());
        if !board.has_room(SMALLEST) {
            continue;
        }
        for (since, _, flash) in flashes.0.iter().filter(|(_, goban, _)| *goban == camera.goban) {
            // The time may have passed since the check above.
            let passed = (since.elapsed().as_secs_f32() / flash.duration()).min(1.0);
            match *flash {
                Flash::Link(id) => link(board, goban, id, passed),
                Flash::Glow(point) => glow(board, point, passed),
            }
        }
    }
    Ok(())
}

/// Components of a goban that the links of a stone are drawn from.
type LinkParts<'a> = (&'a Occupancy, &'a Groups, Option<&'a GroupColors>, &'a Links);

/// Draws the links of a stone to its neighbours. They grow in the first third of the flash, and fade.
/// `passed` is the share of the duration, 0 to 1.
fn link(board: BoardPainter<'_>, (occupancy, groups, colors, links): LinkParts<'_>, id: u32, passed: f32) {
    if occupancy.entity(id).is_none() {
        return;
    }
    let size = occupancy.size();
    let place = |point: Point| Vec2::new(point.x.into(), point.y.into());
    let point = size.point(occupancy.index_of(id));
    let (from, color) = (place(point), occupancy.color_of(id));
    let tint = GroupColors::or_unknown(colors).ink(groups, id, color);
    let grown = (3.0 * passed).min(1.0);
    let light = 1.0 - passed * passed;
    let cell = board.cell();
    for near in size.neighbours(point) {
        let linked = occupancy.id(near).is_some_and(|other| links.joins(id, other));
        let (Some(start), Some(end)) = (board.at(from), board.at(from.lerp(place(near), grown))) else {
            continue;
        };
        if linked {
            let line = |width: f32, color| {
                board.painter.line_segment([start, end], Stroke::new(width * cell, color))
            };
            line(0.34, tint.gamma_multiply(0.35 * light));
            line(0.16, tint.lerp_to_gamma(Color32::WHITE, 0.6).gamma_multiply(light));
        }
    }
}

/// Draws the glow of a captured stone: a disc and a ring that widens and fades.
fn glow(board: BoardPainter<'_>, point: Point, passed: f32) {
    let Some(at) = board.place(point) else { return };
    let (cell, light) = (board.cell(), (1.0 - passed) * (1.0 - passed));
    let color = Color32::from_rgb(0xff, 0xe2, 0xa8);
    board.painter.circle_filled(at, cell * 0.46, color.gamma_multiply(0.45 * light));
    let ring = Stroke::new(0.09 * cell, color.gamma_multiply(light));
    board.painter.circle_stroke(at, cell * (0.3 + 0.25 * passed), ring);
}
