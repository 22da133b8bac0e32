//! Begin: sets up games on gobans.

use crate::agents::{NetLogoStones, Phases, PlyScratch, StoneBundle};
use crate::history::{self, GameRecord};
use crate::requests::seating;
use crate::tick::{tally, warm};
use crate::{
    Advice, Breakpoints, Clocks, Ending, GameProgress, GameSetup, Goban, GobanDice, GobanSetup,
    GroupLiberties, Groups, Heat, Jumped, KeptTemperature, Links, Newcomers, Occupancy, OnGoban,
    OwnLiberties, Pace, Patch, PositionMemory, Referee, Seats, SetupError, Swarms, Tally, Temperature,
    Thinking, TrustPolicy, Witness,
};
use bevy::ecs::prelude::*;
use stonefield_go::field::HeatField;
use stonefield_go::{ByColor, Color, Point, Position, Size};
use stonefield_search::PlayerTime;

/// Spawns a paused goban with a new game, and returns its entity.
///
/// # Errors
/// The set-up is refused. Nothing was spawned.
pub fn spawn_goban(world: &mut World, setup: &GameSetup) -> Result<Entity, SetupError> {
    let position = setup.position()?;
    let goban = world.spawn((Goban, Pace::default(), Advice::default(), Newcomers::default())).id();
    install_game(world, goban, setup, position);
    Ok(goban)
}

/// Begins a new game on a goban. A program that is starting for a seat is kept only if the new game names the
/// same program for that seat.
///
/// # Errors
/// The set-up is refused. The old game stays.
pub fn reset(world: &mut World, goban: Entity, setup: &GameSetup) -> Result<(), SetupError> {
    let position = setup.position()?;
    if let Some(mut pace) = world.get_mut::<Pace>(goban) {
        // Remaining steps belong to the old game.
        pace.drop_steps();
    }
    install_game(world, goban, setup, position);
    seating::keep_named(world, goban);
    if let Some(mut breakpoints) = world.get_mut::<Breakpoints>(goban) {
        breakpoints.new_game();
    }
    Breakpoints::note_departures(world, goban);
    if let Some(mut advice) = world.get_mut::<Advice>(goban) {
        advice.new_game();
    }
    world.write_message(Jumped { goban, tick: 0, new_game: true });
    Ok(())
}

/// Spawns a paused goban with a game that continues from a position, with the position's ko history. The
/// record begins at that position.
///
/// # Errors
/// The board is refused.
pub(crate) fn spawn_at(
    world: &mut World,
    setup: &GameSetup,
    position: Position,
) -> Result<Entity, SetupError> {
    setup.check_board()?;
    let goban = world.spawn((Goban, Pace::default(), Advice::default(), Newcomers::default())).id();
    let outcome = position.outcome();
    install_game(world, goban, setup, position);
    if let Some(mut tally) = world.get_mut::<Tally>(goban) {
        // The outcome of a finished position is part of its past, which the tally does not know.
        tally.outcome = outcome;
    }
    Ok(goban)
}

/// Stones captured by each colour before the position, without pass stones.
fn taken_before(position: &Position) -> ByColor<u32> {
    let pass_stones = GameProgress::of(position).pass_stones;
    ByColor::from_fn(|color| position.captured_by()[color] - pass_stones[color])
}

/// Sets up a game on a goban, in place of the old one if there is one.
fn install_game(world: &mut World, goban: Entity, setup: &GameSetup, position: Position) {
    let size = position.size();
    let counts = position.stones();
    let stones = (counts.black + counts.white) as usize;
    let occupancy = clear_board(world, goban, size, with_headroom(stones));
    let trust = world.get_resource::<TrustPolicy>().map(|policy| policy.0.clone()).unwrap_or_default();
    let mut seats = match world.entity_mut(goban).take::<Seats>() {
        Some(seats) => seats.reseat(setup.brains.clone(), size),
        None => Seats::new(setup.brains.clone(), trust, size),
    };
    let heading = world.get_mut::<GameRecord>(goban).and_then(|mut record| record.heading());
    let record = GameRecord::new(setup, &position, heading);
    let mut kept_temperature = KeptTemperature::default();
    for color in Color::ALL {
        kept_temperature.keep(color, &seats.spec(color).kept_temperatures(), size);
    }
    seats.to_move = Some(position.to_move()).filter(|_| !position.is_over());
    world.entity_mut(goban).remove::<Phases>().insert((
        GobanSetup(setup.clone()),
        Heat(HeatField::new(size)),
        occupancy,
        Groups::with_room(with_headroom(stones)),
        Links::new(size, setup.quirks().is_some()),
        seats,
        GobanDice(setup.dice()),
        record,
        PlyScratch::default(),
        GameProgress::of(&position),
        PositionMemory::of(&position),
        kept_temperature,
    ));
    world.entity_mut(goban).insert((
        Witness::default(),
        NetLogoStones::new(size, setup.quirks().is_some()),
        Tally { captures: taken_before(&position), ..Tally::default() },
        Ending::default(),
        Clocks(PlayerTime::new(setup.time)),
        Thinking::default(),
        Swarms::default(),
        Referee { position },
    ));
    spawn_stones(world, goban);
    warm::first(world, goban);
    tally::first(world, goban);
    let mut measured = world.query::<(&Tally, &mut GameRecord)>();
    if let Ok((tally, mut record)) = measured.get_mut(world, goban) {
        record.first_row(tally.row());
    }
    history::keep_first_keyframe(world, goban);
}

