//! Tally: counters of a ply and of a tick, the end of the game, and the comparison with the referee.

use super::check::{compare, record_result};
use crate::agents::{
    Captures, Choice, GameProgress, Goban, GobanDice, GobanSetup, GobanView, Groups, Heat, KeptTemperature,
    Links, NetLogoStones, Occupancy, PlyScratch, PositionMemory, Referee, StoneSenses, StoneSource, Tally,
    Witness,
};
use crate::{Ending, GameOver, GameSetup, Refused, netlogo};
use bevy::ecs::prelude::*;
use stonefield_go::{ByColor, Color, Goal, NoMove, Outcome, Quirks, WinBy};
use stonefield_search::dead_stones;

/// Returns the komi in the Score plot: 0 except under `netlogo-2016` without `pass_only_when_stuck`.
fn score_komi(quirks: Option<Quirks>, komi: f64) -> f64 {
    if quirks.is_some_and(|quirks| !quirks.pass_only_when_stuck) { komi } else { 0.0 }
}

/// Sets the counters of a new game.
pub(crate) fn first(world: &mut World, goban: Entity) {
    let outcome = GobanView::of(world, goban).and_then(|agents| agents.end());
    let mut query =
        world.query::<(&GobanSetup, &Occupancy, &Groups, &PlyScratch, &GameProgress, &mut Tally)>();
    let Ok((GobanSetup(setup), occupancy, groups, scratch, progress, mut tally)) =
        query.get_mut(world, goban)
    else {
        return;
    };
    let quirks = setup.quirks();
    tally.count(occupancy, groups);
    tally.update_score(quirks.map(|_| progress.losses), score_komi(quirks, setup.rules.komi));
    tally.capacity = scratch.capacity;
    if quirks.is_some() {
        // The plot of the 2016 model starts with the mean and continues with the sum.
        #[expect(clippy::cast_precision_loss, reason = "at most 4096")]
        let area = occupancy.size().area() as f64;
        tally.capacity /= area;
    }
    tally.outcome = outcome;
}

/// Updates the counters after an edit between two ticks.
pub(crate) fn recount(world: &mut World, goban: Entity) {
    let mut query = world.query::<(&GobanSetup, &Occupancy, &Groups, &GameProgress, &mut Tally)>();
    if let Ok((GobanSetup(setup), occupancy, groups, progress, mut tally)) = query.get_mut(world, goban) {
        let quirks = setup.quirks();
        tally.count(occupancy, groups);
        tally.update_score(quirks.map(|_| progress.losses), score_komi(quirks, setup.rules.komi));
    }
}

/// Components of a goban that the tally reads.
type ReadParts<'a> = (
    Entity,
    &'a GobanSetup,
    &'a GobanDice,
    &'a Occupancy,
    &'a Groups,
    &'a Links,
    &'a Heat,
    &'a KeptTemperature,
);

/// Further components that the tally reads, and those that it changes.
type ChangedParts<'a> = (
    &'a Referee,
    &'a PlyScratch,
    &'a NetLogoStones,
    &'a mut PositionMemory,
    &'a mut GameProgress,
    &'a mut Tally,
    &'a mut Ending,
    &'a mut Witness,
);

/// Returns the view of a goban's agents, with these values of the components that the tally changes.
fn agents<'a>(
    (_, GobanSetup(setup), dice, occupancy, groups, links, heat, kept): ReadParts<'a>,
    tally: &'a Tally,
    progress: &'a GameProgress,
    memory: &'a PositionMemory,
    stones: &'a Query<StoneSenses>,
) -> GobanView<'a> {
    GobanView {
        rules: &setup.rules,
        occupancy,
        groups,
        links,
        temperature: heat.0.values(),
        tally,
        progress,
        memory,
        kept,
        dice,
        stones: StoneSource::Query(stones),
        legal: None,
    }
}

