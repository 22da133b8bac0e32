//! The search to a fixed depth: what it must find, that its switches change nothing but the time, and that it stops.

use rand::{RngExt, SeedableRng};
use std::cell::Cell;
use stonefield::brain::negamax::{Bound, LOSS, Params, Search, WIN};
use stonefield::brain::{BrainSpec, Dice, Progress, Rng, Seen, Thought, Unwatched, Use, Watch};
use stonefield::go::{Color, Move, Outcome, Position, Rules, Setup, Size};

const SWITCHES: [&str; 9] = ["ab", "history", "scout", "tt", "id", "pvs", "killers", "lazy", "incremental"];

fn params(text: &str) -> Params {
    Params::of(&text.parse::<BrainSpec>().unwrap_or_else(|error| panic!("{text}: {error}")))
}

fn rng(seed: u64) -> Rng {
    Dice::new(seed, 0, 0).rng(0, None, Use::Think)
}

/// Searched to the end.
fn searched(text: &str, position: &Position) -> Search {
    let mut search = Search::new(position, &params(text), rng(1));
    search.run(u64::MAX, &mut Unwatched);
    assert!(search.is_over());
    search
}

/// A position after some random play, fewer stones being left out the longer it lasts.
fn random(size: Size, rules: Rules, plies: usize, rng: &mut Rng) -> Position {
    let mut position = Position::new(size, rules);
    for _ in 0..plies {
        let legal = position.legal_moves();
        let points: Vec<Move> = legal.iter().copied().filter(|action| action.point().is_some()).collect();
        let passes = points.is_empty() || rng.random_bool(0.05);
        let among = if passes { &legal } else { &points };
        let Some(&action) = among.get(rng.random_range(0..among.len().max(1))) else { break };
        let mut after = position.clone();
        after.play_unchecked(action);
        if after.is_over() {
            break;
        }
        position = after;
    }
    position
}

/// The value of a position by nothing but recursion over the law, an evaluation of its own and no memory: what the search is held against.
mod plain {
    use super::*;
    use stonefield::field::{BouzyField, BouzyParams, TerritoryField};

    fn evaluate(position: &Position) -> i32 {
        let setup = position.setup();
        let mut territory = TerritoryField::new(position.size());
        territory.measure(setup.stones());
        let map = |erosions| {
            let mut field = BouzyField::new(position.size(), BouzyParams { dilations: 5, erosions });
            field.measure(setup.stones());
            let open = |(value, stone): (&i16, &Option<Color>)| {
                if stone.is_some() { 0 } else { i32::from(value.signum()) }
            };
            field.values().iter().zip(setup.stones()).map(open).sum::<i32>()
        };
        let taken = position.captured_by();
        let white = 200 * territory.values().iter().map(|&value| i32::from(value)).sum::<i32>()
            + 200 * (taken.white as i32 - taken.black as i32)
            + 10 * map(21)
            + map(0);
        if position.to_move() == Color::White { white } else { -white }
    }

    pub fn value(position: &Position, depth: u32) -> i32 {
        if let Some(outcome) = position.outcome() {
            return match outcome.winner() {
                None => 0,
                Some(winner) if winner == position.to_move() => WIN,
                Some(_) => LOSS,
            };
        }
        if depth == 0 {
            return evaluate(position);
        }
        let after = |action| {
            let mut child = position.clone();
            child.play_unchecked(action);
            -value(&child, depth - 1)
        };
        position.legal_moves().into_iter().map(after).max().unwrap_or_else(|| evaluate(position))
    }
}

