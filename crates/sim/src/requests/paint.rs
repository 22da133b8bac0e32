//! Paint: edits of single points by the user.

use crate::agents::{NetLogoStones, PlyScratch, Senses, StoneBundle, forget_bids};
use crate::tick::{sense, tally};
use crate::{
    Brush, GameProgress, GobanSetup, Groups, Links, Occupancy, OnGoban, PositionMemory, Referee, Tally,
};
use bevy::ecs::prelude::*;
use bevy::ecs::system::SystemState;
use stonefield_go::{Color, Point, Position};

/// Reason why a point was not painted.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum PaintError {
    #[error("{0} is off the board")]
    OffBoard(Point),
    #[error("the game is over: set up a new one to paint on")]
    Over,
    #[error("there is no such board")]
    Gone,
    #[error("a {painted} stone on {point} would leave the {color} chain at {chain} without a liberty")]
    NoLiberty { painted: Color, point: Point, color: Color, chain: Point },
}

/// A point and its new content.
pub(crate) type Stroke = (Point, Brush);

/// Changes a point among the agents and on the referee's board. Returns false if the point had this
/// content already.
///
/// # Errors
/// If the point is off the board, the game is over, there is no goban or, by the rules of Go, a chain would
/// have no liberty.
pub(crate) fn paint(
    world: &mut World,
    goban: Entity,
    point: Point,
    brush: Brush,
) -> Result<bool, PaintError> {
    let Some(position) = paintable(world, goban, point, brush)? else { return Ok(false) };
    if let (Some(color), None) = (brush.color(), position.rules().quirks) {
        check_liberties(&with_stone(position, point, color), point, color)?;
    }
    paint_again(world, goban, point, brush);
    Ok(true)
}

/// Changes a point as [`paint`]. By the rules of Go, a stone also captures the enemy chains whose last
/// liberty it fills; these stones do not count as prisoners. Returns all changes in order, none if the point
/// had this content already.
///
/// # Errors
/// If the point is off the board, the game is over, there is no goban or, by the rules of Go, the stone's own
/// chain would have no liberty.
pub(crate) fn paint_taking(
    world: &mut World,
    goban: Entity,
    point: Point,
    brush: Brush,
) -> Result<Vec<Stroke>, PaintError> {
    let Some(position) = paintable(world, goban, point, brush)? else { return Ok(Vec::new()) };
    let mut strokes = Vec::new();
    if let (Some(color), None) = (brush.color(), position.rules().quirks) {
        let mut changed = with_stone(position, point, color);
        let mut taken: Vec<Point> = changed
            .size()
            .neighbours(point)
            .filter(|near| changed.at(*near) == Some(!color) && changed.pseudo_liberties(*near) == 0)
            .flat_map(|near| changed.chain(near))
            .collect();
        taken.sort_unstable_by_key(|stone| changed.size().index(*stone));
        taken.dedup();
        for &stone in &taken {
            changed.lift(stone);
        }
        check_liberties(&changed, point, color)?;
        strokes.extend(taken.into_iter().map(|stone| (stone, Brush::Remove)));
    }
    strokes.push((point, brush));
    for &(point, brush) in &strokes {
        paint_again(world, goban, point, brush);
    }
    Ok(strokes)
}

/// Returns a goban's position before a point is painted, `None` if the point has this content already.
fn paintable(
    world: &World,
    goban: Entity,
    point: Point,
    brush: Brush,
) -> Result<Option<&Position>, PaintError> {
    let tally = world.get::<Tally>(goban).ok_or(PaintError::Gone)?;
    let referee = world.get::<Referee>(goban).ok_or(PaintError::Gone)?;
    let position = &referee.position;
    if !position.size().contains(point) {
        return Err(PaintError::OffBoard(point));
    }
    if tally.outcome.is_some() {
        return Err(PaintError::Over);
    }
    Ok(Some(position).filter(|position| position.at(point) != brush.color()))
}

/// Returns the position with a stone on a point, in place of any other. Captures nothing.
fn with_stone(position: &Position, point: Point, color: Color) -> Position {
    let mut changed = position.clone();
    changed.lift(point);
    changed.put(point, color);
    changed
}

/// Carries out an edit without the checks of [`paint`]: a recorded edit was checked when it was made.
pub(crate) fn paint_again(world: &mut World, goban: Entity, point: Point, brush: Brush) {
    let tick = world.get::<Tally>(goban).map_or(0, |tally| tally.tick);
    if let Some(mut referee) = world.get_mut::<Referee>(goban) {
        referee.position.lift(point);
        if let Some(color) = brush.color() {
            referee.position.put(point, color);
        }
    }
    // A swarm would not notice a new stone where one of its colour was before.
    forget_bids(world, goban);
    lift(world, goban, point);
    if let Some(color) = brush.color() {
        put(world, goban, point, color, tick);
    }
    sense_around(world, goban, point);
    clear_history(world, goban);
    tally::recount(world, goban);
}

