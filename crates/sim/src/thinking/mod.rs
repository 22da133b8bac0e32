//! Minds at work, on the calling thread or on threads of their own.
//!
//! A mind gets a question, sends thoughts while it works, and one answer at the end. If a world has a
//! [`MindPool`], minds that search and rules on large boards run on its threads, and each external program on
//! a thread of its own. All other minds answer within the tick. The same question has the same answer on any
//! thread, unless the mind's time is limited or it is an external program.

mod actor;
mod mind;
mod pool;
mod trial;

pub(super) use mind::Mind;
pub use pool::MindPool;
pub(super) use trial::Trial;

use serde::{Deserialize, Serialize};
use stonefield_go::Position;
use stonefield_minds::{Agents, AgentsCopy, Answer, BrainSpec, Inquiry, Observation, Reply};
use stonefield_search::{PlayerTime, RngAddress, Thought};

/// Question to a mind.
#[derive(Clone, Serialize, Deserialize)]
pub(super) struct Question {
    /// Position. The mind's colour is to move.
    pub position: Position,
    /// Copy of the agents, for a mind that reads them.
    pub agents: Option<AgentsCopy>,
    /// Number of turns that this colour has had before.
    pub turn: u32,
    /// Address of the turn's random numbers.
    pub chance: RngAddress,
    /// Clocks of the players, if time is limited.
    pub time: Option<PlayerTime>,
}

impl Question {
    /// Builds the question to a mind from an observation.
    pub(super) fn new(
        spec: &BrainSpec,
        observation: &Observation<'_>,
        chance: RngAddress,
        time: Option<PlayerTime>,
    ) -> Self {
        let agents = observation.agents.filter(|_| spec.sees_agents());
        let agents = agents.map(|agents| AgentsCopy::new(agents, &spec.kept_temperatures()));
        Self { position: observation.position.clone(), agents, turn: observation.turn, chance, time }
    }

    /// Returns the observation that the mind gets.
    pub(super) fn observation(&self) -> Observation<'_> {
        let agents = self.agents.as_ref().map(|agents| agents as &dyn Agents);
        Observation { position: &self.position, agents, turn: self.turn }
    }
}

/// Receiver of an answer. A person's request for advice has priority over the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum AskedBy {
    /// A person, for advice.
    Person,
    /// The game, for the next move.
    Game,
}

/// Message to a mind. Turns have numbers, so that a late answer is not taken for the answer to another turn.
#[derive(Serialize, Deserialize)]
enum ToMind {
    /// Starts a turn.
    Ask(u64, Box<Question>),
    /// Starts a new game.
    NewGame,
    /// Asks for something other than a move, with the position if that is needed.
    Inquire(Inquiry, Option<Box<Question>>),
}

/// Messages from a mind since they were read last.
#[derive(Default, Serialize, Deserialize)]
struct FromMind {
    /// Latest thought and the number of its turn.
    thought: Option<(u64, Thought)>,
    /// Answer and the number of its turn.
    answer: Option<(u64, Answer)>,
    /// Replies to inquiries. `None`: the mind has no reply.
    replies: Vec<Option<Reply>>,
}

#[cfg(test)]
mod tests {
    use super::actor::Mailbox;
    use super::*;
    use crate::OwnedObservation;
    use serde::de::DeserializeOwned;
    use std::sync::atomic::Ordering::Relaxed;
    use stonefield_go::{Color, Move, Point, Rules, Size};
    use stonefield_minds::{Brain, TreeView};
    use stonefield_search::{Dice, Purpose, Rng, Watch};

    fn by_wire<T: Serialize + DeserializeOwned>(message: &T) -> T {
        let text = serde_json::to_string(message).expect("written");
        serde_json::from_str(&text).expect("read")
    }

    fn question(turn: u32) -> Question {
        let size = Size::new(7, 5).expect("a size");
        let mut position = Position::new(size, Rules::default());
        for point in [(2, 2), (4, 2), (3, 3)].into_iter().cycle().take(turn.min(3) as usize) {
            position.play_unchecked(Move::Play(Point::new(point.0, point.1)));
        }
        let observation =
            OwnedObservation::of(position.clone(), &"swarm".parse().expect("a spec")).expect("a board");
        let agents = observation.as_observation().agents.map(|agents| AgentsCopy::new(agents, &[]));
        let color = Some(position.to_move());
        let chance =
            RngAddress { dice: Dice::new(7, 1, 0), tick: u64::from(turn), color, purpose: Purpose::Think };
        Question { position, agents, turn, time: None, chance }
    }

