//! Loading: puts the game of a record on the board. A page has one thread for this and for drawing. There a
//! long game is played in slices between frames, and can be cancelled.

use super::CLIPBOARD;
use super::autosave::{Autosave, save_now};
use super::board_record::BoardRecord;
use super::error::{RecordRequestError, Unplayable};
use super::opened::{OpenedRecord, RecordFacts, heading, is_rich, split_record};
use super::report::{Outcome, Reports};
use crate::platform::{Host, Platform};
use crate::shell::files::AbandonedRecord;
use crate::shell::state::Redraw;
use bevy::ecs::prelude::*;
use bevy::platform::time::Instant;
use core::time::Duration;
use std::path::{Path, PathBuf};
use stonefield_go::notation::sgf::{Collection, NodeId};
use stonefield_sim::history::{HistoryError, Navigate, Opened, Record, RecordOpening, Source};
use stonefield_sim::{GameRecord, RequestKind};

/// Loading that takes longer than this is shown to the user.
const SHOWN_AFTER: Duration = Duration::from_millis(300);

/// Reason for putting a record on the board.
enum Purpose {
    /// Open a file.
    Open,
    /// Paste from the clipboard.
    Paste,
    /// Replay of a game that is kept elsewhere.
    Replay,
    /// Another game of the record: its number from 0, the file, and true if there are unsaved changes.
    Game(usize, Option<PathBuf>, bool),
    /// Restore a game that a crashed window or page left behind, at this node if it is not the first one.
    Restore(AbandonedRecord, Option<NodeId>),
    /// First record of a page, from its address, with the tick to go to.
    Begin(Option<u64>),
}

impl Purpose {
    /// Returns the name of the fact in the log, written once the record is open.
    const fn fact(&self) -> &'static str {
        match self {
            Self::Open | Self::Replay | Self::Begin(_) => "opened",
            Self::Paste => "pasted",
            Self::Game(..) => "game",
            Self::Restore(..) => "restored",
        }
    }
}

/// A record to load, as a command.
pub struct RecordLoad {
    purpose: Purpose,
    facts: RecordFacts,
    games: Collection,
    game: NodeId,
}

impl RecordLoad {
    fn new(purpose: Purpose, record: Record) -> Self {
        let (games, game, facts) = split_record(record);
        Self { purpose, facts, games, game }
    }

    /// Returns the load of the record that the page starts with. `tick`: tick to go to afterwards.
    #[must_use]
    pub fn first(record: Record, tick: Option<u64>) -> Self {
        Self::new(Purpose::Begin(tick), record)
    }

    pub(super) fn open(path: &Path) -> Result<Self, RecordRequestError> {
        Ok(Self::new(Purpose::Open, Record::open(Source::PlainFile(path), 1)?))
    }

    pub(super) fn paste(text: &str) -> Result<Self, RecordRequestError> {
        Ok(Self::new(Purpose::Paste, Record::open(Source::Text(CLIPBOARD, text), 1)?))
    }

    /// The game is kept elsewhere, so replacing it later loses nothing.
    pub(super) fn replay(record: Record) -> Self {
        Self::new(Purpose::Replay, record)
    }

    /// Returns the load of another game of the record on the board, by its number from 0.
    pub(super) fn game(board: &BoardRecord, number: usize) -> Result<Self, RecordRequestError> {
        let games = board.games()?.clone();
        let game = *games.games().get(number).ok_or(RecordRequestError::NoSuchGame(number + 1))?;
        let purpose = Purpose::Game(number, board.state.path.clone(), board.is_unsaved());
        let (name, rich) = (format!("game {}", number + 1), is_rich(&games, game));
        let facts = RecordFacts { name, file: None, whole: true, rich, notes: Vec::new() };
        Ok(Self { purpose, facts, games, game })
    }

    /// Returns the load of an abandoned game, at the node in its note. Nodes are counted from 0 in the order
    /// of the file.
    pub(super) fn restore(left: AbandonedRecord) -> Result<Self, RecordRequestError> {
        let mut record = Record::open(Source::PlainFile(&left.path), 1)?;
        let games = &record.reading.collection;
        let mut nodes = games.games().iter().flat_map(|&game| games.node(game).preorder());
        let here = nodes.nth(left.note.node).map(|node| (node.id(), node.root().id()));
        if let Some((_, game)) = here {
            record.game = game;
        }
        let here = here.filter(|(here, game)| here != game).map(|(here, _)| here);
        Ok(Self::new(Purpose::Restore(left, here), record))
    }
}

/// The record that is being loaded.
#[derive(Resource)]
pub struct Loading {
    purpose: Purpose,
    facts: RecordFacts,
    opening: RecordOpening,
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

impl Command for RecordLoad {
    type Out = ();

