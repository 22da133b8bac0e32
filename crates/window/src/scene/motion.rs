//! Motion: placed stones fall, captured stones rise and fade.

use crate::shell::camera::SceneCamera;
use crate::shell::state::{Redraw, ReducedMotion};
use bevy::ecs::prelude::*;
use bevy::ecs::system::SystemParam;
use bevy::time::{Real, Time};
use stonefield_go::Color;
use stonefield_sim::{Captured, Jumped, Occupancy, Placed};

/// Duration of a fall, in seconds.
const FALL_SECONDS: f32 = 0.16;
/// Duration of the fading of a captured stone, in seconds.
const FADE_SECONDS: f32 = 0.34;
/// Largest number of stones, placed in one frame, that are animated. With more, the game is too fast.
const MAX_FALLING: usize = 3;
/// Largest board, in points, with animation. On larger boards a single stone is too small.
const MAX_ANIMATED_AREA: usize = 100 * 100;

/// A moving stone.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Moving {
    /// Point number.
    pub(super) index: usize,
    pub(super) id: u32,
    pub(super) color: Color,
    /// True if captured, false if placed.
    pub(super) fades: bool,
    /// Height above the board, as a share of the full height of the motion, 0 to 1.
    pub(super) lift: f32,
    /// Elapsed share of the duration of the motion, 0 to 1.
    age: f32,
}

/// Moving stones of a goban.
#[derive(Component, Default)]
pub(super) struct Motion {
    pub(super) moving: Vec<Moving>,
    /// Numbers of points where a motion ended in this frame: a placed stone rests, or a captured one is gone.
    pub(super) settled: Vec<usize>,
    /// True if a stone moved since the last frame.
    pub(super) moved: bool,
}

#[derive(SystemParam)]
pub(super) struct MotionMessages<'w, 's> {
    placed: MessageReader<'w, 's, Placed>,
    captured: MessageReader<'w, 's, Captured>,
    jumped: MessageReader<'w, 's, Jumped>,
}

/// Starts and advances the motions of the stones of each shown goban.
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
        let is_still = reduced.0 || placed().count() > MAX_FALLING || size.area() > MAX_ANIMATED_AREA;
        if camera.is_changed() || jumped.contains(&goban) || is_still {
            motion.end_all();
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
    /// Advances all motions by `step` seconds.
    fn advance(&mut self, step: f32) {
        let Self { moving, settled, moved } = self;
        *moved = !moving.is_empty();
        settled.clear();
        moving.retain_mut(|stone| {
            stone.age += step / if stone.fades { FADE_SECONDS } else { FALL_SECONDS };
            stone.lift = if stone.fades { stone.age } else { (1.0 - stone.age).max(0.0).powi(2) };
            if stone.age >= 1.0 {
                settled.push(stone.index);
            }
            stone.age < 1.0
        });
    }

    /// Ends all motions.
    fn end_all(&mut self) {
        let Self { moving, settled, moved } = self;
        *moved = !moving.is_empty();
        settled.clear();
        settled.extend(moving.drain(..).map(|stone| stone.index));
    }

    /// Starts the fall of a placed stone, or the fading of a captured one.
    fn begin(&mut self, index: usize, id: u32, color: Color, fades: bool) {
        self.moving.retain(|stone| stone.index != index);
        let lift = if fades { 0.0 } else { 1.0 };
        self.moving.push(Moving { index, id, color, fades, lift, age: 0.0 });
    }
}
