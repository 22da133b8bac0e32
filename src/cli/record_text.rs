//! Records as text: for `replay --text`, and if no window can be opened.

use super::door::say;
use super::failure::Failure;
use super::sgf::refused;
use super::watch;
use std::io::Write;
use stonefield_go::Color;
use stonefield_go::notation::one_line;
use stonefield_go::notation::sgf::illegal_moves;
use stonefield_minds::Trust;
use stonefield_sim::history::{Record, opening_notes};
use stonefield_sim::{Seats, Session};

/// Name of a record on one line.
pub(super) fn title(record: &Record) -> String {
    one_line(&record.name).collect()
}

/// Writes notes about a record to stderr.
pub(super) fn report_notes(record: &Record, notes: impl IntoIterator<Item = String>) {
    notes.into_iter().for_each(|note| say(format_args!("{}: {note}", title(record))));
}

/// Writes notes about a record to stderr, and shows its game in the terminal.
pub(super) fn show_as_text(record: &Record, trust: Trust, out: &mut dyn Write) -> Result<(), Failure> {
    let root = record.root();
    let games = record.reading.collection.clone();
    let (mut session, opened) =
        Session::reopen(games, record.game, trust).map_err(|error| refused(&record.name, error))?;
    session.seek(u64::MAX);
    let mut notes = Vec::from_iter(record.problems());
    notes.extend(opening_notes(&opened, illegal_moves(root).len()));
    let seats = session.part::<Seats>();
    let vacant = Color::ALL.into_iter().filter_map(|color| seats.vacancy(color));
    notes.extend(vacant.map(|vacancy| format!("{vacancy}; --allow-programs fills it")));
    report_notes(record, notes);
    let names = ["PB", "PW"].map(|name| root.text(name).unwrap_or_else(|| "unknown".to_owned()));
    watch::show_record(session, &title(record), &names, out)
}
