//! Status line: the colour to move and what the game waits for, or the result.

use bevy::ecs::query::QueryData;
use stonefield_go::{Color, Outcome};
use stonefield_minds::BrainSpec;
use stonefield_minds::engine::Engine;
use stonefield_sim::{Ending, GobanSetup, Newcomers, Pace, Seats, Tally, Thinking, Witness};

/// Components of a goban that its status line is about.
#[derive(QueryData)]
pub struct StatusParts {
    setup: &'static GobanSetup,
    pub seats: &'static Seats,
    pub tally: &'static Tally,
    witness: &'static Witness,
    ending: &'static Ending,
    pub pace: &'static Pace,
    thinking: &'static Thinking,
    pub newcomers: &'static Newcomers,
}

/// Returns the status line of a game. An engine of the settings is called by its name there. `runs`: true if
/// the game runs, or one that runs together with it.
#[must_use]
pub fn status(goban: &StatusPartsItem<'_, '_>, runs: bool, engines: &[Engine]) -> String {
    let seats = goban.seats;
    if let Some(outcome) = goban.tally.outcome {
        let setup = &goban.setup.0;
        let dead = goban.ending.words(setup).map(|words| match goban.ending.can_be_changed(setup) {
            true => format!("{words}: click a group to change it"),
            false => words,
        });
        let failed = Color::ALL.into_iter().find_map(|color| Some((color, seats.fault(color)?)));
        let differs = goban.witness.disagreement();
        return match (outcome, failed, differs) {
            (_, Some((color, why)), _) => format!("Game over: {color}'s mind failed: {why}"),
            (_, None, Some(why)) => format!("Game void: {why}. The record shows what led there"),
            (Outcome::Void, ..) if setup.quirks().is_some() => {
                "Game over: void, a colour was wiped out".to_owned()
            }
            (Outcome::Void, ..) => "Game over: void, a mind failed".to_owned(),
            _ => format!("Game over: {outcome}{}", dead.map_or_else(String::new, |dead| format!(", {dead}"))),
        };
    }
    let Some(color) = seats.to_move() else { return String::new() };
    if seats.is_absent(color) {
        return match goban.newcomers.of(color) {
            Some((_, Some(why))) => format!("{color} cannot play: {why}. Choose another under Minds"),
            Some((spec, None)) => format!("{color} to move: {} is being started", name(spec, engines)),
            None => format!("{color} to move: {} has not started", name(seats.spec(color), engines)),
        };
    }
    let turn = match (seats.demand(color), seats.is_human(color)) {
        (Some(_), _) => Turn::Empty,
        (None, true) => Turn::Person { alone: seats.has_mind(!color) },
        (None, false) => Turn::Mind {
            mind: name(seats.spec(color), engines),
            thinks: goban.thinking.is_active(),
            goes_on: runs || goban.pace.running || goban.pace.is_busy(),
            against_person: seats.answers_person(color),
        },
    };
    let line = turn.words(color);
    let starts = Color::ALL.into_iter().find(|&color| goban.newcomers.starts(color));
    starts.map_or_else(|| line.clone(), |color| format!("{line}; {color}'s program is being started"))
}

/// Returns the name of a mind: that of the engine in the settings, or else of its kind.
fn name<'a>(spec: &'a BrainSpec, engines: &'a [Engine]) -> &'a str {
    engines.iter().find(|engine| engine.spec == *spec).map_or(spec.name(), |engine| &engine.name)
}

/// The side to move in a game that is not over.
enum Turn<'a> {
    /// The seat is empty and must be filled first.
    Empty,
    /// A person. `alone`: true if a mind plays the other colour.
    Person { alone: bool },
    /// A mind. `goes_on`: true if the game runs or has steps left, so that the mind will move.
    Mind { mind: &'a str, thinks: bool, goes_on: bool, against_person: bool },
}

impl Turn<'_> {
    fn words(&self, color: Color) -> String {
        match *self {
            Self::Empty => format!("{color}'s seat is empty: fill it under Minds"),
            Self::Person { alone } => {
                let you = if alone { " (you)" } else { "" };
                format!("Waiting for {color}{you}: click a point, or pass")
            }
            Self::Mind { mind, thinks: true, goes_on: true, .. } => format!("{color} thinks ({mind})"),
            Self::Mind { mind, goes_on: true, .. } => format!("{color} to move ({mind})"),
            Self::Mind { mind, against_person: true, .. } => {
                format!("Paused: {color} ({mind}) answers on Go")
            }
            Self::Mind { mind, .. } => format!("Paused: {color} to move ({mind})"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_turn_has_its_line() {
        let mind =
            |thinks, goes_on, against_person| Turn::Mind { mind: "mcts", thinks, goes_on, against_person };
        for (turn, words) in [
            (Turn::Person { alone: true }, "Waiting for White (you): click a point, or pass"),
            (Turn::Person { alone: false }, "Waiting for White: click a point, or pass"),
            (mind(true, true, true), "White thinks (mcts)"),
            (mind(false, true, false), "White to move (mcts)"),
            (mind(false, false, true), "Paused: White (mcts) answers on Go"),
            (mind(true, false, true), "Paused: White (mcts) answers on Go"),
            (mind(false, false, false), "Paused: White to move (mcts)"),
            (Turn::Empty, "White's seat is empty: fill it under Minds"),
        ] {
            assert_eq!(turn.words(Color::White), words);
        }
    }
}
