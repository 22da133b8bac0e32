//! A tick of a record.

use super::TallyRow;
use stonefield_go::ByColor;
use stonefield_go::notation::sgf::NodeId;
use stonefield_search::Evaluation;

/// A tick of a record.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RecordTick {
    /// The node with which it ends.
    pub node: NodeId,
    /// What was measured at its end.
    pub row: TallyRow,
    /// How good the game looked to Black by the mind of each colour that moved in it: see [`GameRecord::line_from`](super::GameRecord::line_from).
    pub said: ByColor<Evaluation>,
    /// Which colours passed in it.
    pub passed: ByColor<bool>,
}
