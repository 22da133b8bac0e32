//! Decide: the bids of a swarm's stones decide the move, or another mind or a person chooses it.

use super::think::{CollectThoughts, EffortClock, Thinking, is_followed, lawful};
use crate::agents::{
    Bids, Choice, Clocks, Goban, GobanSetup, GobanView, PlyScratch, Referee, Seats, Sensed, StoneSenses,
    Swarms, bids_on,
};
use crate::{Halt, MindPool, Pace, Refused};
use bevy::ecs::prelude::*;
use bevy::platform::time::Instant;
use std::cell::Cell;
use stonefield_minds::{Answer, BrainSpec, Observation};
use stonefield_search::{Purpose, RngAddress, StopWatch, Unwatched};

/// Components for the question to a mind and for the choice.
type DecideParts<'a> = (
    Entity,
    &'a GobanSetup,
    &'a Clocks,
    Sensed,
    &'a Referee,
    &'a Swarms,
    &'a mut Seats,
    &'a mut PlyScratch,
    &'a mut Thinking,
    &'a Pace,
);

/// Sets the choice on every goban that is due: from a replay, a person, the random opening or a mind. A goban
/// without a choice is no longer due.
pub(crate) fn decide(
    mut commands: Commands,
    mut gobans: Query<DecideParts, With<Goban>>,
    stones: Query<StoneSenses>,
    bids: Query<&Bids>,
    pool: Option<Res<MindPool>>,
    collect: Res<CollectThoughts>,
    clock: Res<EffortClock>,
    halt: Res<Halt>,
) {
    for (goban, setup, clocks, components, referee, swarms, mut seats, mut scratch, mut thinking, pace) in
        &mut gobans
    {
        if !scratch.due {
            continue;
        }
        let legal = Cell::new(None);
        let agents = GobanView { legal: Some(&legal), ..GobanView::new(&components, &stones) };
        let color = agents.progress.to_move;
        scratch.tick = agents.tally.tick + 1;
        scratch.mover = color;
        if let Some(replay) = scratch.replay {
            scratch.chosen = Some(replay.choice);
            continue;
        }
        let seats = &mut *seats;
        let mut refuse = |reason: String| {
            commands.write_message(Refused { goban, reason });
        };
        if std::mem::take(&mut seats.late) {
            scratch.chosen = Some(Choice::Late);
            continue;
        }
        if std::mem::take(&mut seats.gives_up) {
            scratch.chosen = Some(Choice::Resign);
            continue;
        }
        if seats.needs_person(color) {
            match seats.asked[color].take().map(|asked| (asked, agents.check(asked))) {
                Some((asked, Ok(()))) => scratch.chosen = Some(Choice::Move(asked)),
                Some((_, Err(error))) => refuse(error.to_string()),
                None => {}
            }
            scratch.due = scratch.chosen.is_some();
            continue;
        }
        if let Some(dice) = setup.0.opening_dice(agents.tally.plies) {
            let turn = agents.progress.turns[color];
            let observation = Observation { position: &referee.position, agents: Some(&agents), turn };
            let chance = RngAddress { dice, tick: scratch.tick, color: Some(color), purpose: Purpose::Open };
            // For every kind of mind, openings are random moves that fill no eye.
            let answer = BrainSpec::default().build().choose(&observation, chance.rng(), &mut Unwatched);
            if let (Answer::Move(chosen), None) = lawful(answer, |action| agents.check(action)) {
                scratch.chosen = Some(Choice::Move(chosen));
                continue;
            }
        }
        let answer = if scratch.thinking {
            seats.minds[color].take_answer()
        } else {
            scratch.thinking = true;
            let wants_thoughts = collect.0 || pool.is_some() && is_followed(pace);
            let began = Instant::now();
            thinking.color = Some(color);
            thinking.has_thought = false;
            thinking.active = true;
            thinking.began = Some(began);
            if !wants_thoughts {
                thinking.thoughts[color] = None;
            }
            let chance = RngAddress {
                dice: agents.dice.0,
                tick: scratch.tick,
                color: Some(color),
                purpose: Purpose::Think,
            };
            let mut watch = StopWatch::new(|| began.elapsed().as_secs_f64(), || halt.is_asked())
                .with_cpu_clock(clock.0)
                .with_time(clocks.limited())
                .with_thoughts(wants_thoughts, |thought| thinking.set_thought(thought.clone()));
            let answer = if let Some(swarm) = swarms.of(color) {
                let bids_of = |stone| bids_on(agents.occupancy, &bids, stone);
                Some(swarm.decide(&agents, &bids_of, chance.rng(), &mut watch))
            } else {
                let turns = agents.progress.turns[color];
                let observation =
                    Observation { position: &referee.position, agents: Some(&agents), turn: turns };
                seats.ask(color, &observation, chance, pool.as_deref(), &mut watch);
                seats.minds[color].take_answer()
            };
            let seconds = watch.cpu_seconds();
            if answer.is_some() && (wants_thoughts || clock.0.is_some()) {
                thinking.add_cpu_seconds(color, seconds);
                thinking.add_search_counts(color);
            }
            answer
        };
        let Some(answer) = answer else {
            scratch.due = false;
            continue;
        };
        scratch.thinking = false;
        thinking.active = false;
        if halt.is_asked() {
            // The halt may have cut the search short, so the answer may differ from that of a full search.
            scratch.due = false;
            continue;
        }
        // A move that a rule of the agents checked last is not checked again.
        let (answer, broken_rule) = lawful(answer, |action| match legal.get() {
            Some(checked) if checked == action => Ok(()),
            _ => agents.check(action),
        });
        if let Some(error) = broken_rule {
            refuse(format!("{color} chose an illegal move: {error}"));
        }
        scratch.chosen = Some(match answer {
            Answer::Move(chosen) => Choice::Move(chosen),
            Answer::Resign => Choice::Resign,
            Answer::Failed(reason) => {
                refuse(format!("{color}'s mind failed: {reason}"));
                seats.faults[color] = Some(reason);
                Choice::Fail
            }
        });
    }
}
