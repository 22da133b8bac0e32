//! Seek: a goban is brought to any moment of its record.
//!
//! Chance is derived by counter, so playing the recorded plies on from a keyframe leads to the same agents, the same referee and the
//! same dice.

use super::apply_edit::apply;
use super::step::RecordEvent;
use super::{Edit, GameRecord};
use crate::agents::{Phases, PlyScratch, Replay, forget_bids, keep_for};
use crate::tick::warm;
use crate::{Breakpoints, Choice, GameProgress, GobanSetup, Jumped, Seats, Tally, Thinking, Tick};
use bevy::ecs::prelude::*;
use stonefield_go::notation::sgf::NodeId;
use stonefield_go::{ByColor, Color};

/// Brings a goban to the end of a tick on record, with the edits made there; returns the tick reached. Stones that stand
/// before and after keep their entities. Half a tick under way is forgotten.
pub fn seek(world: &mut World, goban: Entity, tick: u64) -> u64 {
    let Some(record) = world.get::<GameRecord>(goban) else { return 0 };
    let (tick, to) = (tick.min(record.last()), record.end_of(tick));
    travel(world, goban, to, false);
    tick
}

/// Brings a goban to a place of its line; if that is in the middle of a tick, to the end of that tick. With `afresh` even the present place is played
/// again, so that an unfinished turn of a mind or a person is forgotten.
pub(super) fn travel(world: &mut World, goban: Entity, to: usize, afresh: bool) {
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
    // Nothing before the present is nearer than that.
    let first = if !afresh && record.at <= to { record.at + 1 } else { 0 };
    if let Some((at, keyframe)) = record.keyframe_between(first, to) {
        keyframe.restore(world, goban);
        arrive(world, goban, at);
    }
    replay(world, goban, to, false);
    rest(world, goban);
    warm::copy(world, goban);
    let tick = world.get::<GameRecord>(goban).map_or(0, GameRecord::now);
    world.write_message(Jumped { goban, tick, new_game: false });
}

/// A goban has been brought to the keyframe at a place of its line.
fn arrive(world: &mut World, goban: Entity, at: usize) {
    let mut query = world.query::<(&mut GameRecord, &mut Seats, &mut GobanSetup)>();
    let Ok((mut record, mut seats, mut configured)) = query.get_mut(world, goban) else { return };
    record.at = at;
    let (specs, heat) = record.seated(at);
    for color in Color::ALL {
        if *seats.spec(color) != specs[color] {
            seats.seat(color, specs[color].clone());
        }
    }
    configured.0.heat = heat;
    // A mind that sat elsewhere then asked for nothing there.
    for color in Color::ALL {
        keep_for(world, goban, color, &specs[color].kept_temperatures());
    }
}

/// Plays what is on record up to a place of the line; `keeps` says whether keyframes are kept on the way.
pub(super) fn replay(world: &mut World, goban: Entity, to: usize, keeps: bool) {
    let Some(record) = world.get::<GameRecord>(goban) else { return };
    let heats = |at: &usize| {
        let mut events = record.steps.events(record.line[*at]);
        events.any(|event| matches!(event, RecordEvent::Edit(Edit::Heat(_))))
    };
    // Heat that changes later depends on what was measured before.
    let warm_until = (record.at + 1..=to).rev().find(heats).unwrap_or(0);
    let last_tick = record.steps.get(record.line[to]).tick;
    for at in record.at + 1..=to {
        let Some(record) = world.get::<GameRecord>(goban) else { return };
        let node = record.line[at];
        let warm = keeps || at < warm_until || record.steps.get(node).tick == last_tick;
        replay_node(world, goban, node, warm, keeps);
        if let Some(mut record) = world.get_mut::<GameRecord>(goban) {
            record.at = at;
        }
    }
}

/// Plays what is on record of a node; `warm` says whether its heat is needed, `keeps` whether a keyframe may be kept.
pub(super) fn replay_node(world: &mut World, goban: Entity, node: NodeId, warm: bool, keeps: bool) {
    let Some(record) = world.get::<GameRecord>(goban) else { return };
    let size = record.size;
    let events = record.steps.events(node).map(|event| match event {
        RecordEvent::Ply(ply) => Ok(ply),
        RecordEvent::Edit(edit) => Err(edit.clone()),
    });
    let events = events.collect::<Vec<_>>();
    // Where keyframes are kept again, so are rows.
    let capacity = record.steps.row(node).filter(|_| !keeps).map(|row| row.capacity);
    for event in events {
        match event {
            Err(edit) => apply(world, goban, &edit),
            Ok(ply) => {
                let heat = warm || world.get::<GobanSetup>(goban).is_some_and(|setup| setup.0.heat.keep);
                play(
                    world,
                    goban,
                    Replay { choice: ply.choice(size), heat, capacity, known: Some(node), keeps },
                );
            }
        }
    }
}

/// Plays a ply that is known from elsewhere: it is recorded, and no message is sent. Call [`rest`] after the last one.
pub(super) fn play_known(world: &mut World, goban: Entity, choice: Choice) {
    play(world, goban, Replay { choice, heat: true, capacity: None, known: None, keeps: true });
}

fn play(world: &mut World, goban: Entity, replay: Replay) {
    let Some(mut scratch) = world.get_mut::<PlyScratch>(goban) else { return };
    scratch.replay = Some(replay);
    scratch.due = true;
    world.run_schedule(Tick);
}

/// Sets a goban that has come along its record at rest.
pub(super) fn rest(world: &mut World, goban: Entity) {
    forget_bids(world, goban);
    Breakpoints::look(world, goban);
    let mut query = world.query::<(&mut PlyScratch, &mut Seats, &mut Thinking, &GameProgress, &Tally)>();
    let Ok((mut scratch, mut seats, mut thinking, progress, tally)) = query.get_mut(world, goban) else {
        return;
    };
    // What was thought elsewhere says nothing of this moment.
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
