//! `negamax`: a game-tree search to a fixed depth that evaluates its leaves by fields on the board.
//!
//! Each speed-up can be switched off. That changes only the time of a search: see `docs/negamax.md`.
//!
//! A *spot* is a move as a number: the index of its point, or the board area for a pass.

mod control;
mod core;
mod evaluator;
mod frame;
mod moves;
mod order;
mod params;
mod parts;
mod quiescence;
mod report;
mod search;
mod shallow;
mod snapshot;
mod table;
mod tree;

pub use control::{NodeTrace, SearchControl};
pub use evaluator::{LOSS, MAX, WIN, value_text};
pub use params::{Eval, MoveRange, NegamaxParams, Tie};
pub use parts::{ValuePart, value_parts};
pub use report::{Counts, RootResult};
pub use search::NegamaxSearch;
pub use snapshot::{NegamaxSnapshot, NegamaxSnapshotNode};
pub use table::Bound;
pub use tree::{EndReason, NegamaxBranch, NegamaxNode, NegamaxNodeId, NegamaxTree, NodeEvent};
