//! Search for lost games in the log, and for stones in the records that the program stores.

use serde_json::Value;
use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use stonefield_go::Move;
use stonefield_go::notation::sgf;

/// Placed stone: colour and point.
pub(super) type Stone = (String, String);

/// True if a fact says that another game has begun.
fn begins(fact: &Value) -> bool {
    ["begun", "opened", "pasted", "restored", "setup"].iter().any(|name| fact["fact"] == *name)
}

/// Stones placed since a game began or was saved.
#[derive(Default)]
pub(super) struct Played {
    /// Stones of people and engines. Only a file can bring them back.
    pub(super) stones: BTreeSet<Stone>,
    /// True if the user has discarded them.
    given_up: bool,
}

/// Reads the log. Returns the stones placed since the last game began or was saved, and a description of each
/// game that was replaced without a question.
pub(super) fn find_lost(facts: &[Value]) -> (Played, Vec<String>) {
    let (mut played, mut lost) = (Played::default(), Vec::new());
    let mut seats = [String::new(), String::new()];
    // Requested points of this game; and true from the start of a new game to its first request.
    let (mut requested, mut is_new) = (BTreeSet::new(), false);
    let text = |value: &Value| value.as_str().unwrap_or_default().to_lowercase();
    for (at, fact) in facts.iter().enumerate() {
        if fact["asked"] == "play" {
            requested.insert(text(&fact["point"]));
            is_new = false;
        }
        match fact["fact"].as_str() {
            Some("seats") => seats = [text(&fact["black"]), text(&fact["white"])],
            Some("placed") if !is_new => {
                let (color, point) = (text(&fact["color"]), text(&fact["point"]));
                // Moves of the program's own minds do not count, as they are played again.
                if requested.contains(&point) || seats[usize::from(color == "white")].starts_with("gtp") {
                    played.stones.insert((color, point));
                    played.given_up = false;
                }
            }
            Some("saved") => played = Played::default(),
            Some("answered about changes") => played.given_up = fact["answer"] == "discard",
            _ if begins(fact) => {
                if !played.stones.is_empty() && !played.given_up {
                    lost.push(format!("{:?} gave way at fact {at}, {fact}", played.stones));
                }
                played = Played::default();
                requested.clear();
                is_new = fact["fact"] != "setup";
            }
            _ => {}
        }
    }
    (played, lost)
}

/// Returns the stones that the records in a folder place, in all their variations.
pub(super) fn placed(folder: &Path) -> BTreeSet<Stone> {
    let files = fs::read_dir(folder).into_iter().flatten().flatten();
    let records =
        files.map(|file| file.path()).filter(|path| path.extension().is_some_and(|end| end == "sgf"));
    let mut placed = BTreeSet::new();
    for path in records {
        let games = sgf::read(&fs::read(&path).expect("a record")).expect("a record").collection;
        for &root in games.games() {
            let root = games.node(root);
            let size = sgf::size_of(root).expect("a size");
            for node in root.preorder() {
                for (name, color) in [("B", "black"), ("W", "white")] {
                    let action = node.value(name).and_then(|raw| sgf::parse_move(raw, size).ok());
                    let point = action.and_then(Move::point);
                    placed.extend(point.map(|at| (color.to_owned(), at.to_string().to_lowercase())));
                }
            }
        }
    }
    placed
}
