//! Examples: positions of `assets/examples`, carried in the program, under headings.
//!
//! Each is an SGF record: `GN` is its title, `C` its caption in a line. Some go on with moves that show what happens.

use crate::go::Setup;
use crate::lab::{Record, RecordError, Source};
use crate::notation::sgf::{Info, NodeRef, Play, SizeFault};

/// Headings, with the name and the text of each record below them.
macro_rules! shelf {
    ($($heading:literal: $($name:literal),+;)+) => {
        &[$($((
            $heading,
            $name,
            include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/assets/examples/", $name, ".sgf")),
        )),+),+]
    };
}

const SHELF: &[(&str, &str, &str)] = shelf! {
    "Two eyes": "eyes-corner", "eyes-edge", "eyes-middle", "false-eye", "dragon";
    "Liberties and capture": "atari", "double-atari", "ladder-works", "ladder-fails", "net", "snapback", "race", "first-capture";
    "Ko": "ko", "ko-for-life", "ko-on-edge";
    "Seki": "seki", "seki-eyes";
    "Life and death": "straight-three", "straight-four", "square-four", "pyramid-four", "bulky-five", "crossed-five", "rabbity-six", "corner-six-box", "nakade", "second-line-six", "second-line-seven", "second-line-eight", "bent-four", "corner-six";
    "Patterns": "checkerboard", "lattice", "stripes", "spiral", "rings", "hot", "cold", "gradient";
    "Chance": "percolation-45", "percolation-65", "middle-game", "sensible-end", "netlogo-10", "netlogo-14", "netlogo-20";
    "Openings": "handicap-9", "handicap-4", "handicap-2";
};

/// A position of the shelf.
#[derive(Clone, Debug)]
pub struct Example {
    /// The heading that it stands under.
    pub heading: &'static str,
    /// Its title.
    pub title: String,
    /// What is to be seen, in a line.
    pub caption: String,
    /// The board that it begins with.
    pub board: Setup,
    /// The record.
    pub record: &'static str,
}

impl Example {
    /// All examples in the order of the shelf; one whose record cannot be read is left out.
    pub fn all() -> Vec<Self> {
        let read = |&(heading, name, record): &(_, _, _)| Self::read(heading, name, record).ok();
        SHELF.iter().filter_map(read).collect()
    }

    fn read(heading: &'static str, name: &'static str, record: &'static str) -> Result<Self, BoardError> {
        let games = Record::open(Source::Text(name, record), 1)?;
        let root = games.root();
        let text = |property| root.text(property).unwrap_or_default();
        Ok(Self { heading, title: text("GN"), caption: text("C"), board: first_board(root)?, record })
    }
}

/// A record without a position.
#[derive(Debug, thiserror::Error)]
pub enum BoardError {
    /// It cannot be read.
    #[error(transparent)]
    Record(#[from] RecordError),
    /// Its board has no size that SGF knows.
    #[error(transparent)]
    Size(#[from] SizeFault),
}

/// The board that the record of this name and text begins with.
///
/// # Errors
/// When there is none.
pub fn board_of(name: &str, record: &str) -> Result<Setup, BoardError> {
    Ok(first_board(Record::open(Source::Text(name, record), 1)?.root())?)
}

fn first_board(root: NodeRef<'_>) -> Result<Setup, SizeFault> {
    let mut play = Play::new(&Info::of(root)?);
    play.set_up(root);
    Ok(play.position().setup())
}
