//! Values of small games, by proof.
//!
//! A [`Puzzle`] holds a position of a small board. It asks again and again whether Black reaches a given
//! margin. A [`Prover`] answers each question by a search that goes deeper until it has a proof.
//! [`Repetition`] and [`Superko`] hold the rules by which earlier positions affect a game.

mod area;
mod bitboard;
mod first_capture;
mod history;
mod past;
mod prover;
mod repetition;
mod successor;
mod superko;
mod symmetry;
mod table;
mod value;

pub use bitboard::{BitBoard, MOST, ProofNode, count, owned};
pub use past::{Past, PathAnswer};
pub use prover::{Proof, ProofQuestion, Prover};
pub use repetition::Repetition;
pub(super) use successor::action;
pub use successor::{PASS, Successor};
pub use superko::Superko;
pub use symmetry::Symmetries;
pub use value::{MOST_AREA, MOST_CAPTURE, Puzzle, SolveError, SolveLimits, SolveProgress, Worth};
