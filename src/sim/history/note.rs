//! Notes: what the user writes into a record.

use super::seek::travel;
use super::{GameRecord, HistoryError};
use crate::notation::sgf::NodeId;
use crate::sim::request::Note;
use bevy::ecs::prelude::*;

/// Writes a note into a node of the record on a goban.
///
/// # Errors
/// When there is no such node, or it cannot be removed.
pub(in crate::sim) fn note(
    world: &mut World,
    goban: Entity,
    node: NodeId,
    note: Note,
) -> Result<(), HistoryError> {
    let mut record = world.get_mut::<GameRecord>(goban).ok_or(HistoryError::WriteError)?;
    let GameRecord { games, root, size, text, .. } = &mut *record;
    let text = text.as_mut().map_err(|_| HistoryError::WriteError)?;
    let there = games.get(node).filter(|node| node.root().id() == *root).ok_or(HistoryError::Node)?;
    match note {
        Note::Comment(text) | Note::Name(text) if text.is_empty() && there.properties().next().is_none() => {}
        Note::Comment(text) => games.set_texts(node, "C", (!text.is_empty()).then_some(text.as_str())),
        Note::Name(text) => games.set_texts(node, "N", (!text.is_empty()).then_some(text.as_str())),
        Note::Mark(mark, point) => games.toggle_mark(node, mark, point, *size),
        Note::Label(point, text) => games.set_label(node, point, &text, *size),
        Note::Main => {
            games.promote(node);
            text.change_shape();
            text.tell_result(games, *root);
        }
        Note::Remove => return remove(world, goban, node),
    }
    text.change();
    text.unique = true;
    Ok(())
}

fn remove(world: &mut World, goban: Entity, node: NodeId) -> Result<(), HistoryError> {
    let found = world.get::<GameRecord>(goban).and_then(|record| {
        let there = record.games.get(node)?;
        let depth = there.depth();
        Some((depth, there.parent().is_some(), record.on_line(depth) == Some(node)))
    });
    let (depth, has_parent, on_line) = found.ok_or(HistoryError::Node)?;
    if !has_parent {
        return Err(HistoryError::Root);
    }
    let mut record = world.get_mut::<GameRecord>(goban).ok_or(HistoryError::WriteError)?;
    if on_line {
        // The board is not left in the middle of a tick.
        let before = record.whole_before(depth - 1);
        travel(world, goban, before, false);
        record = world.get_mut::<GameRecord>(goban).ok_or(HistoryError::WriteError)?;
        record.cut(depth);
    } else {
        record.remove(node);
    }
    Ok(())
}
