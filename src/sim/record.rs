//! Record: what happened is written down.

use super::keyframe::{Keyframe, Parts, StoneParts};
use super::sheet::{self, Kifu};
use super::turn::Turn;
use super::{Game, Goban, Seats, Tally, Thinking, Timeline};
use crate::go::Color;
use crate::search::Evaluation;
use bevy::ecs::prelude::*;

/// Writes the ply down; at the end of a tick sets the goban at rest, and keeps a keyframe now and then.
pub(super) fn record(
    mut gobans: Query<
        (&mut Timeline, &mut Turn, &mut Seats, &Thinking, Option<&mut Kifu>, Parts),
        With<Goban>,
    >,
    stones: Query<StoneParts>,
) {
    for (mut timeline, mut turn, mut seats, thinking, kifu, parts) in &mut gobans {
        if !turn.due {
            continue;
        }
        let Some(choice) = turn.chosen.take() else { continue };
        let (game, tally): (&Game, &Tally) = (parts.game, parts.tally);
        seats.to_move = tally.outcome.is_none().then(|| game.position.to_move());
        let replayed = turn.replay.is_some();
        let known = turn.replay.is_some_and(|replay| !replay.new);
        let mut black = Evaluation::default();
        if !replayed {
            black = seen(thinking, turn.mover);
            timeline.evaluated(turn.mover, black);
        }
        if let (Some(mut kifu), false) = (kifu, replayed) {
            let mind = seats.spec(turn.mover).info();
            let turn = sheet::Turn { color: turn.mover, choice, black, unique: mind.human || mind.outside };
            kifu.turn(turn, timeline.done(), game, tally.outcome);
        }
        timeline.ply(choice, known);
        if parts.course.half {
            // White's ply follows at once, unless a person is to move.
            turn.due = replayed || seats.waiting().is_none();
            continue;
        }
        turn.due = false;
        turn.warmed = false;
        turn.ended = !replayed && tally.outcome.is_some();
        timeline.tick_done(tally.tick);
        if !known && timeline.wants_keyframe() {
            let keyframe = Keyframe::new(&parts, timeline.done(), |stone| stones.get(stone).ok());
            timeline.keep(keyframe);
        }
    }
}

/// How good the game looked to Black by the mind that moved, when it said so last.
fn seen(thinking: &Thinking, mover: Color) -> Evaluation {
    let Some(thought) = thinking.latest(mover) else { return Evaluation::default() };
    let Evaluation { winrate, lead } = thought.evaluation();
    let known = Evaluation {
        winrate: winrate.filter(|own| (0.0..=1.0).contains(own)),
        lead: lead.filter(|own| own.is_finite()),
    };
    known.for_black(mover)
}

/// Keeps the beginning of a game.
pub(super) fn first(world: &mut World, goban: Entity) {
    let mut gobans = world.query::<Parts>();
    let mut stones = world.query::<StoneParts>();
    stones.update_archetypes(world);
    let Ok(parts) = gobans.get(world, goban) else { return };
    let keyframe = Keyframe::new(&parts, (0, 0), |stone| stones.get_manual(world, stone).ok());
    if let Some(mut timeline) = world.get_mut::<Timeline>(goban) {
        timeline.keep(keyframe);
    }
}
