//! What is found out about the boards and kept from frame to frame: where they part, and who holds how much of each.

use super::Beside;
use super::divergence::{GameComparison, differing};
use crate::shell::watched_goban::ShownGoban;
use bevy::ecs::prelude::*;
use std::collections::HashMap;
use stonefield_go::{ByColor, territory};
use stonefield_sim::{Fork, Occupancy, stones_at};

/// Compares the games on all boards with that on the first, as far as they are new.
pub fn compare(mut beside: ResMut<Beside>, gobans: Query<ShownGoban>) {
    let Beside { boards, comparisons, counts, .. } = beside.bypass_change_detection();
    counts.0.retain(|board, _| boards.contains(board));
    comparisons.resize(boards.len().saturating_sub(1), GameComparison::default());
    let Some((&a, others)) = boards.split_first() else { return };
    let Ok(first) = gobans.get(a) else { return };
    let from = first.fork.map_or(0, Fork::tick);
    for (&b, comparison) in others.iter().zip(comparisons) {
        if let Ok(other) = gobans.get(b) {
            comparison.update([a, b], [first.record, other.record], from);
        }
    }
}

/// Whether the points are to be found on which two boards differed first.
pub fn are_points_wanted(beside: Res<Beside>) -> bool {
    beside.comparisons.iter().any(|comparison| comparison.wanted().is_some())
}

/// Finds the points on which two boards differed at the end of the first tick that is not the same: each is played again up to there, once.
pub fn find_points(world: &mut World) {
    let wanted: Vec<_> = world.resource::<Beside>().comparisons.iter().map(GameComparison::wanted).collect();
    for (at, (boards, tick)) in wanted.into_iter().enumerate().filter_map(|(at, it)| Some((at, it?))) {
        let [one, other] = boards.map(|board| stones_at(world, board, tick).unwrap_or_default());
        let points = differing(one.into_iter(), other.into_iter());
        if let Some(comparison) = world.resource_mut::<Beside>().comparisons.get_mut(at) {
            comparison.keep(points);
        }
    }
}

/// The empty points that reach stones of one colour only, of boards as they stand.
#[derive(Debug, Default)]
pub struct TerritoryCounts(HashMap<Entity, (u64, ByColor<u32>)>);

impl TerritoryCounts {
    /// That of a board; it is counted where the board has changed.
    pub fn of(&mut self, board: Entity, occupancy: &Occupancy) -> ByColor<u32> {
        let now = occupancy.hash();
        match self.0.get(&board) {
            Some((then, known)) if *then == now => *known,
            _ => {
                let size = occupancy.size();
                let stones: Vec<_> = (0..size.area()).map(|point| occupancy.color_at(point)).collect();
                let owned = territory(size, &stones);
                self.0.insert(board, (now, owned));
                owned
            }
        }
    }
}
