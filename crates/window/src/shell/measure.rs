//! How fast the window draws, and how fast minds think meanwhile: measured while it draws without pause.

use bevy::app::{App, AppExit, Last};
use bevy::ecs::prelude::*;
use bevy::platform::time::Instant;
use bevy::winit::WinitSettings;
use serde::Serialize;
use std::collections::BTreeMap;
use std::sync::{Arc, OnceLock};
use stonefield_go::Color;
use stonefield_search::rounded;
use stonefield_sim::{Seats, Tally, Thinking};

/// Frames before the measuring begins: in these, shaders are compiled and textures filled.
const WARM: u32 = 30;

/// What a window was measured to do.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Measured {
    /// How long it was measured.
    pub seconds: f64,
    /// Frames drawn after the first 30.
    pub frames: u32,
    /// Frames drawn in a second.
    pub frames_a_second: f64,
    /// Ticks played on all boards meanwhile.
    pub ticks: u64,
    /// Ticks played in a second.
    pub ticks_a_second: f64,
    /// The minds that told what they think, board by board.
    pub minds: Vec<MindEffort>,
}

/// What a mind at a seat did meanwhile.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct MindEffort {
    /// The colour that the mind plays: `Black` or `White`.
    pub color: String,
    /// Who it is.
    pub mind: String,
    /// Games it has played out, as far as it has told.
    pub simulations: u64,
}

/// A measuring under way.
#[derive(Resource)]
pub(crate) struct Measuring {
    /// How long it is to last, in seconds.
    seconds: f64,
    /// Frames drawn, those before it begins among them.
    frames: u32,
    since: Option<Instant>,
    counts: BTreeMap<(Entity, Color), Count>,
    /// The tick of each board when last it was looked at, and those that were played since it began.
    at: BTreeMap<Entity, u64>,
    ticks: u64,
    result: Arc<OnceLock<Measured>>,
}

/// Playouts of one mind, over all its turns. Of a turn that goes on for less than a frame they may be missed.
#[derive(Default)]
struct Count {
    /// When its turn began, and those of the turn so far.
    turn: (Option<Instant>, u64),
    /// Those since the measuring began.
    all: u64,
}

impl Count {
    /// Takes the playouts reported in this turn; those before the measuring starts do not `count`.
    fn hear(&mut self, turn: Option<Instant>, playouts: u64, count: bool) {
        let before = if self.turn.0 == turn { self.turn.1 } else { 0 };
        self.turn = (turn, playouts);
        self.all += if count { playouts.saturating_sub(before) } else { 0 };
    }
}

/// Has the window draw without pause for so many seconds, whether it has the focus or not, and leave; the result is there then.
pub(crate) fn measure(app: &mut App, seconds: f64) -> Arc<OnceLock<Measured>> {
    let result = Arc::default();
    let measuring = Measuring {
        seconds,
        frames: 0,
        since: None,
        counts: BTreeMap::new(),
        at: BTreeMap::new(),
        ticks: 0,
        result: Arc::clone(&result),
    };
    app.insert_resource(WinitSettings::continuous()).insert_resource(measuring).add_systems(Last, count);
    result
}

fn count(
    mut measuring: ResMut<Measuring>,
    gobans: Query<(Entity, &Seats, Ref<Thinking>, &Tally)>,
    mut exit: MessageWriter<AppExit>,
) {
    let Measuring { seconds, frames, since, counts, at, ticks, result } = &mut *measuring;
    *frames += 1;
    for (goban, _, thinking, tally) in &gobans {
        // Another game on the board begins anew.
        let before = at.insert(goban, tally.tick).unwrap_or(tally.tick);
        if since.is_some() {
            *ticks += tally.tick.checked_sub(before).unwrap_or(tally.tick);
        }
        if let Some(color) = thinking.color
            && thinking.is_changed()
            && let Some(thought) = thinking.latest(color)
        {
            counts.entry((goban, color)).or_default().hear(
                thinking.began(),
                thought.playouts,
                since.is_some(),
            );
        }
    }
    if *frames < WARM {
        return;
    }
    let lasted = since.get_or_insert_with(Instant::now).elapsed().as_secs_f64();
    if lasted < *seconds {
        return;
    }
    let effort = |(&(goban, color), count): (&(Entity, Color), &Count)| {
        let mind = gobans.get(goban).map(|(_, seats, ..)| seats.spec(color).to_string()).ok()?;
        Some(MindEffort { color: color.to_string(), mind, simulations: count.all })
    };
    let frames = *frames - WARM;
    let minds = counts.iter().filter_map(effort).collect();
    let measured = Measured {
        seconds: rounded(lasted, 3),
        frames,
        frames_a_second: rounded(f64::from(frames) / lasted, 2),
        ticks: *ticks,
        ticks_a_second: rounded(*ticks as f64 / lasted, 1),
        minds,
    };
    // It is set once: nothing is drawn after it.
    let _ = result.set(measured);
    exit.write(AppExit::Success);
}

#[cfg(test)]
mod tests {
    use super::*;
    use core::time::Duration;

    #[test]
    fn playouts_are_added_up_over_turns() {
        let first = Instant::now();
        let [first, second, third] = [0, 1, 2].map(|turn| Some(first + Duration::from_secs(turn)));
        let mut count = Count::default();
        for (turn, playouts, counts) in [
            (first, 70, false),
            (first, 100, true),
            (first, 150, true),
            (second, 20, true),
            (second, 20, true),
            (second, 60, true),
            (third, 60, true),
        ] {
            count.hear(turn, playouts, counts);
        }
        assert_eq!(count.all, 30 + 50 + 20 + 40 + 60);
    }
}
