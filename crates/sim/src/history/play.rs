//! Play: moves that come from elsewhere are made on a goban, and taken back, and the rules changed in the middle of a game.

use super::apply_edit::edit;
use super::keyframe::Keyframes;
use super::navigate::go;
use super::record_tick::keep_first_keyframe;
use super::seek::{play_known, replay, replay_node, rest, travel};
use super::{Edit, GameRecord};
use crate::agents::GobanView;
use crate::setup::begin::{reset, spawn_goban};
use crate::tick::warm;
use crate::{Choice, GameProgress, GameSetup, GobanSetup, KeptTemperature, SetupError, Tally, create_app};
use bevy::ecs::prelude::*;
use stonefield_go::{ByColor, Color, Move, PlayError, Rules};
use stonefield_minds::BrainSpec;

/// Makes a move of a colour, even out of turn. A game that both had ended by passing goes on.
///
/// # Errors
/// The law that it breaks; nothing is played then.
pub(crate) fn play(world: &mut World, goban: Entity, color: Color, action: Move) -> Result<(), PlayError> {
    check(world, goban, color, action)?;
    let mut query = world.query::<(&GameProgress, &Tally, &mut GameRecord)>();
    let Ok((progress, tally, mut record)) = query.get_mut(world, goban) else {
        return Err(PlayError::GameOver);
    };
    let turned = progress.to_move != color || tally.outcome.is_some();
    let (node, known) = record.find_or_add(color, action);
    if known {
        // A node of the record can be shown.
        let _ = go(world, goban, node);
        return Ok(());
    }
    record.enter(node);
    if turned {
        edit(world, goban, Edit::Turn(color));
    }
    play_known(world, goban, Choice::Move(action));
    if let Some(mut record) = world.get_mut::<GameRecord>(goban) {
        record.entered(true);
    }
    rest(world, goban);
    Ok(())
}

/// Whether a colour may make a move were the turn given to it, as [`play`] does.
fn check(world: &World, goban: Entity, color: Color, action: Move) -> Result<(), PlayError> {
    let agents = GobanView::of(world, goban).ok_or(PlayError::GameOver)?;
    let (mut progress, mut tally) = (*agents.progress, *agents.tally);
    if progress.passes >= 2 {
        tally.outcome = None;
    }
    progress.hand_turn(color);
    GobanView { progress: &progress, tally: &tally, ..agents }.check(action)
}

/// Takes so many moves, at least one, back and out of the record; `false`, and nothing happens, where there are fewer.
pub(crate) fn take_back(world: &mut World, goban: Entity, count: usize) -> bool {
    let record = world.get::<GameRecord>(goban);
    let last = record.and_then(|record| record.moved().nth(count.checked_sub(1)?));
    let Some(at) = last else { return false };
    let before = record.map_or(0, |record| record.whole_before(at - 1));
    travel(world, goban, before, false);
    if let Some(mut record) = world.get_mut::<GameRecord>(goban) {
        record.cut(at);
    }
    true
}

/// Changes the rules. The game so far stays as it is, whether they would have had it so or not.
///
/// # Errors
/// When no game can begin with them; nothing changes then.
pub(crate) fn set_rules(world: &mut World, goban: Entity, rules: Rules) -> Result<(), SetupError> {
    let Some(GobanSetup(setup)) = world.get::<GobanSetup>(goban) else { return Ok(()) };
    let setup = GameSetup { rules, ..setup.clone() };
    setup.check()?;
    let Some(mut record) = world.entity_mut(goban).take::<GameRecord>() else { return Ok(()) };
    if let Err(error) = reset(world, goban, &setup) {
        world.entity_mut(goban).insert(record);
        return Err(error);
    }
    // All that was kept whole was kept under the old rules, and what was measured, too.
    record.at = record.whole_before(record.at);
    if let Some(tally) = world.get::<Tally>(goban) {
        record.first_row(tally.row());
    }
    play_anew(world, goban, record);
    Ok(())
}

/// Plays a record from its beginning to where it stands on a goban that has just been set up: nothing is taken from what was kept whole before.
fn play_anew(world: &mut World, goban: Entity, mut record: GameRecord) {
    let (here, root) = (record.at, record.root);
    record.keyframes = Keyframes::new(record.size);
    record.at = 0;
    world.entity_mut(goban).insert(record);
    replay_node(world, goban, root, true, false);
    keep_first_keyframe(world, goban);
    replay(world, goban, here, true);
    rest(world, goban);
    warm::copy(world, goban);
}

/// What the patches of a goban would have kept by now for a mind that had played both colours from the beginning.
pub(crate) fn kept_for(world: &World, goban: Entity, mind: &BrainSpec) -> Option<KeptTemperature> {
    let record = world.get::<GameRecord>(goban)?;
    let (_, heat) = record.beginning();
    let brains = ByColor::from_fn(|_| mind.clone());
    let setup = GameSetup { brains: brains.clone(), heat, ..world.get::<GobanSetup>(goban)?.0.clone() };
    let mut other = std::mem::take(create_app().world_mut());
    let there = spawn_goban(&mut other, &setup).ok()?;
    play_anew(&mut other, there, record.along_line(brains));
    other.get::<KeptTemperature>(there).cloned()
}
