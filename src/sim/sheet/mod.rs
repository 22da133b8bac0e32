//! Sheets: games of gobans as SGF records, and records as gobans.
//!
//! [`sheet`] writes what happened on a goban down; [`reenact`] lets a record happen again as it is written, and [`verify`] plays its seeds
//! and minds anew and says whether the same game comes of it.
//!
//! Any program can read the board and the moves. What only this one needs to repeat a game stands in the private property
//! `STONEFIELD`, values `key=value`: in the first node the set-up (see [`facts`]), in later nodes what a hand changed between two
//! moves.
//!
//! Where it is not a game that is written down but a record that is worked on, a [`Kifu`] is on the goban: the whole tree, which
//! grows as the game goes on.

mod act;
mod end;
mod kifu;
mod note;
mod script;
mod setup;
mod walk;
mod write;

pub use act::{Reenacted, Taken, Verdict, reenact, verify};
pub use end::ending_of;
pub(super) use kifu::Turn;
pub use kifu::{Book, Kifu};
pub use note::Note;
pub(super) use note::note;
pub use setup::{dead_fact, dead_of, facts, setup_of};
pub(super) use walk::walk;
pub use walk::{Walk, open};
pub use write::{Heading, rules_name, sheet, write_evaluation};

use super::SetupError;
use crate::go::Size;
use crate::notation::sgf::SizeFault;

/// The private property.
pub const PRIVATE: &str = "STONEFIELD";

/// What marks a node that only sets the board right.
const BY_WORLD: &str = "by=world";

/// Why there is no sheet of a game, or no game of a sheet.
#[derive(Debug, thiserror::Error)]
pub enum SheetError {
    /// A board that SGF has no letters for.
    #[error("a {0} board cannot be written as SGF: its sides are at most 52")]
    Size(Size),
    /// Rules that are no preset with changes that have a name.
    #[error(
        "these rules cannot be written down: they are not {0} with other quirks, komi or number of stones"
    )]
    Rules(&'static str),
    /// There is no such goban.
    #[error("there is no such board")]
    Gone,
    /// The record has no board.
    #[error(transparent)]
    Board(#[from] SizeFault),
    /// The record's own data are broken.
    #[error("the record's {PRIVATE} data say {entry}: {why}")]
    Private {
        /// The entry.
        entry: String,
        /// What is wrong with it.
        why: String,
    },
    /// The record has no data of this program, so there are no seeds and minds to play anew.
    #[error("the record has no {PRIVATE} data: no seeds and minds to play anew")]
    Foreign,
    /// The set-up is refused.
    #[error(transparent)]
    Setup(#[from] SetupError),
    /// What the record has a hand do is refused.
    #[error("after move {after}: {why}")]
    Hand {
        /// Moves made before.
        after: usize,
        /// Why.
        why: String,
    },
    /// The record goes on, the game does not.
    #[error("the game ends after move {0}: what follows in the record cannot be shown")]
    Over(usize),
    /// There is no record on the board.
    #[error("there is no record of this game")]
    Unwritten,
    /// The node is of another record, or has been removed.
    #[error("this node is no longer in the record")]
    Node,
    /// The first node of a game cannot be removed.
    #[error("the beginning of a game cannot be removed")]
    Root,
}