/// Updates the counters at the end of a tick. Under `netlogo-2016` also updates the losses of both colours,
/// and sets the outcome: void if a colour has no stones, else by the score if passes have `ended` the game.
fn count_tick(
    setup: &GameSetup,
    scratch: &PlyScratch,
    (occupancy, netlogo_stones): (&Occupancy, &NetLogoStones),
    progress: &mut GameProgress,
    tally: &mut Tally,
    (ended, captures): (bool, &mut Query<&mut Captures>),
) {
    tally.tick = scratch.tick;
    tally.changes = scratch.changes;
    if let Some(quirks) = setup.quirks() {
        let void = netlogo::settle_losses(quirks, occupancy, netlogo_stones, progress, captures);
        tally.update_score(Some(progress.losses), score_komi(Some(quirks), setup.rules.komi));
        if void {
            tally.outcome = Some(Outcome::Void);
        } else if ended && tally.outcome.is_none() {
            tally.outcome = Some(Outcome::of(tally.score));
        }
        progress.passed = ByColor::default();
    } else {
        tally.update_score(None, 0.0);
    }
    // The heat of a replayed tick may not have been measured.
    tally.capacity = scratch.replay.and_then(|replay| replay.capacity).unwrap_or(scratch.capacity);
}

/// Updates the counters of a ply and of a complete tick. Then compares the agents with the referee.
pub(crate) fn tally(
    mut commands: Commands,
    mut gobans: Query<(ReadParts, ChangedParts), With<Goban>>,
    mut stones: ParamSet<(Query<StoneSenses>, Query<&mut Captures>)>,
) {
    for (parts, changed) in &mut gobans {
        let (goban, GobanSetup(setup), _, occupancy, groups, ..) = parts;
        let (referee, scratch, netlogo_stones, mut memory, mut progress, mut tally, mut ending, mut witness) =
            changed;
        if !scratch.due {
            continue;
        }
        let quirks = setup.quirks();
        let tally = &mut *tally;
        tally.plies += 1;
        tally.count(occupancy, groups);
        if let Some(Choice::Move(_)) = scratch.chosen {
            memory.push(&setup.rules, scratch.mover, occupancy.hash());
        }
        let senses = stones.p0();
        let view = agents(parts, tally, &progress, &memory, &senses);
        let mut dead = None;
        let outcome = match scratch.chosen {
            Some(Choice::Resign) => Some(Outcome::Win { winner: !scratch.mover, by: WinBy::Resignation }),
            Some(Choice::Late) => Some(Outcome::Win { winner: !scratch.mover, by: WinBy::Time }),
            Some(Choice::Fail) => Some(Outcome::Void),
            _ if quirks.is_some() => None,
            _ => view.end_after(scratch.mover, scratch.taken, scratch.lost, || {
                // The search for dead stones needs a position, which only the referee has.
                let removes_dead = setup.rules.can_remove_dead() && setup.rules.no_move == NoMove::Pass;
                dead = removes_dead.then(|| dead_stones(&referee.position, setup.dead));
                dead.clone().unwrap_or_default()
            }),
        };
        if let Some(dead) = dead {
            *ending = Ending { counted: true, dead, by_hand: false, score: None };
        }
        if outcome.is_some() && quirks.is_none() && setup.rules.goal == Goal::Territory {
            ending.score = Some(view.score_with(&ending.dead));
        }
        tally.outcome = outcome;
        let ended = quirks.is_some_and(|quirks| netlogo::has_ended(quirks, &progress));
        progress.half =
            quirks.is_some() && scratch.mover == Color::Black && !ended && tally.outcome.is_none();
        if !progress.half {
            count_tick(
                setup,
                scratch,
                (occupancy, netlogo_stones),
                &mut progress,
                tally,
                (ended, &mut stones.p1()),
            );
            if scratch.replay.is_none()
                && let Some(outcome) = tally.outcome
            {
                commands.write_message(GameOver { goban, outcome, tick: tally.tick });
            }
        }
        let senses = stones.p0();
        let view = agents(parts, tally, &progress, &memory, &senses);
        let compared = compare(view, setup.check, &referee.position, scratch, &ending, &witness);
        if let Some(compared) = compared
            && record_result(compared, &mut witness, tally, &mut progress)
        {
            commands.write_message(Refused { goban, reason: witness.words() });
            commands.write_message(GameOver { goban, outcome: Outcome::Void, tick: tally.tick });
        }
    }
}
