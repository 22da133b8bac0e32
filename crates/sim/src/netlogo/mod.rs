//! World of the NetLogo model of 2016, whose stones sense, link and die differently from those of Go.
//!
//! Four quirks of [`Quirks`] are applied only here. `world_off_by_one` is applied in
//! [`Rules::board_size`](stonefield_go::Rules::board_size), `eye_taboo` in the check of a move, and
//! `pass_only_when_stuck` in the check of a pass, the end of the game (here) and the score (komi).

mod capture;
mod end;
mod sense;
#[cfg(test)]
mod tests;

pub use super::agents::{Closure, MAX_SIDE, NetLogoStones};
pub(super) use capture::capture;
pub(super) use end::{first_stones, has_ended, settle_losses};
pub(super) use sense::sense;

use super::agents::PlyScratch;
use rand::RngExt;
use stonefield_go::Quirks;
use stonefield_search::{Dice, Purpose, Rng};

/// Links every pair of stones in the connected component of the new stone. With `random_closure`, in that of
/// a random stone of the mover's colour.
pub(super) fn close_links(
    quirks: Quirks,
    dice: Dice,
    scratch: &PlyScratch,
    netlogo_stones: &NetLogoStones,
    closure: &mut Closure,
) {
    let start = if quirks.random_closure {
        let stones = &netlogo_stones.standing[scratch.mover];
        let mut rng = dice.rng(scratch.tick, Some(scratch.mover), Purpose::Link);
        (!stones.is_empty()).then(|| stones[below(&mut rng, stones.len())])
    } else {
        scratch.placed
    };
    if let Some(id) = start {
        closure.close(id);
    }
}

/// Returns a random number from 0 to `count` - 1. `count`: 1 to 4096.
fn below(rng: &mut Rng, count: usize) -> usize {
    #[expect(clippy::cast_possible_truncation, reason = "at most 4096; u32 is the same on all machines")]
    let count = count as u32;
    rng.random_range(0..count) as usize
}
