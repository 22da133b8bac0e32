//! Phases: runs a tick one phase at a time, with the systems of the whole tick, and traces reads and writes.
//!
//! Writes are found by comparing the agents before and after a phase, and by the change ticks of Bevy, which
//! number the writes to components. Reads are derived from the work of the phase. Only ticks that a user runs
//! by phases are traced.

use super::{breakpoints, frame};
use crate::agents::{
    Bids, Groups, Heat, KeptTemperature, Links, MAX_LINKS, OwnLiberties, Phase, PhaseTrace, PhaseWork,
    Phases, PlyScratch, SensedStone, Sensing, Swarms, TickChooser, UnwarmedHeat,
};
use crate::{
    GameProgress, GobanSetup, GroupLiberties, Occupancy, Pace, RequestKind, Seats, Tally, history, tick,
};
use bevy::ecs::change_detection::Tick;
use bevy::ecs::prelude::*;
use bevy::ecs::schedule::{ScheduleLabel, SingleThreadedExecutor};
use std::collections::{BTreeMap, BTreeSet};
use stonefield_go::{Color, Point, Size};
use stonefield_minds::BrainKind;
use stonefield_minds::rules::swarm::Swarm;

#[derive(ScheduleLabel, Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct PhaseSchedule(Phase);

/// Ends a tick that is run by phases before a request is carried out, unless the request allows an unfinished
/// tick. Returns true as [`complete_tick`] does.
pub(crate) fn before(world: &mut World, goban: Entity, kind: &RequestKind) -> bool {
    let Some(phases) = world.get::<Phases>(goban) else { return false };
    let must_end = match kind {
        RequestKind::Phase
        | RequestKind::ShowTree { .. }
        | RequestKind::Rate(_)
        | RequestKind::Breakpoints(_)
        | RequestKind::Hold(_)
        | RequestKind::Note(..)
        | RequestKind::Say(..) => false,
        RequestKind::Move(_) => phases.has_chosen(),
        _ => true,
    };
    must_end && complete_tick(world, goban)
}

/// Runs the next phase, and skips the two phases of swarms if no swarm plays. Does nothing while the choice
/// of a mind or person is awaited.
pub(crate) fn step(world: &mut World, goban: Entity) {
    if world.get::<Phases>(goban).is_some_and(|phases| phases.is_waiting() && !is_answered(world, goban)) {
        return;
    }
    loop {
        let Some(trace) = run(world, goban) else { return };
        let is_for_swarms = matches!(trace.0, Phase::Perceive | Phase::Bid);
        if !is_for_swarms || trace.1 == TickChooser::Swarm {
            return;
        }
    }
}

/// Runs the turn that is done by phases up to and with the phase of the choice. Returns false if there is no
/// such turn, or the choice was made already.
pub(crate) fn decide(world: &mut World, goban: Entity) -> bool {
    if world.get::<Phases>(goban).is_none_or(Phases::has_chosen) {
        return false;
    }
    while run(world, goban).is_some_and(|(phase, _)| phase != Phase::Decide) {}
    true
}

/// Runs the next phase of each goban whose awaited choice has arrived.
pub(crate) fn go_on(world: &mut World) {
    let mut gobans = world.query::<(Entity, &Phases)>();
    let waiting = gobans.iter(world).filter(|(_, phases)| phases.is_waiting());
    for goban in waiting.map(|(goban, _)| goban).collect::<Vec<_>>() {
        if is_answered(world, goban) {
            run(world, goban);
        }
    }
}

/// False while the game waits for a player, or while a mind thinks.
fn is_answered(world: &World, goban: Entity) -> bool {
    let (Some(seats), Some(scratch)) = (world.get::<Seats>(goban), world.get::<PlyScratch>(goban)) else {
        return false;
    };
    seats.waiting().is_none() && (!scratch.thinking || seats.minds[scratch.mover].has_answered())
}

