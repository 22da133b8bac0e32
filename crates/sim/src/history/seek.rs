//! Seek: moves a goban to any moment of its record.
//!
//! Each random number is computed from the seed and the turn, not from earlier random numbers. Replaying the
//! recorded plies from a keyframe therefore gives the same agents, referee and dice.

use super::apply_edit::apply;
use super::step::RecordEvent;
use super::{Edit, GameRecord};
use crate::agents::{Phases, PlyScratch, Replay, forget_bids, keep_for};
use crate::tick::warm;
use crate::{Breakpoints, Choice, GameProgress, GobanSetup, Jumped, Seats, Tally, Thinking, Tick};
use bevy::ecs::prelude::*;
use stonefield_go::notation::sgf::NodeId;
use stonefield_go::{ByColor, Color};

/// Moves a goban to the end of a recorded tick, after the edits made there. Returns the tick reached. Stones
/// that are on the board both before and after keep their entities. An unfinished tick is dropped.
pub fn seek(world: &mut World, goban: Entity, tick: u64) -> u64 {
    let Some(record) = world.get::<GameRecord>(goban) else { return 0 };
    let (tick, to) = (tick.min(record.last()), record.end_of(tick));
    go_to_place(world, goban, to, false);
    tick
}

/// Moves a goban to a place of its line. If the tick is unfinished there, moves to the end of the tick.
///
/// With `afresh` the goban is always restored from a keyframe. This drops an unfinished turn of a mind or a
/// person.
pub(super) fn go_to_place(world: &mut World, goban: Entity, to: usize, afresh: bool) {
    let phases = world.get_entity_mut(goban).ok().and_then(|mut goban| goban.take::<Phases>());
    let half = world.get::<GameProgress>(goban).is_some_and(|progress| progress.half);
    let Some(mut record) = world.get_mut::<GameRecord>(goban) else { return };
    if half {
        record.drop_half();
    }
    let to = record.whole_at(to);
    let afresh = afresh || half || phases.is_some_and(|phases| phases.has_chosen());
    if !afresh && record.is_same(record.at, to) {
        record.at = to;
        return;
    }
    // An earlier keyframe would be farther away than the present.
    let first = if !afresh && record.at <= to { record.at + 1 } else { 0 };
    if let Some((at, keyframe)) = record.keyframe_between(first, to) {
        keyframe.restore(world, goban);
        apply_settings(world, goban, at);
    }
    replay(world, goban, to, false);
    finish_replay(world, goban);
    warm::copy(world, goban);
    let tick = world.get::<GameRecord>(goban).map_or(0, GameRecord::now);
    world.write_message(Jumped { goban, tick, new_game: false });
}

/// Sets the present, the seats and the heat parameters of a goban that was restored from the keyframe at a
/// place of its line.
fn apply_settings(world: &mut World, goban: Entity, at: usize) {
    let mut query = world.query::<(&mut GameRecord, &mut Seats, &mut GobanSetup)>();
    let Ok((mut record, mut seats, mut configured)) = query.get_mut(world, goban) else { return };
    record.at = at;
    let (specs, heat) = record.settings_at(at);
    for color in Color::ALL {
        if *seats.spec(color) != specs[color] {
            seats.seat(color, specs[color].clone());
        }
    }
    configured.0.heat = heat;
    // The keyframe may lack temperatures that a mind seated since then needs.
    for color in Color::ALL {
        keep_for(world, goban, color, &specs[color].kept_temperatures());
    }
}

/// Replays the line from the node after the present up to a place. `keeps`: keyframes are stored on the way,
/// and heat is always measured.
pub(super) fn replay(world: &mut World, goban: Entity, to: usize, keeps: bool) {
    let Some(record) = world.get::<GameRecord>(goban) else { return };
    let changes_heat = |at: &usize| {
        let mut events = record.steps.events(record.line[*at]);
        events.any(|event| matches!(event, RecordEvent::Edit(Edit::Heat(_))))
    };
    // Up to the last change of the heat parameters, heat must be measured: later heat may depend on it.
    let heat_until = (record.at + 1..=to).rev().find(changes_heat).unwrap_or(0);
    let last_tick = record.steps.get(record.line[to]).tick;
    for at in record.at + 1..=to {
        let Some(record) = world.get::<GameRecord>(goban) else { return };
        let node = record.line[at];
        let measures_heat = keeps || at < heat_until || record.steps.get(node).tick == last_tick;
        replay_node(world, goban, node, measures_heat, keeps);
        if let Some(mut record) = world.get_mut::<GameRecord>(goban) {
            record.at = at;
        }
    }
}

/// Replays a node. `measures_heat`: the heat of its tick is measured, which it always is if heat stays from
/// tick to tick. `keeps`: a keyframe may be stored.
pub(super) fn replay_node(world: &mut World, goban: Entity, node: NodeId, measures_heat: bool, keeps: bool) {
    let Some(record) = world.get::<GameRecord>(goban) else { return };
    let size = record.size;
    // Copies of the events, because playing borrows the world. `Ok`: a ply. `Err`: an edit, no failure.
    let events = record.steps.events(node).map(|event| match event {
        RecordEvent::Ply(ply) => Ok(ply),
        RecordEvent::Edit(edit) => Err(edit.clone()),
    });
    let events = events.collect::<Vec<_>>();
    // The stored row has the sum of all temperatures (capacity). With `keeps` it is measured again.
    let capacity = record.steps.row(node).filter(|_| !keeps).map(|row| row.capacity);
    for event in events {
        match event {
            Err(edit) => apply(world, goban, &edit),
            Ok(ply) => {
                let heat =
                    measures_heat || world.get::<GobanSetup>(goban).is_some_and(|setup| setup.0.heat.keep);
                play(
                    world,
                    goban,
                    Replay { choice: ply.choice(size), heat, capacity, known: Some(node), keeps },
                );
            }
        }
    }
}

/// Plays a ply of a file or list. The ply is recorded, but no messages are sent. Call [`finish_replay`] after
/// the last one.
pub(super) fn play_known(world: &mut World, goban: Entity, choice: Choice) {
    play(world, goban, Replay { choice, heat: true, capacity: None, known: None, keeps: true });
}

fn play(world: &mut World, goban: Entity, replay: Replay) {
    let Some(mut scratch) = world.get_mut::<PlyScratch>(goban) else { return };
    scratch.replay = Some(replay);
    scratch.due = true;
    world.run_schedule(Tick);
}

/// Ends a replay: clears temporary data, and sets up seats and breakpoints for the present.
pub(super) fn finish_replay(world: &mut World, goban: Entity) {
    forget_bids(world, goban);
    Breakpoints::note_departures(world, goban);
    let mut query = world.query::<(&mut PlyScratch, &mut Seats, &mut Thinking, &GameProgress, &Tally)>();
    let Ok((mut scratch, mut seats, mut thinking, progress, tally)) = query.get_mut(world, goban) else {
        return;
    };
    // Earlier thoughts belong to another position.
    *thinking = Thinking::default();
    scratch.replay = None;
    scratch.due = false;
    scratch.warmed = false;
    scratch.kept = None;
    scratch.thinking = false;
    Color::ALL.into_iter().for_each(|color| seats.minds[color].cancel());
    seats.to_move = tally.outcome.is_none().then_some(progress.to_move);
    seats.asked = ByColor::default();
    for stone in std::mem::take(&mut scratch.parked).into_values() {
        world.despawn(stone);
    }
}
