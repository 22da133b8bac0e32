//! Link: the new stone joins adjacent stones of its colour.

use crate::agents::{Goban, GobanDice, GobanSetup, Groups, Links, NetLogoStones, Occupancy, PlyScratch};
use crate::{Merged, netlogo};
use bevy::ecs::prelude::*;

/// Links the placed stone to adjacent ones of its colour, and joins groups. NetLogo world: adds the closure.
pub(crate) fn link(
    mut gobans: Query<
        (
            Entity,
            &GobanSetup,
            &GobanDice,
            &Occupancy,
            &mut PlyScratch,
            &mut Groups,
            &mut Links,
            &mut NetLogoStones,
        ),
        With<Goban>,
    >,
    mut mergers: MessageWriter<Merged>,
) {
    for (goban, GobanSetup(setup), dice, occupancy, mut scratch, mut groups, mut links, mut netlogo_stones) in
        &mut gobans
    {
        let Some(id) = scratch.placed.filter(|_| scratch.due) else { continue };
        let (color, index) = (scratch.mover, occupancy.index_of(id));
        groups.update_liberties(index, false, occupancy.stones_around(index));
        groups.add(id, occupancy.summary(id));
        links.add(id, index);
        let mut joined = 0;
        for neighbour in occupancy.same_color_neighbours(index, id) {
            links.connect(id, neighbour);
            joined += u32::from(groups.unite(id, neighbour));
        }
        if joined > 0 {
            let size = groups.size(id);
            scratch.changes.add_merge(joined, size);
            if scratch.replay.is_none() {
                mergers.write(Merged { goban, id, color, groups: joined, size, tick: scratch.tick });
            }
        }
        if let (Some(quirks), Links::Closure(closure)) = (setup.quirks(), &mut *links) {
            netlogo_stones.add(id, index, color, 0);
            netlogo::close_links(quirks, dice.0, &scratch, &netlogo_stones, closure);
        }
    }
}
