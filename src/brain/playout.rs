//! Light playouts: a game played out uniformly at random, own eye points left alone.

use super::Rng;
use crate::go::board::Storage;
use crate::go::{Board, BoardVisitor, Color, Position};
use rand::{Rng as _, SeedableRng};

/// How a playout went.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Playout {
    /// Moves made, passes included.
    pub plies: u32,
    /// Whether it was cut off before two passes.
    pub capped: bool,
    /// Black's and White's area: stones, and empty points that only they surround.
    pub area: [u32; 2],
}

/// What many playouts came to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PlayoutTotals {
    /// Playouts.
    pub playouts: u64,
    /// Moves made in all of them, passes included.
    pub plies: u64,
    /// Playouts with Black ahead once komi is counted.
    pub black: u64,
    /// Playouts cut off at the cap of plies.
    pub capped: u64,
}

/// Plays a board out to two passes, or to `cap` plies: each side chooses uniformly among the points that are legal (simple ko;
/// with `suicide`, chains of two or more stones may die by their own move) and no eye points of its own, and
/// passes when there is none.
///
/// The board's hash and its index of empty points are stale afterwards: read it, but play no more on it.
pub fn play_out<S: Storage>(
    board: &mut Board<S>,
    to_move: Color,
    suicide: bool,
    cap: u32,
    rng: &mut Rng,
) -> Playout {
    match (to_move, suicide) {
        (Color::Black, false) => run::<S, 0, 1, false>(board, cap, rng),
        (Color::Black, true) => run::<S, 0, 1, true>(board, cap, rng),
        (Color::White, false) => run::<S, 1, 0, false>(board, cap, rng),
        (Color::White, true) => run::<S, 1, 0, true>(board, cap, rng),
    }
}

fn run<S: Storage, const FIRST: usize, const SECOND: usize, const SUICIDE: bool>(
    board: &mut Board<S>,
    cap: u32,
    rng: &mut Rng,
) -> Playout {
    let mut plies = 0;
    let mut passed = false;
    let capped = loop {
        if plies + 2 > cap {
            break true;
        }
        plies += 1;
        let played = turn::<S, FIRST, SUICIDE>(board, rng);
        if !played && passed {
            break false;
        }
        passed = !played;
        plies += 1;
        let played = turn::<S, SECOND, SUICIDE>(board, rng);
        if !played && passed {
            break false;
        }
        passed = !played;
    };
    Playout { plies, capped, area: board.filled_area() }
}

/// One turn of colour `C`; `false` for a pass.
#[inline(always)]
fn turn<S: Storage, const C: usize, const SUICIDE: bool>(board: &mut Board<S>, rng: &mut Rng) -> bool {
    let mut left = board.empties();
    while left > 0 {
        let i = below(rng, left);
        if board.is_sensible::<C, SUICIDE>(board.empty(i)) {
            board.play_nth::<C, false>(i);
            return true;
        }
        // Points found wanting go behind the ones still to be tried, so that each of these stays equally likely.
        left -= 1;
        board.swap_empty(i, left);
    }
    board.clear_ko();
    false
}

/// A number below `n`, each as likely as the next to within 2⁻⁴⁰.
// CITE: D. Lemire, "Fast random integer generation in an interval", 2019 (without its rejection).
#[inline(always)]
fn below(rng: &mut Rng, n: usize) -> usize {
    #[expect(clippy::cast_possible_truncation, reason = "the product's upper half is below n")]
    {
        ((u128::from(rng.next_u64()) * n as u128) >> 64) as usize
    }
}

/// Plays a position out `playouts` times and counts who is ahead with the position's komi.
#[must_use]
pub fn measure_playouts(position: &Position, suicide: bool, playouts: u64, seed: u64) -> PlayoutTotals {
    struct Measure {
        to_move: Color,
        komi: f64,
        suicide: bool,
        playouts: u64,
        rng: Rng,
    }
    impl BoardVisitor for Measure {
        type Output = PlayoutTotals;

        fn visit<S: Storage>(mut self, start: &Board<S>) -> PlayoutTotals {
            let mut totals = PlayoutTotals::default();
            let cap = cap(start.size().area());
            let mut board = start.clone();
            for _ in 0..self.playouts {
                board.clone_from(start);
                let playout = play_out(&mut board, self.to_move, self.suicide, cap, &mut self.rng);
                totals.playouts += 1;
                totals.plies += u64::from(playout.plies);
                totals.capped += u64::from(playout.capped);
                let [black, white] = playout.area.map(f64::from);
                totals.black += u64::from(black > white + self.komi);
            }
            totals
        }
    }
    position.visit(Measure {
        to_move: position.to_move(),
        komi: position.rules().komi,
        suicide,
        playouts,
        rng: Rng::seed_from_u64(seed),
    })
}

/// The plies after which a playout on so many points is cut off: eight for each point, which light playouts reach less than once in a
/// million games.
#[must_use]
pub fn cap(area: usize) -> u32 {
    u32::try_from(area * 8 + 16).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::go::{Rules, Size};

    /// Mean plies from the empty board as an independent implementation found them; the sample's own error is below 0.5.
    #[test]
    fn mean_plies_are_the_known_ones() {
        let mean = |side: u16, suicide, playouts| {
            let size = Size::square(side).unwrap_or_default();
            let position = Position::new(size, Rules { komi: 0.5, ..Rules::default() });
            let totals = measure_playouts(&position, suicide, playouts, 7);
            assert_eq!(totals.capped, 0);
            (totals.plies as f64 / totals.playouts as f64, totals.black as f64 / totals.playouts as f64)
        };
        for (side, allowed, forbidden, playouts) in
            [(9, 114.4, 111.1, 6000), (13, 227.3, 219.4, 3000), (19, 473.5, 455.3, 1500)]
        {
            let (with, black) = mean(side, true, playouts);
            let (without, _) = mean(side, false, playouts);
            assert!((with - allowed).abs() < allowed * 0.012, "{side}: {with} for {allowed}");
            assert!((without - forbidden).abs() < forbidden * 0.012, "{side}: {without} for {forbidden}");
            if side == 9 {
                assert!((black - 0.526).abs() < 0.03, "Black ahead in {black}");
            }
        }
    }

    /// Under simple ko a tiny board may go round for ever; the cap ends such playouts.
    #[test]
    fn tiny_boards_end() {
        for text in ["1", "1x2", "2", "1x7", "3x2", "3"] {
            let size: Size = text.parse().unwrap_or_default();
            for suicide in [false, true] {
                let totals = measure_playouts(&Position::new(size, Rules::default()), suicide, 2000, 1);
                let longest = u64::from(cap(size.area()));
                assert!(totals.plies <= totals.playouts * longest && totals.plies >= totals.playouts * 2);
                assert!(totals.capped * 4 < totals.playouts, "{text}: {} capped", totals.capped);
            }
        }
    }
}
