//! Begin: a game is put on a goban.

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

/// Sets up a new goban, paused, and returns its entity.
///
/// # Errors
/// When no game can begin with this set-up; nothing is spawned then.
pub fn spawn_goban(world: &mut World, setup: &GameSetup) -> Result<Entity, SetupError> {
    let position = setup.position()?;
    let goban = world.spawn((Goban, Pace::default(), Advice::default(), Newcomers::default())).id();
    install_game(world, goban, setup, position);
    Ok(goban)
}

/// Begins a new game on a goban. A program that is being started for a seat takes it only where the new game names it there.
///
/// # Errors
/// When no game can begin with this set-up; the old game stands then.
pub fn reset(world: &mut World, goban: Entity, setup: &GameSetup) -> Result<(), SetupError> {
    let position = setup.position()?;
    if let Some(mut pace) = world.get_mut::<Pace>(goban) {
        // Steps that were left to do were those of the old game.
        pace.arrive();
    }
    install_game(world, goban, setup, position);
    seating::keep_named(world, goban);
    if let Some(mut breakpoints) = world.get_mut::<Breakpoints>(goban) {
        breakpoints.new_game();
    }
    Breakpoints::look(world, goban);
    if let Some(mut advice) = world.get_mut::<Advice>(goban) {
        advice.new_game();
    }
    world.write_message(Jumped { goban, tick: 0, new_game: true });
    Ok(())
}

/// Sets up a new goban, paused, on which a game goes on from a position, with what may not be repeated there; its record begins there.
///
/// # Errors
/// When no game can go on with this set-up.
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
        // How it ended, if it has, is of its past.
        tally.outcome = outcome;
    }
    Ok(goban)
}

/// Stones that each colour took before a position came to be, pass stones left out.
fn taken_before(position: &Position) -> ByColor<u32> {
    let handed = GameProgress::of(position).pass_stones;
    ByColor::from_fn(|color| position.captured_by()[color] - handed[color])
}

/// Puts a game on a goban, whatever was there before.
fn install_game(world: &mut World, goban: Entity, setup: &GameSetup, position: Position) {
    let size = position.size();
    let standing = position.stones();
    let stones = (standing.black + standing.white) as usize;
    let occupancy = clear_board(world, goban, size, with_room(stones));
    let trust = world.get_resource::<TrustPolicy>().map(|policy| policy.0.clone()).unwrap_or_default();
    let mut seats = match world.entity_mut(goban).take::<Seats>() {
        Some(seats) => seats.reseat(setup.brains.clone(), size),
        None => Seats::new(setup.brains.clone(), trust, size),
    };
    let heading = world.get_mut::<GameRecord>(goban).and_then(|mut record| record.heading());
    let record = GameRecord::new(setup, &position, heading);
    let mut kept = KeptTemperature::default();
    for color in Color::ALL {
        kept.keep(color, &seats.spec(color).kept_temperatures(), size);
    }
    seats.to_move = Some(position.to_move()).filter(|_| !position.is_over());
    world.entity_mut(goban).remove::<Phases>().insert((
        GobanSetup(setup.clone()),
        Heat(HeatField::new(size)),
        occupancy,
        Groups::with_room(with_room(stones)),
        Links::new(size, setup.quirks().is_some()),
        seats,
        GobanDice(setup.dice()),
        record,
        PlyScratch::default(),
        GameProgress::of(&position),
        PositionMemory::of(&position),
        kept,
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

/// Room for these stones and some that come later. What grows by itself takes up to twice the room.
const fn with_room(stones: usize) -> usize {
    stones + stones / 8
}

/// Empties a goban for so many stones; its patches stay if they fit.
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
                // It has just been allocated, so it can be spawned.
                let _ = world.spawn_at(entity, (Patch::new(size, point), Temperature(0.0), OnGoban(goban)));
            }
            Occupancy::new(size, patches)
        }
    }
}

/// Entities that are freed and not given out again at once: the world holds up to 128 back, and this is twice as many.
const HELD_BACK: usize = 256;

/// So many entities to be spawned; and room for more in the world's list of entities, which takes twice the room where it grows by itself.
fn allocate_entities(world: &mut World, count: usize, room: usize) -> Vec<Entity> {
    let entities = |world: &World, count: usize| {
        let count = u32::try_from(count).unwrap_or(u32::MAX);
        world.entity_allocator().alloc_many(count).collect::<Vec<_>>()
    };
    let (wanted, mut spare) = (entities(world, count), entities(world, room + HELD_BACK));
    // The list grows to the entity that is spawned, at once.
    if let Some(last) = spare.pop().and_then(|last| world.spawn_empty_at(last).ok()) {
        last.despawn();
    }
    world.entity_allocator_mut().free_many(&spare);
    wanted
}

/// Spawns the stones of the referee's position, linked, grouped and with their liberties sensed.
fn spawn_stones(world: &mut World, goban: Entity) {
    let Some(Referee { position }) = world.get::<Referee>(goban) else { return };
    let size = position.size();
    let past = position.captured_by() != ByColor::default();
    let stones = position.size().points().filter_map(|point| Some((point, position.at(point)?)));
    let stones = stones.collect::<Vec<(Point, Color)>>();
    let bundles = stones
        .iter()
        .zip(0_u32..)
        .map(|(&(point, color), id)| (StoneBundle::new(id, color, point, 0), OnGoban(goban)));
    // Exactly as many as their iterator says: entities that Bevy allocates beyond those spawned can be handed out twice.
    let entities = world.spawn_batch(bundles).collect::<Vec<_>>();
    for (&(point, color), &entity) in stones.iter().zip(&entities) {
        if let Some(mut occupancy) = world.get_mut::<Occupancy>(goban) {
            occupancy.add(size.index(point), color, entity);
        }
    }
    if past && let Some(mut occupancy) = world.get_mut::<Occupancy>(goban) {
        occupancy.forget_who_left();
    }
    let mut query = world.query::<(&Occupancy, &mut Groups, &mut Links, &mut NetLogoStones)>();
    let Ok((occupancy, mut groups, mut links, mut netlogo_stones)) = query.get_mut(world, goban) else {
        return;
    };
    let mut liberties = Vec::with_capacity(stones.len());
    for (id, &(point, color)) in (0_u32..).zip(&stones) {
        let index = size.index(point);
        groups.add(id, occupancy.summary(id));
        groups.change(id, 0, occupancy.own_liberties(index));
        links.add(id, index);
        let earlier = occupancy.around(index).filter_map(|next| occupancy.id_at(next));
        for like in earlier.filter(|&other| other < id && occupancy.color_of(other) == color) {
            links.connect(id, like);
            groups.unite(id, like);
        }
        netlogo_stones.add(id, index, color, occupancy.own_liberties(index));
    }
    if let Links::Closure(closure) = &mut *links {
        closure.close_all();
    }
    for id in (0_u32..).take(stones.len()) {
        // Whole chains are closed at the beginning, so the links' sum is the group's.
        liberties.push((occupancy.own_liberties(occupancy.index_of(id)), groups.liberties(id)));
    }
    for (entity, (own, group)) in entities.into_iter().zip(liberties) {
        world.entity_mut(entity).insert((OwnLiberties(own), GroupLiberties(group)));
    }
}
