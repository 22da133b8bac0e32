//! Values of small boards, by proof.
//!
//! A [`Puzzle`] is a position on a small board. To find its value, it asks a series of questions: does Black
//! reach this margin? A [`Prover`] answers a question by a search with iterative deepening. [`Repetition`]
//! and [`Superko`] are the two ways in which earlier positions affect a game.

mod area;
mod bitboard;
mod first_capture;
mod history;
mod path_history;
mod prover;
mod repetition;
mod successor;
mod superko;
mod symmetry;
mod table;
mod value;

pub use bitboard::{BitBoard, MAX_POINTS, ProofNode, count, owned_unconditionally};
pub use path_history::{PathAnswer, PathHistory};
pub use prover::{Proof, ProofQuestion, Prover};
pub use repetition::Repetition;
pub(super) use successor::action;
pub use successor::{PASS, Successor};
pub use superko::Superko;
pub use symmetry::Symmetries;
pub use value::{
    MAX_AREA_BOARD, MAX_CAPTURE_BOARD, Puzzle, SolveError, SolveLimits, SolveProgress, ValueBounds,
};
