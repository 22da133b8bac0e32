//! Play: moves that come from elsewhere are made on a goban, and taken back, and the rules changed in the middle of a game.

use super::edit::edit;
use super::keyframe::{Keyframes, first};
use super::navigate::go;
use super::seek::{play_known, replay, replay_node, rest, travel};
use super::{Edit, GameRecord};
use crate::go::{Color, Move, PlayError, Rules};
use crate::sim::begin::reset;
use crate::sim::tick::warm;
use crate::sim::{Choice, Configured, Game, GameSetup, SetupError, Tally};
use bevy::ecs::prelude::*;

/// Makes a move of a colour, whosever turn it is. A game that both had ended by passing goes on.
///
/// # Errors
/// The law that it breaks; nothing is played then.
pub(in crate::sim) fn play(
    world: &mut World,
    goban: Entity,
    color: Color,
    action: Move,
) -> Result<(), PlayError> {
    let mut query = world.query::<(&Game, &mut GameRecord)>();
    let Ok((game, mut record)) = query.get_mut(world, goban) else { return Err(PlayError::GameOver) };
    let mut position = game.position.clone();
    position.hand_turn(color);
    position.check(action)?;
    let turned = game.position.to_move() != color || game.position.is_over();
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

/// Takes so many moves, at least one, back and out of the record; `false`, and nothing happens, where there are fewer.
pub(in crate::sim) fn take_back(world: &mut World, goban: Entity, count: usize) -> bool {
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
pub(in crate::sim) fn set_rules(world: &mut World, goban: Entity, rules: Rules) -> Result<(), SetupError> {
    let Some(Configured(setup)) = world.get::<Configured>(goban) else { return Ok(()) };
    let setup = GameSetup { rules, ..setup.clone() };
    setup.check()?;
    let Some(mut record) = world.entity_mut(goban).take::<GameRecord>() else { return Ok(()) };
    if let Err(error) = reset(world, goban, &setup) {
        world.entity_mut(goban).insert(record);
        return Err(error);
    }
    // All that was kept whole was kept under the old rules, and what was measured, too.
    let here = record.whole_before(record.at);
    record.keyframes = Keyframes::new(record.size);
    record.at = 0;
    let root = record.root;
    if let Some(tally) = world.get::<Tally>(goban) {
        record.first_row(tally.row());
    }
    world.entity_mut(goban).insert(record);
    replay_node(world, goban, root, true, false);
    first(world, goban);
    replay(world, goban, here, true);
    rest(world, goban);
    warm::copy(world, goban);
    Ok(())
}
