//! The minds: who chooses a move, and the one registry of them.
//!
//! There are two [`BrainKind`]s. A [`Rule`] of the agents sees what the stones and patches know ([`Agents`]) and nothing else. A planner is given a
//! [`Position`]: it searches ([`stonefield_search`]), waits for a person, or is another program ([`engine`]). No mind knows a clock, a world or a window, and
//! its chance comes from [`Dice`](stonefield_search::Dice), so that a game can be played again.
//!
//! # Map
//! - Names: [`BrainSpec`] is a mind with its parameters as text, as in `mcts:playouts=200`. [`BRAINS`] lists all minds.
//! - A mind at work: [`BrainSpec::build`] makes a [`Brain`], which answers an [`Observation`] with an [`Answer`].
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
mod drawn;
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
mod work;

pub use agents::{Agents, KeepTemperature, Ring, StoneView, Surroundings};
pub use agents_copy::{AgentsCopy, AgentsCopyError};
pub use conversation::{Conversation, Said, Utterance, Voice};
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

/// What a mind may look at when it chooses.
#[derive(Clone, Copy)]
pub struct Observation<'a> {
    /// The position, its own colour to move.
    pub position: &'a Position,
    /// The agents. `None` for a mind that does not look at them: see [`BrainSpec::sees_agents`].
    pub agents: Option<&'a dyn Agents>,
    /// How many turns this colour has had before.
    pub turn: u32,
}

/// What a mind answers when it is asked for a move.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub enum Answer {
    /// It would make this move.
    Move(Move),
    /// It gives the game up.
    Resign,
    /// It cannot go on, for this reason in plain words: the game counts for nothing.
    Failed(String),
}

impl Answer {
    /// The answer of a mind that waits for a person, where no person is asked.
    #[must_use]
    pub fn waits() -> Self {
        Self::Failed("it waits for a person".to_owned())
    }
}

impl FromStr for Answer {
    type Err = PointError;

    /// Reads a move, or `resign` in letters of any size.
    fn from_str(text: &str) -> Result<Self, PointError> {
        if text.eq_ignore_ascii_case("resign") { Ok(Self::Resign) } else { text.parse().map(Self::Move) }
    }
}

/// A mind: whatever chooses the moves of one colour.
///
/// It works in batches of its own unit, such as simulations or moves of a root. Between two of them it can be asked something else; in the
/// middle of one it only looks at whether it is told to stop.
pub trait Brain: Send + Sync {
    /// Starts what it needs before its first turn, and waits for it; most need nothing.
    ///
    /// # Errors
    /// Why it cannot be started.
    fn prepare(&mut self) -> Result<(), Fault> {
        Ok(())
    }

    /// A new game begins: what it has learnt in the last one is forgotten, so that it plays as if it had just been made. What it has started goes on
    /// running; a program is told of the new game before its next turn. Minds that keep nothing from turn to turn need not hear of it.
    fn new_game(&mut self) {}

    /// Begins a turn with the chance it may use in it.
    fn begin(&mut self, seen: &Observation<'_>, rng: Rng);

    /// Thinks for one batch of its work, such as some simulations or the moves of a root, about what [`Brain::begin`] was given; `Some` when it
    /// has come to its end. Told to stop, it throws away what it is at and comes to its end with the best it has.
    fn batch(&mut self, seen: &Observation<'_>, watch: &mut dyn Watch) -> Option<Answer>;

    /// Answers what else it is asked, between two batches or two turns; `seen` is the position then, no matter whose turn it is. `None` when it knows
    /// no answer, as most minds do.
    fn reply(&mut self, seen: &Observation<'_>, inquiry: &Inquiry) -> Option<Reply> {
        let _ = (seen, inquiry);
        None
    }

    /// Begins a turn and thinks to its end. A mind that waits for a person fails.
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
