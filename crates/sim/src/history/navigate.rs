//! Navigate: moves a goban to other nodes of its record, across all variations.

use super::facts::setup_of;
use super::open::{NodePlayer, play_nodes};
use super::script::ScriptReader;
use super::seek::{finish_replay, go_to_place};
use super::{GameRecord, HistoryError};
use crate::GameProgress;
use crate::pace::frame;
use crate::requests::Navigate;
use bevy::ecs::prelude::*;
use stonefield_go::notation::sgf::{NodeId, NodeRef};

/// Largest number of nodes after the target that are played too, so that the continuation is known.
const MAX_AHEAD: usize = 512;

/// Moves a goban along its record.
///
/// # Errors
/// The node cannot be shown. The goban is then at the nearest node that can be shown.
pub(crate) fn navigate(world: &mut World, goban: Entity, way: Navigate) -> Result<(), HistoryError> {
    let record = world.get::<GameRecord>(goban).ok_or(HistoryError::Gone)?;
    let to = match way {
        Navigate::To(node) => Some(node),
        Navigate::By(count) => return by(world, goban, count),
        Navigate::First => Some(record.root),
        Navigate::Last => {
            let last_node = record.line[record.written_before(record.line.len() - 1)];
            let last = record.games.node(last_node).main_line().last().map(NodeRef::id);
            if last == Some(last_node) {
                // A resignation has no SGF node, but may be the last step of the line.
                let end = record.line.len() - 1;
                go_to_place(world, goban, end, false);
                return Ok(());
            }
            last
        }
        Navigate::Sibling(count) => sibling(record, count),
        Navigate::PreviousBranch => {
            let before = || record.here().ancestors().skip(1);
            before().find(|node| node.has_variations()).or(before().last()).map(NodeRef::id)
        }
        Navigate::NextBranch => {
            let after = || {
                let later = record.line[record.depth() + 1..].iter();
                later.filter(|node| !record.steps.get(**node).silent).map(|node| record.games.node(*node))
            };
            after().find(|node| node.has_variations()).or(after().next_back()).map(NodeRef::id)
        }
    };
    to.map_or(Ok(()), |node| go(world, goban, node))
}

/// Moves by `count` nodes or, under `netlogo-2016`, ticks. Negative: backward. Forward: along the line; at
/// the end of the line along nodes of the SGF tree that were not played; at the end of the tree by new ticks.
fn by(world: &mut World, goban: Entity, count: i64) -> Result<(), HistoryError> {
    let record = world.get::<GameRecord>(goban).ok_or(HistoryError::Gone)?;
    let forward = usize::try_from(count).unwrap_or(0);
    let (to, ahead) = if record.netlogo {
        // A tick has up to four nodes: two plies, each with a node that corrects the board.
        (
            record.end_of(record.now().saturating_add_signed(count).min(record.last())),
            forward.saturating_mul(4),
        )
    } else {
        let to = record.at.saturating_add_signed(isize::try_from(count).unwrap_or(isize::MAX));
        (to.min(record.line.len() - 1), forward)
    };
    if to > record.at || forward == 0 {
        go_to_place(world, goban, to, false);
        return Ok(());
    }
    let beyond = record.here().main_line().skip(1).take(ahead).last().map(NodeRef::id);
    if let Some(node) = beyond {
        return go(world, goban, node);
    }
    frame::step(world, goban, u32::try_from(count).unwrap_or(0));
    Ok(())
}

/// Node of the variation that is `count` places further (negative: back), at the nearest branch with that
/// place. The node has the same depth, or is the end of a shorter variation.
fn sibling(record: &GameRecord, count: i64) -> Option<NodeId> {
    let here = record.here();
    for (depth, node) in here.ancestors().enumerate() {
        if let Some(parent) = node.parent().filter(|parent| parent.has_variations()) {
            let at = parent.children().position(|child| child.id() == node.id())?;
            let other = at.checked_add_signed(isize::try_from(count).ok()?);
            if let Some(other) = other.and_then(|at| parent.children().nth(at)) {
                return other.main_line().take(depth + 1).last().map(NodeRef::id);
            }
        }
    }
    None
}

/// Moves to a node. Nodes on the way that were never played are played from their text.
pub(super) fn go(world: &mut World, goban: Entity, node: NodeId) -> Result<(), HistoryError> {
    if world.get::<GameProgress>(goban).is_some_and(|progress| progress.half) {
        let here = world.get::<GameRecord>(goban).map_or(0, |record| record.whole_before(record.at));
        go_to_place(world, goban, here, false);
    }
    let mut record = world.get_mut::<GameRecord>(goban).ok_or(HistoryError::Gone)?;
    let target = record.games.get(node).ok_or(HistoryError::Node)?;
    let path = target.path();
    if path[0] != record.root {
        return Err(HistoryError::Node);
    }
    let place = path.len() - 1;
    if record.line.get(place) == Some(&node) {
        go_to_place(world, goban, place, false);
        return Ok(());
    }
    let shared = path.iter().zip(&record.line).take_while(|(one, other)| one == other).count();
    let beyond = target.main_line().skip(1).take(MAX_AHEAD).map(NodeRef::id);
    let line: Vec<NodeId> = path.into_iter().chain(beyond).collect();
    let mut played = line.iter().take_while(|node| record.steps.is_known(**node)).count();
    if played < line.len() {
        // A replay cannot begin in the middle of a tick.
        while played > 1 && record.steps.get(line[played - 1]).half {
            played -= 1;
        }
    }
    // If the current node is not on the new line, the game is replayed from a keyframe.
    let afresh = record.at >= shared;
    record.line = line[..played].to_vec();
    if played < line.len() {
        go_to_place(world, goban, played - 1, true);
        return play_text(world, goban, &line[played..], place);
    }
    go_to_place(world, goban, place, afresh);
    Ok(())
}

/// Plays nodes of a file as continuation of the present node, and moves to `place` of the resulting line.
fn play_text(world: &mut World, goban: Entity, nodes: &[NodeId], place: usize) -> Result<(), HistoryError> {
    let record = world.get::<GameRecord>(goban).ok_or(HistoryError::Gone)?;
    let heat = setup_of(record.games.node(record.root))?.map(|setup| setup.heat);
    let mut reader = ScriptReader::after(record.games.node(record.line[record.at]), heat)?;
    let mut player = NodePlayer::new(goban, heat.is_some());
    let outcome = play_nodes(world, nodes, &mut reader, &mut player);
    finish_replay(world, goban);
    let record = world.get::<GameRecord>(goban).ok_or(HistoryError::Gone)?;
    let (end, plies) = (record.line.len() - 1, record.plies());
    go_to_place(world, goban, place.min(end), true);
    match outcome {
        Ok(false) if end < place => Err(HistoryError::Over(plies)),
        Err(error) if end < place => Err(error),
        _ => Ok(()),
    }
}
