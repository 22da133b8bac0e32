//! Sense: stones count their own liberties and receive those of their group.

use crate::agents::{
    Goban, GobanDice, GobanSetup, Groups, Links, NetLogoStones, Occupancy, PlyScratch, Senses,
};
use crate::netlogo;
use bevy::ecs::prelude::*;
use stonefield_search::Purpose;

/// Updates the senses of the stones that the placement affects; in the NetLogo world, those of whole colours.
pub(crate) fn sense(
    mut gobans: Query<
        (&GobanSetup, &GobanDice, &Occupancy, &Links, &mut Groups, &mut NetLogoStones, &mut PlyScratch),
        With<Goban>,
    >,
    mut stones: Senses,
) {
    for (GobanSetup(setup), dice, occupancy, links, mut groups, mut netlogo_stones, mut scratch) in
        &mut gobans
    {
        if !scratch.due {
            continue;
        }
        if let (Some(quirks), Links::Closure(closure)) = (setup.quirks(), links) {
            let rng = dice.0.rng(scratch.tick, Some(scratch.mover), Purpose::Sense);
            netlogo::sense(
                quirks,
                scratch.mover,
                rng,
                occupancy,
                closure,
                &mut groups,
                &mut netlogo_stones,
                &mut stones,
            );
        } else if let Some(id) = scratch.placed {
            let PlyScratch { touched, roots, .. } = &mut *scratch;
            touched.clear();
            touched.push(id);
            touched.extend(occupancy.stones_around(occupancy.index_of(id)));
            sense_stones(occupancy, &mut groups, &mut stones, touched, roots);
        }
    }
}

/// Lets the touched stones count their own liberties. Then gives all stones of their groups the new sum.
/// `roots` is a buffer.
pub(crate) fn sense_stones(
    occupancy: &Occupancy,
    groups: &mut Groups,
    stones: &mut Senses,
    touched: &[u32],
    roots: &mut Vec<u32>,
) {
    roots.clear();
    for &id in touched {
        let now = occupancy.own_liberties(occupancy.index_of(id));
        if let Some(before) = occupancy.entity(id).and_then(|stone| stones.set_own_liberties(stone, now)) {
            roots.push(groups.update_own_liberties(id, before, now));
        }
    }
    roots.sort_unstable();
    roots.dedup();
    for &root in roots.iter() {
        let sum = groups.liberties_of_root(root);
        for stone in groups.members_of_root(root).filter_map(|id| occupancy.entity(id)) {
            stones.set_group_liberties(stone, sum);
        }
    }
}
