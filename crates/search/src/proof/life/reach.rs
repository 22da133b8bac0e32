//! Which points of a board a group's life hangs on.

use super::LifeError;
use super::survey::Survey;
use crate::Watch;
use std::cmp::Reverse;
use std::collections::BinaryHeap;
use stonefield_go::{Point, Position, Size};

/// A chain that reaches no more empty points outside a region than these is fought with in it.
const ROOM: usize = 7;

/// Points between two looks at the watch.
const LOOK: usize = 4_096;

/// The chains of a board by point number.
pub(super) struct Chains {
    /// The number of the chain on each point, [`Chains::NONE`] on empty ones.
    pub of: Vec<usize>,
    /// The stones of each.
    pub stones: Vec<Vec<Point>>,
}

impl Chains {
    pub const NONE: usize = usize::MAX;

    /// # Errors
    /// When it was told to stop.
    pub fn of(position: &Position, watch: &dyn Watch) -> Result<Self, LifeError> {
        let size = position.size();
        let mut chains = Self { of: vec![Self::NONE; size.area()], stones: Vec::new() };
        for point in size.points() {
            check_stop(size.index(point), watch)?;
            if position.at(point).is_some() && chains.of[size.index(point)] == Self::NONE {
                let stones = position.chain(point);
                for &stone in &stones {
                    chains.of[size.index(stone)] = chains.stones.len();
                }
                chains.stones.push(stones);
            }
        }
        Ok(chains)
    }
}

/// Looks at the watch once in so many points.
///
/// # Errors
/// When it was told to stop.
fn check_stop(points: usize, watch: &dyn Watch) -> Result<(), LifeError> {
    if points.is_multiple_of(LOOK) && watch.stop() { Err(LifeError::Stopped) } else { Ok(()) }
}

/// Whether a chain is not about to be taken, and reaches more than [`ROOM`] empty points outside.
///
/// Only through empty points: an own stone beyond one is connected only as long as the enemy does not come between.
fn has_room(position: &Position, chain: &[Point], inside: &[bool]) -> bool {
    if position.liberties(chain[0]) < 2 {
        return false;
    }
    let size = position.size();
    let mut room: Vec<Point> = Vec::new();
    let mut next = 0;
    let mut from = chain.iter().copied();
    // The stones, and then the room itself, which grows.
    loop {
        let at = from.next().or_else(|| room.get(next).copied().inspect(|_| next += 1));
        let Some(at) = at else { return false };
        for point in size.neighbours(at) {
            if inside[size.index(point)] || position.at(point).is_some() || room.contains(&point) {
                continue;
            }
            room.push(point);
            if room.len() > ROOM {
                return true;
            }
        }
    }
}

/// The points that a group's life hangs on; `None` when that comes to more than `most` empty ones.
///
/// Chains that are `held` stay outside, as those do that live unconditionally.
///
/// # Errors
/// When it was told to stop.
pub(super) fn reach(
    survey: &Survey<'_>,
    held: &[usize],
    point: Point,
    most: usize,
    watch: &dyn Watch,
) -> Result<Option<Vec<bool>>, LifeError> {
    let Survey { position, chains, owners } = survey;
    let size: Size = position.size();
    let color = position.at(point);
    let mut empties = 0;
    let mut inside = vec![false; size.area()];
    let mut stack = vec![point];
    inside[size.index(point)] = true;
    // Chains that have been met and may stay outside.
    let mut met = Vec::new();
    let mut steps = 0;
    loop {
        while let Some(at) = stack.pop() {
            check_stop(steps, watch)?;
            steps += 1;
            for next in size.neighbours(at) {
                let number = size.index(next);
                if inside[number] {
                    continue;
                }
                match position.at(next) {
                    Some(_) if owners[number].is_some() || held.contains(&chains.of[number]) => {}
                    // Its own colour is part of the group when only empty points lie between; beyond the enemy's stones it may be strong.
                    Some(other) if Some(other) != color || position.at(at) == color.map(|color| !color) => {
                        met.push(chains.of[number]);
                    }
                    stone => {
                        empties += usize::from(stone.is_none());
                        if empties > most {
                            return Ok(None);
                        }
                        inside[number] = true;
                        stack.push(next);
                    }
                }
            }
        }
        met.sort_unstable();
        met.dedup();
        met.retain(|&chain| !inside[size.index(chains.stones[chain][0])]);
        let mut captive = Vec::new();
        for chain in std::mem::take(&mut met) {
            check_stop(steps, watch)?;
            steps += 1;
            if has_room(position, &chains.stones[chain], &inside) { &mut met } else { &mut captive }
                .push(chain);
        }
        if captive.is_empty() {
            return Ok(Some(inside));
        }
        for &stone in captive.iter().flat_map(|&chain| &chains.stones[chain]) {
            inside[size.index(stone)] = true;
            stack.push(stone);
        }
    }
}

/// A chain and the points nearest to it, or to a point beside it: at most `most` empty ones, where those beside the enemy's stones count as
/// farther away. Friends among them are part of it, and so are enemy chains without a liberty elsewhere. Points of the `apart` are none of it.
pub(super) fn vicinity(
    position: &Position,
    chains: &Chains,
    (point, from): (Point, Option<Point>),
    apart: &[bool],
    most: usize,
) -> Vec<bool> {
    let size = position.size();
    let color = position.at(point);
    let mut inside = vec![false; size.area()];
    let mut empties = 0;
    let is_enemy = |point: Point| position.at(point).is_some_and(|other| Some(other) != color);
    let is_apart = |point: &Point| apart.get(size.index(*point)).copied().unwrap_or(false);
    let mut heap = BinaryHeap::from([Reverse((0_usize, from.unwrap_or(point)))]);
    // Then it is counted from that point alone, and own stones beyond the group are no nearer for it.
    if from.is_some() {
        for &stone in &chains.stones[chains.of[size.index(point)]] {
            inside[size.index(stone)] = true;
        }
    }
    while let Some(Reverse((steps, at))) = heap.pop() {
        if inside[size.index(at)] {
            continue;
        }
        let chain = chains.of[size.index(at)];
        if chain == Chains::NONE {
            if empties == most {
                break;
            }
            empties += 1;
        }
        let stones = if chain == Chains::NONE { &[at][..] } else { &chains.stones[chain] };
        for &stone in stones {
            inside[size.index(stone)] = true;
            for next in size.neighbours(stone).filter(|next| !is_enemy(*next) && !is_apart(next)) {
                let exposed = size.neighbours(next).any(is_enemy);
                heap.push(Reverse((steps + 1 + usize::from(exposed), next)));
            }
        }
    }
    let open = inside.clone();
    for stones in chains.stones.iter().filter(|stones| is_enemy(stones[0]) && !is_apart(&stones[0])) {
        let mut around = stones.iter().flat_map(|&stone| size.neighbours(stone));
        if around.all(|next| position.at(next).is_some() || open[size.index(next)]) {
            for &stone in stones {
                inside[size.index(stone)] = true;
            }
        }
    }
    inside
}