#[test]
fn it_finds_the_value_that_the_definition_has() {
    let mut dice = Rng::seed_from_u64(7);
    for round in 0..60 {
        let presets =
            ["chinese", "tromp-taylor", "japanese", "aga", "new-zealand", "atari-go", "netlogo-2016"];
        let rules = Rules::preset(presets[round % 7]).expect("a preset");
        let (side, depth) = [(3, 3), (4, 2), (2, 4), (5, 2)][round % 4];
        let plies = dice.random_range(0..2 * side * side);
        let position = random(Size::square(side as u16).expect("a size"), rules, plies, &mut dice);
        let value = plain::value(&position, depth);
        let found = searched(&format!("negamax:depth={depth}"), &position);
        assert_eq!(found.value().unwrap_or(value), value, "{} {}", rules.name, position.setup());
        assert_eq!(found.value().is_none(), position.is_over() || position.legal_moves().is_empty());
    }
}

/// Every switch alone, all off, and combinations by chance: one value, and a best move that is worth it.
#[test]
fn switches_change_nothing_but_the_time() {
    let mut dice = Rng::seed_from_u64(21);
    let (mut tried, mut with_captures, mut different) = (0, 0, 0);
    for round in 0..300 {
        let presets =
            ["chinese", "tromp-taylor", "japanese", "aga", "new-zealand", "atari-go", "netlogo-2016"];
        let rules = Rules::preset(presets[round % 7]).expect("a preset");
        let (side, depth) = [(3, 4), (4, 3), (2, 6), (5, 2), (3, 3), (2, 5)][round % 6];
        let extra = [
            "",
            ",eval=area",
            ",eval=liberties",
            ",eval=control",
            ",quiescence=3",
            ",moves=near",
            ",range=2",
            ",range=8,dilations=3,erosions=7",
            ",tie=loss,eval=area",
            ",influence=0",
            ",potential=0",
        ][round % 11];
        let area = side * side;
        let plies = dice.random_range(area / 2..3 * area);
        let position = random(Size::square(side as u16).expect("a size"), rules, plies, &mut dice);
        if position.is_over() || position.legal_moves().is_empty() {
            continue;
        }
        with_captures += u32::from(position.captured_by().black > 0);
        let base = format!("negamax:depth={depth}{extra}");
        let all = searched(&base, &position);
        let value = all.value().expect("a value");
        let mut specs: Vec<Vec<&str>> = SWITCHES.iter().map(|switch| vec![*switch]).collect();
        specs.push(SWITCHES.to_vec());
        for _ in 0..4 {
            specs.push(SWITCHES.into_iter().filter(|_| dice.random_bool(0.5)).collect());
        }
        for off in specs {
            let text = off.iter().fold(base.clone(), |text, switch| text + "," + switch + "=off");
            let found = searched(&text, &position);
            assert_eq!(found.value(), Some(value), "{text} under {} in\n{}", rules.name, position.setup());
            let best = found.best().expect("a move");
            different += u32::from(Some(best) != all.best());
            // Its best move is worth as much: what is left after it, one ply less deep, says so too.
            let mut after = position.clone();
            after.try_play(best).expect("a legal move");
            if let Some(outcome) = after.outcome() {
                let worth = match outcome.winner() {
                    Some(winner) => {
                        if winner == position.to_move() {
                            WIN
                        } else {
                            LOSS
                        }
                    }
                    None if text.contains("tie=loss") => WIN,
                    None => 0,
                };
                assert_eq!(worth, value, "{text}: {best} in\n{}", position.setup());
            } else if depth > 1 {
                let below = searched(
                    &text.replace(&format!("depth={depth}"), &format!("depth={}", depth - 1)),
                    &after,
                );
                // A position that may not come back is forgotten where a search begins after it; without captures there is none.
                let exact = position.rules().ko == stonefield::go::Ko::None
                    || after.captured_by() == position.captured_by();
                if exact {
                    assert_eq!(
                        below.value().map(|value| -value),
                        Some(value),
                        "{text}: {best} in\n{}",
                        position.setup()
                    );
                }
            }
            tried += 1;
        }
    }
    assert!(tried > 3000 && with_captures > 50 && different > 0, "{tried} {with_captures} {different}");
}
