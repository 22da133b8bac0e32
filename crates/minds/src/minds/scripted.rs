//! `scripted`: plays moves from a list.

use super::fallback::{random_legal_move, random_sensible_move};
use crate::uniform_mover::UniformMover;
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
    /// Moves that replace an illegal move of the list, and follow the list.
    enum AfterList {
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
        then: AfterList = Pass;
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
        self.uniform.set_rng(rng);
    }

    fn batch(&mut self, observation: &Observation<'_>, _: &mut dyn Watch) -> Option<Answer> {
        let position = observation.position;
        let listed_move = self
            .params
            .moves
            .get(observation.turn as usize)
            .copied()
            .filter(|&action| position.is_legal(action));
        let replacement = || match self.params.then {
            AfterList::Pass => None,
            AfterList::Random => random_legal_move(&mut self.uniform, position),
            AfterList::Sensible => random_sensible_move(&mut self.uniform, position),
        };
        Some(Answer::Move(listed_move.or_else(replacement).unwrap_or(Move::Pass)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::diagrams::{choice, drawn};

    fn play(spec: &str, turns: u32) -> Vec<String> {
        let position = drawn("...\n.X.\n...", "chinese");
        let mut mind = spec.parse::<BrainSpec>().expect("a spec").build();
        (0..turns)
            .map(|turn| match choice(mind.as_mut(), &position, turn) {
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
    fn an_illegal_move_is_replaced_as_after_the_list() {
        assert_eq!(play("scripted:moves=[B2 Z9 A1]", 3), ["pass", "pass", "A1"]);
        let replaced = play("scripted:moves=[B2 A1],then=sensible", 3);
        assert_ne!(replaced[0], "B2");
        assert_ne!(replaced[0], "pass");
        assert_eq!(replaced[1], "A1");
    }

    #[test]
    fn a_list_with_a_wrong_move_is_refused() {
        let error = "scripted:moves=[D4 nowhere]".parse::<BrainSpec>().expect_err("refused").to_string();
        assert!(error.contains("moves") && error.contains("'nowhere'"), "{error}");
    }
}
