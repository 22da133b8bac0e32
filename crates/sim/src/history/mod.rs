//! History: what was played on a goban, as a tree, and the moment of it that the goban shows.
//!
//! Each goban has a [`GameRecord`]. Its nodes hold what happened: plies, and edits by the user. The goban stands at one of them; [`seek`]
//! and [`Navigate`] bring it to others, exactly, from a moment kept whole nearby (a keyframe). Measures and evaluations of a tick hang
//! on its node.
//!
//! SGF is the text of the tree. [`open`] puts a game of a file on a goban, and [`GameRecord::keep_text`] has what is played
//! written into the tree as it happens. Any program can read the board and the moves. What only this one needs to repeat a game stands in
//! the private property `STONEFIELD`, values `key=value`: in the first node the set-up (see [`facts`]), in later nodes the edits
//! between two moves. [`verify`] plays the seeds and minds of a record again and says whether the same game comes of it.

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
pub use record_source::{Record, RecordError, Source, departures};
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

/// The private property.
pub const PRIVATE: &str = "STONEFIELD";

/// What marks a node that only sets the board right.
const BY_WORLD: &str = "by=world";

/// A point's content in words.
const fn content(stone: Option<Color>) -> &'static str {
    match stone {
        None => "no stone",
        Some(Color::Black) => "a black stone",
        Some(Color::White) => "a white stone",
    }
}

/// Says which board a size makes, where that is another one.
struct OtherBoard(Size, Size);

impl std::fmt::Display for OtherBoard {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Self(given, board) = self;
        if given == board { Ok(()) } else { write!(f, ", which under its rules makes a {board} board") }
    }
}

/// Why there is no text of a game, or no game of a text.
#[derive(Clone, Debug, thiserror::Error)]
pub enum HistoryError {
    /// A board that SGF has no letters for.
    #[error("a {0} board cannot be written as SGF: its sides are at most 52")]
    Size(Size),
    /// Rules that are not a preset with changes that have a name.
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
        /// The line of the record's script that cannot be read.
        entry: String,
        /// What is wrong with it.
        why: String,
    },
    /// The private data lack an entry that every game needs.
    #[error("the record's {PRIVATE} data have no entry {0}, as in {0}={1}")]
    Missing(&'static str, &'static str),
    /// The private data and `SZ` give boards of different sizes.
    #[error(
        "the record has two board sizes: SZ makes a {stated} board, its {PRIVATE} data say size={given}{}",
        OtherBoard(*given, *board)
    )]
    TwoSizes {
        /// Size of the board that `SZ` makes.
        stated: Size,
        /// Value of the entry `size`.
        given: Size,
        /// Size of the board that it makes under the record's rules.
        board: Size,
    },
    /// The private data and the first node give different stones to begin with.
    #[error(
        "the record has two beginnings: at {point} the first node has {}, its {PRIVATE} data make {}",
        content(*stated),
        content(*given)
    )]
    TwoBeginnings {
        /// First point that differs.
        point: Point,
        /// Stone there by the first node.
        stated: Option<Color>,
        /// Stone there by the private data.
        given: Option<Color>,
    },
    /// The record has no data of this program, so there are no seeds and minds to play again.
    #[error("the record has no {PRIVATE} data: no seeds and minds to replay")]
    Foreign,
    /// The set-up is refused.
    #[error(transparent)]
    Setup(#[from] SetupError),
    /// An edit that the record tells of is refused.
    #[error("after move {after}: {why}")]
    Hand {
        /// Moves of the record that were made before it.
        after: usize,
        /// Why it cannot be played, in plain words.
        why: String,
    },
    /// The record goes on, the game does not.
    #[error("the game ends after move {0}: what follows in the record cannot be shown")]
    Over(usize),
    /// The text of the game is not kept.
    #[error("there is no record of this game")]
    WriteError,
    /// The node is of another record, or has been removed.
    #[error("this node is no longer in the record")]
    Node,
    /// The first node of a game cannot be removed.
    #[error("the beginning of a game cannot be removed")]
    Root,
}
