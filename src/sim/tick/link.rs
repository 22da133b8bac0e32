//! Link: the new stone joins its like neighbours.

use crate::sim::agents::{Configured, Dice, Flock, Goban, Groups, Links, Occupancy, Turn};
use crate::sim::{Merged, netlogo};
use bevy::ecs::prelude::*;

/// Links the stone placed to its like neighbours, and joins their groups.
pub(in crate::sim) fn link(
    mut gobans: Query<
        (Entity, &Configured, &Dice, &Occupancy, &Turn, &mut Groups, &mut Links, &mut Flock),
        With<Goban>,
    >,
    mut mergers: MessageWriter<Merged>,
) {
    for (goban, Configured(setup), dice, occupancy, turn, mut groups, mut links, mut flock) in &mut gobans {
        let Some(id) = turn.placed.filter(|_| turn.due) else { continue };
        let (color, index) = (turn.mover, occupancy.index_of(id));
        groups.add(id, color, occupancy.key_of(id));
        links.add(id, index);
        let mut joined = 0;
        for like in occupancy.like_neighbours(index, id) {
            links.connect(id, like);
            joined += u32::from(groups.unite(id, like, color));
        }
        if joined > 0 && turn.replay.is_none() {
            let size = groups.size(id);
            mergers.write(Merged { goban, id, color, groups: joined, size, tick: turn.tick });
        }
        if let (Some(quirks), Links::Closure(closure)) = (setup.quirks(), &mut *links) {
            flock.add(id, index, color, 0);
            netlogo::close(quirks, dice.0, turn, &flock, closure);
        }
    }
}
