//! The minds of Stonefield. A mind is a player: it chooses the moves of one colour. The public types are
//! named `Brain…`, which means the same.
//!
//! There are two [`BrainKind`]s. A [`Rule`] of the agents sees only what the stones and patches know:
//! [`Agents`]. A planner sees the [`Position`]. It searches ([`stonefield_search`]), waits for a person, or
//! is another program ([`engine`]). No mind depends on the world or window of the simulation. A mind reads the
//! time only from a [`Watch`], and takes random numbers from [`Dice`](stonefield_search::Dice). So the same
//! seed gives the same game, with the exceptions of [`BrainSpec::is_repeatable`].
//!
//! # Map
//! - Names: [`BrainSpec`] is a mind with its parameters as text, as in `mcts:playouts=200`. [`BRAINS`] lists
//!   all minds.
//! - Moves: [`BrainSpec::build`] makes a [`Brain`], which answers an [`Observation`] with an [`Answer`].
//! - Rules of the agents: [`rules`]. They read [`Agents`], or a copy of them in another thread or process:
//!   [`AgentsCopy`].
//! - Other programs: [`engine`] speaks GTP with a process. [`Trust`] says which programs may be started.
//! - Questions to a mind about its work: [`Inquiry`] and [`Reply`], with the search tree as a [`TreeView`]
//!   and the [`Conversation`] with an engine.
//! - TOML of settings and plans: [`toml_text`].

#![cfg_attr(
    target_family = "wasm",
    expect(dead_code, reason = "a web page does not use all of the code for external programs")
)]

mod agents;
mod agents_copy;
mod conversation;
#[cfg(test)]
mod diagrams;
pub mod engine;
mod fault;
mod inquiry;
mod liberty_sums;
mod minds;
mod origin;
mod registry;
mod rule;
pub mod rules;
mod spec;
mod spec_error;
pub mod toml_text;
mod trust;
mod uniform_mover;
mod work_estimate;

pub use agents::{Agents, GroupPoints, KeptTemperatureParams, StoneView, Surroundings};
pub use agents_copy::{AgentsCopy, AgentsCopyError};
pub use conversation::{Conversation, ConversationLine, ConversationUpdate, Speaker};
pub use inquiry::{Inquiry, Reply, TreeView};
pub use liberty_sums::LibertySums;
pub use minds::PartError;
pub use origin::Origin;
pub use registry::BRAINS;
pub use rule::Rule;
pub use spec::{BrainInfo, BrainKind, BrainSpec, split_outside_brackets, unbracketed};
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
    /// Agents of the board. `None` if the mind does not need them: see [`BrainSpec::sees_agents`].
    pub agents: Option<&'a dyn Agents>,
    /// Number of this colour's earlier turns in the game.
    pub turn: u32,
}

/// Answer of a mind that was asked for a move.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub enum Answer {
    /// Play this move.
    Move(Move),
    /// Resign.
    Resign,
    /// The mind cannot continue, for this reason. The game then does not count.
    Failed(String),
}

impl Answer {
    /// Answer of a mind that needs a person's move where nobody can give one.
    #[must_use]
    pub fn waits_for_person() -> Self {
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
/// A mind works in batches, such as a number of simulations or the moves at the root of a tree. Questions are
/// asked between two batches. Within a batch the mind only checks whether it must stop.
pub trait Brain: Send + Sync {
    /// Prepares the mind before its first turn, and blocks until it is ready. Most minds need no preparation.
    ///
    /// # Errors
    /// Fails if a program of the mind cannot be started.
    fn prepare(&mut self) -> Result<(), Fault> {
        Ok(())
    }

    /// Begins a new game. The mind drops all data of the last game and plays like a newly built one. An
    /// external program keeps running, and receives the new game before its next turn. Minds that keep no
    /// data between turns do not implement this.
    fn new_game(&mut self) {}

    /// Begins a turn, with the random generator for this turn.
    fn begin(&mut self, observation: &Observation<'_>, rng: Rng);

    /// Computes one batch of the turn that [`Brain::begin`] began. Returns the answer when the turn is
    /// complete. A mind that must stop drops the unfinished batch and answers with its best move so far.
    fn batch(&mut self, observation: &Observation<'_>, watch: &mut dyn Watch) -> Option<Answer>;

    /// Answers an inquiry, between two batches or two turns. `observation` has the current position, with
    /// either colour to move. Returns `None` if the mind has no answer to this inquiry. Most minds have none.
    fn reply(&mut self, observation: &Observation<'_>, inquiry: &Inquiry) -> Option<Reply> {
        let _ = (observation, inquiry);
        None
    }

    /// Computes a whole turn. A mind that needs a person's move returns [`Answer::Failed`].
    fn choose(&mut self, observation: &Observation<'_>, rng: Rng, watch: &mut dyn Watch) -> Answer {
        self.begin(observation, rng);
        loop {
            if let Some(answer) = self.batch(observation, watch) {
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
