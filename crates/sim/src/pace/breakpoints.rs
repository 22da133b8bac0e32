//! Breakpoints: conditions that stop a running game at the end of the tick in which they come true.
//!
//! They are looked at inside the loop of ticks, so that no tick is played beyond; they change nothing of the game.

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

/// How many ticks back it is looked for what a mind said last.
const BACK: u64 = 8;

/// The breakpoints of a goban, and where they have struck.
#[derive(Component, Clone, Debug, Default, PartialEq)]
pub struct Breakpoints {
    /// All of them, in the order in which they were added.
    pub all: Vec<Breakpoint>,
    strikes: Vec<Strike>,
    /// Whether groups stood without a liberty when it was last looked (`netlogo-2016`).
    departed: bool,
}

/// A breakpoint has struck.
#[derive(Clone, Debug, PartialEq)]
pub struct Strike {
    /// The tick at whose end.
    pub tick: u64,
    /// The node of the record with which that ends.
    node: NodeId,
    /// Which condition, and what came true: `capture>=5: 7 stones died`.
    pub why: String,
}

/// Strikes that are kept.
const KEPT: usize = 1000;

impl Breakpoints {
    /// Where they have struck on the line of this record.
    pub fn strikes<'a, 'r>(
        &'a self,
        record: &'r GameRecord,
    ) -> impl Iterator<Item = &'a Strike> + use<'a, 'r> {
        self.strikes.iter().filter(|strike| record.comes_by(strike.node, strike.tick))
    }

    /// What has struck at the tick at which the goban stands.
    #[must_use]
    pub fn here(&self, record: &GameRecord) -> Option<&Strike> {
        self.strikes(record).filter(|strike| strike.tick == record.now()).last()
    }

    /// Another game begins: where they struck is forgotten.
    pub(crate) fn new_game(&mut self) {
        self.strikes.clear();
        self.departed = false;
    }

    /// These are the breakpoints from now on.
    pub(crate) fn set(world: &mut World, goban: Entity, all: Vec<Breakpoint>) {
        if all.iter().any(|known| matches!(known.when, StopCondition::WinRate(..))) {
            // Minds are to say what they think, whoever looks on.
            world.insert_resource(CollectThoughts(true));
        }
        let mut goban = world.entity_mut(goban);
        match goban.get_mut::<Self>() {
            Some(mut known) => known.all = all,
            None => drop(goban.insert(Self { all, ..Self::default() })),
        }
        let goban = goban.id();
        Self::look(world, goban);
    }

    /// Looks how the agents of a goban stand: what departs from the law there is not new after its next tick.
    pub(crate) fn look(world: &mut World, goban: Entity) {
        let mut gobans = world.query::<(&mut Self, &Occupancy, &Groups, &Links)>();
        if let Ok((mut breakpoints, occupancy, groups, links)) = gobans.get_mut(world, goban)
            && breakpoints.waits_for(StopCondition::Disagreement)
        {
            breakpoints.departed =
                departures(occupancy, groups, links).is_some_and(|departures| departures.groups > 0);
        }
    }

    /// Whether one with this condition is on.
    fn waits_for(&self, when: StopCondition) -> bool {
        self.all.iter().any(|known| known.on && known.when == when)
    }

    /// Takes over the breakpoints of a goban that is shown no longer.
    pub(crate) fn take_over(world: &mut World, from: Entity, to: Entity) {
        if let Some(all) = world.get::<Self>(from).map(|known| known.all.clone()) {
            Self::set(world, to, all);
        }
    }

    /// What of the record strikes at the end of a tick that is on it.
    fn on_record<'a>(&'a self, record: &'a GameRecord, tick: u64) -> impl Iterator<Item = String> + 'a {
        let conditions = self.all.iter().filter(|breakpoint| breakpoint.on).map(|breakpoint| breakpoint.when);
        conditions.filter_map(move |when| Some(format!("{when}: {}", on_record(when, record, tick)?)))
    }

    /// The first tick after one, up to another, at which a breakpoint strikes by what is on record.
    pub(crate) fn first(&self, record: &GameRecord, after: u64, last: u64) -> Option<(u64, String)> {
        if !self.all.iter().any(|breakpoint| breakpoint.on) {
            return None;
        }
        (after + 1..=last).find_map(|tick| {
            let why: Vec<String> = self.on_record(record, tick).collect();
            (!why.is_empty()).then(|| (tick, why.join("; ")))
        })
    }

    /// Notes a strike.
    pub(crate) fn strike(&mut self, record: &GameRecord, tick: u64, why: String) {
        let node = record.node_of(tick);
        self.strikes.retain(|known| (known.tick, known.node) != (tick, node));
        if self.strikes.len() == KEPT {
            self.strikes.remove(0);
        }
        self.strikes.push(Strike { tick, node, why });
    }
}

pub(crate) fn plugin(app: &mut App) {
    app.edit_schedule(Tick, add);
}

/// Adds what looks at breakpoints to a schedule.
pub(crate) fn add(schedule: &mut Schedule) {
    schedule.add_systems(stop.in_set(TickSystems::Stop));
}

/// Stops the gobans that have just come to the end of a tick in which a breakpoint strikes.
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
            why.extend(disagreement.map(|told| format!("{}: {told}", StopCondition::Disagreement)));
        }
        if why.is_empty() {
            continue;
        }
        let why = why.join("; ");
        breakpoints.strike(record, tick, why.clone());
        pace.strike();
        commands.write_message(Struck { goban, tick, why });
    }
}

/// How the agents of `netlogo-2016` depart from the law; `None` for others.
fn departures(occupancy: &Occupancy, groups: &Groups, links: &Links) -> Option<Departures> {
    matches!(links, Links::Closure(_)).then(|| Departures::of(occupancy, groups, links))
}

/// What agents and referee disagree in after this ply; and whether groups stand without a liberty under `netlogo-2016`, as they did before or not.
fn disagreement(
    (witness, occupancy, groups, links): (&Witness, &Occupancy, &Groups, &Links),
    ply: u64,
    departed: bool,
) -> (Option<String>, bool) {
    if let Some(departures) = departures(occupancy, groups, links) {
        let stands = departures.groups > 0;
        return ((stands && !departed).then(|| departures.to_string()), stands);
    }
    (witness.disagreement().filter(|_| witness.found.is_some_and(|(found, _)| found == ply)), false)
}

/// What came true of a condition at the end of a tick that is on record, if it did.
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
            // The other colour may have had one for long.
            Some(format!("{color} has a group of {}", counted(now[color] as usize, "stone")))
        }
        StopCondition::WinRate(color, percent) => {
            let mut before = ByColor::<Option<f64>>::default();
            for seen in record.ticks_from(tick.saturating_sub(BACK)) {
                for mover in Color::ALL {
                    let Some(black) = seen.said[mover].winrate else { continue };
                    let now = 100.0 * if color == Color::Black { black } else { 1.0 - black };
                    if seen.row.tick == tick
                        && before[mover].is_some_and(|before| (before < percent) != (now < percent))
                    {
                        let before = before[mover].unwrap_or_default();
                        return Some(format!("from {before:.0} % to {now:.0} %, as {mover}'s mind sees it"));
                    }
                    before[mover] = Some(now);
                }
                if seen.row.tick >= tick {
                    break;
                }
            }
            None
        }
        // The record does not know of it.
        StopCondition::Disagreement => None,
    }
}
