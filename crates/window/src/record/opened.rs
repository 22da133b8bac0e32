//! Record that was opened: its game is on a goban, and its notes are for the user.

use super::error::Unplayable;
use bevy::ecs::prelude::*;
use std::path::PathBuf;
use stonefield_files::today;
use stonefield_go::notation::sgf::{Collection, NodeId};
use stonefield_sim::GameRecord;
use stonefield_sim::history::{self, Heading, Opened, Record, opening_notes};

/// A record that is on a goban.
pub struct OpenedRecord {
    opened: Opened,
    pub(super) facts: RecordFacts,
}

impl OpenedRecord {
    /// Adds the notes about positions set by hand and about illegal moves. `record`: that of the goban.
    pub(super) fn new(mut facts: RecordFacts, opened: Opened, record: Option<&GameRecord>) -> Self {
        facts.notes.extend(opening_notes(&opened, record.map_or(0, GameRecord::illegal_count)));
        Self { opened, facts }
    }

    /// Returns the goban of the record.
    #[must_use]
    pub const fn goban(&self) -> Entity {
        self.opened.goban
    }

    /// Returns the notice that the record is open, with its notes.
    pub(super) fn notice(&self, title: &str) -> String {
        let lost = (self.facts.file.is_some() && !self.facts.whole)
            .then_some("; saving will ask for another file, because part of this one was not read");
        self.with_notes(format!("{title} is open")) + lost.unwrap_or_default()
    }

    /// Returns a notice followed by the notes.
    pub(super) fn with_notes(&self, notice: String) -> String {
        self.facts.notes.iter().fold(notice, |notice, note| notice + "; " + note)
    }
}

/// Facts of a record, with notes for the user.
pub(super) struct RecordFacts {
    pub(super) name: String,
    pub(super) file: Option<PathBuf>,
    /// True if all of the file was read.
    pub(super) whole: bool,
    /// True if the record has more than moves: see [`is_rich`].
    pub(super) rich: bool,
    pub(super) notes: Vec<String>,
}

/// Splits a record: all games of its file, the root of the chosen game, and its facts.
pub(super) fn split_record(record: Record) -> (Collection, NodeId, RecordFacts) {
    let (whole, problems) = (record.is_whole(), record.problems());
    let Record { reading, game, name, file } = record;
    let games = reading.collection.games();
    let number = games.iter().position(|&other| other == game).map_or(1, |at| at + 1);
    let mut notes = Vec::new();
    match games.len() {
        1 => {}
        count if number == 1 => notes.push(format!("{count} games are in it: the first is shown")),
        count => notes.push(format!("{count} games are in it: game {number} is shown")),
    }
    notes.extend(problems);
    let rich = is_rich(&reading.collection, game);
    (reading.collection, game, RecordFacts { name, file, whole, rich, notes })
}

/// True if a record has more than the moves of one game: several games, variations or comments.
pub(super) fn is_rich(games: &Collection, game: NodeId) -> bool {
    games.games().len() > 1
        || games.node(game).preorder().any(|node| node.has_variations() || node.property("C").is_some())
}

/// Returns the heading of a new record, with the date of today.
#[must_use]
pub fn heading() -> Heading {
    Heading { date: today(), ..Heading::default() }
}

/// Puts the game of a record on a new goban, at its beginning. Exclusive, because the moves of the record are
/// played.
///
/// # Errors
/// Fails if the record cannot be played.
pub fn open_on_new_goban(world: &mut World, record: Record) -> Result<OpenedRecord, Unplayable> {
    let (games, game, facts) = split_record(record);
    match history::open(world, games, game, heading()) {
        Ok(opened) => Ok(OpenedRecord::new(facts, opened, world.get(opened.goban))),
        Err(source) => Err(Unplayable { name: facts.name, source }),
    }
}

#[cfg(test)]
mod tests {
    use super::super::{RecordState, plugin};
    use super::*;
    use crate::shell::notices::Notices;
    use crate::shell::state::{Selected, ShownBoards, Watched};
    use stonefield_sim::create_app;
    use stonefield_sim::history::Source;

    /// Returns the notice about the first record of a window, and the file of the record.
    fn notice_and_path(text: &str) -> (String, Option<PathBuf>) {
        let mut app = create_app();
        app.init_resource::<Notices>()
            .init_resource::<Selected>()
            .init_resource::<ShownBoards>()
            .add_plugins(plugin);
        let world = app.world_mut();
        let mut record = Record::open(Source::Text("game.sgf", text), 1).expect("a record");
        record.file = Some(PathBuf::from("game.sgf"));
        let opened = open_on_new_goban(world, record).expect("playable");
        world.insert_resource(Watched(opened.goban()));
        let notice = opened.notice("game.sgf");
        world.run_system_cached_with(super::super::show_first_record, opened).expect("shown");
        (notice, world.resource::<RecordState>().path.clone())
    }

    #[test]
    fn a_record_that_was_not_read_whole_has_no_path() {
        assert_eq!(notice_and_path("(;SZ[9];B[cc])").1, Some("game.sgf".into()));
        assert_eq!(notice_and_path("(;SZ[9];B[cc]").1, None, "the end is missing");
        assert_eq!(notice_and_path("lost (;SZ[9];B[cc])").1, None, "its start would be lost");
    }

    #[test]
    fn faults_of_a_record_are_in_the_notice() {
        assert_eq!(
            notice_and_path("(;SZ[9];B[cc];W[cc]").0,
            "game.sgf is open; the record has 1 fault: see `stonefield sgf check`; 1 position is set by hand, as no \
             legal move leads there; one move is illegal; saving will ask for another file, because part of this one was not read"
        );
    }
}
