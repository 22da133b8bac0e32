//! Playouts: a game played to its end, by chance alone or by a policy.

mod flood;
mod lead;
mod light;
mod measure;
mod mover;
mod trace;

pub use flood::FloodCount;
pub use lead::{counts_leads, lead_played_out};
pub use measure::{PlayoutTotals, measure_playouts};
pub(crate) use mover::{Mover, is_told};
pub use trace::{PlayoutMoves, Stoppable, Trace};

use crate::Rng;
use crate::policy::{Heavy, Policy};
use light::Light;
use stonefield_go::board::Storage;
use stonefield_go::{Board, Color};

/// How a playout went.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Playout {
    /// Moves made, passes included.
    pub plies: u32,
    /// Whether it was cut off before two passes.
    pub capped: bool,
    /// Whether its trace told it to stop. It is worth nothing then.
    pub stopped: bool,
    /// Black's and White's area: stones, and empty points that only they surround.
    pub area: [u32; 2],
}

/// Where a playout begins, and when it is cut off.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Start {
    /// Whose turn it is.
    pub to_move: Color,
    /// The cell of the move just made, if it was one on the board.
    pub last: Option<usize>,
    /// Whether chains of two or more stones may die by their own move.
    pub suicide: bool,
    /// Plies after which the playout is cut off, passes included; [`cap`] is a sound choice.
    pub cap: u32,
}

/// Plays boards out by a policy.
#[derive(Clone, Default)]
pub struct Player {
    policy: Policy,
    heavy: Heavy,
}

impl Player {
    /// A player of the given policy.
    #[must_use]
    pub fn new(policy: Policy) -> Self {
        Self { policy, heavy: Heavy::new(policy) }
    }

    /// Its policy.
    #[must_use]
    pub const fn policy(&self) -> Policy {
        self.policy
    }

    /// Plays a board out to two passes or to the cap. What is left to chance is chosen uniformly among the points that are legal
    /// (simple ko) and no eye points of the mover's own; a side passes when there is nothing to play. The trace hears every stone.
    ///
    /// The board must keep all that [`Board::play`] keeps. Some of it is stale afterwards: read the stones, but play no more on it.
    pub fn play_out<S: Storage, T: Trace>(
        &mut self,
        board: &mut Board<S>,
        start: Start,
        rng: &mut Rng,
        trace: &mut T,
    ) -> Playout {
        if self.policy != Policy::LIGHT {
            self.heavy.start(board);
            return run_from(&mut self.heavy, board, start, rng, trace);
        }
        run_from(&mut Light, board, start, rng, trace)
    }
}

pub(super) fn run_from<S: Storage, M: Mover, T: Trace>(
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
    // A generator of its own is kept in registers; one behind a reference is written back every turn.
    let mut dice = rng.clone();
    let mut plies = 0;
    let mut limit = if T::STOPS { 0 } else { cap };
    let capped = loop {
        if plies + 2 > limit {
            limit = if T::STOPS { go_on(trace, board.size().area(), plies, cap) } else { 0 };
            if limit == 0 {
                break true;
            }
        }
        plies += 1;
        let played = mover.turn::<S, T, FIRST, SUICIDE>(board, last, &mut dice, trace);
        if played.is_none() && passed {
            break false;
        }
        passed = played.is_none();
        if let Some(cell) = played {
            trace.stone(Color::ALL[FIRST], cell);
        }
        last = played.unwrap_or(0);
        plies += 1;
        let played = mover.turn::<S, T, SECOND, SUICIDE>(board, last, &mut dice, trace);
        if played.is_none() && passed {
            break false;
        }
        passed = played.is_none();
        if let Some(cell) = played {
            trace.stone(Color::ALL[SECOND], cell);
        }
        last = played.unwrap_or(0);
    };
    *rng = dice;
    // A turn that was told to stop has passed.
    let stopped = T::STOPS && (capped && plies + 2 <= cap || S::LARGE && trace.stops());
    Playout { plies, capped, stopped, area: if stopped { [0; 2] } else { board.area() } }
}

/// The plies up to which a playout goes on after so many; 0 when it is cut off, or told to stop.
#[cold]
#[inline(never)]
fn go_on<T: Trace>(trace: &mut T, area: usize, plies: u32, cap: u32) -> u32 {
    let between = plies_between_stops(area);
    // On a large board it is looked at before the first turn as well.
    let over = plies + 2 > cap || (plies > 0 || between == FEWEST) && trace.stops();
    if over { 0 } else { cap.min(plies + between) }
}

/// Plies between two looks at whether to stop, at the least.
const FEWEST: u32 = 2;

/// Plies of a playout on so many points between two looks at whether to stop. A turn may try every point when little is left to play.
pub(super) fn plies_between_stops(area: usize) -> u32 {
    u32::try_from((1 << 15) / area.max(1)).unwrap_or(0).max(FEWEST)
}

/// The plies after which a playout on so many points is cut off: eight for each point and sixteen. From the empty board light playouts get
/// there once in a million games or less from 5×5 to 9×9. On tiny boards captures and recaptures go round: 4 % of the light ones on 2×2 and
/// 12 % on 1×9 do, 0.5 % on 3×3 with suicide forbidden, and of the heavy ones 13 % on 2×2.
#[must_use]
pub fn cap(area: usize) -> u32 {
    u32::try_from(area * 8 + 16).unwrap_or(u32::MAX)
}