    /// Asks a mind in three turns and returns its messages. `wire`: each message is serialized and parsed.
    fn messages_of(spec: &BrainSpec, wire: bool) -> Vec<FromMind> {
        let mailbox = Mailbox::new(spec.build());
        mailbox.wants_thoughts.store(true, Relaxed);
        let mut messages = Vec::new();
        for turn in 0..3 {
            for message in [
                ToMind::Ask(turn.into(), Box::new(question(turn))),
                ToMind::Inquire(Inquiry::Tree { moves: 3, nodes: 40 }, None),
            ] {
                mailbox.send(if wire { by_wire(&message) } else { message });
                while mailbox.work(|_| true, &|| {}) {}
                let message_from_mind = mailbox.take();
                messages.push(if wire { by_wire(&message_from_mind) } else { message_from_mind });
            }
        }
        messages
    }

    #[test]
    fn a_mind_asked_by_serialized_messages_answers_the_same() {
        let mut trees = 0;
        for spec in [
            "random",
            "mcts:playouts=60",
            "negamax:depth=2",
            "monte-carlo:games=1",
            "swarm",
            "temperature:keep=on",
        ] {
            let spec: BrainSpec = spec.parse().expect("a spec");
            let [here, there] = [false, true].map(|wire| messages_of(&spec, wire));
            for (here, there) in here.into_iter().zip(there) {
                assert_eq!(here.answer, there.answer, "{spec}");
                assert_eq!(untimed(here.thought), untimed(there.thought), "{spec}");
                assert_eq!(here.replies, there.replies, "{spec}");
                let is_tree = |reply: &&Option<Reply>| {
                    matches!(reply, Some(Reply::Tree(TreeView::Simulated(_) | TreeView::FixedDepth(_))))
                };
                trees += there.replies.iter().filter(is_tree).count();
            }
        }
        assert!(trees > 0, "no mind has returned its tree");
    }

    /// Removes fields that depend on the speed of the machine.
    fn untimed(thought: Option<(u64, Thought)>) -> Option<(u64, Thought)> {
        thought.map(|(turn, mut thought)| {
            thought.seconds = None;
            thought.notes.retain(|note| !note.ends_with("a second"));
            (turn, thought)
        })
    }

    /// A mind that panics.
    struct Faulty;

    impl Brain for Faulty {
        fn begin(&mut self, _: &Observation<'_>, _: Rng) {}

        fn batch(&mut self, _: &Observation<'_>, _: &mut dyn Watch) -> Option<Answer> {
            panic!("a test of a fault")
        }
    }

    #[test]
    fn a_mind_that_panics_fails_and_its_thread_continues() {
        let mailbox = Mailbox::new(Box::new(Faulty));
        for turn in 1..3 {
            mailbox.send(ToMind::Ask(turn, Box::new(question(1))));
            while mailbox.work(|_| true, &|| {}) {}
            let answer = mailbox.take().answer;
            assert!(matches!(&answer, Some((now, Answer::Failed(_))) if *now == turn), "{answer:?}");
        }
    }

    #[test]
    fn a_question_with_inconsistent_parts_is_refused() {
        let text = serde_json::to_string(&question(1)).expect("written");
        for (whole, broken) in
            [("\"vacant\":[", "\"vacant\":[35,"), ("\"near\":[", "\"near\":[0,"), ("\"next\":", "\"next\":1")]
        {
            assert!(text.contains(whole), "{text}");
            let error = serde_json::from_str::<Question>(&text.replacen(whole, broken, 1)).err();
            let words = error.map(|error| error.to_string()).unwrap_or_default();
            assert!(words.contains("the agents of a 7x5 board do not fit together"), "{broken}: {words}");
        }
        assert_eq!(by_wire(&question(2)).position.to_move(), Color::Black);
    }
}
