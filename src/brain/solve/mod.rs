//! Small games solved: values that are proved and not estimated.
//!
//! A [`Puzzle`] is made of a position of a small board and asks, again and again, whether Black comes to so much. Each question is a search
//! for a proof that goes deeper and deeper: [`Prover`] where a position's past does not matter, [`SuperkoProver`] where it does.

mod area;
mod first_capture;
mod ground;
mod history;
mod prover;
mod superko;
mod table;
mod value;

pub use ground::{Grid, Ground, MOST, Node, bits, owned};
pub(in crate::brain) use prover::action;
pub use prover::{Choice, PASS, Proof, Prover, Question};
pub use superko::SuperkoProver;
pub use table::{Known, Table};
pub use value::{Limits, MOST_AREA, MOST_CAPTURE, Puzzle, SolveError, Step, Worth};
