//! `netlogo`: the mind of the model of 2016.

use crate::brain::rules::draw::Drawer;
use crate::brain::{Answer, Brain, BrainInfo, BrainSpec, Seen};
use crate::go::{Move, Point, Position};
use crate::search::{Rng, Watch};

pub(in crate::brain) const INFO: BrainInfo = BrainInfo::new(
    "netlogo",
    "any cell whose neighbours are neither all black nor all white, each equally likely",
    &[],
    make,
);

fn make(_: &BrainSpec) -> Box<dyn Brain> {
    Box::new(NetLogo(Drawer::new()))
}

struct NetLogo(Drawer);

impl Brain for NetLogo {
    fn begin(&mut self, _: &Seen<'_>, rng: Rng) {
        self.0.start(rng);
    }

    fn batch(&mut self, seen: &Seen<'_>, _: &mut dyn Watch) -> Option<Answer> {
        let position = seen.position;
        // In the model's own world the law is its test, as its quirks are switched.
        let own_world = position.rules().quirks.is_some();
        let fits = |choice: Move| {
            choice.point().is_some_and(|point| own_world || open(position, point))
                && position.is_legal(choice)
        };
        let mut choice = self.0.draw(position, false, fits);
        if choice.is_none() && !position.is_legal(Move::Pass) {
            choice = self.0.draw(position, false, |choice| position.is_legal(choice));
        }
        Some(Answer::Move(choice.unwrap_or(Move::Pass)))
    }
}

/// The model's test of an empty cell: its neighbours are neither all black nor all white.
fn open(position: &Position, point: Point) -> bool {
    let mut neighbours = position.size().neighbours(point).map(|next| position.at(next));
    match neighbours.next() {
        None | Some(None) => true,
        Some(first) => neighbours.any(|next| next != first),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::brain::rules::draw::tests::{assert_uniform, drawn, histogram};

    const POCKETS: &str = ".X.O.
                           X.XOO
                           .X...
                           OOX..
                           .O..X";

    #[test]
    fn under_go_it_keeps_to_its_test() {
        let position = drawn(POCKETS, "chinese");
        let mut expected = position.legal_moves();
        expected.retain(|m| m.point().is_some_and(|p| open(&position, p)));
        assert!(expected.len() < position.legal_moves().len() - 2, "the pockets are left alone");
        assert_uniform(&histogram("netlogo", &position, 20_000), &expected);
    }

    #[test]
    fn in_its_own_world_the_law_is_the_test() {
        let position = drawn(POCKETS, "netlogo-2016");
        let expected: Vec<_> = (0..position.empties())
            .map(|i| position.empty(i))
            .filter(|&point| open(&position, point))
            .map(Move::Play)
            .collect();
        assert_uniform(&histogram("netlogo", &position, 20_000), &expected);
    }
}
