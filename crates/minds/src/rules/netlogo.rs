//! `netlogo`: the mind of the model of 2016.

use crate::rules::uniform::uniform_move;
use crate::uniform::UniformMover;
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
        self.0.start(rng);
        // In the model's own world the law is its test, as its quirks are switched.
        let own_world = agents.rules().quirks.is_some();
        let fits = |choice: Move| {
            choice.point().is_some_and(|point| own_world || is_open(agents, agents.size().index(point)))
                && agents.is_legal(choice)
        };
        let mut choice = uniform_move(&mut self.0, agents, false, watch, fits);
        if choice.is_none() && !agents.is_legal(Move::Pass) {
            choice = uniform_move(&mut self.0, agents, false, watch, |choice| agents.is_legal(choice));
        }
        Answer::Move(choice.unwrap_or(Move::Pass))
    }
}

/// The model's test of a vacant cell: its neighbours are neither all black nor all white.
fn is_open(agents: &dyn Agents, point: usize) -> bool {
    let mut neighbours = agents.size().around(point).map(|next| agents.color_at(next));
    match neighbours.next() {
        None | Some(None) => true,
        Some(first) => neighbours.any(|next| next != first),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::drawn::{Drawn, assert_uniform, drawn, histogram};

    const POCKETS: &str = ".X.O.
                           X.XOO
                           .X...
                           OOX..
                           .O..X";

    #[test]
    fn under_go_it_keeps_to_its_test() {
        let position = drawn(POCKETS, "chinese");
        let mut expected = position.legal_moves();
        let agents = Drawn::new(&position);
        expected.retain(|m| m.point().is_some_and(|p| is_open(&agents, position.size().index(p))));
        assert!(expected.len() < position.legal_moves().len() - 2, "the pockets are left alone");
        assert_uniform(&histogram("netlogo", &position, 20_000), &expected);
    }

    #[test]
    fn in_its_own_world_the_law_is_the_test() {
        let position = drawn(POCKETS, "netlogo-2016");
        let agents = Drawn::new(&position);
        let expected: Vec<_> = (0..position.empties())
            .map(|i| position.empty(i))
            .filter(|&point| is_open(&agents, position.size().index(point)))
            .map(Move::Play)
            .collect();
        assert_uniform(&histogram("netlogo", &position, 20_000), &expected);
    }
}
