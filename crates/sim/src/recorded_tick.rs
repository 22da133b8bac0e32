//! One tick of a record.

use super::TallyRow;
use stonefield_go::ByColor;
use stonefield_go::notation::sgf::NodeId;
use stonefield_search::Evaluation;

/// One tick of a record, with its measurements.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RecordTick {
    /// Last node of the tick.
    pub node: NodeId,
    /// Measurements at the end of the tick.
    pub row: TallyRow,
    /// Evaluations for Black, by the mind of each colour that moved in the tick: see
    /// [`GameRecord::line_from`](super::GameRecord::line_from).
    pub said: ByColor<Evaluation>,
    /// Colours that passed in the tick.
    pub passed: ByColor<bool>,
}
