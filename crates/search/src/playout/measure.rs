//! Totals of many playouts from one position.

use super::{Player, Start, cap};
use crate::Rng;
use crate::policy::Policy;
use rand::SeedableRng;
use stonefield_go::board::Storage;
use stonefield_go::{Board, BoardVisitor, Move, Point, Position};

/// Totals of many playouts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PlayoutTotals {
    /// Number of playouts.
    pub playouts: u64,
    /// Number of moves in all playouts, passes included.
    pub plies: u64,
    /// Number of playouts at whose end Black is ahead, with komi.
    pub black_ahead: u64,
    /// Number of playouts that were cut off at the cap of plies.
    pub capped: u64,
}

impl std::ops::AddAssign for PlayoutTotals {
    fn add_assign(&mut self, other: Self) {
        self.playouts += other.playouts;
        self.plies += other.plies;
        self.black_ahead += other.black_ahead;
        self.capped += other.capped;
    }
}

/// Plays a position out `playouts` times with a policy, and returns the totals. `seed` seeds the random
/// moves; `suicide` allows moves that remove chains of their own colour.
///
/// ```
/// use stonefield_go::{Position, Rules, Size};
/// use stonefield_search::playout::measure_playouts;
/// use stonefield_search::policy::Policy;
///
/// let position = Position::new(Size::square(7)?, Rules::default());
/// let random = measure_playouts(&position, Policy::LIGHT, false, 100, 7);
/// let heavy = measure_playouts(&position, Policy::HEAVY, false, 100, 7);
/// assert_eq!((random.playouts, random.capped, heavy.playouts), (100, 0, 100));
/// assert!(random.plies / random.playouts > 49, "more moves than points, by captures");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn measure_playouts(
    position: &Position,
    policy: Policy,
    suicide: bool,
    playouts: u64,
    seed: u64,
) -> PlayoutTotals {
    struct Measure {
        player: Player,
        start: Start,
        last: Option<Point>,
        komi: f64,
        playouts: u64,
        rng: Rng,
    }
    impl BoardVisitor for Measure {
        type Output = PlayoutTotals;

        fn visit<S: Storage>(mut self, board: &Board<S>) -> PlayoutTotals {
            let mut totals = PlayoutTotals::default();
            self.start.last = self.last.map(|point| board.cell(point));
            let mut copy = board.clone();
            for _ in 0..self.playouts {
                copy.clone_from(board);
                let playout = self.player.play_out(&mut copy, self.start, &mut self.rng, &mut ());
                totals.playouts += 1;
                totals.plies += u64::from(playout.plies);
                totals.capped += u64::from(playout.capped);
                let [black, white] = playout.area.map(f64::from);
                totals.black_ahead += u64::from(black > white + self.komi);
            }
            totals
        }
    }
    position.visit(Measure {
        player: Player::new(policy),
        start: Start { to_move: position.to_move(), last: None, suicide, cap: cap(position.size().area()) },
        last: position.last_move().and_then(Move::point),
        komi: position.rules().komi,
        playouts,
        rng: Rng::seed_from_u64(seed),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use stonefield_go::{Rules, Size};

    /// Expected mean plies from the empty board, from an independent implementation. The sampling error is
    /// below 0.5 plies.
    #[test]
    fn mean_plies_agree_with_an_independent_implementation() {
        let mean = |side: u16, suicide, playouts| {
            let size = Size::square(side).unwrap_or_default();
            let position = Position::new(size, Rules { komi: 0.5, ..Rules::default() });
            let totals = measure_playouts(&position, Policy::LIGHT, suicide, playouts, 7);
            assert_eq!(totals.capped, 0);
            (totals.plies as f64 / totals.playouts as f64, totals.black_ahead as f64 / totals.playouts as f64)
        };
        for (side, allowed, forbidden, playouts) in
            [(9, 114.4, 111.1, 6000), (13, 227.3, 219.4, 3000), (19, 473.5, 455.3, 1500)]
        {
            let (with_suicide, black) = mean(side, true, playouts);
            let (without_suicide, _) = mean(side, false, playouts);
            assert!((with_suicide - allowed).abs() < allowed * 0.012, "{side}: {with_suicide} for {allowed}");
            assert!(
                (without_suicide - forbidden).abs() < forbidden * 0.012,
                "{side}: {without_suicide} for {forbidden}"
            );
            if side == 9 {
                assert!((black - 0.526).abs() < 0.03, "Black ahead in {black}");
            }
        }
    }

    /// Under simple ko a game on a tiny board may cycle without end. The cap ends such playouts.
    #[test]
    fn tiny_boards_end() {
        for text in ["1", "1x2", "2", "1x7", "3x2", "3"] {
            let size: Size = text.parse().unwrap_or_default();
            for (suicide, policy) in [(false, Policy::LIGHT), (true, Policy::LIGHT), (false, Policy::HEAVY)] {
                let position = Position::new(size, Rules::default());
                let totals = measure_playouts(&position, policy, suicide, 2000, 1);
                let longest = u64::from(cap(size.area()));
                assert!(totals.plies <= totals.playouts * longest && totals.plies >= totals.playouts * 2);
                assert!(totals.capped * 4 < totals.playouts, "{text}: {} capped", totals.capped);
            }
        }
    }
}
