//! The points of a board that decide a group's life.

use super::LifeError;
use super::chains::{Chains, check_stop};
use super::survey::Survey;
use crate::Watch;
use std::cmp::Reverse;
use std::collections::BinaryHeap;
use stonefield_go::{Point, Position, Size};

/// Number of empty points outside a region. A chain that reaches more has room elsewhere and stays outside;
/// any other chain belongs to the region.
const ROOM: usize = 7;

/// Returns true if a chain has at least two liberties and reaches more than [`ROOM`] empty points outside.
///
/// Only paths through empty points count: the enemy can cut the chain from an own stone beyond them.
fn has_room(position: &Position, chain: &[Point], inside: &[bool]) -> bool {
    if position.liberties(chain[0]) < 2 {
        return false;
    }
    let size = position.size();
    let mut reached: Vec<Point> = Vec::new();
    let mut next = 0;
    let mut from = chain.iter().copied();
    // The stones of the chain come first, then the growing list of empty points.
    loop {
        let at = from.next().or_else(|| reached.get(next).copied().inspect(|_| next += 1));
        let Some(at) = at else { return false };
        for point in size.neighbours(at) {
            if inside[size.index(point)] || position.at(point).is_some() || reached.contains(&point) {
                continue;
            }
            reached.push(point);
            if reached.len() > ROOM {
                return true;
            }
        }
    }
}

/// Marks the points that decide a group's life; `None` if more than `most` of them are empty.
///
/// Chains that are `kept_outside` do not belong to the region, like chains that live unconditionally.
///
/// # Errors
/// If the watcher stopped it.
pub(super) fn reach(
    survey: &Survey<'_>,
    kept_outside: &[usize],
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
    // Chains beside the region that may stay outside.
    let mut border_chains = Vec::new();
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
                    Some(_) if owners[number].is_some() || kept_outside.contains(&chains.numbers[number]) => {
                    }
                    // Stones of the group's colour belong to the region if only empty points lie between.
                    // Beyond enemy stones they may be strong.
                    Some(other) if Some(other) != color || position.at(at) == color.map(|color| !color) => {
                        border_chains.push(chains.numbers[number]);
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
        border_chains.sort_unstable();
        border_chains.dedup();
        border_chains.retain(|&chain| !inside[size.index(chains.stones[chain][0])]);
        let mut enclosed = Vec::new();
        for chain in std::mem::take(&mut border_chains) {
            check_stop(steps, watch)?;
            steps += 1;
            if has_room(position, &chains.stones[chain], &inside) {
                &mut border_chains
            } else {
                &mut enclosed
            }
            .push(chain);
        }
        if enclosed.is_empty() {
            return Ok(Some(inside));
        }
        for &stone in enclosed.iter().flat_map(|&chain| &chains.stones[chain]) {
            inside[size.index(stone)] = true;
            stack.push(stone);
        }
    }
}

/// Marks a chain and the points nearest to it, or to the point `from` beside it, with at most `most` empty
/// points. A point beside an enemy stone counts as one step farther. Friendly chains met on the way belong
/// to the part, and so do enemy chains without a liberty elsewhere. Points that are `apart` are left out.
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
    // The distance from `from` counts that point alone. Other own stones bring no point nearer.
    if from.is_some() {
        for &stone in &chains.stones[chains.numbers[size.index(point)]] {
            inside[size.index(stone)] = true;
        }
    }
    while let Some(Reverse((steps, at))) = heap.pop() {
        if inside[size.index(at)] {
            continue;
        }
        let chain = chains.numbers[size.index(at)];
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
