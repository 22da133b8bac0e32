//! Breakpoints: conditions that stop a running game at the end of the tick in which they come true.
//!
//! Breakpoints are checked after every tick, so that no further tick is played. Breakpoints do not change the
//! game.

use crate::agents::PlyScratch;
use crate::{
    Breakpoint, CollectThoughts, Departures, GameRecord, Goban, Groups, Links, Occupancy, Pace, RecordTick,
    StopCondition, Struck, Tally, Tick, TickSystems, Witness,
};
use bevy::app::App;
use bevy::ecs::prelude::*;
use stonefield_go::notation::counted;
use stonefield_go::notation::sgf::NodeId;
use stonefield_go::{ByColor, Color};

/// Largest number of ticks between two successive evaluations by one mind that are compared.
const MAX_TICKS_BACK: u64 = 8;

/// Breakpoints of a goban, with their hits.
#[derive(Component, Clone, Debug, Default, PartialEq)]
pub struct Breakpoints {
    /// All breakpoints, in the order in which they were added.
    pub all: Vec<Breakpoint>,
    strikes: Vec<Strike>,
    /// True when groups without liberties existed at the last check (`netlogo-2016`).
    departed: bool,
}

/// Hit of a breakpoint.
#[derive(Clone, Debug, PartialEq)]
pub struct Strike {
    /// Tick at whose end the goban was paused.
    pub tick: u64,
    /// Last node of that tick.
    node: NodeId,
    /// Conditions, and the event that met each: `capture>=5: 7 stones died`. Several are separated by `; `.
    pub why: String,
}

/// Largest number of stored hits. A further one replaces the oldest.
const MAX_HITS: usize = 1000;

impl Breakpoints {
    /// Hits whose node is on the line of this record, in the order in which they were stored.
    pub fn strikes<'a, 'r>(
        &'a self,
        record: &'r GameRecord,
    ) -> impl Iterator<Item = &'a Strike> + use<'a, 'r> {
        self.strikes.iter().filter(|strike| record.passes_node(strike.node, strike.tick))
    }

    /// Last hit at the present tick.
    #[must_use]
    pub fn here(&self, record: &GameRecord) -> Option<&Strike> {
        self.strikes(record).filter(|strike| strike.tick == record.now()).last()
    }

    /// Drops the hits of the old game when a new one begins.
    pub(crate) fn new_game(&mut self) {
        self.strikes.clear();
        self.departed = false;
    }

    /// Replaces the breakpoints of a goban.
    pub(crate) fn set(world: &mut World, goban: Entity, all: Vec<Breakpoint>) {
        if all.iter().any(|breakpoint| matches!(breakpoint.when, StopCondition::WinRate(..))) {
            // Evaluations must be collected even if nobody watches.
            world.insert_resource(CollectThoughts(true));
        }
        let mut goban = world.entity_mut(goban);
        match goban.get_mut::<Self>() {
            Some(mut breakpoints) => breakpoints.all = all,
            None => drop(goban.insert(Self { all, ..Self::default() })),
        }
        let goban = goban.id();
        Self::note_departures(world, goban);
    }

    /// Stores whether groups without liberties exist now, so that they do not count as new after the next
    /// tick. Only if a breakpoint waits for a disagreement under `netlogo-2016`.
    pub(crate) fn note_departures(world: &mut World, goban: Entity) {
        let mut gobans = world.query::<(&mut Self, &Occupancy, &Groups, &Links)>();
        if let Ok((mut breakpoints, occupancy, groups, links)) = gobans.get_mut(world, goban)
            && breakpoints.waits_for(StopCondition::Disagreement)
        {
            breakpoints.departed =
                departures(occupancy, groups, links).is_some_and(|departures| departures.groups > 0);
        }
    }

    /// True when an active breakpoint has this condition.
    fn waits_for(&self, when: StopCondition) -> bool {
        self.all.iter().any(|breakpoint| breakpoint.on && breakpoint.when == when)
    }

    /// Copies the breakpoints of `from`, a goban that is no longer displayed, to the goban `to`.
    pub(crate) fn take_over(world: &mut World, from: Entity, to: Entity) {
        if let Some(all) = world.get::<Self>(from).map(|breakpoints| breakpoints.all.clone()) {
            Self::set(world, to, all);
        }
    }

    /// Texts of the breakpoints that a recorded tick hits, without disagreements.
    fn on_record<'a>(&'a self, record: &'a GameRecord, tick: u64) -> impl Iterator<Item = String> + 'a {
        let conditions = self.all.iter().filter(|breakpoint| breakpoint.on).map(|breakpoint| breakpoint.when);
        conditions.filter_map(move |when| Some(format!("{when}: {}", on_record(when, record, tick)?)))
    }

    /// First recorded tick after `after`, up to `last`, that hits a breakpoint, with the text of the hit.
    /// Disagreements are not found, because they are not in the record.
    pub(crate) fn first(&self, record: &GameRecord, after: u64, last: u64) -> Option<(u64, String)> {
        if !self.all.iter().any(|breakpoint| breakpoint.on) {
            return None;
        }
        (after + 1..=last).find_map(|tick| {
            let why: Vec<String> = self.on_record(record, tick).collect();
            (!why.is_empty()).then(|| (tick, why.join("; ")))
        })
    }

    /// Adds a hit, in place of an earlier one at the same tick and node.
    pub(crate) fn record_hit(&mut self, record: &GameRecord, tick: u64, why: String) {
        let node = record.node_of(tick);
        self.strikes.retain(|strike| (strike.tick, strike.node) != (tick, node));
        if self.strikes.len() == MAX_HITS {
            self.strikes.remove(0);
        }
        self.strikes.push(Strike { tick, node, why });
    }
}

