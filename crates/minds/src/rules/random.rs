//! `random`: a random legal move, passes included.

use crate::rules::uniform::uniform_move;
use crate::uniform_mover::UniformMover;
use crate::{Agents, Answer, BrainInfo, BrainSpec, Rule};
use stonefield_go::Move;
use stonefield_search::{Rng, Watch};

pub(crate) const INFO: BrainInfo =
    BrainInfo::rule("random", "any legal move or pass, each as likely as any other", &[], make);

fn make(_: &BrainSpec) -> Box<dyn Rule> {
    Box::new(Random(UniformMover::new()))
}

struct Random(UniformMover);

impl Rule for Random {
    fn decide(&mut self, agents: &dyn Agents, rng: Rng, watch: &mut dyn Watch) -> Answer {
        self.0.set_rng(rng);
        let chosen = uniform_move(&mut self.0, agents, true, watch, |action| agents.is_legal(action));
        Answer::Move(chosen.unwrap_or(Move::Pass))
    }
}

#[cfg(test)]
mod tests {
    use crate::diagrams::{assert_uniform, drawn, histogram};

    #[test]
    fn every_legal_move_and_pass_is_equally_likely() {
        // Black may fill its own eyes, but not play into White's.
        let position = drawn(
            ".X.O.
             X..OO
             .X.O.
             ..XOO
             ...O.",
            "chinese",
        );
        let legal = position.legal_moves();
        assert_uniform(&histogram("random", &position, 20_000), &legal);
    }

    #[test]
    fn random_does_not_pass_where_passing_is_forbidden() {
        let position = drawn("...\n.X.\n...", "atari-go");
        let counts = histogram("random", &position, 500);
        assert_uniform(&counts, &position.legal_moves());
        assert!(counts.keys().all(|action| action.point().is_some()));
    }
}