/// Ends a tick that is run by phases. If the choice was made, the tick is completed. Otherwise the warming is
/// undone, unless a mind thinks. Returns true if a ply was completed, or if White's ply was missing and was
/// requested.
fn complete_tick(world: &mut World, goban: Entity) -> bool {
    let chosen = world.get::<Phases>(goban).is_some_and(Phases::has_chosen);
    // After the phase Perceive the bids must follow, because stones must not perceive twice.
    let must_run = |phases: &Phases| phases.has_chosen() || phases.next == Phase::Bid;
    while world.get::<Phases>(goban).is_some_and(must_run) {
        run(world, goban);
    }
    // There are no phases if the end of the game has begun the next game.
    let Some(phases) = world.entity_mut(goban).take::<Phases>() else { return chosen };
    let thinks = world.get::<PlyScratch>(goban).is_some_and(|scratch| scratch.thinking);
    if phases.next != Phase::Warm && !thinks {
        restore_heat(world, goban, phases.before);
    }
    let half = world.get::<GameProgress>(goban).is_some_and(|progress| progress.half);
    if half {
        frame::step(world, goban, 1);
    }
    chosen || half
}

/// Restores the heat from before a turn in which no choice was made, so that the turn can start again.
fn restore_heat(world: &mut World, goban: Entity, before: UnwarmedHeat) {
    let UnwarmedHeat { heat, kept, warmed, turn, capacity } = before;
    if let Some(mut scratch) = world.get_mut::<PlyScratch>(goban) {
        (scratch.warmed, scratch.kept, scratch.capacity) = (warmed, turn, capacity);
    }
    world.entity_mut(goban).insert((heat, kept));
    tick::warm::copy(world, goban);
}

/// Copies the state that the warming of the next turn will change.
fn unwarmed(world: &World, goban: Entity) -> Option<UnwarmedHeat> {
    let scratch = world.get::<PlyScratch>(goban)?;
    Some(UnwarmedHeat {
        heat: world.get::<Heat>(goban)?.clone(),
        kept: world.get::<KeptTemperature>(goban)?.clone(),
        warmed: scratch.warmed,
        turn: scratch.kept,
        capacity: scratch.capacity,
    })
}

/// Runs the next phase and stores its trace. Returns the phase, and who chooses the move.
fn run(world: &mut World, goban: Entity) -> Option<(Phase, TickChooser)> {
    let phases_before = world.get_entity_mut(goban).ok()?.take::<Phases>();
    let phase = phases_before.as_ref().map_or(Phase::Warm, |phases| phases.next);
    let begun_turn = phases_before.filter(|_| phase != Phase::Warm).map(|phases| phases.before);
    let unwarmed = begun_turn.or_else(|| unwarmed(world, goban))?;
    let earlier = Earlier::of(world, goban, phase)?;
    world.get_mut::<PlyScratch>(goban)?.due = true;
    let label = PhaseSchedule(phase);
    if !world.resource::<Schedules>().contains(label) {
        world.add_schedule(schedule(label));
    }
    let since = world.increment_change_tick();
    world.run_schedule(label);
    let span = (since, world.change_tick());
    let mut scratch = world.get_mut::<PlyScratch>(goban)?;
    let due = std::mem::replace(&mut scratch.due, false);
    let ended = std::mem::take(&mut scratch.ended);
    let trace = earlier.trace(world, goban, phase, span)?;
    let chooser = trace.chooser;
    let next = if phase == Phase::Decide && !due { phase } else { phase.next() };
    world.entity_mut(goban).insert(Phases { trace, next, before: unwarmed });
    if phase == Phase::Tally {
        let tally = world.get::<Tally>(goban).map(|tally| (tally.tick, tally.outcome.is_some()));
        if let (Some((tick, over)), Some(mut pace)) = (tally, world.get_mut::<Pace>(goban)) {
            pace.ticked(tick, over);
            if ended {
                pace.stop();
            }
        }
    }
    Some((phase, chooser))
}

/// Creates the schedule of a phase, with systems of the whole tick.
fn schedule(label: PhaseSchedule) -> Schedule {
    let mut schedule = Schedule::new(label);
    schedule.set_executor(SingleThreadedExecutor::new());
    tick::add(&mut schedule, label.0);
    if label.0 == Phase::Tally {
        use tick::TickSystems::{Record, Stop, Tally};
        schedule.configure_sets((Tally, Record, Stop).chain());
        history::add_record(&mut schedule);
        breakpoints::add(&mut schedule);
    }
    schedule
}

#[derive(Clone, Copy)]
struct EarlierStone {
    point: Point,
    color: Color,
    /// Liberties of the stone.
    own: u32,
    /// Liberties of the stone's group.
    group: u32,
}

