//! `scripted`: plays moves from a list.

use super::fallback::{any_legal, any_sensible};
use crate::uniform::UniformMover;
use crate::{Answer, Brain, BrainInfo, BrainSpec, Observation};
use stonefield_go::{Move, PointError};
use stonefield_search::{Parameters, Rng, Watch};
use stonefield_search::{choices, params};

pub(crate) const INFO: BrainInfo = BrainInfo::planner(
    "scripted",
    "plays a list of moves, one a turn; where the list is at its end or a move illegal, what `then` says",
    ScriptedParams::LIST,
    make,
);

choices! {
    /// Choice of the moves after the list.
    enum Then {
        /// Passes.
        Pass = "pass",
        /// Plays as the mind `random`.
        Random = "random",
        /// Plays as the mind `sensible`.
        Sensible = "sensible",
    }
}

type Moves = Vec<Move>;

params! {
    /// Parameters of `scripted`.
    struct ScriptedParams {
        /// the moves in order, as in [D4 Q16 pass]
        moves: Moves = "" by parse_moves;
        /// what to play after the list
        then: Then = Pass;
    }
}

fn make(spec: &BrainSpec) -> Box<dyn Brain> {
    Box::new(Scripted { params: spec.read(), uniform: UniformMover::new() })
}

fn parse_moves(text: &str) -> Result<Moves, PointError> {
    text.split([' ', ',']).filter(|word| !word.is_empty()).map(str::parse).collect()
}

struct Scripted {
    params: ScriptedParams,
    uniform: UniformMover,
}

impl Brain for Scripted {
    fn begin(&mut self, _: &Observation<'_>, rng: Rng) {
        self.uniform.start(rng);
    }

    fn batch(&mut self, observation: &Observation<'_>, _: &mut dyn Watch) -> Option<Answer> {
        let position = observation.position;
        let next =
            self.params.moves.get(observation.turn as usize).copied().filter(|&next| position.is_legal(next));
        let then = || match self.params.then {
            Then::Pass => None,
            Then::Random => any_legal(&mut self.uniform, position),
            Then::Sensible => any_sensible(&mut self.uniform, position),
        };
        Some(Answer::Move(next.or_else(then).unwrap_or(Move::Pass)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::diagrams::{choice, drawn};

    fn play(spec: &str, turns: u32) -> Vec<String> {
        let position = drawn("...\n.X.\n...", "chinese");
        let mut brain = spec.parse::<BrainSpec>().expect("a spec").build();
        (0..turns)
            .map(|turn| match choice(brain.as_mut(), &position, turn) {
                Answer::Move(chosen) => chosen.to_string(),
                other => format!("{other:?}"),
            })
            .collect()
    }

    #[test]
    fn the_list_is_played_and_then_passes_follow() {
        assert_eq!(play("scripted:moves=[A1 pass c3]", 5), ["A1", "pass", "C3", "pass", "pass"]);
    }

    #[test]
    fn an_illegal_move_is_replaced_by_the_choice_after_the_list() {
        assert_eq!(play("scripted:moves=[B2 Z9 A1]", 3), ["pass", "pass", "A1"]);
        let random = play("scripted:moves=[B2 A1],then=sensible", 3);
        assert_ne!(random[0], "B2");
        assert_ne!(random[0], "pass");
        assert_eq!(random[1], "A1");
    }

    #[test]
    fn a_list_with_a_wrong_move_is_refused() {
        let error = "scripted:moves=[D4 nowhere]".parse::<BrainSpec>().expect_err("refused").to_string();
        assert!(error.contains("moves") && error.contains("'nowhere'"), "{error}");
    }
}
