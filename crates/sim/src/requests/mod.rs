//! What panels, keys and scripts ask of gobans: one ordered stream.

pub(crate) mod advice;
pub(crate) mod answer;
pub(crate) mod error;
pub(crate) mod paint;
pub(crate) mod seating;

pub use advice::{Advice, Compared, MOST_COMPARED, Opinion};
pub use answer::before_last;
pub use seating::{Newcomers, start_programs};

use crate::{Breakpoint, GameSetup};
use bevy::ecs::prelude::*;
use stonefield_go::field::HeatParams;
use stonefield_go::notation::sgf::{InfoField, Mark, NodeId};
use stonefield_go::{ByColor, Color, Move, Point};
use stonefield_minds::BrainSpec;

/// A request about one goban.
#[derive(Message, Clone, Debug, PartialEq)]
pub struct Request {
    /// The goban that it concerns.
    pub goban: Entity,
    /// What is to be done.
    pub kind: RequestKind,
}

/// What can be asked for.
#[derive(Clone, Debug, PartialEq)]
pub enum RequestKind {
    /// Let the game run at its rate.
    Play,
    /// Stop the game where it stands.
    Pause,
    /// Do this many ticks now.
    Step(u32),
    /// Do the next phase of a tick and no more, paused: see [`Phases`](crate::Phases).
    Phase,
    /// Do what is left of the tick that is done phase by phase, and tick as a whole from then on; any other request that would find half a tick does that first.
    Whole,
    /// Go to the end of this tick, back or forth along what has happened.
    Seek(u64),
    /// Go along the record of the game, where there is one.
    Navigate(Navigate),
    /// Write something into a node of the record.
    Note(NodeId, Note),
    /// Seat a mind.
    Seat(Color, BrainSpec),
    /// Fill the empty seat of a colour with what the record names for it: a program is started, or a search of any cost.
    Allow(Color),
    /// Put a stone on a point, or take it away, out of turn. Under true Go a stone takes the enemy's last
    /// liberties as a played one does.
    Paint(Point, Brush),
    /// The move of the person whose turn it is.
    Move(Move),
    /// Take back what was played since the turn before of a person: one move where two persons play, else the mind's answer too.
    TakeBack,
    /// The person whose turn it is gives the game up.
    Resign,
    /// A mind that does not play is to say what it thinks of the position; without a name it is that of the colour to move, or
    /// where a person plays that, the other's, or else a tree search.
    Advise(Option<BrainSpec>),
    /// As [`RequestKind::Advise`] about every position that comes; or no more advice at all.
    KeepAdvising(Option<Option<BrainSpec>>),
    /// These minds, of which at most [`MOST_COMPARED`](crate::MOST_COMPARED) are asked, are to say at once
    /// what they think of every position that comes. `None`: no more advice at all.
    Compare(Option<Vec<Compared>>),
    /// The mind that thinks is to play its best so far.
    MoveNow,
    /// Pause, and let the mind that thinks drop its turn.
    StopThinking,
    /// Say a line to the program that plays a colour.
    Say(Color, String),
    /// Have the mind of a colour show a part of the tree that it searches.
    Look {
        /// The colour whose mind is asked.
        color: Color,
        /// Moves of each node, at most.
        moves: usize,
        /// Nodes of the whole part, at most.
        nodes: usize,
    },
    /// Run at so many ticks a second; infinity is as fast as possible.
    Rate(f32),
    /// Have these breakpoints, and no others: see [`Breakpoints`](crate::Breakpoints).
    Breakpoints(Vec<Breakpoint>),
    /// Change how heat spreads.
    Heat(HeatParams),
    /// Have the group on a point of a finished game count as dead if it counts as alive, and as alive if it counts as dead.
    Mark(Point),
    /// Wait for something outside the game, or wait no longer: a game that ran goes on as it did.
    Hold(bool),
    /// Set up gobans beside this one that go on from its present position; [`Forked`](crate::Forked) names
    /// them.
    Fork {
        /// The game on each of them.
        games: Vec<ForkedGame>,
        /// Whether they run, and at how many ticks a second.
        pace: (bool, f32),
        /// From where this goban, a fork itself, began.
        again: bool,
    },
    /// Set up gobans beside this one, each with a game of its own from the start; [`Forked`](crate::Forked)
    /// names them.
    Begin {
        /// The game on each of them.
        games: Vec<GameSetup>,
        /// Whether they run, and at how many ticks a second.
        pace: (bool, f32),
    },
    /// Take this goban away: it is a fork of another.
    Remove,
    /// Be shown instead of another goban, which is taken away; run as fast as that one did.
    Watch {
        /// The other goban, if there was one.
        instead_of: Option<Entity>,
    },
    /// Begin a new game.
    Reset(Box<GameSetup>),
}

/// How a game goes on beside another.
#[derive(Clone, Debug, PartialEq)]
pub struct ForkedGame {
    /// Who plays.
    pub brains: ByColor<BrainSpec>,
    /// The seed of its dice; `None`: that of the game.
    pub seed: Option<u64>,
}

/// A way along a record.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Navigate {
    /// To this node.
    To(NodeId),
    /// So many nodes on, or back; in the NetLogo world, ticks. At the end of what is known a game is played on.
    By(i64),
    /// To the first node.
    First,
    /// To the end of this line.
    Last,
    /// To the variation so many below (or above) the one that this node is on, as deep in the game.
    Sibling(i64),
    /// To the nearest node before this one from which variations leave.
    PreviousBranch,
    /// To the nearest node after this one, on this line, from which variations leave; at worst to the end of the line.
    NextBranch,
}

/// A change of a node of a record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Note {
    /// Its comment; an empty one takes it away.
    Comment(String),
    /// Its name, likewise.
    Name(String),
    /// What the game it begins says of itself, likewise; it is the first node of the game.
    Info(InfoField, String),
    /// A sign on a point, in place of any other; where it is already, it is taken away.
    Mark(Mark, Point),
    /// A short text on a point, likewise.
    Label(Point, String),
    /// The line to it is to be the main line.
    Main,
    /// It leaves the record, with all that follows.
    Remove,
}

/// What a brush leaves on a point.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Brush {
    /// A black stone.
    Black,
    /// A white stone.
    White,
    /// Nothing: a stone there is taken off.
    Remove,
}

impl Brush {
    /// The brush that leaves a stone of this colour.
    #[must_use]
    pub const fn of(color: Color) -> Self {
        match color {
            Color::Black => Self::Black,
            Color::White => Self::White,
        }
    }

    /// The colour of the stone it leaves.
    #[must_use]
    pub const fn color(self) -> Option<Color> {
        match self {
            Self::Black => Some(Color::Black),
            Self::White => Some(Color::White),
            Self::Remove => None,
        }
    }
}
