//! Start and end of a game in the NetLogo world.

use super::below;
use crate::agents::{Captures, GameProgress, NetLogoStones, Occupancy};
use bevy::ecs::prelude::*;
use stonefield_go::{Color, Position, Quirks, Rules, Size};
use stonefield_search::{Dice, Purpose};

/// Returns a board with one black and one white stone at random points.
pub(crate) fn first_stones(board: Size, rules: Rules, dice: Dice) -> Position {
    let mut position = Position::new(board, rules);
    let mut rng = dice.rng(0, None, Purpose::SetUp);
    for color in Color::ALL {
        let chosen = below(&mut rng, position.empty_count());
        let point = position.nth_empty(chosen);
        position.put(point, color);
    }
    position
}

/// True if passes end the game. With `pass_only_when_stuck`: if both colours passed in this tick. Without it:
/// after two passes in a row.
pub(crate) fn has_ended(quirks: Quirks, progress: &GameProgress) -> bool {
    if quirks.pass_only_when_stuck {
        progress.passed.black && progress.passed.white
    } else {
        progress.passes >= 2
    }
}

/// Gives every stone its colour's loss at the end of a tick. With `score_by_degree` this is the largest loss
/// among the stones of the colour. Returns true if a colour has no stones, which stops the model.
pub(crate) fn settle_losses(
    quirks: Quirks,
    occupancy: &Occupancy,
    netlogo_stones: &NetLogoStones,
    progress: &mut GameProgress,
    losses: &mut Query<&mut Captures>,
) -> bool {
    let mut void = false;
    for color in Color::ALL {
        let stones = &netlogo_stones.standing[color];
        // Returns a stone's loss, after setting it to `loss` if that is given.
        let mut loss_of = |id: &u32, loss: Option<u32>| -> u32 {
            let stone = occupancy.entity(*id).and_then(|stone| losses.get_mut(stone).ok());
            stone.map_or(0, |mut stone| {
                if let Some(loss) = loss.filter(|&loss| loss != stone.0) {
                    stone.0 = loss;
                }
                stone.0
            })
        };
        if quirks.score_by_degree {
            match stones.iter().map(|id| loss_of(id, None)).max() {
                Some(most) => progress.losses[color] = most,
                None => void = true,
            }
        } else {
            void |= stones.is_empty();
        }
        let loss = progress.losses[color];
        for id in stones {
            loss_of(id, Some(loss));
        }
    }
    void
}
