//! Going along a record, through all its variations.

use super::act::{Stage, act_out, done};
use super::kifu::{Book, Kifu, Stop};
use super::script::Reader;
use super::setup::setup_of;
use super::{Heading, Reenacted, SheetError};
use crate::notation::sgf::{Collection, NodeId, NodeRef};
use crate::sim::timeline::{self, travel};
use crate::sim::{Game, Timeline, answer};
use bevy::ecs::prelude::*;

/// How far beyond the node that is asked for a line is played out, in nodes.
const AHEAD: usize = 512;

/// A way along a record.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Walk {
    /// To this node.
    To(NodeId),
    /// So many nodes on, or back; in the NetLogo world, ticks. At the end of what is known a game is played on.
    Along(i64),
    /// To the first node.
    First,
    /// To the end of this line.
    Last,
    /// To the variation so many below (or above) the one that this node is on, as deep in the game.
    Beside(i64),
    /// To the nearest node before this one (or, where `true`, after it on this line) from which variations leave.
    Fork(bool),
}

/// Puts a game of a record on a new goban, at its first node, with the record on it.
///
/// # Errors
/// As [`reenact`](super::reenact).
pub fn open(
    world: &mut World,
    games: Collection,
    game: NodeId,
    heading: Heading,
) -> Result<Reenacted, SheetError> {
    let root = games.get(game).ok_or(SheetError::Node)?;
    let mut line = Vec::new();
    let shown = act_out(world, root, |node, plies, edits| line.push(Stop { node, plies, edits }))?;
    let position = world.get::<Game>(shown.goban).map(|game| game.position.clone());
    if let (Some(position), false) = (position, line.is_empty()) {
        world.entity_mut(shown.goban).insert(Kifu::opened(games, line, &position, heading));
    }
    walk(world, shown.goban, Walk::First)?;
    Ok(shown)
}

/// Takes a goban along its record; one without a record along its timeline.
///
/// # Errors
/// When the node cannot be shown; the goban stands as near to it as can be then.
pub(in crate::sim) fn walk(world: &mut World, goban: Entity, walk: Walk) -> Result<(), SheetError> {
    let book = world.get::<Kifu>(goban).and_then(|kifu| kifu.book().ok());
    let Some(book) = book else { return by_ticks(world, goban, walk) };
    let to = match walk {
        Walk::To(node) => Some(node),
        Walk::Along(_) if book.netlogo => return by_ticks(world, goban, walk),
        Walk::Along(count) => {
            let end = book.line.len() - 1;
            let timeline = world.get::<Timeline>(goban).map(|timeline| (timeline.now(), timeline.last()));
            let (now, last) = timeline.unwrap_or_default();
            if count > 0 && book.depth() == end && now < last {
                // What is no move has no node: a resignation.
                travel(world, goban, last, usize::MAX, false);
                return Ok(());
            }
            let beyond = done(world, goban).0 > book.line[book.depth()].plies;
            let from = book.depth() + usize::from(beyond && count < 0);
            let to = from.saturating_add_signed(isize::try_from(count).unwrap_or(isize::MAX)).min(end);
            if to == book.depth() && count > 0 { ahead(book, count) } else { book.on_line(to) }
        }
        Walk::First => Some(book.root),
        Walk::Last => {
            let known = book.games.node(book.line[book.line.len() - 1].node);
            known.main_line().last().map(NodeRef::id)
        }
        Walk::Beside(count) => beside(book, count),
        Walk::Fork(on) => fork(book, on),
    };
    match (to, walk) {
        (Some(node), Walk::Last) => {
            go(world, goban, node)?;
            let last = world.get::<Timeline>(goban).map_or(0, Timeline::last);
            travel(world, goban, last, usize::MAX, false);
            Ok(())
        }
        (Some(node), _) => go(world, goban, node),
        (None, Walk::Along(count)) => {
            answer::step(world, goban, u32::try_from(count).unwrap_or(0));
            Ok(())
        }
        (None, _) => Ok(()),
    }
}

/// The node so many after the end of the timeline, or the last there is; `None` where none is.
fn ahead(book: &Book, count: i64) -> Option<NodeId> {
    let count = usize::try_from(count).unwrap_or(0);
    book.here().main_line().skip(1).take(count).last().map(NodeRef::id)
}

