//! Think: the mind of the colour to move chooses.

use super::turn::{Choice, Course, Turn};
use super::{Dice, Game, Goban, Heat, Refused, Seats, Tally};
use crate::brain::{Progress, Seen, Unwatched, Use};
use crate::go::{Color, Move};
use bevy::ecs::prelude::*;

/// Lets the minds of the gobans that are due choose. A goban whose mind waits for a person is due no longer.
pub(super) fn think(
    mut gobans: Query<(Entity, &Game, &Heat, &Dice, &Course, &Tally, &mut Seats, &mut Turn), With<Goban>>,
    mut refusals: MessageWriter<Refused>,
) {
    for (goban, game, heat, dice, course, tally, mut seats, mut turn) in &mut gobans {
        if !turn.due {
            continue;
        }
        let color = game.position.to_move();
        turn.tick = tally.tick + 1;
        turn.mover = color;
        if let Some(replay) = turn.replay {
            turn.chosen = Some(replay.choice);
            continue;
        }
        let seen = Seen {
            position: &game.position,
            heat: heat.0.values(),
            turn: course.turns[color],
            asked: seats.asked[color],
        };
        let rng = dice.0.rng(turn.tick, Some(color), Use::Think);
        match seats.minds[color].choose(&seen, rng, &mut Unwatched) {
            Progress::Done(chosen) => {
                let choice = lawful(game, color, chosen, |reason| {
                    refusals.write(Refused { goban, reason });
                });
                turn.chosen = Some(choice);
                seats.asked[color] = None;
            }
            Progress::More | Progress::Waiting => {
                if let Some(asked) = seats.asked[color].take() {
                    let reason = match game.position.check(asked) {
                        Err(error) => error.to_string(),
                        Ok(()) => format!("{color}'s mind did not take {asked}"),
                    };
                    refusals.write(Refused { goban, reason });
                }
                turn.due = false;
            }
        }
    }
}

/// The choice if the law allows it; else a pass, and where the rules know no pass, resignation.
fn lawful(game: &Game, color: Color, chosen: Move, refuse: impl FnOnce(String)) -> Choice {
    match game.position.check(chosen) {
        Ok(()) => Choice::Move(chosen),
        Err(error) => {
            refuse(format!("{color} chose an illegal move: {error}"));
            if game.position.is_legal(Move::Pass) { Choice::Move(Move::Pass) } else { Choice::Resign }
        }
    }
}
