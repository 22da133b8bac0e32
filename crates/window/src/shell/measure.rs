//! Measurement of frames, ticks and playouts per second, while the window draws without pause.

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

/// Number of frames before the measurement begins. In these, shaders are compiled and textures filled.
const WARM_UP_FRAMES: u32 = 30;

/// Result of a measurement.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Measured {
    /// Measured time, in seconds.
    pub seconds: f64,
    /// Number of frames drawn after the first 30.
    pub frames: u32,
    /// Frames per second.
    pub frames_a_second: f64,
    /// Number of ticks played on all boards.
    pub ticks: u64,
    /// Ticks per second.
    pub ticks_a_second: f64,
    /// Minds that reported thoughts, board by board.
    pub minds: Vec<MindEffort>,
}

/// Playouts of a mind during the measurement.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct MindEffort {
    /// Colour that the mind plays: `Black` or `White`.
    pub color: String,
    /// Name of the mind with its parameters.
    pub mind: String,
    /// Number of playouts that the mind reported.
    pub simulations: u64,
}

/// Running measurement.
#[derive(Resource)]
pub(crate) struct Measuring {
    /// Requested time, in seconds.
    seconds: f64,
    /// Number of frames drawn, with those before the measurement.
    frames: u32,
    /// Beginning of the measurement.
    since: Option<Instant>,
    counts: BTreeMap<(Entity, Color), Count>,
    /// Tick of each board in the last frame.
    last_ticks: BTreeMap<Entity, u64>,
    /// Number of ticks played since the beginning.
    ticks: u64,
    result: Arc<OnceLock<Measured>>,
}

/// Playouts of one mind in all its turns. Those of a turn shorter than a frame may be missed.
#[derive(Default)]
struct Count {
    /// Beginning of the current turn, and its playouts so far.
    turn: (Option<Instant>, u64),
    /// Playouts since the beginning of the measurement.
    total: u64,
}

impl Count {
    /// Adds the playouts of a turn, as reported so far. `counts`: true since the measurement began.
    fn add(&mut self, turn: Option<Instant>, playouts: u64, counts: bool) {
        let before = if self.turn.0 == turn { self.turn.1 } else { 0 };
        self.turn = (turn, playouts);
        self.total += if counts { playouts.saturating_sub(before) } else { 0 };
    }
}

/// Makes the window draw without pause for a number of seconds, set the result, and exit.
pub(crate) fn measure(app: &mut App, seconds: f64) -> Arc<OnceLock<Measured>> {
    let result = Arc::default();
    let measuring = Measuring {
        seconds,
        frames: 0,
        since: None,
        counts: BTreeMap::new(),
        last_ticks: BTreeMap::new(),
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
    let Measuring { seconds, frames, since, counts, last_ticks, ticks, result } = &mut *measuring;
    *frames += 1;
    for (goban, _, thinking, tally) in &gobans {
        // A new game on the board begins at tick 0.
        let before = last_ticks.insert(goban, tally.tick).unwrap_or(tally.tick);
        if since.is_some() {
            *ticks += tally.tick.checked_sub(before).unwrap_or(tally.tick);
        }
        if let Some(color) = thinking.color
            && thinking.is_changed()
            && let Some(thought) = thinking.latest(color)
        {
            counts.entry((goban, color)).or_default().add(
                thinking.began(),
                thought.playouts,
                since.is_some(),
            );
        }
    }
    if *frames < WARM_UP_FRAMES {
        return;
    }
    let elapsed = since.get_or_insert_with(Instant::now).elapsed().as_secs_f64();
    if elapsed < *seconds {
        return;
    }
    let effort = |(&(goban, color), count): (&(Entity, Color), &Count)| {
        let mind = gobans.get(goban).map(|(_, seats, ..)| seats.spec(color).to_string()).ok()?;
        Some(MindEffort { color: color.to_string(), mind, simulations: count.total })
    };
    let frames = *frames - WARM_UP_FRAMES;
    let minds = counts.iter().filter_map(effort).collect();
    let measured = Measured {
        seconds: rounded(elapsed, 3),
        frames,
        frames_a_second: rounded(f64::from(frames) / elapsed, 2),
        ticks: *ticks,
        ticks_a_second: rounded(*ticks as f64 / elapsed, 1),
        minds,
    };
    // The result is set once, because no frame follows.
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
            count.add(turn, playouts, counts);
        }
        assert_eq!(count.total, 30 + 50 + 20 + 40 + 60);
    }
}
