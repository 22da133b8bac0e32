//! Whether a game is lost: what the log tells of games that give way to others, and what the program keeps for the next time.

use serde_json::Value;
use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use stonefield_go::Move;
use stonefield_go::notation::sgf;

/// A stone that was placed: its colour and its point.
pub(super) type Stone = (String, String);

/// Whether another game has begun with this fact.
fn begins(fact: &Value) -> bool {
    ["begun", "opened", "pasted", "restored", "setup"].iter().any(|name| fact["fact"] == *name)
}

/// What was played since a game began or was saved last.
#[derive(Default)]
pub(super) struct Played {
    /// What people and programs have placed, which nothing brings back but a file.
    pub(super) stones: BTreeSet<Stone>,
    /// Whether the user has said that it may be given up.
    given_up: bool,
}

/// Follows the log; returns what was played since the last game began or was saved, and the games that have given way to others
/// without a question.
pub(super) fn follow(facts: &[Value]) -> (Played, Vec<String>) {
    let (mut played, mut lost) = (Played::default(), Vec::new());
    let mut seats = [String::new(), String::new()];
    // What was asked for in this game; and whether another begins, of which nothing has been played yet.
    let (mut asked, mut turning) = (BTreeSet::new(), false);
    let text = |value: &Value| value.as_str().unwrap_or_default().to_lowercase();
    for (at, fact) in facts.iter().enumerate() {
        if fact["asked"] == "play" {
            asked.insert(text(&fact["point"]));
            turning = false;
        }
        match fact["fact"].as_str() {
            Some("seats") => seats = [text(&fact["black"]), text(&fact["white"])],
            Some("placed") if !turning => {
                let (color, point) = (text(&fact["color"]), text(&fact["point"]));
                // What minds play by themselves they play again.
                if asked.contains(&point) || seats[usize::from(color == "white")].starts_with("gtp") {
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
                asked.clear();
                turning = fact["fact"] != "setup";
            }
            _ => {}
        }
    }
    (played, lost)
}

/// The stones that the records in a folder place, in all their variations; those that the program keeps lie in its state folder.
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