/// State of the agents before a phase. `heat`, `stones` and `links` are empty if the phase cannot change
/// them.
#[derive(Default)]
struct Earlier {
    tick: u64,
    mover: Option<Color>,
    warmed: bool,
    heat: Vec<f32>,
    stones: BTreeMap<u32, EarlierStone>,
    links: Option<Links>,
}

impl Earlier {
    fn of(world: &World, goban: Entity, phase: Phase) -> Option<Self> {
        let part = world.get_entity(goban).ok()?;
        let (scratch, tally) = (part.get::<PlyScratch>()?, part.get::<Tally>()?);
        let chosen = phase > Phase::Decide;
        let mut earlier = Self {
            tick: if chosen { scratch.tick } else { tally.tick + 1 },
            mover: Some(if chosen { scratch.mover } else { part.get::<GameProgress>()?.to_move }),
            warmed: scratch.warmed,
            ..Self::default()
        };
        match phase {
            Phase::Warm => earlier.heat = part.get::<Heat>()?.0.values().to_vec(),
            Phase::Link => {
                let links = part.get::<Links>()?;
                earlier.links = matches!(links, Links::Closure(_)).then(|| links.clone());
            }
            Phase::Sense | Phase::Capture => {
                let occupancy = part.get::<Occupancy>()?;
                earlier.stones =
                    occupancy.ids().filter_map(|id| Some((id, stone(world, occupancy, id)?))).collect();
            }
            _ => {}
        }
        Some(earlier)
    }

    fn trace(self, world: &World, goban: Entity, phase: Phase, span: (Tick, Tick)) -> Option<PhaseTrace> {
        let part = world.get_entity(goban).ok()?;
        let (seats, occupancy) = (part.get::<Seats>()?, part.get::<Occupancy>()?);
        let scratch = part.get::<PlyScratch>()?;
        let (size, mover) = (occupancy.size(), self.mover?);
        let chooser = chooser(seats, mover);
        let (read, written, work) = match phase {
            Phase::Warm => self.warm(part.get::<Heat>()?.0.values(), occupancy, scratch.capacity),
            Phase::Perceive => {
                let swarm = part.get::<Swarms>()?.of(mover);
                let due: Vec<usize> = swarm.into_iter().flat_map(Swarm::stones_to_bid).collect();
                let radius = swarm.map_or(0, |swarm| swarm.params().radius);
                let read = within(size, &due, radius);
                (read, points(size, due), PhaseWork::Perceive)
            }
            Phase::Bid => bid(world, occupancy, part.get::<Swarms>()?, mover, span),
            Phase::Decide => {
                let read = match chooser {
                    TickChooser::Swarm => points(size, bids(world, occupancy, mover).map(|(_, to, _)| to)),
                    TickChooser::Rule => size.points().collect(),
                    TickChooser::Planner => occupancy.stones().map(|(point, _)| point).collect(),
                    TickChooser::Person | TickChooser::Nobody => Vec::new(),
                };
                (read, Vec::new(), PhaseWork::Decide(scratch.chosen))
            }
            Phase::Place => {
                let written = scratch.placed.map(|id| size.point(occupancy.index_of(id)));
                let work = PhaseWork::Place { choice: scratch.chosen?, stone: scratch.placed };
                (Vec::new(), written.into_iter().collect(), work)
            }
            Phase::Link => self.link(occupancy, part.get::<Links>()?, part.get::<Groups>()?, scratch.placed),
            Phase::Sense => {
                let sensing = self.sensing(world, goban, span);
                let counted = |stone: &&SensedStone| {
                    let stone = occupancy.stone(stone.point);
                    stone.is_some_and(|stone| is_written::<OwnLiberties>(world, stone, span))
                };
                let counted = sensing.stones.iter().filter(counted);
                let around = counted.flat_map(|stone| size.neighbours(stone.point).chain([stone.point]));
                let read = around.collect::<BTreeSet<_>>().into_iter().collect();
                (read, sensing.stones.iter().map(|stone| stone.point).collect(), PhaseWork::Sense(sensing))
            }
            Phase::Capture => self.capture(world, goban, (occupancy, scratch), span),
            Phase::Tally => {
                let tally = part.get::<Tally>()?;
                let work = PhaseWork::Tally {
                    stones: occupancy.standing(),
                    captures: tally.captures,
                    outcome: tally.outcome,
                    half: part.get::<GameProgress>()?.half,
                };
                (occupancy.stones().map(|(point, _)| point).collect(), Vec::new(), work)
            }
        };
        Some(PhaseTrace { phase, tick: self.tick, mover, chooser, read, written, work })
    }

