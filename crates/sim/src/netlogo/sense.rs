//! Update of the senses in the NetLogo world.

use super::below;
use crate::agents::{Closure, Groups, NetLogoStones, Occupancy, Senses};
use stonefield_go::{Color, Quirks};
use stonefield_search::Rng;

/// Updates the senses of the mover's stones, also after a pass: those that sense no liberties die in the
/// other colour's turn. Without `stale_liberties`, then updates the other colour's stones.
pub(crate) fn sense(
    quirks: Quirks,
    mover: Color,
    mut rng: Rng,
    occupancy: &Occupancy,
    closure: &Closure,
    groups: &mut Groups,
    netlogo_stones: &mut NetLogoStones,
    stones: &mut Senses,
) {
    let colors = [Some(mover), (!quirks.stale_liberties).then_some(!mover)];
    for color in colors.into_iter().flatten() {
        refresh(color, quirks.async_group_sum, &mut rng, occupancy, closure, groups, netlogo_stones, stones);
    }
}

/// Updates the own and group liberties of a colour's stones. With `shuffled`, the stones count and sum in
/// random order, so a stone may sum outdated values. Otherwise all count before the first one sums.
fn refresh(
    color: Color,
    shuffled: bool,
    rng: &mut Rng,
    occupancy: &Occupancy,
    closure: &Closure,
    groups: &mut Groups,
    netlogo_stones: &mut NetLogoStones,
    stones: &mut Senses,
) {
    let mut order = std::mem::take(&mut netlogo_stones.order);
    order.clear();
    order.extend_from_slice(&netlogo_stones.standing[color]);
    if shuffled {
        shuffle(&mut order, rng);
    } else {
        for &id in &order {
            let index = occupancy.index_of(id);
            netlogo_stones.set_own_liberties(index, occupancy.own_liberties(index));
        }
    }
    for &id in &order {
        let index = occupancy.index_of(id);
        let now = occupancy.own_liberties(index);
        netlogo_stones.set_own_liberties(index, now);
        let sum = now + netlogo_stones.sum(closure.row(index));
        let Some(stone) = occupancy.entity(id) else { continue };
        if let Some(before) = stones.set_own_liberties(stone, now) {
            groups.update_own_liberties(id, before, now);
        }
        stones.set_group_liberties(stone, sum);
    }
    netlogo_stones.order = order;
}

/// Shuffles a list uniformly.
// CITE: R. A. Fisher, F. Yates, "Statistical tables", 1938, in R. Durstenfeld's form, CACM 7 (1964),
// algorithm 235.
pub(super) fn shuffle(list: &mut [u32], rng: &mut Rng) {
    for last in (1..list.len()).rev() {
        let chosen = below(rng, last + 1);
        list.swap(last, chosen);
    }
}
