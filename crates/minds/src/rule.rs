//! Rules of the agents: minds that see only the agents of the board.

use super::{Agents, Answer, Brain, Observation};
use rand::SeedableRng;
use stonefield_search::{Rng, Watch};

/// Rule by which the agents choose a move for the colour to move.
pub trait Rule: Send + Sync {
    /// Chooses a move. `rng`: random generator for this turn.
    fn decide(&mut self, agents: &dyn Agents, rng: Rng, watch: &mut dyn Watch) -> Answer;
}

/// Mind that follows a rule. Its whole turn is one batch.
pub(super) struct RuleMind {
    rule: Box<dyn Rule>,
    rng: Rng,
}

impl RuleMind {
    pub(super) fn new(rule: Box<dyn Rule>) -> Self {
        Self { rule, rng: Rng::seed_from_u64(0) }
    }
}

impl Brain for RuleMind {
    fn begin(&mut self, _: &Observation<'_>, rng: Rng) {
        self.rng = rng;
    }

    fn batch(&mut self, observation: &Observation<'_>, watch: &mut dyn Watch) -> Option<Answer> {
        Some(match observation.agents {
            Some(agents) => self.rule.decide(agents, self.rng.clone(), watch),
            None => Answer::Failed("it sees no agents".to_owned()),
        })
    }
}