pub(crate) fn plugin(app: &mut App) {
    app.edit_schedule(Tick, add);
}

pub(crate) fn add(schedule: &mut Schedule) {
    schedule.add_systems(stop.in_set(TickSystems::Stop));
}

/// Pauses gobans whose tick has just ended and hit a breakpoint.
fn stop(
    mut commands: Commands,
    mut gobans: Query<
        (
            Entity,
            &mut Breakpoints,
            &PlyScratch,
            &Tally,
            &GameRecord,
            &mut Pace,
            (&Witness, &Occupancy, &Groups, &Links),
        ),
        With<Goban>,
    >,
) {
    for (goban, mut breakpoints, scratch, tally, record, mut pace, witnessed) in &mut gobans {
        if !scratch.ticked || !breakpoints.all.iter().any(|breakpoint| breakpoint.on) {
            continue;
        }
        let tick = tally.tick;
        let mut why: Vec<String> = breakpoints.on_record(record, tick).collect();
        if breakpoints.waits_for(StopCondition::Disagreement) {
            let (disagreement, departed) = disagreement(witnessed, tally.plies, breakpoints.departed);
            breakpoints.departed = departed;
            why.extend(disagreement.map(|text| format!("{}: {text}", StopCondition::Disagreement)));
        }
        if why.is_empty() {
            continue;
        }
        let why = why.join("; ");
        breakpoints.record_hit(record, tick, why.clone());
        pace.pause_at_breakpoint();
        commands.write_message(Struck { goban, tick, why });
    }
}

/// Departures of the agents from the rules of Go under `netlogo-2016`. `None` under other rules.
fn departures(occupancy: &Occupancy, groups: &Groups, links: &Links) -> Option<Departures> {
    matches!(links, Links::Closure(_)).then(|| Departures::of(occupancy, groups, links))
}

/// New disagreement of agents and referee after this ply, if any. Under `netlogo-2016`: groups without
/// liberties where there were none (`departed`). Also returns true if such groups exist now.
fn disagreement(
    (witness, occupancy, groups, links): (&Witness, &Occupancy, &Groups, &Links),
    ply: u64,
    departed: bool,
) -> (Option<String>, bool) {
    if let Some(departures) = departures(occupancy, groups, links) {
        let departs = departures.groups > 0;
        return ((departs && !departed).then(|| departures.to_string()), departs);
    }
    (witness.disagreement().filter(|_| witness.found.is_some_and(|(found, _)| found == ply)), false)
}

/// Event that met a condition at the end of a recorded tick, if any.
fn on_record(when: StopCondition, record: &GameRecord, tick: u64) -> Option<String> {
    match when {
        StopCondition::Tick(wanted) => (tick == wanted).then(|| "it has come".to_owned()),
        StopCondition::Capture(least) => {
            let died = record.ticks_from(tick).next()?.row.changes.captures;
            (died >= least).then(|| format!("{} died", counted(died as usize, "stone")))
        }
        StopCondition::Group(least) => {
            let mut ticks = record.ticks_from(tick.checked_sub(1)?);
            let largest = |tick: Option<RecordTick>| tick.map(|tick| tick.row.largest);
            let (before, now) = (largest(ticks.next())?, largest(ticks.next())?);
            let grown = |color: &Color| now[*color] >= least && before[*color] < least;
            let color = Color::ALL.into_iter().find(grown)?;
            // The colour is named, because a group of the other colour may have had the size before.
            Some(format!("{color} has a group of {}", counted(now[color] as usize, "stone")))
        }
        StopCondition::WinRate(color, percent) => {
            let mut before = ByColor::<Option<f64>>::default();
            for recorded in record.ticks_from(tick.saturating_sub(MAX_TICKS_BACK)) {
                for mover in Color::ALL {
                    let Some(black) = recorded.said[mover].winrate else { continue };
                    let now = 100.0 * if color == Color::Black { black } else { 1.0 - black };
                    if recorded.row.tick == tick
                        && before[mover].is_some_and(|before| (before < percent) != (now < percent))
                    {
                        let before = before[mover].unwrap_or_default();
                        return Some(format!("from {before:.0} % to {now:.0} %, as {mover}'s mind sees it"));
                    }
                    before[mover] = Some(now);
                }
                if recorded.row.tick >= tick {
                    break;
                }
            }
            None
        }
        // Disagreements are not in the record.
        StopCondition::Disagreement => None,
    }
}
