//! Comparisons and territory counts of the boards, kept from frame to frame.

use super::Beside;
use super::divergence::{GameComparison, differing};
use bevy::ecs::prelude::*;
use std::collections::HashMap;
use stonefield_go::{ByColor, territory};
use stonefield_sim::{Fork, GameRecord, Occupancy, stones_at};

/// Compares the new ticks of each other game with the first.
pub fn compare(mut beside: ResMut<Beside>, gobans: Query<(&GameRecord, Option<&Fork>)>) {
    let Beside { boards, comparisons, counts, .. } = beside.bypass_change_detection();
    counts.0.retain(|board, _| boards.contains(board));
    comparisons.resize(boards.len().saturating_sub(1), GameComparison::default());
    let Some((&a, others)) = boards.split_first() else { return };
    let Ok((first, fork)) = gobans.get(a) else { return };
    let from = fork.map_or(0, Fork::tick);
    for (&b, comparison) in others.iter().zip(comparisons) {
        if let Ok((other, _)) = gobans.get(b) {
            comparison.update([a, b], [first, other], from);
        }
    }
}

/// True if the differing points of some boards are still to be found.
pub fn are_points_wanted(beside: Res<Beside>) -> bool {
    beside.comparisons.iter().any(|comparison| comparison.points_to_find().is_some())
}

/// Finds the points on which two boards differed at the end of their first different tick. Exclusive, because
/// both games are replayed to that tick, once.
pub fn find_points(world: &mut World) {
    let wanted: Vec<_> =
        world.resource::<Beside>().comparisons.iter().map(GameComparison::points_to_find).collect();
    for (at, (boards, tick)) in wanted.into_iter().enumerate().filter_map(|(at, boards)| Some((at, boards?)))
    {
        let [one, other] = boards.map(|board| stones_at(world, board, tick).unwrap_or_default());
        let points = differing(one.into_iter(), other.into_iter());
        if let Some(comparison) = world.resource_mut::<Beside>().comparisons.get_mut(at) {
            comparison.set_points(points);
        }
    }
}

/// Territory of each board as it stands: the number of empty points that reach stones of one colour only.
/// Kept with the hash of the board.
#[derive(Debug, Default)]
pub struct TerritoryCounts(HashMap<Entity, (u64, ByColor<u32>)>);

impl TerritoryCounts {
    /// Returns the territory of a board, counted again if the board has changed.
    pub fn of(&mut self, board: Entity, occupancy: &Occupancy) -> ByColor<u32> {
        let current = occupancy.hash();
        match self.0.get(&board) {
            Some((hash, owned)) if *hash == current => *owned,
            _ => {
                let size = occupancy.size();
                let stones: Vec<_> = (0..size.area()).map(|point| occupancy.color_at(point)).collect();
                let owned = territory(size, &stones);
                self.0.insert(board, (current, owned));
                owned
            }
        }
    }
}
