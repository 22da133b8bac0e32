//! Loading: the game of a record is put on the board. A page has one thread, which draws too: there a long game is played some of it at a time, between
//! frames, and can be given up.

use super::{
    Handled, OpenedRecord, RecordFacts, Unplayable, autosave, begun_with, belongs, facts_of, forget, heading,
    install, mark_unsaved, settle, tell, with_notes,
};
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

/// Time of one frame that loading takes: a person who cancels does not wait, and drawing takes the smaller part of the time. A window does all of it at
/// once.
const SLICE: Duration = if cfg!(target_family = "wasm") { Duration::from_millis(200) } else { Duration::MAX };

/// Loading that takes longer than this is shown.
const SHOWN_AFTER: Duration = Duration::from_millis(300);

/// Why a record is put on the board.
pub(super) enum Purpose {
    /// Opened from this file.
    Open(PathBuf),
    /// Pasted.
    Paste,
    /// Known elsewhere too, by this name.
    Replay(String),
    /// Another game of the record on the board: its number from 0, and the file; `true` if there is something to be
    /// saved.
    Game(usize, Option<PathBuf>, bool),
    /// Left behind by a window or page.
    Restore(AbandonedRecord),
    /// The address of the page has it, and asks for this tick.
    Begin(Option<u64>),
}

impl Purpose {
    /// Facts for the log, written once the record is open.
    const fn fact(&self) -> &'static str {
        match self {
            Self::Open(_) | Self::Replay(_) | Self::Begin(_) => "opened",
            Self::Paste => "pasted",
            Self::Game(..) => "game",
            Self::Restore(_) => "restored",
        }
    }
}

/// A record on its way to the board.
#[derive(Resource)]
pub struct Loading {
    purpose: Purpose,
    facts: RecordFacts,
    opening: RecordOpening,
    /// The node that is shown at first, where that is not the first of the game.
    here: Option<NodeId>,
    since: Instant,
}

impl Loading {
    /// Name of the record, in words.
    #[must_use]
    pub fn title(&self) -> &str {
        &self.facts.name
    }

    /// How many nodes are done, and how many there are; `true` once they are played, and no longer looked at.
    #[must_use]
    pub fn progress(&self) -> (usize, usize, bool) {
        let (done, all) = self.opening.progress();
        (done, all, self.opening.is_playing())
    }

    /// Whether it takes long enough to be shown.
    #[must_use]
    pub fn is_shown(&self) -> bool {
        self.since.elapsed() > SHOWN_AFTER
    }
}

/// Begins to put the game of a record that was read on the board; what was on its way before is given up.
pub(super) fn load(world: &mut World, purpose: Purpose, record: Record, here: Option<NodeId>) {
    let (games, game, facts) = facts_of(record);
    load_game(world, purpose, (games, game, facts), here);
}

/// The same of a game with what is known of it.
pub(super) fn load_game(
    world: &mut World,
    purpose: Purpose,
    (games, game, facts): (Collection, NodeId, RecordFacts),
    here: Option<NodeId>,
) {
    stop(world);
    match RecordOpening::begin(world, games, game, heading()) {
        Ok(opening) => {
            world.insert_resource(Loading { purpose, facts, opening, here, since: Instant::now() });
            go_on(world);
        }
        Err(source) => fail(world, &purpose, Unplayable { name: facts.name, source }),
    }
}

fn fail(world: &mut World, purpose: &Purpose, why: Unplayable) {
    let path = if let Purpose::Open(path) = purpose { Some(path.as_path()) } else { None };
    tell(world, purpose.fact(), path, Err(why.into()));
}

/// Gives up what is on its way to the board; returns what it is.
pub(super) fn stop(world: &mut World) -> Option<String> {
    let loading = world.remove_resource::<Loading>()?;
    loading.opening.cancel(world);
    Some(loading.facts.name)
}

/// Goes on for a while with what is on its way to the board.
pub(super) fn go_on(world: &mut World) {
    let Some(mut loading) = world.remove_resource::<Loading>() else { return };
    let begun = Instant::now();
    match loading.opening.advance(world, || begun.elapsed() >= SLICE) {
        Ok(None) => {
            if let Some(mut redraw) = world.get_resource_mut::<Redraw>() {
                redraw.frames(2);
            }
            world.insert_resource(loading);
        }
        Ok(Some(done)) => {
            let Loading { purpose, facts, here, .. } = loading;
            let shown = facts.opened(world, done);
            let fact = purpose.fact();
            let path = if let Purpose::Open(path) = &purpose { Some(path.clone()) } else { None };
            let told = finish(world, purpose, &shown, here);
            tell(world, fact, path.as_deref(), told);
        }
        Err(source) => fail(world, &loading.purpose, Unplayable { name: loading.facts.name, source }),
    }
}

/// The record is played: shows it.
fn finish(world: &mut World, purpose: Purpose, shown: &OpenedRecord, here: Option<NodeId>) -> Handled {
    if let Purpose::Begin(tick) = purpose {
        begun_with(world, shown);
        let kind = tick.map(RequestKind::Seek);
        world.write_message_batch(kind.map(|kind| Request { goban: shown.goban(), kind }));
        return Ok(None);
    }
    install(world, &shown.done, shown.rich);
    let to = here.map(|node| RequestKind::Navigate(Navigate::To(node)));
    world.write_message_batch(to.map(|kind| Request { goban: shown.goban(), kind }));
    let notes = || shown.notes.iter().map(String::as_str);
    match purpose {
        Purpose::Open(path) => {
            settle(world, &path, shown.whole);
            Ok(Some(shown.notice(&path.display().to_string())))
        }
        Purpose::Paste => {
            mark_unsaved(world);
            Ok(Some(shown.notice("The record of the clipboard")))
        }
        Purpose::Replay(name) => Ok(Some(shown.notice(&name))),
        Purpose::Game(number, path, unsaved) => {
            belongs(world, path);
            if unsaved {
                mark_unsaved(world);
            }
            let notice = || with_notes(format!("game {} is shown", number + 1), notes());
            Ok((!shown.notes.is_empty()).then(notice))
        }
        Purpose::Restore(left) => {
            belongs(world, left.note.of.clone());
            mark_unsaved(world);
            // This window keeps the game now; only then may the other go.
            autosave::keep_now(world)?;
            forget(world, &left)?;
            let of = left.note.of.as_ref().map_or_else(String::new, |of| format!(" of {}", of.display()));
            Ok(Some(with_notes(format!("The game{of} is back, and not saved yet"), notes())))
        }
        Purpose::Begin(_) => Ok(None),
    }
}
