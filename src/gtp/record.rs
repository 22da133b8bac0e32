//! Commands that load and write game records.

use super::opponent::{MAX_SIDE, Opponent, OpponentError};
use super::reply::{CommandResult, Refusal, SYNTAX};
use std::path::Path;
use stonefield_files::replace;
use stonefield_go::notation::sgf::{self, Collection, NodeRef};
use stonefield_go::{Color, Rules};
use stonefield_sim::history::{PRIVATE, check_size, dead_fact};
use stonefield_sim::history::{Record, Source};

/// `loadsgf FILE [MOVE]`: loads the main line of the first game, to its end or to the position before move
/// number MOVE. Sets the size, and the komi if the record has a valid one. The other rules stay.
pub(super) fn load(opponent: &mut Opponent, text: &str) -> CommandResult {
    let (path, before) = match text.rsplit_once(' ') {
        Some((path, number)) if number.bytes().all(|b| b.is_ascii_digit()) => {
            (path.trim_end(), number.parse().unwrap_or(u32::MAX))
        }
        _ => (text, u32::MAX),
    };
    if path.is_empty() {
        return Err(SYNTAX);
    }
    // A device or a pipe could be endless.
    let record = Record::open(Source::PlainFile(Path::new(path)), 1).map_err(load_refusal)?;
    let root = record.root();
    let size = sgf::size_of(root).map_err(load_refusal)?;
    check_size(root).map_err(load_refusal)?;
    if size.width() != size.height() || size.width() > MAX_SIDE {
        return Err(load_refusal(OpponentError::Size(size)));
    }
    let komi = sgf::komi_of(root).filter(|komi| (-1e6..=1e6).contains(komi));
    let rules = Rules { komi: komi.unwrap_or(opponent.rules().komi), ..opponent.rules() };
    let has_move = |node: &NodeRef<'_>| node.value("B").is_some() || node.value("W").is_some();
    let mut moves = 0;
    let nodes = root.main_line().take_while(|node| {
        moves += u32::from(has_move(node));
        moves == 0 || moves < before
    });
    let to = nodes.last().map_or(record.game, NodeRef::id);
    opponent.load(record.reading.collection, record.game, rules, to).map_err(load_refusal)?;
    Ok(String::new())
}

/// Refusal in the words of the GTP standard, with the reason.
fn load_refusal(why: impl std::fmt::Display) -> Refusal {
    format!("cannot load file: {why}").into()
}

/// `printsgf [FILE]`: returns the game as SGF, or writes it to a file.
pub(super) fn print(opponent: &mut Opponent, path: &str) -> CommandResult {
    let bytes = sgf::write(&record(opponent));
    if path.is_empty() {
        return Ok(String::from_utf8_lossy(&bytes).trim_end().to_owned());
    }
    // Writing to a pipe could block forever.
    if std::fs::metadata(path).is_ok_and(|metadata| !metadata.is_file()) {
        return Err("cannot write file: it is a folder, a pipe or a device".into());
    }
    replace(Path::new(path), &bytes).map_err(|error| format!("cannot write file: {error}"))?;
    Ok(String::new())
}

/// Game so far as an SGF collection, without moves that were taken back.
pub fn record(opponent: &Opponent) -> Collection {
    // Fails only for boards larger than GTP allows.
    let Ok(mut games) = opponent.record().line_text() else { return Collection::new() };
    let root = opponent.record().root();
    let rules = opponent.rules();
    let texts = [
        ("GM", "1".to_owned()),
        ("FF", "4".to_owned()),
        ("CA", "UTF-8".to_owned()),
        ("KM", rules.komi.to_string()),
        ("RU", sgf::rules_text(rules.name).to_owned()),
        (PRIVATE, dead_fact(opponent.dead())),
    ];
    for (name, text) in texts {
        games.set_text(root, name, &text);
    }
    games.set_pairs(root, "AP", [("Stonefield", env!("CARGO_PKG_VERSION"))]);
    // The result of a loaded record is removed, because this game can have gone on otherwise.
    games.clear(root, "RE");
    for (name, color) in [("PB", Color::Black), ("PW", Color::White)] {
        // If the mind was replaced during the game, the last one of each colour is named.
        if let Some(mind) = opponent.record().mind(color) {
            games.set_text(root, name, mind);
        }
    }
    games
}
