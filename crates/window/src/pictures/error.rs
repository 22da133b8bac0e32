//! Errors of pictures and films.

use super::options::{LONGEST_SIDE, MAX_FPS, SHORTEST_SIDE};
use crate::platform::NoAdapter;
use crate::shell::layers::Layer;
use bevy::ecs::system::{RegisteredSystemError, SystemInput};
use std::fmt;
use std::path::PathBuf;
use stonefield_go::Size;
use stonefield_minds::BrainSpec;
use stonefield_search::supply::NoThreads;
use stonefield_sim::SetupError;
use stonefield_sim::history::HistoryError;

/// Option that named a tick.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TickFlag {
    /// Tick of a picture.
    After,
    /// First tick of a film.
    From,
    /// Last tick of a film.
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

impl<I: SystemInput, O> From<RegisteredSystemError<I, O>> for RenderError {
    fn from(_: RegisteredSystemError<I, O>) -> Self {
        Self::Nothing
    }
}

/// Reason why there is no picture.
#[derive(Debug, thiserror::Error)]
pub enum RenderError {
    /// No adapter to draw with.
    #[error(transparent)]
    Adapter(#[from] NoAdapter),
    /// No threads to draw with.
    #[error(transparent)]
    Threads(#[from] NoThreads),
    /// No game can begin with the set-up.
    #[error(transparent)]
    Setup(#[from] SetupError),
    /// The record cannot be played.
    #[error("{name}: {source}")]
    Record {
        /// Name of the file or other source.
        name: String,
        /// Reason.
        source: HistoryError,
    },
    /// The size of the picture is out of range.
    #[error("a picture of {0}x{1} pixels is out of range: each side {SHORTEST_SIDE} to {LONGEST_SIDE}")]
    Pixels(u32, u32),
    /// The ending of the file name is not that of a picture or film.
    #[error("'{}' is no name for a picture: it ends in .png, .svg, .gif or .apng", .0.display())]
    Kind(PathBuf),
    /// A film is asked for, but the file name is that of one picture.
    #[error("'{}' is one picture: a film ends in .gif or .apng, and numbered pictures have a place for the number, as in game-%05d.png", .0.display())]
    Numbers(PathBuf),
    /// One picture is asked for, but the file name is that of a film or of numbered pictures.
    #[error("'{}' is a film or many pictures: it takes --from, --to and --every instead of --after", .0.display())]
    One(PathBuf),
    /// The game has no such tick.
    #[error("{flag} {tick}: the game has {last} ticks")]
    Tick {
        /// Option that named the tick.
        flag: TickFlag,
        /// Tick that was asked for.
        tick: u64,
        /// Last tick of the game.
        last: u64,
    },
    /// The film ends before it begins.
    #[error("--from {from} comes after --to {to}")]
    Range {
        /// First tick.
        from: u64,
        /// Last tick.
        to: u64,
    },
    /// The distance of frames is 0 ticks.
    #[error("--every 0: a film has a frame every 1 tick or more")]
    Every,
    /// The frame rate is out of range.
    #[error("--fps {0}: frames a second are above 0, and {MAX_FPS} at most")]
    Fps(f64),
    /// A named layer cannot be drawn.
    #[error("the layer '{layer}' cannot be drawn: {why}")]
    Layer {
        /// The layer.
        layer: Layer,
        /// Reason.
        why: String,
    },
    /// The mind cannot evaluate the position.
    #[error("{spec}: {why}")]
    Mind {
        /// The mind.
        spec: BrainSpec,
        /// Reason.
        why: String,
    },
    /// A mind is to think, but no layer shows its thoughts.
    #[error(
        "--think {0}: no layer of what minds think is shown; candidates, variation, ownership and bids are"
    )]
    Unshown(BrainSpec),
    /// SVG needs the flat camera.
    #[error("an SVG is drawn from above: --camera orbit is for png, gif and apng")]
    Camera,
    /// The board is too large for SVG.
    #[error("a board of {0} is too large for an SVG: at most the points of {most}x{most}; a png shows it", most = super::options::MAX_SVG_SIDE)]
    TooLarge(Size),
    /// The graphics driver gave nothing back.
    #[error("the graphics driver drew no picture")]
    Nothing,
    /// Stopped on request, after this number of frames.
    #[error("stopped after {0} frames")]
    Stopped(u64),
    /// The file could not be written.
    #[error("cannot write '{path}': {reason}", path = path.display())]
    Write {
        /// The picture file.
        path: PathBuf,
        /// Message of the system.
        reason: String,
    },
}

impl RenderError {
    /// Returns the error of a file that could not be written.
    pub(super) fn unwritten(path: impl Into<PathBuf>, reason: impl ToString) -> Self {
        Self::Write { path: path.into(), reason: reason.to_string() }
    }

    /// Returns the option of the command line that caused the error, if known.
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
