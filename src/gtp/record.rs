//! Game records: read from files and written.

use super::reply::{Refusal, Reply, SYNTAX};
use super::session::{MOST_SIDE, Session};
use crate::files::replace;
use crate::go::{Color, Rules};
use crate::lab::store::today;
use crate::lab::{Record, Source};
use crate::notation::sgf::{self, Collection, Info, Play};
use crate::sim::history::{PRIVATE, dead_fact, rules_name, write_evaluation};
use std::path::Path;

/// `loadsgf FILE [MOVE]`: the main line of the first game, to its end or to where the move of that number comes. Size and komi are
/// those of the record; the other rules stay.
pub(super) fn load(session: &mut Session, text: &str) -> Reply {
    let (path, before) = match text.rsplit_once(' ') {
        Some((path, number)) if number.bytes().all(|b| b.is_ascii_digit()) => {
            (path.trim_end(), number.parse().unwrap_or(u32::MAX))
        }
        _ => (text, u32::MAX),
    };
    if path.is_empty() {
        return Err(SYNTAX);
    }
    let refused = || Refusal::from("cannot load file");
    // A device or a pipe may never end.
    let record = Record::open(Source::PlainFile(Path::new(path)), 1).map_err(|_| refused())?;
    let root = record.root();
    let size = sgf::size_of(root).map_err(|_| refused())?;
    if size.width() != size.height() || size.width() > MOST_SIDE {
        return Err(refused());
    }
    let komi = sgf::komi_of(root).filter(|komi| (-1e6..=1e6).contains(komi));
    let rules = Rules { komi: komi.unwrap_or(session.rules().komi), ..session.rules() };
    let mut play = Play::new(&Info { size, rules });
    for node in root.main_line() {
        let moves = node.value("B").is_some() || node.value("W").is_some();
        if moves && play.moves() + 1 >= before {
            break;
        }
        play.step(node);
    }
    session.clear(size);
    session.begin(play.position().clone());
    Ok(String::new())
}

/// `printsgf [FILE]`: the game so far, as an answer or into a file.
pub(super) fn print(session: &mut Session, path: &str) -> Reply {
    let bytes = sgf::write(&record(session));
    if path.is_empty() {
        return Ok(String::from_utf8_lossy(&bytes).trim_end().to_owned());
    }
    // Whoever reads a pipe may never come.
    if std::fs::metadata(path).is_ok_and(|found| !found.is_file()) {
        return Err("cannot write file: it is a folder, a pipe or a device".into());
    }
    replace(Path::new(path), &bytes).map_err(|error| format!("cannot write file: {error}"))?;
    Ok(String::new())
}

/// The game so far.
pub fn record(session: &Session) -> Collection {
    let position = &session.position;
    let (size, rules, start) = (position.size(), session.rules(), position.beginning());
    let mut collection = Collection::new();
    let root = collection.add_game();
    let texts = [
        ("GM", "1".to_owned()),
        ("FF", "4".to_owned()),
        ("CA", "UTF-8".to_owned()),
        ("SZ", size.width().to_string()),
        ("KM", rules.komi.to_string()),
        ("RU", rules_name(rules.name).to_owned()),
    ];
    for (name, text) in texts {
        collection.set_text(root, name, &text);
    }
    collection.set_pairs(root, "AP", [("Stonefield", env!("CARGO_PKG_VERSION"))]);
    for (name, color) in [("AB", Color::Black), ("AW", Color::White)] {
        let stones: Vec<_> = size.points().filter(|&point| start.at(point) == Some(color)).collect();
        if color == Color::Black && stones.len() >= 2 && start.to_move == Color::White {
            collection.set_text(root, "HA", &stones.len().to_string());
        }
        if !stones.is_empty() {
            collection.set_points(root, name, stones, size);
        }
    }
    if start.to_move == Color::White {
        collection.set_text(root, "PL", "W");
    }
    collection.set_text(root, PRIVATE, &dead_fact(session.dead()));
    if let Some(today) = today() {
        collection.set_text(root, "DT", &today);
    }
    for (name, color) in [("PB", Color::Black), ("PW", Color::White)] {
        // Who moved last, where minds have changed.
        if let Some(voiced) = session.voiced.iter().rfind(|voiced| voiced.color == color) {
            collection.set_text(root, name, &voiced.brain);
        }
    }
    let mut node = root;
    let mut voiced = session.voiced.iter().peekable();
    for (at, turn) in position.turns().enumerate() {
        if let Some((next, _)) = collection.add_move(node, turn.color, turn.action, size) {
            node = next;
        }
        if let Some(voiced) = voiced.next_if(|voiced| voiced.turn == at) {
            write_evaluation(&mut collection, node, voiced.black);
        }
    }
    collection
}