/// Along the timeline of a goban without a record, or of the NetLogo world.
fn by_ticks(world: &mut World, goban: Entity, walk: Walk) -> Result<(), SheetError> {
    let Some(timeline) = world.get::<Timeline>(goban) else { return Ok(()) };
    let (now, last) = (timeline.now(), timeline.last());
    match walk {
        Walk::First => travel(world, goban, 0, usize::MAX, false),
        Walk::Last => travel(world, goban, last, usize::MAX, false),
        Walk::Along(count) => {
            let to = now.saturating_add_signed(count).min(last);
            if to == now && count > 0 {
                let book = world.get::<Kifu>(goban).and_then(|kifu| kifu.book().ok());
                // Two plies and what sets the board right after each.
                if let Some(node) = book.and_then(|book| ahead(book, count.saturating_mul(4))) {
                    return go(world, goban, node);
                }
                answer::step(world, goban, u32::try_from(count).unwrap_or(0));
                return Ok(());
            }
            travel(world, goban, to, usize::MAX, false)
        }
        Walk::To(_) | Walk::Beside(_) | Walk::Fork(_) => return Err(SheetError::Unwritten),
    };
    Ok(())
}

/// The node of another variation that lies as deep as this one, or the end of that variation.
fn beside(book: &Book, count: i64) -> Option<NodeId> {
    let here = book.here();
    for (depth, node) in here.ancestors().enumerate() {
        if let Some(parent) = node.parent().filter(|parent| parent.branches()) {
            let at = parent.children().position(|child| child.id() == node.id())?;
            let other = at.checked_add_signed(isize::try_from(count).ok()?);
            if let Some(other) = other.and_then(|at| parent.children().nth(at)) {
                return other.main_line().take(depth + 1).last().map(NodeRef::id);
            }
        }
    }
    None
}

/// The nearest node before or after this one from which variations leave; at worst the end of the line.
fn fork(book: &Book, on: bool) -> Option<NodeId> {
    let here = book.here();
    if !on {
        let before = here.ancestors().skip(1);
        return before.clone().find(|node| node.branches()).or(before.last()).map(NodeRef::id);
    }
    let mut line = book.line[book.depth() + 1..].iter().map(|stop| book.games.node(stop.node));
    let last = line.clone().next_back();
    line.find(|node| node.branches()).or(last).map(NodeRef::id)
}

/// Goes to a node, by way of the nearest one that the timeline knows.
pub(super) fn go(world: &mut World, goban: Entity, node: NodeId) -> Result<(), SheetError> {
    // What is played on the way is in the record already.
    let Some(mut kifu) = world.entity_mut(goban).take::<Kifu>() else { return Err(SheetError::Unwritten) };
    let gone = match kifu.book_mut() {
        Some(book) => go_in(world, goban, book, node),
        None => Err(SheetError::Unwritten),
    };
    world.entity_mut(goban).insert(kifu);
    Kifu::follow(world, goban);
    gone
}

fn go_in(world: &mut World, goban: Entity, book: &mut Book, node: NodeId) -> Result<(), SheetError> {
    let target = book.games.get(node).ok_or(SheetError::Node)?;
    let path = target.path();
    let mut shared = path.iter().zip(&book.line).take_while(|(node, stop)| **node == stop.node).count();
    if shared == 0 {
        return Err(SheetError::Node);
    }
    if shared == path.len() {
        return stand_at(world, goban, book, shared - 1, false);
    }
    // Half a tick is none to begin at.
    while shared > 1 && book.netlogo && book.line[shared - 1].plies % 2 == 1 {
        shared -= 1;
    }
    let root = book.games.node(book.root);
    let heat = setup_of(root)?.map(|setup| setup.heat);
    let mut reader = Reader::after(book.games.node(path[shared - 1]), heat)?;
    let beyond: Vec<NodeId> = target.main_line().skip(1).take(AHEAD).map(NodeRef::id).collect();
    stand_at(world, goban, book, shared - 1, true)?;
    book.line.truncate(shared);
    let mut stage = Stage::new(goban, heat.is_some());
    let mut fault = None;
    for &node in path[shared..].iter().chain(&beyond) {
        match stage.show(world, reader.scenes(book.games.node(node))) {
            Ok(true) => {
                let (plies, edits) = done(world, goban);
                book.line.push(Stop { node, plies, edits });
            }
            Ok(false) => {
                fault = Some(SheetError::Over(done(world, goban).0));
                break;
            }
            Err(error) => {
                fault = Some(error);
                break;
            }
        }
    }
    timeline::rest(world, goban);
    if fault.is_some() {
        // What of the node could be shown belongs to none.
        stand_at(world, goban, book, book.line.len() - 1, true)?;
        if let Some(mut timeline) = world.get_mut::<Timeline>(goban) {
            timeline.branch();
        }
    }
    let reached = path.len().min(book.line.len()) - 1;
    stand_at(world, goban, book, reached, true)?;
    match fault {
        Some(fault) if reached + 1 < path.len() => Err(fault),
        _ => Ok(()),
    }
}

/// Stands at a node of the timeline.
fn stand_at(
    world: &mut World,
    goban: Entity,
    book: &mut Book,
    at: usize,
    afresh: bool,
) -> Result<(), SheetError> {
    let stop = *book.line.get(at).ok_or(SheetError::Node)?;
    travel(world, goban, book.ticks(stop.plies), stop.edits, afresh);
    book.at = at;
    Ok(())
}