/// Capacity for this number of stones and an eighth more. A vector that grows could take twice the memory.
const fn with_headroom(stones: usize) -> usize {
    stones + stones / 8
}

/// Removes all stones from a goban, and returns the empty occupancy. Patches are kept if the size is the
/// same. Otherwise they are made anew, with capacity for the entities of `room` stones.
fn clear_board(world: &mut World, goban: Entity, size: Size, room: usize) -> Occupancy {
    let old = world.entity_mut(goban).take::<Occupancy>();
    let stones = old.iter().flat_map(Occupancy::stones).map(|(_, stone)| stone).collect::<Vec<_>>();
    for stone in stones {
        world.despawn(stone);
    }
    match old {
        Some(mut old) if old.size() == size => {
            old.clear();
            old
        }
        old => {
            for &patch in old.iter().flat_map(Occupancy::patches) {
                world.despawn(patch);
            }
            let patches = allocate_entities(world, size.area(), room);
            for (point, &entity) in size.points().zip(&patches) {
                // The entity was just allocated, so spawning succeeds.
                let _ = world.spawn_at(entity, (Patch::new(size, point), Temperature(0.0), OnGoban(goban)));
            }
            Occupancy::new(size, patches)
        }
    }
}

/// Number of extra entities to allocate. Bevy may hold back 128 freed entities; twice that leaves a margin.
const HELD_BACK: usize = 256;

/// Allocates `count` entities, and grows the world's entity list for `room` more in one step. A list that
/// grows in several steps could take twice the memory.
fn allocate_entities(world: &mut World, count: usize, room: usize) -> Vec<Entity> {
    let entities = |world: &World, count: usize| {
        let count = u32::try_from(count).unwrap_or(u32::MAX);
        world.entity_allocator().alloc_many(count).collect::<Vec<_>>()
    };
    let (wanted, mut spare) = (entities(world, count), entities(world, room + HELD_BACK));
    // Spawning the last entity grows the list up to it.
    if let Some(last) = spare.pop().and_then(|last| world.spawn_empty_at(last).ok()) {
        last.despawn();
    }
    world.entity_allocator_mut().free_many(&spare);
    wanted
}

/// Spawns the stones of the referee's position with links, groups and liberties.
fn spawn_stones(world: &mut World, goban: Entity) {
    let Some(Referee { position }) = world.get::<Referee>(goban) else { return };
    let size = position.size();
    let has_captures = position.captured_by() != ByColor::default();
    let stones = position.size().points().filter_map(|point| Some((point, position.at(point)?)));
    let stones = stones.collect::<Vec<(Point, Color)>>();
    let bundles = stones
        .iter()
        .zip(0_u32..)
        .map(|(&(point, color), id)| (StoneBundle::new(id, color, point, 0), OnGoban(goban)));
    // The iterator has an exact length. Otherwise Bevy may hand out surplus entities twice.
    let entities = world.spawn_batch(bundles).collect::<Vec<_>>();
    for (&(point, color), &entity) in stones.iter().zip(&entities) {
        if let Some(mut occupancy) = world.get_mut::<Occupancy>(goban) {
            occupancy.add(size.index(point), color, entity);
        }
    }
    if has_captures && let Some(mut occupancy) = world.get_mut::<Occupancy>(goban) {
        occupancy.assume_removals();
    }
    let mut query = world.query::<(&Occupancy, &mut Groups, &mut Links, &mut NetLogoStones)>();
    let Ok((occupancy, mut groups, mut links, mut netlogo_stones)) = query.get_mut(world, goban) else {
        return;
    };
    let mut liberties = Vec::with_capacity(stones.len());
    for (id, &(point, color)) in (0_u32..).zip(&stones) {
        let index = size.index(point);
        groups.add(id, occupancy.summary(id));
        groups.update_own_liberties(id, 0, occupancy.own_liberties(index));
        links.add(id, index);
        let neighbours = occupancy.around(index).filter_map(|next| occupancy.id_at(next));
        for friend in neighbours.filter(|&other| other < id && occupancy.color_of(other) == color) {
            links.connect(id, friend);
            groups.unite(id, friend);
        }
        netlogo_stones.add(id, index, color, occupancy.own_liberties(index));
    }
    if let Links::Closure(closure) = &mut *links {
        closure.close_all();
    }
    for id in (0_u32..).take(stones.len()) {
        // Whole chains are linked at the beginning, so the group's liberties equal the sum over links.
        liberties.push((occupancy.own_liberties(occupancy.index_of(id)), groups.liberties(id)));
    }
    for (entity, (own, group)) in entities.into_iter().zip(liberties) {
        world.entity_mut(entity).insert((OwnLiberties(own), GroupLiberties(group)));
    }
}
