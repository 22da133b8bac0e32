//! Why there is no picture.

use super::options::{LONGEST_SIDE, MOST_FPS, SHORTEST_SIDE};
use crate::shell::layers::Layer;
use crate::shell::probe::NoAdapter;
use std::fmt;
use std::path::PathBuf;
use stonefield_go::Size;
use stonefield_minds::BrainSpec;
use stonefield_search::supply::NoThreads;
use stonefield_sim::SetupError;
use stonefield_sim::history::HistoryError;

/// What a tick was named by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TickFlag {
    /// The tick of a picture.
    After,
    /// The first tick of a film.
    From,
    /// The last tick of a film.
    To,
}

impl fmt::Display for TickFlag {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::After => "--after",
            Self::From => "--from",
            Self::To => "--to",
        })
    }
}

/// Why there is no picture.
#[derive(Debug, thiserror::Error)]
pub enum RenderError {
    /// Nothing to draw with.
    #[error(transparent)]
    Adapter(#[from] NoAdapter),
    /// No threads to draw on.
    #[error(transparent)]
    Threads(#[from] NoThreads),
    /// No game can begin with the set-up.
    #[error(transparent)]
    Setup(#[from] SetupError),
    /// The record cannot be played.
    #[error("{name}: {source}")]
    Record {
        /// What it was read from.
        name: String,
        /// Why it cannot be played.
        source: HistoryError,
    },
    /// A picture too small or too large.
    #[error("a picture of {0}x{1} pixels is out of range: each side {SHORTEST_SIDE} to {LONGEST_SIDE}")]
    Pixels(u32, u32),
    /// A name that tells no kind of file.
    #[error("'{}' is no name for a picture: it ends in .png, .svg, .gif or .apng", .0.display())]
    Kind(PathBuf),
    /// Many pictures for one name.
    #[error("'{}' is one picture: a film ends in .gif or .apng, and numbered pictures have a place for the number, as in game-%05d.png", .0.display())]
    Numbers(PathBuf),
    /// One picture for a name of many.
    #[error("'{}' is a film or many pictures: it takes --from, --to and --every instead of --after", .0.display())]
    One(PathBuf),
    /// The game has no such tick.
    #[error("{flag} {tick}: the game has {last} ticks")]
    Tick {
        /// What it was named by.
        flag: TickFlag,
        /// The tick that was asked for.
        tick: u64,
        /// The last one there is.
        last: u64,
    },
    /// A film that ends before it begins.
    #[error("--from {from} comes after --to {to}")]
    Range {
        /// The first tick.
        from: u64,
        /// The last tick.
        to: u64,
    },
    /// No frame, or no end of frames.
    #[error("--every 0: a film has a frame every 1 tick or more")]
    Every,
    /// A speed that no film has.
    #[error("--fps {0}: frames a second are above 0, and {MOST_FPS} at most")]
    Fps(f64),
    /// A layer that was asked for and cannot be drawn.
    #[error("the layer '{layer}' cannot be drawn: {why}")]
    Layer {
        /// The layer.
        layer: Layer,
        /// Why not.
        why: String,
    },
    /// A mind that considers nothing.
    #[error("{spec}: {why}")]
    Mind {
        /// The mind.
        spec: BrainSpec,
        /// Why not.
        why: String,
    },
    /// A mind is to think, and nothing of it is shown.
    #[error(
        "--think {0}: no layer of what minds think is shown; candidates, variation, ownership and bids are"
    )]
    Unshown(BrainSpec),
    /// A drawing is flat.
    #[error("an SVG is drawn from above: --camera orbit is for png, gif and apng")]
    Camera,
    /// A board with too many points for a drawing.
    #[error("a board of {0} is too large for an SVG: at most the points of {most}x{most}; a png shows it", most = super::options::LARGEST)]
    TooLarge(Size),
    /// The graphics driver gave nothing back.
    #[error("the graphics driver drew no picture")]
    Nothing,
    /// It was asked to end before it was done.
    #[error("stopped after {0} frames")]
    Stopped(u64),
    /// The file could not be written.
    #[error("cannot write '{path}': {reason}", path = path.display())]
    Write {
        /// The picture file.
        path: PathBuf,
        /// What the system says.
        reason: String,
    },
}

impl RenderError {
    /// A file that could not be written.
    pub(super) fn unwritten(path: impl Into<PathBuf>, reason: impl ToString) -> Self {
        Self::Write { path: path.into(), reason: reason.to_string() }
    }

    /// The flag of the command line that is at fault.
    #[must_use]
    pub const fn flag(&self) -> Option<&'static str> {
        match self {
            Self::Pixels(..) => Some("--pixels"),
            Self::Layer { .. } => Some("--layers"),
            Self::Mind { .. } => Some("--think"),
            Self::Camera => Some("--camera"),
            _ => None,
        }
    }
}
