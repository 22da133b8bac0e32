//! The refresh of the NetLogo world.

use super::below;
use crate::go::Color;
use crate::search::{Rng, Use};
use crate::sim::agents::{Closure, Configured, Dice, Flock, Goban, Groups, Links, Occupancy, Senses, Turn};
use bevy::ecs::prelude::*;

/// Refreshes the mover's colour, and without `stale_liberties` the other's after it. A colour that passes is refreshed
/// too: its dead are found at the other's next turn.
pub(in crate::sim) fn sense(
    mut gobans: Query<(&Configured, &Dice, &Occupancy, &Links, &Turn, &mut Groups, &mut Flock), With<Goban>>,
    mut stones: Senses,
) {
    for (Configured(setup), dice, occupancy, links, turn, mut groups, mut flock) in &mut gobans {
        let (Some(quirks), Links::Closure(closure)) = (setup.quirks(), links) else { continue };
        if !turn.due {
            continue;
        }
        let mut rng = dice.0.rng(turn.tick, Some(turn.mover), Use::Sense);
        let shuffled = quirks.async_group_sum;
        let colors = [Some(turn.mover), (!quirks.stale_liberties).then_some(!turn.mover)];
        for color in colors.into_iter().flatten() {
            refresh(color, shuffled, &mut rng, occupancy, closure, &mut groups, &mut flock, &mut stones);
        }
    }
}

/// Every stone of a colour counts its own liberties and sums those of its links. Shuffled, a stone does both in its
/// turn, so that it sums some values of before; else all count before any sums.
fn refresh(
    color: Color,
    shuffled: bool,
    rng: &mut Rng,
    occupancy: &Occupancy,
    closure: &Closure,
    groups: &mut Groups,
    flock: &mut Flock,
    stones: &mut Senses,
) {
    let mut order = std::mem::take(&mut flock.order);
    order.clear();
    order.extend_from_slice(&flock.standing[color]);
    if shuffled {
        shuffle(&mut order, rng);
    } else {
        for &id in &order {
            let index = occupancy.index_of(id);
            flock.note(index, occupancy.own_liberties(index));
        }
    }
    for &id in &order {
        let index = occupancy.index_of(id);
        let now = occupancy.own_liberties(index);
        flock.note(index, now);
        let sum = now + flock.sum(closure.row(index));
        let Some((mut own, mut group)) = occupancy.entity(id).and_then(|stone| stones.get_mut(stone).ok())
        else {
            continue;
        };
        if own.0 != now {
            groups.change(id, own.0, now);
            own.0 = now;
        }
        if group.0 != sum {
            group.0 = sum;
        }
    }
    flock.order = order;
}

/// A uniformly random order.
// CITE: R. A. Fisher, F. Yates, "Statistical tables", 1938, in R. Durstenfeld's form, CACM 7 (1964), algorithm 235.
pub(super) fn shuffle(list: &mut [u32], rng: &mut Rng) {
    for last in (1..list.len()).rev() {
        let chosen = below(rng, last + 1);
        list.swap(last, chosen);
    }
}
