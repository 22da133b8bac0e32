//! `netlogo`: the move rule of the NetLogo model of 2016.

use crate::rules::uniform::uniform_move;
use crate::uniform_mover::UniformMover;
use crate::{Agents, Answer, BrainInfo, BrainSpec, Rule};
use stonefield_go::Move;
use stonefield_search::{Rng, Watch};

pub(crate) const INFO: BrainInfo = BrainInfo::rule(
    "netlogo",
    "any cell whose neighbours are neither all black nor all white, each equally likely",
    &[],
    make,
);

fn make(_: &BrainSpec) -> Box<dyn Rule> {
    Box::new(NetLogo(UniformMover::new()))
}

struct NetLogo(UniformMover);

impl Rule for NetLogo {
    fn decide(&mut self, agents: &dyn Agents, rng: Rng, watch: &mut dyn Watch) -> Answer {
        self.0.set_rng(rng);
        // Under `netlogo-2016` the rules of the game contain the model's test, with the quirks that are
        // switched on. Then `is_legal` is enough.
        let has_model_rules = agents.rules().quirks.is_some();
        let fits = |action: Move| {
            action
                .point()
                .is_some_and(|point| has_model_rules || passes_test(agents, agents.size().index(point)))
                && agents.is_legal(action)
        };
        let mut chosen = uniform_move(&mut self.0, agents, false, watch, fits);
        if chosen.is_none() && !agents.is_legal(Move::Pass) {
            chosen = uniform_move(&mut self.0, agents, false, watch, |action| agents.is_legal(action));
        }
        Answer::Move(chosen.unwrap_or(Move::Pass))
    }
}

/// The model's test of a vacant point. Returns true if its neighbours are neither all black nor all white.
fn passes_test(agents: &dyn Agents, point: usize) -> bool {
    let mut neighbours = agents.size().around(point).map(|next| agents.color_at(next));
    match neighbours.next() {
        None | Some(None) => true,
        Some(first) => neighbours.any(|color| color != first),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::diagrams::{PositionAgents, assert_uniform, drawn, histogram};

    const POCKETS: &str = ".X.O.
                           X.XOO
                           .X...
                           OOX..
                           .O..X";

    #[test]
    fn under_rules_of_go_the_models_test_is_applied() {
        let position = drawn(POCKETS, "chinese");
        let mut expected = position.legal_moves();
        let agents = PositionAgents::new(&position);
        expected.retain(|m| m.point().is_some_and(|p| passes_test(&agents, position.size().index(p))));
        assert!(
            expected.len() < position.legal_moves().len() - 2,
            "the points inside the pockets do not pass the test"
        );
        assert_uniform(&histogram("netlogo", &position, 20_000), &expected);
    }

    #[test]
    fn under_netlogo_rules_every_point_that_passes_the_test_is_legal() {
        let position = drawn(POCKETS, "netlogo-2016");
        let agents = PositionAgents::new(&position);
        let expected: Vec<_> = (0..position.empty_count())
            .map(|i| position.nth_empty(i))
            .filter(|&point| passes_test(&agents, position.size().index(point)))
            .map(Move::Play)
            .collect();
        assert_uniform(&histogram("netlogo", &position, 20_000), &expected);
    }
}