    /// Begins to load the game of a record, and cancels a load in progress. Exclusive, because a goban is
    /// spawned and moves are played on it.
    fn apply(self, world: &mut World) {
        let Self { purpose, facts, games, game } = self;
        cancel(world);
        match RecordOpening::begin(world, games, game, heading()) {
            Ok(opening) => {
                world.insert_resource(Loading { purpose, facts, opening, begun_at: Instant::now() });
                advance_loading(world);
            }
            Err(error) => world.commands().run_system_cached_with(finish, (purpose, facts, Err(error))),
        }
    }
}

/// Cancels the load in progress. Exclusive, because the goban of the load is despawned before the next load.
pub(super) fn cancel(world: &mut World) {
    if let Some(loading) = world.remove_resource::<Loading>() {
        loading.opening.cancel(world);
    }
}

/// Continues the load in progress for up to [`Host::LOADING_SLICE`], and shows the record when it is
/// complete. Exclusive, because the moves of the record are played.
pub(super) fn advance_loading(world: &mut World) {
    let Some(mut loading) = world.remove_resource::<Loading>() else { return };
    let slice_start = Instant::now();
    let result = loading.opening.advance(world, || slice_start.elapsed() >= Host::LOADING_SLICE);
    if let Some(result) = result.transpose() {
        world.commands().run_system_cached_with(finish, (loading.purpose, loading.facts, result));
    } else {
        world.resource_mut::<Redraw>().frames(2);
        world.insert_resource(loading);
    }
}

/// Shows a record that is loaded, or refuses one that cannot be played, and reports the result.
fn finish(
    In((purpose, facts, result)): In<(Purpose, RecordFacts, Result<Opened, HistoryError>)>,
    mut board: BoardRecord,
    autosave: Option<ResMut<Autosave>>,
    mut reports: Reports,
) {
    let fact = purpose.fact();
    let file = facts.file.clone().filter(|_| matches!(purpose, Purpose::Open));
    let result = match result {
        Ok(opened) => {
            let record = OpenedRecord::new(facts, opened, board.on(opened.goban));
            show(purpose, &record, &mut board, autosave, &mut reports)
        }
        Err(source) => Err(Unplayable { name: facts.name, source }.into()),
    };
    reports.report(fact, file.as_deref(), result);
}

/// Shows a record that is loaded, and goes to its node or tick.
///
/// # Errors
/// Fails if a restored game cannot be saved by this window, or its old file cannot be deleted.
fn show(
    purpose: Purpose,
    record: &OpenedRecord,
    board: &mut BoardRecord,
    autosave: Option<ResMut<Autosave>>,
    reports: &mut Reports,
) -> Outcome {
    board.install(record);
    Ok(match purpose {
        Purpose::Open => {
            board.set_file_of(record.facts.file.as_deref(), record.facts.whole);
            Some(record.notice(&record.facts.name))
        }
        Purpose::Paste => {
            board.change(GameRecord::mark_unsaved);
            Some(record.notice("The record of the clipboard"))
        }
        Purpose::Replay => Some(record.notice(&record.facts.name)),
        Purpose::Game(number, path, unsaved) => {
            board.set_file(path);
            if unsaved {
                board.change(GameRecord::mark_unsaved);
            }
            let notice = || record.with_notes(format!("game {} is shown", number + 1));
            (!record.facts.notes.is_empty()).then(notice)
        }
        Purpose::Restore(left, node) => {
            board.send(node.map(|node| RequestKind::Navigate(Navigate::To(node))));
            let of = left.note.of.clone();
            let from = of.as_ref().map_or_else(String::new, |path| format!(" of {}", path.display()));
            board.set_file(of);
            board.change(GameRecord::mark_unsaved);
            // The old file is deleted only after this window has saved the game.
            save_now(board, autosave, reports)?;
            board.forget(&left)?;
            Some(record.with_notes(format!("The game{from} is back, and not saved yet")))
        }
        Purpose::Begin(tick) => {
            show_first(record, board, reports);
            board.send(tick.map(RequestKind::Seek));
            None
        }
    })
}

/// Shows the record that the window starts with.
pub fn show_first_record(In(record): In<OpenedRecord>, mut board: BoardRecord, mut reports: Reports) {
    board.install(&record);
    show_first(&record, &mut board, &mut reports);
}

/// Shows the file and notice of the record that the window starts with, as for a record opened later.
fn show_first(record: &OpenedRecord, board: &mut BoardRecord, reports: &mut Reports) {
    let file = record.facts.file.as_ref();
    board.set_file_of(file.map(PathBuf::as_path), record.facts.whole);
    let title = file.map_or_else(|| "the record".to_owned(), |file| file.display().to_string());
    reports.notices.show_notice_later(record.notice(&title));
}
