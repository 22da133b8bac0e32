//! Dead stones at the end of a record.

use super::facts::{entries, mark_of};
use crate::Ending;
use stonefield_go::notation::sgf::NodeRef;
use stonefield_go::{DeadStones, Position};
use stonefield_search::dead_stones;

/// Dead stones in the position at the end of a record's main line, found as `how` says. Estimated dead stones
/// are then changed by the user's marks in the record. Marks that cannot be read are skipped.
#[must_use]
pub fn ending_of(root: NodeRef<'_>, position: &Position, how: DeadStones) -> Ending {
    let mut ending = Ending { counted: true, dead: dead_stones(position, how), ..Ending::default() };
    for node in root.main_line() {
        for (key, value) in entries(node) {
            if let Ok(Some((point, dead))) = mark_of((&key, &value))
                && how == DeadStones::Estimated
                && position.size().contains(point)
                && position.at(point).is_some()
            {
                ending.mark(&position.chain(point), dead);
            }
        }
    }
    ending.score = Some(position.score_with(&ending.dead));
    ending
}
