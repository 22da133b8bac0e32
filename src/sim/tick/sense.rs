//! Sense: stones count their own liberties and hear those of their group.

use crate::sim::agents::{Goban, Groups, Links, Occupancy, Senses, Turn};
use bevy::ecs::prelude::*;

/// Refreshes the stones whose situation the placement changed.
pub(in crate::sim) fn sense(
    mut gobans: Query<(&Occupancy, &Links, &mut Groups, &mut Turn), With<Goban>>,
    mut stones: Senses,
) {
    for (occupancy, links, mut groups, mut turn) in &mut gobans {
        let Some(id) = turn.placed.filter(|_| turn.due) else { continue };
        // The NetLogo world has a refresh of its own.
        if let Links::Closure(_) = links {
            continue;
        }
        let Turn { touched, roots, .. } = &mut *turn;
        touched.clear();
        touched.push(id);
        touched.extend(occupancy.stones_around(occupancy.index_of(id)));
        feel(occupancy, &mut groups, &mut stones, touched, roots);
    }
}

/// Lets the touched stones count anew, and their groups hear of it.
pub(in crate::sim) fn feel(
    occupancy: &Occupancy,
    groups: &mut Groups,
    stones: &mut Senses,
    touched: &[u32],
    heads: &mut Vec<u32>,
) {
    heads.clear();
    for &id in touched {
        let Some((mut own, _)) = occupancy.entity(id).and_then(|stone| stones.get_mut(stone).ok()) else {
            continue;
        };
        let now = occupancy.own_liberties(occupancy.index_of(id));
        let root = groups.change(id, own.0, now);
        own.0 = now;
        heads.push(root);
    }
    heads.sort_unstable();
    heads.dedup();
    for &root in heads.iter() {
        let sum = groups.liberties_of_root(root);
        for id in groups.members_of_root(root) {
            if let Some((_, mut group)) = occupancy.entity(id).and_then(|stone| stones.get_mut(stone).ok()) {
                group.0 = sum;
            }
        }
    }
}