/// Clears passes, the ko point and earlier positions, which an edit makes invalid.
fn clear_history(world: &mut World, goban: Entity) {
    let mut query = world.query::<(&GobanSetup, &Occupancy, &mut GameProgress, &mut PositionMemory)>();
    if let Ok((GobanSetup(setup), occupancy, mut progress, mut memory)) = query.get_mut(world, goban) {
        progress.clear_after_edit();
        *memory = PositionMemory::new(&setup.rules, occupancy.hash(), progress.to_move);
    }
}

/// Checks that the painted stone and the chains beside it have a liberty.
fn check_liberties(position: &Position, point: Point, painted: Color) -> Result<(), PaintError> {
    let around = std::iter::once(point).chain(position.size().neighbours(point));
    for chain in around {
        if let Some(color) = position.at(chain)
            && position.pseudo_liberties(chain) == 0
        {
            return Err(PaintError::NoLiberty { painted, point, color, chain });
        }
    }
    Ok(())
}

/// Removes the stone on a point, if there is one.
fn lift(world: &mut World, goban: Entity, point: Point) {
    let mut state = SystemState::<(
        Commands,
        Query<(&mut Occupancy, &mut Groups, &mut Links, &mut NetLogoStones)>,
        Senses,
    )>::new(world);
    let Ok((mut commands, mut gobans, stones)) = state.get_mut(world) else { return };
    if let Ok((mut occupancy, mut groups, mut links, mut netlogo_stones)) = gobans.get_mut(goban)
        && let Some(id) = occupancy.id(point)
    {
        let (index, color) = (occupancy.index_of(id), occupancy.color_of(id));
        if let Some(stone) = occupancy.entity(id) {
            commands.entity(stone).despawn();
        }
        occupancy.remove(id);
        links.remove(id);
        netlogo_stones.remove(id, index, color);
        let neighbours = |id| occupancy.same_color_neighbours(occupancy.index_of(id), id);
        let own_liberties = |id| occupancy.entity(id).map_or(0, |stone| stones.own_liberties(stone));
        groups.remove_stones(&[id], neighbours, own_liberties, |id| occupancy.summary(id));
        groups.update_liberties(
            index,
            true,
            occupancy.stones_around(index).filter(|&id| occupancy.color_of(id) != color),
        );
    }
    state.apply(world);
}

/// Places a stone on an empty point, linked to adjacent stones of its colour.
fn put(world: &mut World, goban: Entity, point: Point, color: Color, tick: u64) {
    let Some(occupancy) = world.get::<Occupancy>(goban) else { return };
    let id = occupancy.next_id();
    let bundle = (StoneBundle::new(id, color, point, tick), OnGoban(goban));
    let parked = world.get_mut::<PlyScratch>(goban).and_then(|mut scratch| scratch.parked.remove(&id));
    let stone = match parked {
        Some(stone) => world.entity_mut(stone).insert(bundle).id(),
        None => world.spawn(bundle).id(),
    };
    let mut query = world.query::<(&mut Occupancy, &mut Groups, &mut Links, &mut NetLogoStones)>();
    let Ok((mut occupancy, mut groups, mut links, mut netlogo_stones)) = query.get_mut(world, goban) else {
        return;
    };
    let index = occupancy.size().index(point);
    occupancy.add(index, color, stone);
    groups.update_liberties(index, false, occupancy.stones_around(index));
    groups.add(id, occupancy.summary(id));
    links.add(id, index);
    netlogo_stones.add(id, index, color, 0);
    for neighbour in occupancy.same_color_neighbours(index, id) {
        links.connect(id, neighbour);
        groups.unite(id, neighbour);
    }
}

/// Lets the stones on and beside a point sense again. In the NetLogo world only the painted stone does, so
/// that it does not die for lack of sensed liberties; the others sense when their colour is updated.
fn sense_around(world: &mut World, goban: Entity, point: Point) {
    let mut state = SystemState::<(
        Query<(&Occupancy, &Links, &mut Groups, &mut NetLogoStones, &mut PlyScratch)>,
        Senses,
    )>::new(world);
    let Ok((mut gobans, mut stones)) = state.get_mut(world) else { return };
    let Ok((occupancy, links, mut groups, mut netlogo_stones, mut scratch)) = gobans.get_mut(goban) else {
        return;
    };
    let index = occupancy.size().index(point);
    match links {
        Links::Neighbours(_) => {
            let stones_near = occupancy.around(index).chain([index]).filter_map(|next| occupancy.id_at(next));
            scratch.touched.clear();
            scratch.touched.extend(stones_near);
            let PlyScratch { touched, roots, .. } = &mut *scratch;
            sense::sense_stones(occupancy, &mut groups, &mut stones, touched, roots);
        }
        Links::Closure(closure) => {
            let Some(id) = occupancy.id_at(index) else { return };
            let now = occupancy.own_liberties(index);
            netlogo_stones.set_own_liberties(index, now);
            groups.update_own_liberties(id, 0, now);
            if let Some(stone) = occupancy.entity(id) {
                stones.set_own_liberties(stone, now);
                stones.set_group_liberties(stone, now + netlogo_stones.sum(closure.row(index)));
            }
        }
    }
}
