//! Stones that fall into place, and captured ones that lift and fade.

use crate::shell::camera::SceneCamera;
use crate::shell::state::{Redraw, ReducedMotion};
use bevy::ecs::prelude::*;
use bevy::ecs::system::SystemParam;
use bevy::time::{Real, Time};
use stonefield_go::Color;
use stonefield_sim::{Captured, Jumped, Occupancy, Placed};

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

/// All stones on their way on a goban.
#[derive(Component, Default)]
pub(super) struct Motion {
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

/// Starts and carries on the motions of the stones of each goban that is shown.
pub(super) fn advance(
    mut messages: MotionMessages,
    reduced: Res<ReducedMotion>,
    time: Res<Time<Real>>,
    boards: Query<&Occupancy>,
    mut cameras: Query<(Ref<SceneCamera>, &mut Motion)>,
    mut redraw: ResMut<Redraw>,
) {
    let placed: Vec<_> = messages.placed.read().copied().collect();
    let captured: Vec<_> = messages.captured.read().copied().collect();
    let jumped: Vec<_> = messages.jumped.read().map(|fact| fact.goban).collect();
    let step = time.delta_secs().min(0.1);
    for (camera, mut motion) in &mut cameras {
        let goban = camera.goban;
        let Ok(board) = boards.get(goban) else { continue };
        let size = board.size();
        let placed = || placed.iter().filter(|fact| fact.goban == goban);
        let still = reduced.0 || placed().count() > FEW || size.area() > SMALL;
        if camera.is_changed() || jumped.contains(&goban) || still {
            motion.rest();
            continue;
        }
        motion.advance(step);
        for fact in placed() {
            motion.begin(size.index(fact.point), fact.id, fact.color, false);
        }
        for fact in captured.iter().filter(|fact| fact.goban == goban) {
            motion.begin(size.index(fact.point), fact.id, fact.color, true);
        }
        motion.moved |= !motion.moving.is_empty();
        if motion.moved {
            redraw.frames(1);
        }
    }
}

impl Motion {
    /// Carries them on by so many seconds.
    fn advance(&mut self, step: f32) {
        let Self { moving, settled, moved } = self;
        *moved = !moving.is_empty();
        settled.clear();
        moving.retain_mut(|stone| {
            stone.age += step / if stone.fades { FADE } else { DROP };
            stone.lift = if stone.fades { stone.age } else { (1.0 - stone.age).max(0.0).powi(2) };
            if stone.age >= 1.0 {
                settled.push(stone.index);
            }
            stone.age < 1.0
        });
    }

    /// Has all come to rest.
    fn rest(&mut self) {
        let Self { moving, settled, moved } = self;
        *moved = !moving.is_empty();
        settled.clear();
        settled.extend(moving.drain(..).map(|stone| stone.index));
    }

    /// A stone falls, or fades.
    fn begin(&mut self, index: usize, id: u32, color: Color, fades: bool) {
        self.moving.retain(|stone| stone.index != index);
        let lift = if fades { 0.0 } else { 1.0 };
        self.moving.push(Moving { index, id, color, fades, lift, age: 0.0 });
    }
}
