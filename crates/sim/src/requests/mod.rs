//! Requests of panels, keys and scripts to gobans, in one ordered stream.

pub(crate) mod advice;
pub(crate) mod answer;
mod boards;
mod component;
pub(crate) mod error;
mod pace;
pub(crate) mod paint;
mod record;
pub(crate) mod seating;
mod seats;

pub use advice::{Advice, Compared, MAX_COMPARED, Opinion};
pub use record::tick_before_last_turn;
pub use seating::{Newcomers, start_programs};

use crate::{Breakpoint, GameSetup};
use bevy::ecs::prelude::*;
use stonefield_go::field::HeatParams;
use stonefield_go::notation::sgf::{InfoField, Mark, NodeId};
use stonefield_go::{ByColor, Color, Move, Point};
use stonefield_minds::BrainSpec;

/// Request to one goban.
#[derive(Message, Clone, Debug, PartialEq)]
pub struct Request {
    /// Goban that the request is for.
    pub goban: Entity,
    /// Action to perform.
    pub kind: RequestKind,
}

/// Actions that can be requested: of the pace, the record, the seats with advice, and the boards.
#[derive(Clone, Debug, PartialEq)]
pub enum RequestKind {
    /// Runs the game at its rate.
    Play,
    /// Pauses the game.
    Pause,
    /// Runs this many ticks, or fewer if the game then waits for a person or the start of a program.
    Step(u32),
    /// Pauses and runs the next phase of a tick: see [`Phases`](crate::Phases).
    Phase,
    /// Runs the remaining phases of the current tick, and whole ticks from then on. Other requests that need
    /// a complete tick run these phases first.
    FinishTick,
    /// Sets the rate in ticks per second, above 0. Infinity: as fast as possible.
    Rate(f32),
    /// Replaces the breakpoints: see [`Breakpoints`](crate::Breakpoints).
    Breakpoints(Vec<Breakpoint>),
    /// True: makes a running game wait for something outside it. False: lets it continue.
    Hold(bool),
    /// Goes to the end of this tick, back or forward on the timeline.
    Seek(u64),
    /// Goes to another node of the game's record.
    Navigate(Navigate),
    /// Changes a node of the record.
    Note(NodeId, Note),
    /// Puts or removes a stone out of turn. By the rules of Go, a new stone captures enemy groups whose last
    /// liberty it fills.
    Paint(Point, Brush),
    /// Takes back the person's last move, and the mind's answer if there is one. Between two persons or two
    /// minds: the last move of the game.
    TakeBack,
    /// Toggles the group on a point of a finished game between dead and alive, for the score.
    Mark(Point),
    /// Changes the parameters of heat.
    Heat(HeatParams),
    /// Seats a mind or a person.
    Seat(Color, BrainSpec),
    /// Fills an empty seat with the mind that the record names: an external program or an expensive search.
    Allow(Color),
    /// Plays a move for the person to move.
    Move(Move),
    /// Resigns for the person to move.
    Resign,
    /// Makes the thinking mind play its best move so far, also on a paused goban.
    MoveNow,
    /// Pauses, cancels the turn of the thinking mind, and stops the advice.
    StopThinking,
    /// Sends a line to the program that plays a colour.
    Say(Color, String),
    /// Asks the mind of a colour for a part of its search tree.
    ShowTree {
        /// Colour whose mind is asked.
        color: Color,
        /// Greatest number of moves of each node.
        moves: usize,
        /// Greatest number of nodes in all.
        nodes: usize,
    },
    /// Asks an adviser once about the position. `None`: the mind of the colour to move; if it has none, the
    /// other colour's mind; else a tree search.
    Advise(Option<BrainSpec>),
    /// Asks an adviser about every new position, chosen as by [`RequestKind::Advise`]. `None`: stops the
    /// advice and clears its opinion. `Some(None)`: asks the mind that `Advise(None)` would ask.
    KeepAdvising(Option<Option<BrainSpec>>),
    /// Asks several minds about every new position, at most [`MAX_COMPARED`](crate::MAX_COMPARED). `None`:
    /// stops the advice.
    Compare(Option<Vec<Compared>>),
    /// Sets up gobans that continue from this one's present position; [`Forked`](crate::Forked) names them.
    Fork {
        /// Game of each new goban.
        games: Vec<ForkedGame>,
        /// True if they run, and their rate in ticks per second.
        pace: (bool, f32),
        /// True to continue from the start of this goban, which must be a fork.
        again: bool,
    },
    /// Sets up gobans with new games; [`Forked`](crate::Forked) names them.
    Begin {
        /// Game of each new goban.
        games: Vec<GameSetup>,
        /// True if they run, and their rate in ticks per second.
        pace: (bool, f32),
    },
    /// Removes this goban, which must be a fork.
    Remove,
    /// Replaces another goban in the view: removes it, and takes over its rate and breakpoints.
    Watch {
        /// Goban to replace, if there is one.
        instead_of: Option<Entity>,
    },
    /// Starts a new game.
    Reset(Box<GameSetup>),
}

/// Continuation of a game in a fork.
#[derive(Clone, Debug, PartialEq)]
pub struct ForkedGame {
    /// Players.
    pub brains: ByColor<BrainSpec>,
    /// Seed of the random numbers. `None`: that of the original game.
    pub seed: Option<u64>,
}

/// Movement in a record.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Navigate {
    /// Goes to this node.
    To(NodeId),
    /// Goes this many nodes (in the NetLogo world, ticks) forward or, if negative, back. After the last node,
    /// plays new ticks.
    By(i64),
    /// Goes to the first node.
    First,
    /// Goes to the end of this line.
    Last,
    /// Goes this many variations down or, if negative, up, to the same depth of the game or to the end
    /// of a shorter variation.
    Sibling(i64),
    /// Goes to the nearest earlier node with several variations, or to the first node.
    PreviousBranch,
    /// Goes to the nearest later node of this line with several variations, or to the end of the line.
    NextBranch,
}

/// Change of a node in a record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Note {
    /// Sets the comment. An empty text removes it.
    Comment(String),
    /// Sets the name. An empty text removes it.
    Name(String),
    /// Sets a field of the game information; the node must be the root. An empty text removes it.
    Info(InfoField, String),
    /// Sets a sign on a point, in place of another. Removes the sign if the point has the same one already.
    Mark(Mark, Point),
    /// Sets a short text on a point. An empty text removes it.
    Label(Point, String),
    /// Makes the line to the node the main line.
    Main,
    /// Removes the node and all that follow it.
    Remove,
}

/// Content that painting gives a point.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Brush {
    /// A black stone.
    Black,
    /// A white stone.
    White,
    /// No stone.
    Remove,
}

impl Brush {
    /// Returns the brush of a colour.
    #[must_use]
    pub const fn of(color: Color) -> Self {
        match color {
            Color::Black => Self::Black,
            Color::White => Self::White,
        }
    }

    /// Returns the colour of the brush's stone; `None` for [`Brush::Remove`].
    #[must_use]
    pub const fn color(self) -> Option<Color> {
        match self {
            Self::Black => Some(Color::Black),
            Self::White => Some(Color::White),
            Self::Remove => None,
        }
    }
}
