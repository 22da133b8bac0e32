//! Record: adds each ply to the record.

use super::GameRecord;
use super::grow::RecordedTurn;
use super::keyframe::{Keyframe, NoRewind};
use crate::agents::{Choice, Clocks, Parts, PlyScratch, StoneParts};
use crate::{Goban, Referee, Seats, Tally, Thinking, Tick, TickSystems};
use bevy::app::App;
use bevy::ecs::prelude::*;
use stonefield_go::{Color, StoredPosition};
use stonefield_minds::BrainInfo;
use stonefield_search::Evaluation;

pub(crate) fn plugin(app: &mut App) {
    app.edit_schedule(Tick, add);
}

pub(crate) fn add(schedule: &mut Schedule) {
    schedule.add_systems(record_tick.in_set(TickSystems::Record));
}

/// Records the ply of each goban that ticks. At the end of a tick clears [`PlyScratch::due`], and stores a
/// keyframe if the tick is a multiple of the keyframe interval.
fn record_tick(
    mut gobans: Query<
        (&mut GameRecord, &mut PlyScratch, &mut Seats, &mut Clocks, &Thinking, Parts),
        With<Goban>,
    >,
    stones: Query<StoneParts>,
    no_rewind: Option<Res<NoRewind>>,
) {
    for (mut record, mut scratch, mut seats, mut clocks, thinking, parts) in &mut gobans {
        scratch.ticked = false;
        if !scratch.due {
            continue;
        }
        let Some(choice) = scratch.chosen.take() else { continue };
        let (referee, tally): (&Referee, &Tally) = (parts.referee, parts.tally);
        seats.to_move = tally.outcome.is_none().then_some(parts.progress.to_move);
        let replayed = scratch.replay.is_some();
        let replayed_node = scratch.replay.and_then(|replay| replay.known);
        let half = parts.progress.half;
        let row = (!half).then(|| tally.row());
        if let Some(node) = replayed_node {
            // The row is stored again, because the rules may have changed since the first play.
            record.record_row(node, row);
        } else {
            let is_unique = |mind: &BrainInfo| mind.human || mind.external;
            let played = RecordedTurn {
                color: scratch.mover,
                choice,
                black: if replayed {
                    Evaluation::default()
                } else {
                    latest_evaluation(thinking, scratch.mover)
                },
                unique: record.text().is_ok()
                    && (choice == Choice::Late || is_unique(seats.spec(scratch.mover).info())),
                tick: scratch.tick,
                row,
            };
            record.record_turn(&played, &referee.position, tally.outcome);
            if let (false, Choice::Move(_)) = (replayed, choice)
                && let Some(left) = clocks.moved(scratch.mover)
            {
                record.note_time(scratch.mover, left);
            }
        }
        if half {
            // White's ply follows at once, unless the game waits for a player.
            scratch.due = replayed || seats.waiting().is_none();
            continue;
        }
        scratch.due = false;
        scratch.warmed = false;
        scratch.ticked = !replayed;
        scratch.ended = !replayed && tally.outcome.is_some();
        let keeps = no_rewind.is_none() && scratch.replay.is_none_or(|replay| replay.keeps);
        if keeps && record.keyframes.is_due(tally.tick) {
            let node = replayed_node.unwrap_or(record.line[record.at]);
            let position = StoredPosition::new(&referee.position);
            record.keyframes.keep(node, Keyframe::new(&parts, position, |stone| stones.get(stone).ok()));
        }
    }
}

/// Latest evaluation for Black by the mind that moved. Values that are out of range are left out.
fn latest_evaluation(thinking: &Thinking, mover: Color) -> Evaluation {
    let Some(thought) = thinking.latest(mover) else { return Evaluation::default() };
    let Evaluation { winrate, lead } = thought.evaluation();
    let valid = Evaluation {
        winrate: winrate.filter(|value| (0.0..=1.0).contains(value)),
        lead: lead.filter(|value| value.is_finite()),
    };
    valid.swap_view_for(mover)
}

/// Stores the present state as the keyframe of the present node, which must be the root node.
pub(crate) fn keep_first_keyframe(world: &mut World, goban: Entity) {
    let Some(mut referee) = world.get_mut::<Referee>(goban) else { return };
    let position = referee.position.store_position();
    let mut gobans = world.query::<Parts>();
    let mut stones = world.query::<StoneParts>();
    stones.update_archetypes(world);
    let Ok(parts) = gobans.get(world, goban) else { return };
    let keyframe = Keyframe::new(&parts, position, |stone| stones.get_manual(world, stone).ok());
    if let Some(mut record) = world.get_mut::<GameRecord>(goban) {
        let here = record.line[record.at];
        record.keyframes.keep(here, keyframe);
    }
}
