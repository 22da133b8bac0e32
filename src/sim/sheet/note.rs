//! What a hand writes into a record.

use super::SheetError;
use super::kifu::Kifu;
use super::walk::go;
use crate::go::Point;
use crate::notation::sgf::{Mark, NodeId, NodeRef};
use crate::sim::Timeline;
use bevy::ecs::prelude::*;

/// A change of a node of a record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Note {
    /// Its comment; an empty one takes it away.
    Comment(String),
    /// Its name, likewise.
    Name(String),
    /// A sign on a point, in place of any other; where it is already, it is taken away.
    Mark(Mark, Point),
    /// A short text on a point, likewise.
    Label(Point, String),
    /// The line to it is to be the main line.
    Main,
    /// It leaves the record, with all that follows.
    Remove,
}

/// Writes a note into a node of the record on a goban.
///
/// # Errors
/// When there is no such node, or it cannot be removed.
pub(in crate::sim) fn note(
    world: &mut World,
    goban: Entity,
    node: NodeId,
    note: Note,
) -> Result<(), SheetError> {
    let mut kifu = world.get_mut::<Kifu>(goban).ok_or(SheetError::Unwritten)?;
    let book = kifu.book_mut().ok_or(SheetError::Unwritten)?;
    let there = book.games.get(node).filter(|node| node.root().id() == book.root).ok_or(SheetError::Node)?;
    let size = book.size();
    match note {
        Note::Comment(text) | Note::Name(text) if text.is_empty() && there.properties().next().is_none() => {}
        Note::Comment(text) => {
            book.games.set_texts(node, "C", (!text.is_empty()).then_some(text.as_str()));
        }
        Note::Name(text) => {
            book.games.set_texts(node, "N", (!text.is_empty()).then_some(text.as_str()));
        }
        Note::Mark(mark, point) => book.games.toggle_mark(node, mark, point, size),
        Note::Label(point, text) => book.games.set_label(node, point, &text, size),
        Note::Main => {
            book.games.promote(node);
            book.change_shape();
            book.tell_result();
        }
        Note::Remove => return remove(world, goban, node),
    }
    book.change();
    book.by_hand();
    Ok(())
}

fn remove(world: &mut World, goban: Entity, node: NodeId) -> Result<(), SheetError> {
    let book = |world: &World| -> Option<(usize, Option<NodeId>, Option<NodeId>)> {
        let book = world.get::<Kifu>(goban)?.book().ok()?;
        let there = book.games.get(node)?;
        let depth = there.depth();
        Some((depth, there.parent().map(NodeRef::id), book.on_line(depth)))
    };
    let (depth, parent, on_line) = book(world).ok_or(SheetError::Node)?;
    let parent = parent.ok_or(SheetError::Root)?;
    if on_line == Some(node) {
        go(world, goban, parent)?;
        if let Some(mut timeline) = world.get_mut::<Timeline>(goban) {
            timeline.branch();
        }
    }
    let mut kifu = world.get_mut::<Kifu>(goban).ok_or(SheetError::Unwritten)?;
    let book = kifu.book_mut().ok_or(SheetError::Unwritten)?;
    if on_line == Some(node) {
        book.line.truncate(depth);
    }
    book.games.remove(node);
    book.forget();
    book.change_shape();
    book.by_hand();
    book.tell_result();
    Ok(())
}
