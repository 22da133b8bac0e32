//! Play: plays and takes back moves for a caller, and changes the rules during a game.

use super::apply_edit::edit;
use super::keyframe::Keyframes;
use super::navigate::go;
use super::record_tick::keep_first_keyframe;
use super::seek::{finish_replay, go_to_place, play_known, replay, replay_node};
use super::{Edit, GameRecord};
use crate::agents::GobanView;
use crate::setup::begin::{reset, spawn_goban};
use crate::tick::warm;
use crate::{Choice, GameProgress, GameSetup, GobanSetup, KeptTemperature, SetupError, Tally, create_app};
use bevy::ecs::prelude::*;
use stonefield_go::{ByColor, Color, Move, PlayError, Rules};
use stonefield_minds::BrainSpec;

/// Plays a move of a colour, even out of turn. A game that ended by two passes is resumed.
///
/// # Errors
/// The move is illegal. Nothing was played.
pub(crate) fn play(world: &mut World, goban: Entity, color: Color, action: Move) -> Result<(), PlayError> {
    check(world, goban, color, action)?;
    let mut query = world.query::<(&GameProgress, &Tally, &mut GameRecord)>();
    let Ok((progress, tally, mut record)) = query.get_mut(world, goban) else {
        return Err(PlayError::GameOver);
    };
    let changes_turn = progress.to_move != color || tally.outcome.is_some();
    let (node, was_played) = record.find_or_add(color, action);
    if was_played {
        // This cannot fail: the node was played before.
        let _ = go(world, goban, node);
        return Ok(());
    }
    record.begin_node(node);
    if changes_turn {
        edit(world, goban, Edit::Turn(color));
    }
    play_known(world, goban, Choice::Move(action));
    if let Some(mut record) = world.get_mut::<GameRecord>(goban) {
        record.end_node(true);
    }
    finish_replay(world, goban);
    Ok(())
}

/// Checks a move as if the colour were to move, and as if a game that ended by two passes were resumed.
fn check(world: &World, goban: Entity, color: Color, action: Move) -> Result<(), PlayError> {
    let agents = GobanView::of(world, goban).ok_or(PlayError::GameOver)?;
    let (mut progress, mut tally) = (*agents.progress, *agents.tally);
    if progress.passes >= 2 {
        tally.outcome = None;
    }
    progress.hand_turn(color);
    GobanView { progress: &progress, tally: &tally, ..agents }.check(action)
}

/// Takes back the last `count` moves, and removes them from the record, with all nodes after them. Returns
/// `false`, and changes nothing, if `count` is 0 or there are fewer moves.
pub(crate) fn take_back(world: &mut World, goban: Entity, count: usize) -> bool {
    let record = world.get::<GameRecord>(goban);
    let last = record.and_then(|record| record.move_places().nth(count.checked_sub(1)?));
    let Some(at) = last else { return false };
    let before = record.map_or(0, |record| record.whole_before(at - 1));
    go_to_place(world, goban, before, false);
    if let Some(mut record) = world.get_mut::<GameRecord>(goban) {
        record.remove_from(at);
    }
    true
}

/// Changes the rules for the rest of the game. Earlier moves stay, even if the new rules forbid them.
///
/// # Errors
/// The rules are refused. Nothing was changed.
pub(crate) fn set_rules(world: &mut World, goban: Entity, rules: Rules) -> Result<(), SetupError> {
    let Some(GobanSetup(setup)) = world.get::<GobanSetup>(goban) else { return Ok(()) };
    let setup = GameSetup { rules, ..setup.clone() };
    setup.check()?;
    let Some(mut record) = world.entity_mut(goban).take::<GameRecord>() else { return Ok(()) };
    if let Err(error) = reset(world, goban, &setup) {
        world.entity_mut(goban).insert(record);
        return Err(error);
    }
    // Keyframes and measurements belong to the old rules, so the record is replayed.
    record.at = record.whole_before(record.at);
    if let Some(tally) = world.get::<Tally>(goban) {
        record.first_row(tally.row());
    }
    play_anew(world, goban, record);
    Ok(())
}

/// Replays a record on a new goban from the beginning to its present. Keyframes and measurements are made
/// anew.
fn play_anew(world: &mut World, goban: Entity, mut record: GameRecord) {
    let (here, root) = (record.at, record.root);
    record.keyframes = Keyframes::new(record.size);
    record.at = 0;
    world.entity_mut(goban).insert(record);
    replay_node(world, goban, root, true, false);
    keep_first_keyframe(world, goban);
    replay(world, goban, here, true);
    finish_replay(world, goban);
    warm::copy(world, goban);
}

/// Temperatures that the patches would keep now, if `mind` had played both colours from the beginning. The
/// record is replayed in a temporary world. `None`: the goban has no game, or memory does not suffice.
pub(crate) fn kept_for(world: &World, goban: Entity, mind: &BrainSpec) -> Option<KeptTemperature> {
    let record = world.get::<GameRecord>(goban)?;
    let (_, heat) = record.beginning();
    let brains = ByColor::from_fn(|_| mind.clone());
    let setup = GameSetup { brains: brains.clone(), heat, ..world.get::<GobanSetup>(goban)?.0.clone() };
    let mut temporary = std::mem::take(create_app().world_mut());
    let copy = spawn_goban(&mut temporary, &setup).ok()?;
    play_anew(&mut temporary, copy, record.along_line(brains));
    temporary.get::<KeptTemperature>(copy).cloned()
}
