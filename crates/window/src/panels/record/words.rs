//! Words for a node of the record.

use stonefield_go::Color;
use stonefield_go::notation::sgf::{NodeRef, parse_move};
use stonefield_sim::GameRecord;

/// Returns the title of a node, such as `Move 12: Black D4`.
pub(super) fn title(record: &GameRecord, node: NodeRef<'_>) -> String {
    if let Some(words) = move_words(record, node) {
        let number = node.ancestors().filter(|node| raw_move(*node).is_some()).count();
        return format!("Move {number}: {words}");
    }
    let set_up = node.properties().any(|property| matches!(property.name(), "AB" | "AW" | "AE"));
    match (node.parent(), set_up) {
        (None, false) => "The beginning".to_owned(),
        (None, true) => "The beginning, with stones".to_owned(),
        (Some(_), true) => "Stones are set up".to_owned(),
        (Some(_), false) => "No move".to_owned(),
    }
}

/// Returns the move of a node: its colour, and its point as the record writes it.
pub(super) fn raw_move(node: NodeRef<'_>) -> Option<(Color, &str)> {
    let value = |name: &str| node.value(name);
    value("B").map(|raw| (Color::Black, raw)).or_else(|| value("W").map(|raw| (Color::White, raw)))
}

/// Returns the move of a node in words, such as `Black D4`. `None` without a move.
pub(super) fn move_words(record: &GameRecord, node: NodeRef<'_>) -> Option<String> {
    let (color, raw) = raw_move(node)?;
    let at = parse_move(raw, record.size());
    let off = || format!("{color} [{}], off the board", &raw[..raw.floor_char_boundary(20)]);
    Some(at.map_or_else(|_| off(), |at| format!("{color} {at}")))
}
