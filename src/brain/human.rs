//! `human`: whoever sits there.

use super::{Answer, Brain, BrainInfo, BrainSpec, Progress, Rng, Seen, Watch};

pub(super) const INFO: BrainInfo = BrainInfo {
    name: "human",
    about: "you: click a point, or press P to pass",
    human: true,
    outside: false,
    main: None,
    params: &[],
    make,
};

fn make(_: &BrainSpec) -> Box<dyn Brain> {
    Box::new(Human)
}

struct Human;

impl Brain for Human {
    fn begin(&mut self, _: &Seen<'_>, _: Rng) {}

    fn advance(&mut self, seen: &Seen<'_>, _: u32, _: &mut dyn Watch) -> Progress {
        match seen.asked {
            Some(wish) if seen.position.is_legal(wish) => Progress::Done(Answer::Move(wish)),
            _ => Progress::Waiting,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::draw::tests::drawn;
    use super::super::{Dice, Unwatched, Use};
    use super::*;
    use crate::go::{Move, Point};

    #[test]
    fn it_waits_for_a_legal_wish() {
        let position = drawn("...\n.X.\n...", "chinese");
        let ask = |asked| {
            let seen = Seen { position: &position, heat: &[], turn: 0, asked };
            Human.choose(&seen, Dice::new(1, 0, 0).rng(0, None, Use::Think), &mut Unwatched)
        };
        assert_eq!(ask(None), Answer::waits());
        assert_eq!(ask(Some(Move::Play(Point::new(1, 1)))), Answer::waits(), "a stone is there");
        assert_eq!(ask(Some(Move::Pass)), Answer::Move(Move::Pass));
    }
}
