//! `sensible`: any legal move that fills no eye of one's own.

use crate::brain::rules::draw::Drawer;
use crate::brain::{Answer, Brain, BrainInfo, BrainSpec, Seen};
use crate::go::{Move, Position};
use crate::search::{Rng, Watch};

pub(in crate::brain) const INFO: BrainInfo = BrainInfo::new(
    "sensible",
    "any legal move that fills no eye point of its own, each equally likely; passes when there is none",
    &[],
    make,
);

fn make(_: &BrainSpec) -> Box<dyn Brain> {
    Box::new(Sensible(Drawer::new()))
}

pub(in crate::brain) struct Sensible(pub(in crate::brain) Drawer);

impl Brain for Sensible {
    fn begin(&mut self, _: &Seen<'_>, rng: Rng) {
        self.0.start(rng);
    }

    fn batch(&mut self, seen: &Seen<'_>, watch: &mut dyn Watch) -> Option<Answer> {
        Some(Answer::Move(choose(&mut self.0, seen.position, watch)))
    }
}

/// Any legal move that fills no own eye; else a pass; where that is forbidden, any.
pub(in crate::brain) fn choose(drawer: &mut Drawer, position: &Position, watch: &mut dyn Watch) -> Move {
    let color = position.to_move();
    let fits = |choice: Move| {
        choice.point().is_some_and(|point| !position.is_eye_point(color, point)) && position.is_legal(choice)
    };
    if let Some(choice) = drawer.draw(position, false, fits) {
        Drawer::tell(position, false, choice, watch, fits);
        return choice;
    }
    if position.is_legal(Move::Pass) {
        Drawer::tell(position, true, Move::Pass, watch, |choice| choice == Move::Pass);
        return Move::Pass;
    }
    // Where passing is forbidden even an eye has to be filled.
    let forced = |choice| position.is_legal(choice);
    let choice = drawer.draw(position, false, forced).unwrap_or(Move::Pass);
    Drawer::tell(position, false, choice, watch, forced);
    choice
}

#[cfg(test)]
mod tests {
    use crate::brain::rules::draw::tests::{assert_uniform, choice, drawn, histogram};
    use crate::brain::{Answer, BrainSpec};
    use crate::go::{Move, Position, Rules, Size};

    #[test]
    fn every_sensible_move_is_equally_likely() {
        let position = drawn(
            ".X.O.
             X..OO
             .X.O.
             ..XOO
             ...O.",
            "chinese",
        );
        let mut expected = position.legal_moves();
        expected.retain(|m| m.point().is_some_and(|p| !position.is_eye_point(position.to_move(), p)));
        assert!(expected.len() > 5);
        assert_uniform(&histogram("sensible", &position, 20_000), &expected);
    }

    #[test]
    fn with_only_eyes_left_it_passes() {
        let position = drawn(".X.\nXXX", "chinese");
        assert_eq!(histogram("sensible", &position, 50).into_iter().collect::<Vec<_>>(), [(Move::Pass, 50)]);
    }

    #[test]
    fn with_only_eyes_left_and_no_pass_it_fills_one() {
        let position = drawn(".X.\nXXX", "atari-go");
        assert_uniform(&histogram("sensible", &position, 500), &position.legal_moves());
    }

    #[test]
    fn whole_games_fill_no_eye_and_end() {
        let mut brain = BrainSpec::named("sensible").expect("listed").build();
        for (side, rules) in [(5, "tromp-taylor"), (9, "chinese"), (9, "japanese"), (13, "chinese")] {
            let size = Size::square(side).expect("a size");
            let mut position = Position::new(size, Rules::preset(rules).expect("a preset"));
            for turn in 0.. {
                if position.is_over() {
                    break;
                }
                assert!(turn < 5000, "the game goes on for ever");
                let Answer::Move(chosen) = choice(brain.as_mut(), &position, turn) else {
                    panic!("sensible always chooses");
                };
                if let Some(point) = chosen.point() {
                    assert!(!position.is_eye_point(position.to_move(), point), "{point} is an own eye");
                }
                position.try_play(chosen).expect("a legal move");
            }
        }
    }
}
