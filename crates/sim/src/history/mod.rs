//! History: the tree of what was played on a goban, and the node that the goban shows.
//!
//! Each goban has a [`GameRecord`]. Its nodes hold plies and edits by the user, and the measures and
//! evaluations of each tick. [`seek`] and [`Navigate`] move the goban to another node: they replay the plies
//! from the last keyframe, or from the present if that is nearer. So the state is exact.
//!
//! The tree is written as SGF. [`open`] puts a game of a file on a goban. There, and after
//! [`GameRecord::keep_text`], new moves are written to the tree as SGF properties. Other programs can read
//! the board and the moves. The private property `STONEFIELD` holds what only this program needs, as
//! `key=value`: the set-up in the root node (see [`facts`]), and edits in later nodes. [`verify`] plays a
//! record again with its seeds and minds, and checks that the same game results.

mod apply_edit;
mod dead;
mod deaths;
mod edit;
mod facts;
mod fork;
mod grow;
mod keyframe;
mod loss;
mod navigate;
mod note;
mod open;
mod play;
mod record;
mod record_source;
mod record_tick;
mod retell;
mod row_log;
mod saved;
mod script;
mod seek;
mod step;
mod text;
mod verify;

pub use crate::requests::{Navigate, Note};
pub(crate) use apply_edit::{edit, write_strokes};
pub use dead::ending_of;
pub use deaths::{StoneDeath, deaths};
pub use edit::Edit;
pub use facts::{check_size, dead_fact, dead_of, facts, setup_of};
pub use fork::{Fork, stones_at};
pub use keyframe::NoRewind;
pub use loss::{MoveLoss, REVIEW, Severity};
pub(crate) use navigate::navigate;
pub(crate) use note::note;
pub(crate) use open::open_plain;
pub use open::{Opened, RecordOpening, open};
pub(crate) use play::kept_for;
pub(crate) use play::{play, set_rules, take_back};
pub use record::GameRecord;
pub use record_source::{Record, RecordError, Source, opening_notes};
pub(crate) use record_tick::keep_first_keyframe;
pub(crate) use record_tick::{add as add_record, plugin};
pub use retell::RetellError;
pub(crate) use retell::retell;
pub use seek::seek;
pub use text::{Heading, write_evaluation};
pub use verify::{ReplayVerdict, UnverifiedMoves, verify};

use super::SetupError;
use stonefield_go::notation::sgf::SizeFault;
use stonefield_go::{Color, Point, Size};

/// Private property of this program.
pub const PRIVATE: &str = "STONEFIELD";

/// Private entry of a node that only corrects the board for other SGF programs.
const BY_WORLD: &str = "by=world";

/// Content of a point, in words.
const fn content(stone: Option<Color>) -> &'static str {
    match stone {
        None => "no stone",
        Some(Color::Black) => "a black stone",
        Some(Color::White) => "a white stone",
    }
}

/// Given size, and the board size that it makes under the rules. Displayed as nothing if both are equal.
struct OtherBoard(Size, Size);

impl std::fmt::Display for OtherBoard {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Self(given, board) = self;
        if given == board { Ok(()) } else { write!(f, ", which under its rules makes a {board} board") }
    }
}

/// Error of reading or writing the record of a game.
#[derive(Clone, Debug, thiserror::Error)]
pub enum HistoryError {
    /// The board is too large for SGF.
    #[error("a {0} board is too large for SGF: its sides are at most 52")]
    Size(Size),
    /// The rules differ from their preset in something that has no private entry. Field: name of the preset.
    #[error(
        "these rules cannot be written to a record: they differ from {0} in more than quirks, suicide, komi \
         and number of stones"
    )]
    Rules(&'static str),
    /// The goban no longer exists.
    #[error("the board no longer exists")]
    Gone,
    /// The record has no valid board size.
    #[error(transparent)]
    Board(#[from] SizeFault),
    /// An entry of the private data is invalid.
    #[error("the record's {PRIVATE} property has an invalid entry {entry}: {why}")]
    Private {
        /// The invalid entry.
        entry: String,
        /// Reason, in plain words.
        why: String,
    },
    /// The private data lack an entry that every game needs. Fields: its key, and an example of its value.
    #[error("the record's {PRIVATE} property has no entry {0}: add one, as in {0}={1}")]
    Missing(&'static str, &'static str),
    /// The private data and `SZ` give different board sizes.
    #[error(
        "the record has two board sizes: SZ makes a {stated} board, its {PRIVATE} property has size={given}{}",
        OtherBoard(*given, *board)
    )]
    TwoSizes {
        /// Board size by `SZ`.
        stated: Size,
        /// Value of the entry `size`.
        given: Size,
        /// Board size that `size` makes under the record's rules.
        board: Size,
    },
    /// The private data and the root node give different stones at the beginning.
    #[error(
        "the record has two starting positions: at {point} the first node has {}, its {PRIVATE} property {}",
        content(*stated),
        content(*given)
    )]
    TwoBeginnings {
        /// First point that differs.
        point: Point,
        /// Stone there by the root node.
        stated: Option<Color>,
        /// Stone there by the private data.
        given: Option<Color>,
    },
    /// The record has no private data, so it names no seeds and minds to replay.
    #[error("the record has no {PRIVATE} property: there are no seeds and minds to replay")]
    Foreign,
    /// The set-up is refused.
    #[error(transparent)]
    Setup(#[from] SetupError),
    /// A stone that the record sets by hand is refused.
    #[error("after move {after}: {why}")]
    IllegalStone {
        /// Number of plies before the stone is set.
        after: usize,
        /// Reason, in plain words.
        why: String,
    },
    /// The record has moves after the end of the game. Field: number of moves up to the end.
    #[error("the game ends after move {0}: later moves of the record cannot be shown")]
    Over(usize),
    /// No SGF text of the game is kept.
    #[error("there is no record of this game")]
    NoText,
    /// The node belongs to another record, was removed, or is not the root, as game information requires.
    #[error("this node is no longer in the record")]
    Node,
    /// The root node of a game cannot be removed.
    #[error("the first node of a game cannot be removed")]
    Root,
}
