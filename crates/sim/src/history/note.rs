//! Notes: changes of the user to a record's text.

use super::seek::go_to_place;
use super::{GameRecord, HistoryError};
use crate::requests::Note;
use bevy::ecs::prelude::*;
use stonefield_go::notation::sgf::NodeId;

/// Applies a note to a node of the record on a goban. Names can be changed even if no text is kept.
///
/// # Errors
/// The record has no text or no such node, the node cannot be removed, or game information is not for the
/// root node.
pub(crate) fn note(world: &mut World, goban: Entity, node: NodeId, note: Note) -> Result<(), HistoryError> {
    let mut record = world.get_mut::<GameRecord>(goban).ok_or(HistoryError::NoText)?;
    let GameRecord { games, root, size, text, named, .. } = &mut *record;
    let target = games.get(node).filter(|node| node.root().id() == *root).ok_or(HistoryError::Node)?;
    if let (Note::Name(name), Err(_)) = (&note, &text) {
        // Names also work without text. They are lost when the goban begins another game.
        games.set_texts(node, "N", (!name.is_empty()).then_some(name.as_str()));
        *named += 1;
        return Ok(());
    }
    let text = text.as_mut().map_err(|_| HistoryError::NoText)?;
    *named += u64::from(matches!(note, Note::Name(_)));
    match note {
        Note::Comment(text) | Note::Name(text) if text.is_empty() && target.properties().next().is_none() => {
        }
        Note::Comment(text) => games.set_texts(node, "C", (!text.is_empty()).then_some(text.as_str())),
        Note::Name(text) => games.set_texts(node, "N", (!text.is_empty()).then_some(text.as_str())),
        Note::Info(..) if node != *root => return Err(HistoryError::Node),
        Note::Info(field, text) => field.set(games, node, &text),
        Note::Mark(mark, point) => games.toggle_mark(node, mark, point, *size),
        Note::Label(point, text) => games.set_label(node, point, &text, *size),
        Note::Main => {
            games.promote(node);
            text.change_shape();
            text.write_result(games, *root);
        }
        Note::Remove => return remove(world, goban, node),
    }
    text.change();
    text.unique = true;
    Ok(())
}

fn remove(world: &mut World, goban: Entity, node: NodeId) -> Result<(), HistoryError> {
    let place = world.get::<GameRecord>(goban).and_then(|record| {
        let target = record.games.get(node)?;
        let depth = target.depth();
        Some((depth, target.parent().is_some(), record.on_line(depth) == Some(node)))
    });
    let (depth, has_parent, on_line) = place.ok_or(HistoryError::Node)?;
    if !has_parent {
        return Err(HistoryError::Root);
    }
    let mut record = world.get_mut::<GameRecord>(goban).ok_or(HistoryError::NoText)?;
    if on_line {
        // The board must not stay in the middle of a tick.
        let before = record.whole_before(depth - 1);
        go_to_place(world, goban, before, false);
        record = world.get_mut::<GameRecord>(goban).ok_or(HistoryError::NoText)?;
        record.remove_from(depth);
    } else {
        record.remove(node);
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::super::{Heading, open};
    use super::*;
    use crate::create_app;
    use stonefield_go::notation::sgf::{InfoField, NodeRef, read_text, write};

    #[test]
    fn game_info_is_written_into_the_first_node_and_is_not_saved_yet() {
        let mut app = create_app();
        let text = "(;SZ[9]KM[6.5]RE[B+3.5]XX[kept]PB[old];B[cc];W[dd])";
        let games = read_text(text).expect("a game").collection;
        let root = games.games()[0];
        let world = app.world_mut();
        let goban = open(world, games, root, Heading::default()).expect("can be shown").goban;
        let record = |world: &World| {
            world.get::<GameRecord>(goban).map(|record| (record.would_lose_data(), record.revision()))
        };
        let before = record(world).expect("a record");
        let info = |field, text: &str| Note::Info(field, text.to_owned());
        for (field, text) in [
            (InfoField::BlackName, "Honinbo [Shusaku]"),
            (InfoField::Date, "some day"),
            (InfoField::Result, ""),
        ] {
            note(world, goban, root, info(field, text)).expect("can be written");
        }
        let after = record(world).expect("a record");
        assert!(!before.0 && after.0 && after.1 > before.1, "the record is not saved");
        let games = world.get::<GameRecord>(goban).expect("a record").games();
        let written = String::from_utf8(write(games)).expect("text");
        let again = read_text(&written).expect("a game").collection;
        let first = again.node(again.games()[0]);
        assert_eq!(InfoField::BlackName.text(first), "Honinbo [Shusaku]");
        assert_eq!(InfoField::Date.text(first), "some day", "a text that is no date is kept");
        assert!(first.property("RE").is_none());
        assert!(written.contains("XX[kept]") && written.contains("KM[6.5]"), "{written}");
        let second = games.node(root).first_child().map(NodeRef::id).expect("a move");
        assert!(note(world, goban, second, info(InfoField::Event, "x")).is_err(), "only the first node");
    }
}