    fn warm(&self, now: &[f32], occupancy: &Occupancy, capacity: f64) -> Effect {
        let size = occupancy.size();
        let changed = self.heat.iter().zip(now).enumerate().filter(|(_, (before, now))| before != now);
        let warmest = now.iter().enumerate().max_by(|a, b| a.1.total_cmp(b.1));
        let work = PhaseWork::Warm {
            measured: !self.warmed,
            contacts: occupancy.contacts(),
            capacity,
            warmest: warmest.map(|(index, heat)| (size.point(index), *heat)),
        };
        let read = occupancy.stones().map(|(point, _)| point).collect();
        (read, points(size, changed.map(|(index, _)| index)), work)
    }

    fn link(&self, occupancy: &Occupancy, links: &Links, groups: &Groups, placed: Option<u32>) -> Effect {
        let size = occupancy.size();
        let point = |id| size.point(occupancy.index_of(id));
        let mut made = 0;
        let mut listed = Vec::new();
        let mut note = |one, other| {
            made += 1;
            if listed.len() < MAX_LINKS {
                listed.push((point(one), point(other)));
            }
        };
        match &self.links {
            Some(before) => {
                links.pairs().filter(|&(one, other)| !before.joins(one, other)).for_each(|(a, b)| note(a, b));
            }
            None => placed
                .into_iter()
                .flat_map(|id| {
                    occupancy.same_color_neighbours(occupancy.index_of(id), id).map(move |like| (id, like))
                })
                .filter(|&(one, other)| links.joins(one, other))
                .for_each(|(one, other)| note(one, other)),
        }
        let read = placed.into_iter().flat_map(|id| size.neighbours(point(id))).collect();
        let ends = listed.iter().flat_map(|&(one, other)| [one, other]).chain(placed.map(point));
        let written = ends.collect::<BTreeSet<_>>().into_iter().collect();
        (read, written, PhaseWork::Link { links: listed, made, size: placed.map_or(0, |id| groups.size(id)) })
    }

    fn capture(
        &self,
        world: &World,
        goban: Entity,
        (occupancy, scratch): (&Occupancy, &PlyScratch),
        span: (Tick, Tick),
    ) -> Effect {
        let sensing = self.sensing(world, goban, span);
        let removed = self.stones.iter().filter(|(id, _)| occupancy.entity(**id).is_none());
        let dead: Vec<_> = removed.map(|(_, stone)| (stone.point, stone.color)).collect();
        let read = if world.get::<GobanSetup>(goban).is_some_and(|setup| setup.0.quirks().is_some()) {
            let checked = self.stones.values().filter(|stone| Some(!stone.color) == self.mover);
            checked.map(|stone| stone.point).collect()
        } else if scratch.placed.is_some() {
            points(occupancy.size(), scratch.touched.iter().map(|&id| occupancy.index_of(id)))
        } else {
            Vec::new()
        };
        let written =
            dead.iter().map(|(point, _)| *point).chain(sensing.stones.iter().map(|stone| stone.point));
        (read, written.collect(), PhaseWork::Capture { dead, sensing })
    }

    /// Stones whose liberties the phase wrote, with the values before and after. Under `netlogo-2016` also
    /// the stones whose stored liberties differ from their true ones.
    fn sensing(&self, world: &World, goban: Entity, span: (Tick, Tick)) -> Sensing {
        let mut sensing = Sensing::default();
        let Some(occupancy) = world.get::<Occupancy>(goban) else { return sensing };
        let netlogo = world.get::<GobanSetup>(goban).is_some_and(|setup| setup.0.quirks().is_some());
        for id in occupancy.ids() {
            let (Some(now), Some(entity)) = (stone(world, occupancy, id), occupancy.entity(id)) else {
                continue;
            };
            let counted = is_written::<OwnLiberties>(world, entity, span);
            let summed = is_written::<GroupLiberties>(world, entity, span);
            let before = self.stones.get(&id).copied().unwrap_or(now);
            let EarlierStone { point, color, own, group } = now;
            if counted || summed {
                let sensed =
                    SensedStone { point, color, own: (before.own, own), group: (before.group, group) };
                sensing.stones.push(sensed);
                sensing.counted += usize::from(counted);
                sensing.summed += usize::from(summed);
            }
            let true_own = occupancy.own_liberties(occupancy.index_of(id));
            if netlogo && own != true_own {
                sensing.stale.push(SensedStone { point, color, own: (own, true_own), group: (group, group) });
            }
        }
        sensing
    }
}

