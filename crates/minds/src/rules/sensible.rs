//! `sensible`: a random legal move that fills no eye of the mover.

use crate::rules::uniform::uniform_move;
use crate::uniform_mover::UniformMover;
use crate::{Agents, Answer, BrainInfo, BrainSpec, Rule, Surroundings};
use stonefield_go::Move;
use stonefield_search::{Candidate, Rng, Thought, Watch};

pub(crate) const INFO: BrainInfo = BrainInfo::rule(
    "sensible",
    "plays at random: any legal move that fills no eye point of its own, each equally likely; passes when there is none",
    &[],
    make,
);

fn make(_: &BrainSpec) -> Box<dyn Rule> {
    Box::new(Sensible(UniformMover::new()))
}

struct Sensible(UniformMover);

impl Rule for Sensible {
    fn decide(&mut self, agents: &dyn Agents, rng: Rng, watch: &mut dyn Watch) -> Answer {
        self.0.set_rng(rng);
        Answer::Move(choose(&mut self.0, agents, watch))
    }
}

/// Random legal move that fills no eye of the mover. Without one: a pass. If passing is forbidden: any legal
/// move.
pub(super) fn choose(uniform: &mut UniformMover, agents: &dyn Agents, watch: &mut dyn Watch) -> Move {
    let (color, size) = (agents.to_move(), agents.size());
    let fits = |action: Move| {
        action.point().is_some_and(|point| !agents.is_eye_point(color, size.index(point)))
            && agents.is_legal(action)
    };
    if let Some(action) = uniform_move(uniform, agents, false, watch, fits) {
        return action;
    }
    if agents.is_legal(Move::Pass) {
        let candidate = Candidate {
            visits: 1,
            prior: Some(1.0),
            variation: vec![Move::Pass],
            ..Candidate::new(Move::Pass)
        };
        if watch.wants_thoughts() {
            watch.receive_thought(&Thought { candidates: vec![candidate], ..Thought::default() });
        }
        return Move::Pass;
    }
    // Passing is forbidden: an own eye has to be filled.
    uniform_move(uniform, agents, false, watch, |action| agents.is_legal(action)).unwrap_or(Move::Pass)
}

#[cfg(test)]
mod tests {
    use crate::diagrams::{assert_uniform, choice, drawn, histogram};
    use crate::{Answer, BrainSpec};
    use stonefield_go::{Move, Position, Rules, Size};

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
    fn with_only_eyes_left_the_mind_passes() {
        let position = drawn(".X.\nXXX", "chinese");
        assert_eq!(histogram("sensible", &position, 50).into_iter().collect::<Vec<_>>(), [(Move::Pass, 50)]);
    }

    #[test]
    fn with_only_eyes_left_and_no_pass_the_mind_fills_one() {
        let position = drawn(".X.\nXXX", "atari-go");
        assert_uniform(&histogram("sensible", &position, 500), &position.legal_moves());
    }

    #[test]
    fn whole_games_fill_no_eye_and_end() {
        let mut mind = BrainSpec::named("sensible").expect("listed").build();
        for (side, rules) in [(5, "tromp-taylor"), (9, "chinese"), (9, "japanese"), (13, "chinese")] {
            let size = Size::square(side).expect("a size");
            let mut position = Position::new(size, Rules::preset(rules).expect("a preset"));
            for turn in 0.. {
                if position.is_over() {
                    break;
                }
                assert!(turn < 5000, "the game does not end");
                let Answer::Move(chosen) = choice(mind.as_mut(), &position, turn) else {
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
