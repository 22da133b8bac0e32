//! The minds: who chooses a move, and the one registry of them.
//!
//! There are two [`BrainKind`]s. A [`Rule`] of the agents sees what the stones and patches know ([`Agents`])
//! and nothing else. A planner is given a [`Position`]: it searches ([`stonefield_search`]), waits for a
//! person, or is another program ([`engine`]). No mind knows a clock, a world or a window, and its chance
//! comes from [`Dice`](stonefield_search::Dice), so that a game can be played again.
//!
//! # Map
//! - Names: [`BrainSpec`] is a mind with its parameters as text, as in `mcts:playouts=200`. [`BRAINS`] lists
//!   all minds.
//! - A mind at work: [`BrainSpec::build`] makes a [`Brain`], which answers an [`Observation`] with an
//!   [`Answer`].
//! - Rules of the agents: [`rules`], over [`Agents`] or a copy of them, [`AgentsCopy`].
//! - Other programs: [`engine`] speaks GTP with a process. [`Trust`] says which programs may be started.
//! - Looking into a mind: [`Inquiry`] and [`Reply`], [`TreeView`], and the [`Conversation`] with an engine.

#![cfg_attr(
    target_family = "wasm",
    expect(dead_code, reason = "a page has no use for some of what other programs have")
)]

mod agents;
mod agents_copy;
mod conversation;
#[cfg(test)]
mod diagrams;
pub mod engine;
mod fault;
mod info;
mod inquiry;
mod liberty_sums;
mod minds;
mod origin;
mod registry;
mod rule;
pub mod rules;
mod spec;
mod spec_error;
mod trust;
mod uniform;
mod work_estimate;

pub use agents::{Agents, KeepTemperature, Ring, StoneView, Surroundings};
pub use agents_copy::{AgentsCopy, AgentsCopyError};
pub use conversation::{Conversation, ConversationLine, ConversationUpdate, Speaker};
pub use info::{BrainInfo, BrainKind};
pub use inquiry::{Inquiry, Reply, TreeView};
pub use liberty_sums::LibertySums;
pub use minds::PartError;
pub use origin::Origin;
pub use registry::BRAINS;
pub use rule::Rule;
pub use spec::{BrainSpec, split_outside_brackets, unbracketed};
pub use spec_error::SpecError;
pub use trust::{Demand, Trust};

use fault::Fault;
use std::str::FromStr;
use stonefield_go::{Move, PointError, Position};
use stonefield_search::{Rng, Watch};

/// Input of a mind for one move.
#[derive(Clone, Copy)]
pub struct Observation<'a> {
    /// Position, with the mind's colour to move.
    pub position: &'a Position,
    /// Agents. `None` for a mind that does not need them: see [`BrainSpec::sees_agents`].
    pub agents: Option<&'a dyn Agents>,
    /// Number of earlier turns of this colour.
    pub turn: u32,
}

/// Answer of a mind that was asked for a move.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub enum Answer {
    /// Play this move.
    Move(Move),
    /// Resign.
    Resign,
    /// The mind cannot continue, for this reason. The game does not count.
    Failed(String),
}

impl Answer {
    /// Answer of a mind that waits for a person where no person can be asked.
    #[must_use]
    pub fn waits() -> Self {
        Self::Failed("it waits for a person".to_owned())
    }
}

impl FromStr for Answer {
    type Err = PointError;

    /// Reads a move, or `resign` in lower or upper case.
    fn from_str(text: &str) -> Result<Self, PointError> {
        if text.eq_ignore_ascii_case("resign") { Ok(Self::Resign) } else { text.parse().map(Self::Move) }
    }
}

/// A mind: chooses the moves of one colour.
///
/// Work is done in batches, such as some simulations or the moves of a root. Questions are asked between
/// two batches. Within a batch the mind checks only for a request to stop.
pub trait Brain: Send + Sync {
    /// Prepares the mind before its first turn, and blocks until it is ready. Most minds need nothing.
    ///
    /// # Errors
    /// Fails if a program of the mind cannot be started.
    fn prepare(&mut self) -> Result<(), Fault> {
        Ok(())
    }

    /// Begins a new game. The mind forgets the last game and plays as if it were new. Its program keeps
    /// running, and gets the new game before its next turn. Minds without memory between turns need no
    /// implementation.
    fn new_game(&mut self) {}

    /// Begins a turn, with the random generator for this turn.
    fn begin(&mut self, seen: &Observation<'_>, rng: Rng);

    /// Computes one batch for the turn given to [`Brain::begin`]. Returns the answer when the turn is
    /// complete. A mind that is asked to stop drops the unfinished batch and answers with its best move so
    /// far.
    fn batch(&mut self, seen: &Observation<'_>, watch: &mut dyn Watch) -> Option<Answer>;

    /// Answers an inquiry, between two batches or two turns. `seen` is the present position, whoever is to
    /// move. Returns `None` if the mind has no answer, as most have.
    fn reply(&mut self, seen: &Observation<'_>, inquiry: &Inquiry) -> Option<Reply> {
        let _ = (seen, inquiry);
        None
    }

    /// Computes a whole turn. A mind that waits for a person fails.
    fn choose(&mut self, seen: &Observation<'_>, rng: Rng, watch: &mut dyn Watch) -> Answer {
        self.begin(seen, rng);
        loop {
            if let Some(answer) = self.batch(seen, watch) {
                return answer;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use stonefield_go::Point;

    #[test]
    fn an_answer_is_read_as_a_move_or_a_resignation() {
        assert_eq!("d4".parse(), Ok(Answer::Move(Move::Play(Point::new(3, 3)))));
        assert_eq!("PASS".parse(), Ok(Answer::Move(Move::Pass)));
        assert_eq!("Resign".parse(), Ok(Answer::Resign));
        for text in ["", "I5", "null", "D4 E5"] {
            assert!(text.parse::<Answer>().is_err(), "{text}");
        }
    }
}

/// Tests the example of the README.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct ReadmeExample;