/// Points read, points written, and the work of a phase.
type Effect = (Vec<Point>, Vec<Point>, PhaseWork);

/// True if a component was written between two change ticks.
fn is_written<C: Component>(world: &World, entity: Entity, (since, now): (Tick, Tick)) -> bool {
    let part = world.get_entity(entity).ok();
    let component = part.and_then(|part| part.get_ref::<C>());
    component.is_some_and(|component| component.last_changed().is_newer_than(since, now))
}

fn stone(world: &World, occupancy: &Occupancy, id: u32) -> Option<EarlierStone> {
    let entity = occupancy.entity(id)?;
    Some(EarlierStone {
        point: occupancy.size().point(occupancy.index_of(id)),
        color: occupancy.color_of(id),
        own: world.get::<OwnLiberties>(entity)?.0,
        group: world.get::<GroupLiberties>(entity)?.0,
    })
}

/// Every bid of a colour's stones: stone, number of the point, and weight.
fn bids<'a>(
    world: &'a World,
    occupancy: &'a Occupancy,
    color: Color,
) -> impl Iterator<Item = (Entity, usize, f64)> + 'a {
    let stones = occupancy.ids().filter(move |&id| occupancy.color_of(id) == color);
    let bidding = stones.filter_map(|id| {
        let stone = occupancy.entity(id)?;
        Some((stone, world.get::<Bids>(stone)?))
    });
    bidding.flat_map(|(stone, bids)| {
        bids.0.iter().map(move |bid| (stone, bid.to as usize, f64::from(bid.weight)))
    })
}

fn bid(world: &World, occupancy: &Occupancy, swarms: &Swarms, mover: Color, span: (Tick, Tick)) -> Effect {
    let size = occupancy.size();
    let Some(swarm) = swarms.of(mover) else {
        return (Vec::new(), Vec::new(), PhaseWork::Bid { bids: 0, wanted: None });
    };
    let stones = occupancy.stones().filter(|(_, stone)| is_written::<Bids>(world, *stone, span));
    let mut sums = BTreeMap::new();
    let mut count = 0;
    for (_, to, weight) in bids(world, occupancy, mover) {
        *sums.entry(to).or_insert(0.0) += weight;
        count += 1;
    }
    let wanted = sums.into_iter().max_by(|a, b| a.1.total_cmp(&b.1));
    let work = PhaseWork::Bid { bids: count, wanted: wanted.map(|(to, weight)| (size.point(to), weight)) };
    (points(size, swarm.stones_to_bid()), stones.map(|(point, _)| point).collect(), work)
}

fn chooser(seats: &Seats, color: Color) -> TickChooser {
    if seats.demand(color).is_some() {
        TickChooser::Nobody
    } else if seats.is_human(color) {
        TickChooser::Person
    } else if seats.swarm(color).is_some() {
        TickChooser::Swarm
    } else {
        match seats.spec(color).info().kind() {
            BrainKind::Rule => TickChooser::Rule,
            BrainKind::Planner => TickChooser::Planner,
        }
    }
}

/// Points with these numbers, sorted and without duplicates.
fn points(size: Size, numbers: impl IntoIterator<Item = usize>) -> Vec<Point> {
    numbers.into_iter().collect::<BTreeSet<_>>().into_iter().map(|index| size.point(index)).collect()
}

/// Points that are at most `steps` columns and `steps` rows away from one of the given points.
fn within(size: Size, from: &[usize], steps: u16) -> Vec<Point> {
    let ends = |at: u16, side: u16| at.saturating_sub(steps)..=(at + steps).min(side - 1);
    let mut near = vec![false; size.area()];
    for point in from.iter().map(|&index| size.point(index)) {
        for y in ends(point.y, size.height()) {
            ends(point.x, size.width()).for_each(|x| near[size.index(Point::new(x, y))] = true);
        }
    }
    size.points().filter(|&point| near[size.index(point)]).collect()
}
