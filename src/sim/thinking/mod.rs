//! Thinking: minds are asked, in place or on threads of their own.
//!
//! A question goes in, thoughts come out while the mind works, and one answer at the end. Where a world has a [`MindPool`], minds that compute
//! for long work on its threads, and programs of their own on one thread each; all others answer in place, within the tick. The same
//! question has the same answer wherever it is asked.

mod actor;
mod mind;
mod pool;
mod think;

pub(super) use mind::Mind;
pub use pool::MindPool;
pub use think::{Curious, Thinking};
pub(super) use think::{hear, stop, think};

use crate::brain::{Answer, Chance, Inquiry, Reply, Seen, Thought};
use crate::go::Position;
use serde::{Deserialize, Serialize};

/// What a mind is asked about.
#[derive(Clone, Serialize, Deserialize)]
#[serde(try_from = "Read")]
pub(super) struct Question {
    /// The position, its own colour to move.
    pub position: Position,
    /// The temperature of every patch, by point number; empty where there is no world.
    pub heat: Vec<f32>,
    /// How many turns this colour has had before.
    pub turn: u32,
    /// The chance of the turn.
    pub chance: Chance,
}

/// A question as it is read, whose parts may not fit together.
#[derive(Deserialize)]
struct Read {
    position: Position,
    heat: Vec<f32>,
    turn: u32,
    chance: Chance,
}

impl TryFrom<Read> for Question {
    type Error = String;

    fn try_from(read: Read) -> Result<Self, String> {
        let Read { position, heat, turn, chance } = read;
        if heat.is_empty() || heat.len() == position.size().area() {
            return Ok(Self { position, heat, turn, chance });
        }
        Err(format!("{} patches on a {} board", heat.len(), position.size()))
    }
}

impl Question {
    /// One about what is seen.
    pub(super) fn new(seen: &Seen<'_>, chance: Chance) -> Self {
        Self { position: seen.position.clone(), heat: seen.heat.to_vec(), turn: seen.turn, chance }
    }

    /// As the mind sees it.
    pub(super) fn seen(&self) -> Seen<'_> {
        Seen { position: &self.position, heat: &self.heat, turn: self.turn }
    }
}

/// Who waits for an answer: those come first who have asked themselves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Asker {
    /// A person, for advice.
    Person,
    /// The game.
    Game,
}

/// What is told to a mind. Turns are numbered, so that an answer that comes late is not taken for another.
#[derive(Serialize, Deserialize)]
enum ToMind {
    /// A turn begins.
    Ask(u64, Box<Question>),
    /// A new game begins.
    NewGame,
    /// Something besides the move; with the position where that matters.
    Inquire(Inquiry, Option<Box<Question>>),
}

/// What a mind tells.
#[derive(Default, Serialize, Deserialize)]
struct FromMind {
    /// The latest thought, and its turn.
    thought: Option<(u64, Thought)>,
    /// The answer of a turn.
    answer: Option<(u64, Answer)>,
    /// Replies to what else it was asked; `None` where it knows no answer.
    replies: Vec<Option<Reply>>,
}
