//! Stones that fall into place, and captured ones that lift and fade.

use crate::go::Color;
use crate::sim::{Captured, Jumped, Placed};
use crate::view::window::state::{Redraw, ReducedMotion, Watched};
use bevy::ecs::prelude::*;
use bevy::ecs::system::SystemParam;
use bevy::time::{Real, Time};

/// Seconds that a stone takes to fall.
const DROP: f32 = 0.16;
/// Seconds that a captured stone takes to leave.
const FADE: f32 = 0.34;
/// More stones placed in one frame than this are not seen to fall: time runs too fast for it.
const FEW: usize = 3;
/// Boards with more points are too wide to see a single stone move.
const SMALL: usize = 100 * 100;

/// A stone on its way.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Moving {
    /// The number of its point.
    pub(super) index: usize,
    pub(super) id: u32,
    pub(super) color: Color,
    /// Captured, not placed.
    pub(super) fades: bool,
    /// How far it is off the board, 0 to 1.
    pub(super) lift: f32,
    age: f32,
}

/// All stones on their way on the watched goban.
#[derive(Resource, Default)]
pub struct Motion {
    pub(super) moving: Vec<Moving>,
    /// Points whose stones came to rest in this frame.
    pub(super) settled: Vec<usize>,
    /// Whether anything moved since the last frame.
    pub(super) moved: bool,
}

#[derive(SystemParam)]
pub(super) struct MotionMessages<'w, 's> {
    placed: MessageReader<'w, 's, Placed>,
    captured: MessageReader<'w, 's, Captured>,
    jumped: MessageReader<'w, 's, Jumped>,
}

/// Starts and carries on the motions of the watched goban's stones.
pub(super) fn advance(
    mut messages: MotionMessages,
    mut motion: ResMut<Motion>,
    watched: Res<Watched>,
    reduced: Res<ReducedMotion>,
    time: Res<Time<Real>>,
    boards: Query<&crate::sim::Occupancy>,
    mut redraw: ResMut<Redraw>,
) {
    let Motion { moving, settled, moved } = &mut *motion;
    *moved = !moving.is_empty();
    settled.clear();
    let goban = watched.0;
    let placed: Vec<_> = messages.placed.read().filter(|fact| fact.goban == goban).copied().collect();
    let captured: Vec<_> = messages.captured.read().filter(|fact| fact.goban == goban).copied().collect();
    let jumped = messages.jumped.read().any(|fact| fact.goban == goban) || watched.is_changed();
    let Ok(board) = boards.get(goban) else { return };
    let size = board.size();
    if jumped || reduced.0 || placed.len() > FEW || size.area() > SMALL {
        settled.extend(moving.drain(..).map(|stone| stone.index));
        return;
    }
    let step = time.delta_secs().min(0.1);
    moving.retain_mut(|stone| {
        stone.age += step / if stone.fades { FADE } else { DROP };
        stone.lift = if stone.fades { stone.age } else { (1.0 - stone.age).max(0.0).powi(2) };
        if stone.age >= 1.0 {
            settled.push(stone.index);
        }
        stone.age < 1.0
    });
    let fresh = |index, id, color, fades| Moving {
        index,
        id,
        color,
        fades,
        lift: if fades { 0.0 } else { 1.0 },
        age: 0.0,
    };
    for fact in placed {
        let index = size.index(fact.point);
        moving.retain(|stone| stone.index != index);
        moving.push(fresh(index, fact.id, fact.color, false));
    }
    for fact in captured {
        let index = size.index(fact.point);
        moving.retain(|stone| stone.index != index);
        moving.push(fresh(index, fact.id, fact.color, true));
    }
    *moved |= !moving.is_empty();
    if *moved {
        redraw.frames(1);
    }
}
