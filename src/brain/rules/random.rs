//! `random`: any legal move, or pass.

use crate::brain::rules::draw::Drawer;
use crate::brain::{Answer, Brain, BrainInfo, BrainSpec, Seen};
use crate::go::Move;
use crate::search::{Rng, Watch};

pub(in crate::brain) const INFO: BrainInfo =
    BrainInfo::new("random", "any legal move or pass, each as likely as any other", &[], make);

fn make(_: &BrainSpec) -> Box<dyn Brain> {
    Box::new(Random(Drawer::new()))
}

pub(in crate::brain) struct Random(pub(in crate::brain) Drawer);

impl Brain for Random {
    fn begin(&mut self, _: &Seen<'_>, rng: Rng) {
        self.0.start(rng);
    }

    fn batch(&mut self, seen: &Seen<'_>, watch: &mut dyn Watch) -> Option<Answer> {
        let position = seen.position;
        let fits = |choice| position.is_legal(choice);
        let choice = self.0.draw(position, true, fits).unwrap_or(Move::Pass);
        Drawer::tell(position, true, choice, watch, fits);
        Some(Answer::Move(choice))
    }
}

#[cfg(test)]
mod tests {
    use crate::brain::rules::draw::tests::{assert_uniform, drawn, histogram};

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
    fn it_does_not_pass_where_passing_is_forbidden() {
        let position = drawn("...\n.X.\n...", "atari-go");
        let counts = histogram("random", &position, 500);
        assert_uniform(&counts, &position.legal_moves());
        assert!(counts.keys().all(|choice| choice.point().is_some()));
    }
}
