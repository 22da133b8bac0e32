//! `scripted`: moves from a list.

use super::draw::Drawer;
use super::random::Random;
use super::sensible::Sensible;
use super::{Answer, Brain, BrainInfo, BrainSpec, Kind, ParamInfo, Rng, Seen, Value, Watch};
use crate::go::{Move, PointError};

pub(super) const INFO: BrainInfo = BrainInfo {
    name: "scripted",
    about: "plays a list of moves, one a turn; where the list is at its end or a move illegal, what `then` says",
    human: false,
    outside: false,
    searches: false,
    main: None,
    params: &[
        ParamInfo {
            name: "moves",
            about: "the moves in order, as in [D4 Q16 pass]",
            unit: "",
            kind: Kind::Text { default: "" },
            check: |text| Ok(parse(text).map(drop)?),
        },
        ParamInfo {
            name: "then",
            about: "what to play after the list",
            unit: "",
            kind: Kind::Choice { options: &["pass", "random", "sensible"], default: "pass" },
            check: ParamInfo::ANY,
        },
    ],
    make,
};

fn make(spec: &BrainSpec) -> Box<dyn Brain> {
    let moves = match spec.get("moves") {
        Value::Text(text) => parse(&text).unwrap_or_default(),
        _ => Vec::new(),
    };
    let then: Option<Box<dyn Brain>> = match spec.get("then") {
        Value::Choice("random") => Some(Box::new(Random(Drawer::new()))),
        Value::Choice("sensible") => Some(Box::new(Sensible(Drawer::new()))),
        _ => None,
    };
    Box::new(Scripted { moves, then })
}

fn parse(text: &str) -> Result<Vec<Move>, PointError> {
    text.split([' ', ',']).filter(|word| !word.is_empty()).map(str::parse).collect()
}

struct Scripted {
    moves: Vec<Move>,
    then: Option<Box<dyn Brain>>,
}

impl Brain for Scripted {
    fn begin(&mut self, seen: &Seen<'_>, rng: Rng) {
        if let Some(then) = &mut self.then {
            then.begin(seen, rng);
        }
    }

    fn batch(&mut self, seen: &Seen<'_>, watch: &mut dyn Watch) -> Option<Answer> {
        match (self.moves.get(seen.turn as usize), &mut self.then) {
            (Some(&next), _) if seen.position.is_legal(next) => Some(Answer::Move(next)),
            (_, Some(then)) => then.batch(seen, watch),
            _ => Some(Answer::Move(Move::Pass)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::draw::tests::{choice, drawn};
    use super::*;

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
    fn it_plays_its_list_and_then_passes() {
        assert_eq!(play("scripted:moves=[A1 pass c3]", 5), ["A1", "pass", "C3", "pass", "pass"]);
    }

    #[test]
    fn an_illegal_move_is_left_to_what_follows() {
        assert_eq!(play("scripted:moves=[B2 Z9 A1]", 3), ["pass", "pass", "A1"]);
        let random = play("scripted:moves=[B2 A1],then=sensible", 3);
        assert_ne!(random[0], "B2");
        assert_ne!(random[0], "pass");
        assert_eq!(random[1], "A1");
    }

    #[test]
    fn a_list_of_nonsense_is_refused() {
        let error = "scripted:moves=[D4 nowhere]".parse::<BrainSpec>().expect_err("refused").to_string();
        assert!(error.contains("moves") && error.contains("'nowhere'"), "{error}");
    }
}
