//! Playouts: games played to their end with random moves or by a policy.

mod flood;
mod lead;
mod light;
mod measure;
mod mover;
mod trace;

pub use flood::FloodCount;
pub use lead::{can_count_lead, playout_lead};
pub use measure::{PlayoutTotals, measure_playouts};
pub(crate) use mover::{Mover, must_stop};
pub use trace::{PlayoutMoves, Stoppable, Trace};

use crate::Rng;
use crate::policy::{Heavy, Policy};
use light::Light;
use stonefield_go::board::Storage;
use stonefield_go::{Board, Color};

/// Result of a playout.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Playout {
    /// Number of moves, passes included.
    pub plies: u32,
    /// True if the playout was cut off at the cap, before two passes.
    pub capped: bool,
    /// True if the trace stopped the playout. The result is then meaningless.
    pub stopped: bool,
    /// Areas of Black and White, in points: stones, and empty points that only stones of the colour surround.
    pub area: [u32; 2],
}

/// Start of a playout, and its cap.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Start {
    /// Colour to move.
    pub to_move: Color,
    /// Cell of the last move; `None` for none or a pass.
    pub last: Option<usize>,
    /// True if a move may remove its own chain of two or more stones (suicide).
    pub suicide: bool,
    /// Largest number of plies, passes included. The playout is cut off there; [`cap`] is a good choice.
    pub cap: u32,
}

/// Player of whole playouts with one policy.
#[derive(Clone, Default)]
pub struct Player {
    policy: Policy,
    heavy: Heavy,
}

impl Player {
    /// Creates a player with the given policy.
    #[must_use]
    pub fn new(policy: Policy) -> Self {
        Self { policy, heavy: Heavy::new(policy) }
    }

    /// Returns the policy.
    #[must_use]
    pub const fn policy(&self) -> Policy {
        self.policy
    }

    /// Plays a board out until two passes or the cap. Random moves are uniform among the legal points (simple
    /// ko) that are not own eye points. A side without such a point passes. The trace receives every stone.
    ///
    /// All data of the board must be up to date, as [`Board::play`] keeps them. Afterwards some are out of
    /// date: read only the stones, and play no further moves on the board.
    pub fn play_out<S: Storage, T: Trace>(
        &mut self,
        board: &mut Board<S>,
        start: Start,
        rng: &mut Rng,
        trace: &mut T,
    ) -> Playout {
        if self.policy != Policy::LIGHT {
            self.heavy.start(board);
            return run_playout(&mut self.heavy, board, start, rng, trace);
        }
        run_playout(&mut Light, board, start, rng, trace)
    }
}

pub(super) fn run_playout<S: Storage, M: Mover, T: Trace>(
    mover: &mut M,
    board: &mut Board<S>,
    start: Start,
    rng: &mut Rng,
    trace: &mut T,
) -> Playout {
    match (start.to_move, start.suicide) {
        (Color::Black, false) => run::<S, M, T, 0, 1, false>(mover, board, start, rng, trace),
        (Color::Black, true) => run::<S, M, T, 0, 1, true>(mover, board, start, rng, trace),
        (Color::White, false) => run::<S, M, T, 1, 0, false>(mover, board, start, rng, trace),
        (Color::White, true) => run::<S, M, T, 1, 0, true>(mover, board, start, rng, trace),
    }
}

fn run<S: Storage, M: Mover, T: Trace, const FIRST: usize, const SECOND: usize, const SUICIDE: bool>(
    mover: &mut M,
    board: &mut Board<S>,
    start: Start,
    rng: &mut Rng,
    trace: &mut T,
) -> Playout {
    let Start { last, cap, .. } = start;
    let mut last = last.unwrap_or(0);
    let mut passed = false;
    // A local generator stays in registers. A generator behind a reference would be written back every turn.
    let mut local_rng = rng.clone();
    let mut plies = 0;
    // Largest number of plies before the next check of the cap and of the trace.
    let mut limit = if T::CAN_STOP { 0 } else { cap };
    let capped = loop {
        if plies + 2 > limit {
            limit = if T::CAN_STOP { next_limit(trace, board.size().area(), plies, cap) } else { 0 };
            if limit == 0 {
                break true;
            }
        }
        plies += 1;
        let played = mover.play_turn::<S, T, FIRST, SUICIDE>(board, last, &mut local_rng, trace);
        if played.is_none() && passed {
            break false;
        }
        passed = played.is_none();
        if let Some(cell) = played {
            trace.add_stone(Color::ALL[FIRST], cell);
        }
        last = played.unwrap_or(0);
        plies += 1;
        let played = mover.play_turn::<S, T, SECOND, SUICIDE>(board, last, &mut local_rng, trace);
        if played.is_none() && passed {
            break false;
        }
        passed = played.is_none();
        if let Some(cell) = played {
            trace.add_stone(Color::ALL[SECOND], cell);
        }
        last = played.unwrap_or(0);
    };
    *rng = local_rng;
    // The trace may have stopped the loop, or on a large board a turn, which then looks like a pass.
    let stopped = T::CAN_STOP && (capped && plies + 2 <= cap || S::LARGE && trace.stops());
    Playout { plies, capped, stopped, area: if stopped { [0; 2] } else { board.area() } }
}

/// Returns the number of plies up to which a playout may continue; 0 if it is cut off or stopped.
#[cold]
#[inline(never)]
fn next_limit<T: Trace>(trace: &mut T, area: usize, plies: u32, cap: u32) -> u32 {
    let plies_between = plies_per_stop_check(area);
    // On a large board the stop callback is also called before the first turn.
    let ends = plies + 2 > cap || (plies > 0 || plies_between == MIN_STOP_INTERVAL) && trace.stops();
    if ends { 0 } else { cap.min(plies + plies_between) }
}

/// Smallest number of plies between two calls of the stop callback.
const MIN_STOP_INTERVAL: u32 = 2;

/// Returns the number of plies between two calls of the stop callback on a board of `area` points. Near the
/// end of a game one turn may try every point.
pub(super) fn plies_per_stop_check(area: usize) -> u32 {
    u32::try_from((1 << 15) / area.max(1)).unwrap_or(0).max(MIN_STOP_INTERVAL)
}

/// Returns the cap of a playout on a board of `area` points: 8 · `area` + 16 plies.
///
/// From the empty board, at most one light playout in a million reaches it on 5×5 to 9×9. On tiny boards
/// captures and recaptures repeat: 4 % of the light playouts reach it on 2×2, 12 % on 1×9, and 0.5 % on 3×3
/// without suicide. Of the heavy playouts 13 % reach it on 2×2.
#[must_use]
pub fn cap(area: usize) -> u32 {
    u32::try_from(area * 8 + 16).unwrap_or(u32::MAX)
}
