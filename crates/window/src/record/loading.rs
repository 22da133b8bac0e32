//! Loading: puts the game of a record on the board. A page has one thread for this and for drawing. There a
//! long game is played in slices between frames, and can be cancelled.

use super::{
    OpenedRecord, Outcome, RecordFacts, Unplayable, autosave, forget, heading, install, mark_unsaved, report,
    set_file, set_file_if_whole, show_first_record, split_record, with_notes,
};
use crate::platform::{Host, Platform};
use crate::shell::files::AbandonedRecord;
use crate::shell::state::Redraw;
use bevy::ecs::prelude::*;
use bevy::platform::time::Instant;
use core::time::Duration;
use std::path::PathBuf;
use stonefield_go::notation::sgf::{Collection, NodeId};
use stonefield_sim::history::Record;
use stonefield_sim::history::{Navigate, RecordOpening};
use stonefield_sim::{Request, RequestKind};

/// Loading that takes longer than this is shown to the user.
const SHOWN_AFTER: Duration = Duration::from_millis(300);

/// Reason for putting a record on the board.
pub(super) enum Purpose {
    /// Open: the file.
    Open(PathBuf),
    /// Paste from the clipboard.
    Paste,
    /// Replay of a game that is kept elsewhere, with its name.
    Replay(String),
    /// Another game of the record: its number from 0, the file, and true if there are unsaved changes.
    Game(usize, Option<PathBuf>, bool),
    /// Restore a game that a crashed window or page left behind.
    Restore(AbandonedRecord),
    /// First record of a page, from its address, with the tick to go to.
    Begin(Option<u64>),
}

impl Purpose {
    /// Returns the name of the fact in the log, written once the record is open.
    const fn fact(&self) -> &'static str {
        match self {
            Self::Open(_) | Self::Replay(_) | Self::Begin(_) => "opened",
            Self::Paste => "pasted",
            Self::Game(..) => "game",
            Self::Restore(_) => "restored",
        }
    }
}

/// The record that is being loaded.
#[derive(Resource)]
pub struct Loading {
    purpose: Purpose,
    facts: RecordFacts,
    opening: RecordOpening,
    /// Node to go to, if it is not the first node of the game.
    first_node: Option<NodeId>,
    begun_at: Instant,
}

impl Loading {
    /// Returns the name of the record.
    #[must_use]
    pub fn title(&self) -> &str {
        &self.facts.name
    }

    /// Returns the number of nodes done and of all nodes, and true while they are played, after the check.
    #[must_use]
    pub fn progress(&self) -> (usize, usize, bool) {
        let (done, all) = self.opening.progress();
        (done, all, self.opening.is_playing())
    }

    /// True if loading has taken longer than [`SHOWN_AFTER`], so that it is shown.
    #[must_use]
    pub fn is_shown(&self) -> bool {
        self.begun_at.elapsed() > SHOWN_AFTER
    }
}

/// Begins to load the game of a record, and cancels a load in progress.
pub(super) fn load(world: &mut World, purpose: Purpose, record: Record, first_node: Option<NodeId>) {
    let (games, game, facts) = split_record(record);
    load_game(world, purpose, (games, game, facts), first_node);
}

/// Like [`load`], for a record that is split already.
pub(super) fn load_game(
    world: &mut World,
    purpose: Purpose,
    (games, game, facts): (Collection, NodeId, RecordFacts),
    first_node: Option<NodeId>,
) {
    cancel(world);
    match RecordOpening::begin(world, games, game, heading()) {
        Ok(opening) => {
            world.insert_resource(Loading { purpose, facts, opening, first_node, begun_at: Instant::now() });
            advance_loading(world);
        }
        Err(source) => refuse(world, &purpose, Unplayable { name: facts.name, source }),
    }
}

fn refuse(world: &mut World, purpose: &Purpose, error: Unplayable) {
    let path = if let Purpose::Open(path) = purpose { Some(path.as_path()) } else { None };
    report(world, purpose.fact(), path, Err(error.into()));
}

/// Cancels the load in progress. Returns the name of its record.
pub(super) fn cancel(world: &mut World) -> Option<String> {
    let loading = world.remove_resource::<Loading>()?;
    loading.opening.cancel(world);
    Some(loading.facts.name)
}

/// Continues the load in progress for up to [`Host::LOADING_SLICE`], and shows the record when it is complete.
pub(super) fn advance_loading(world: &mut World) {
    let Some(mut loading) = world.remove_resource::<Loading>() else { return };
    let slice_start = Instant::now();
    match loading.opening.advance(world, || slice_start.elapsed() >= Host::LOADING_SLICE) {
        Ok(None) => {
            if let Some(mut redraw) = world.get_resource_mut::<Redraw>() {
                redraw.frames(2);
            }
            world.insert_resource(loading);
        }
        Ok(Some(opened)) => {
            let Loading { purpose, facts, first_node, .. } = loading;
            let record = facts.opened(world, opened);
            let fact = purpose.fact();
            let path = if let Purpose::Open(path) = &purpose { Some(path.clone()) } else { None };
            let result = finish(world, purpose, &record, first_node);
            report(world, fact, path.as_deref(), result);
        }
        Err(source) => refuse(world, &loading.purpose, Unplayable { name: loading.facts.name, source }),
    }
}

/// Shows a record that is loaded, and goes to its node or tick.
///
/// # Errors
/// A restored game cannot be saved by this window, or its old file cannot be deleted.
fn finish(world: &mut World, purpose: Purpose, record: &OpenedRecord, first_node: Option<NodeId>) -> Outcome {
    if let Purpose::Begin(tick) = purpose {
        show_first_record(world, record);
        let kind = tick.map(RequestKind::Seek);
        world.write_message_batch(kind.map(|kind| Request { goban: record.goban(), kind }));
        return Ok(None);
    }
    install(world, &record.opened, record.rich);
    let request = first_node.map(|node| RequestKind::Navigate(Navigate::To(node)));
    world.write_message_batch(request.map(|kind| Request { goban: record.goban(), kind }));
    let notes = || record.notes.iter().map(String::as_str);
    match purpose {
        Purpose::Open(path) => {
            set_file_if_whole(world, &path, record.whole);
            Ok(Some(record.notice(&path.display().to_string())))
        }
        Purpose::Paste => {
            mark_unsaved(world);
            Ok(Some(record.notice("The record of the clipboard")))
        }
        Purpose::Replay(name) => Ok(Some(record.notice(&name))),
        Purpose::Game(number, path, unsaved) => {
            set_file(world, path);
            if unsaved {
                mark_unsaved(world);
            }
            let notice = || with_notes(format!("game {} is shown", number + 1), notes());
            Ok((!record.notes.is_empty()).then(notice))
        }
        Purpose::Restore(left) => {
            set_file(world, left.note.of.clone());
            mark_unsaved(world);
            // The old file is deleted only after this window has saved the game.
            autosave::keep_now(world)?;
            forget(world, &left)?;
            let from =
                left.note.of.as_ref().map_or_else(String::new, |path| format!(" of {}", path.display()));
            Ok(Some(with_notes(format!("The game{from} is back, and not saved yet"), notes())))
        }
        Purpose::Begin(_) => Ok(None),
    }
}
