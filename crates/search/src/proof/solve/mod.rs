//! Small games solved: values that are proved and not estimated.
//!
//! A [`Puzzle`] is made of a position of a small board and asks, again and again, whether Black comes to so much. Each question is a search
//! for a proof that goes deeper and deeper: [`Prover`]. How the past bears on a game is told by [`Repetition`] or [`Superko`].

mod area;
mod bitboard;
mod first_capture;
mod history;
mod past;
mod prover;
mod repetition;
mod superko;
mod symmetry;
mod table;
mod value;

pub use bitboard::{BitBoard, MOST, ProofNode, count, owned};
pub use past::{Found, Past};
pub(super) use prover::action;
pub use prover::{PASS, Proof, ProofQuestion, Prover, Successor};
pub use repetition::Repetition;
pub use superko::Superko;
pub use symmetry::Symmetries;
pub use value::{MOST_AREA, MOST_CAPTURE, Puzzle, SolveError, SolveLimits, SolveProgress, Worth};
