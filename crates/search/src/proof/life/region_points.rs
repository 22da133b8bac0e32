//! Points of a board that decide a group's life.

use super::LifeError;
use super::chains::{Chains, check_stop};
use super::survey::Survey;
use crate::Watch;
use std::cmp::Reverse;
use std::collections::BinaryHeap;
use stonefield_go::{Point, Position, Size};

/// Number of empty points outside a region. A chain that reaches more of them has room elsewhere and stays
/// outside the region. Any other chain belongs to the region.
const ROOM: usize = 7;

/// Returns true if a chain has at least two liberties and reaches more than [`ROOM`] empty points outside.
///
/// Only paths through empty points count, because the enemy can cut the chain off from its friends behind
/// them.
fn has_room(position: &Position, chain: &[Point], inside: &[bool]) -> bool {
    if position.liberties(chain[0]) < 2 {
        return false;
    }
    let size = position.size();
    let mut reached: Vec<Point> = Vec::new();
    let mut next_reached = 0;
    let mut stones = chain.iter().copied();
    // Visits the stones of the chain, then the growing list of empty points.
    loop {
        let at = stones.next().or_else(|| reached.get(next_reached).copied().inspect(|_| next_reached += 1));
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

/// Marks the points that decide a group's life; `None` if more than `max_points` of them are empty.
///
/// The chains `excluded_chains` do not belong to the region, nor do chains that live unconditionally.
///
/// # Errors
/// If the watcher stopped the search.
pub(super) fn region_points(
    survey: &Survey<'_>,
    excluded_chains: &[usize],
    point: Point,
    max_points: usize,
    watch: &dyn Watch,
) -> Result<Option<Vec<bool>>, LifeError> {
    let Survey { position, chains, owners } = survey;
    let size: Size = position.size();
    let color = position.at(point);
    let mut empties = 0;
    let mut inside = vec![false; size.area()];
    let mut stack = vec![point];
    inside[size.index(point)] = true;
    // Chains next to the region that may stay outside.
    let mut border_chains = Vec::new();
    let mut steps = 0;
    loop {
        while let Some(at) = stack.pop() {
            check_stop(steps, watch)?;
            steps += 1;
            for next in size.neighbours(at) {
                let index = size.index(next);
                if inside[index] {
                    continue;
                }
                match position.at(next) {
                    Some(_)
                        if owners[index].is_some()
                            || excluded_chains.contains(&chains.number_of_point[index]) => {}
                    // Stones of the group's colour belong to the region if empty points connect them to the
                    // group. Behind enemy stones they may be strong.
                    Some(other) if Some(other) != color || position.at(at) == color.map(|color| !color) => {
                        border_chains.push(chains.number_of_point[index]);
                    }
                    stone => {
                        empties += usize::from(stone.is_none());
                        if empties > max_points {
                            return Ok(None);
                        }
                        inside[index] = true;
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

/// Marks a chain and the points nearest to it, or to the point `from` next to it, with at most `max_points`
/// empty points. The distance of a point next to an enemy stone is one step more. Friendly chains on the way
/// are marked too, and so are enemy chains without a liberty elsewhere. Points that are `excluded` are not
/// marked.
pub(super) fn nearest_points(
    position: &Position,
    chains: &Chains,
    (point, from): (Point, Option<Point>),
    excluded: &[bool],
    max_points: usize,
) -> Vec<bool> {
    let size = position.size();
    let color = position.at(point);
    let mut inside = vec![false; size.area()];
    let mut empties = 0;
    let is_enemy = |point: Point| position.at(point).is_some_and(|other| Some(other) != color);
    let is_excluded = |point: &Point| excluded.get(size.index(*point)).copied().unwrap_or(false);
    let mut heap = BinaryHeap::from([Reverse((0_usize, from.unwrap_or(point)))]);
    // Distances are measured from `from` alone. The stones of the chain shorten no distance.
    if from.is_some() {
        for &stone in &chains.stones[chains.number_of_point[size.index(point)]] {
            inside[size.index(stone)] = true;
        }
    }
    while let Some(Reverse((steps, at))) = heap.pop() {
        if inside[size.index(at)] {
            continue;
        }
        let chain = chains.number_of_point[size.index(at)];
        if chain == Chains::NONE {
            if empties == max_points {
                break;
            }
            empties += 1;
        }
        let stones = if chain == Chains::NONE { &[at][..] } else { &chains.stones[chain] };
        for &stone in stones {
            inside[size.index(stone)] = true;
            for next in size.neighbours(stone).filter(|next| !is_enemy(*next) && !is_excluded(next)) {
                let is_next_to_enemy = size.neighbours(next).any(is_enemy);
                heap.push(Reverse((steps + 1 + usize::from(is_next_to_enemy), next)));
            }
        }
    }
    let inside_so_far = inside.clone();
    for stones in chains.stones.iter().filter(|stones| is_enemy(stones[0]) && !is_excluded(&stones[0])) {
        let mut neighbours = stones.iter().flat_map(|&stone| size.neighbours(stone));
        if neighbours.all(|next| position.at(next).is_some() || inside_so_far[size.index(next)]) {
            for &stone in stones {
                inside[size.index(stone)] = true;
            }
        }
    }
    inside
}
