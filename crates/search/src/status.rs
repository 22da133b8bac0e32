//! Dead stones: found by proof if a quick proof exists, else estimated by playouts.

use crate::playout::{Player, Start, cap};
use crate::policy::Policy;
use crate::proof::life::{FinalStatusReader, MAX_READ_AREA, SettledChain, Status};
use crate::{Rng, Unwatched};
use rand::SeedableRng;
use stonefield_go::board::Storage;
use stonefield_go::{Board, BoardVisitor, Color, DeadStones, Point, Position};

/// Number of playouts that estimate a position. Each colour moves first in half of them.
const PLAYOUTS: u32 = 400;

/// Board size, in points, above which the number of playouts falls so that the time stays constant.
const FULL_AREA: usize = 25 * 25;

/// Smallest number of playouts.
const MIN_PLAYOUTS: u32 = 20;

/// Smallest lost share, 0 to 1, of a chain that is estimated dead. The lost share is the share of playouts in
/// which the chain's points end as the other colour's.
const DEAD_SHARE: f64 = 0.8;

/// Lost share, 0 to 1, above which a chain without a proof is read a second time.
const DOUBTFUL_SHARE: f64 = 0.4;

/// Chain with its status at the end of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct JudgedChain {
    /// Points of the chain, in order.
    pub stones: Vec<Point>,
    /// Life-and-death status.
    pub status: Status,
    /// True if a proof shows whether the chain is dead. False if playouts estimate it.
    pub proved: bool,
}

/// Judges the chains of a position, in the order of their first points.
///
/// A quick proof decides, if there is one. It holds whoever moves first and whoever wins the kos. The status
/// of other chains is estimated by playouts, in half of which each colour moves first. A chain is dead if its
/// points end as the other colour's in most playouts. The same position always gets the same result. On
/// boards of more than 128×128 points only stones that are unconditionally dead count as dead.
#[must_use]
pub fn judge(position: &Position) -> Vec<JudgedChain> {
    let Some(mut reader) = FinalStatusReader::new(position, &mut Unwatched) else { return Vec::new() };
    let mut chains = reader.settled_chains(&mut Unwatched);
    // On the largest boards chains without a proof count as alive.
    let mut lost_shares = vec![0.0; chains.len()];
    if position.size().area() <= MAX_READ_AREA && !chains.iter().all(is_proved) {
        lost_shares = chains.iter().map(lost_share(position)).collect();
        // Before playouts decide that a chain is dead, a proof is tried a second time.
        let is_doubtful = |&chain: &usize| !is_proved(&chains[chain]) && lost_shares[chain] > DOUBTFUL_SHARE;
        let doubtful: Vec<usize> = (0..chains.len()).filter(is_doubtful).collect();
        reader.read_again(&doubtful, &mut Unwatched);
        chains = reader.settled_chains(&mut Unwatched);
    }
    let estimated_status =
        |chain: usize| if lost_shares[chain] >= DEAD_SHARE { Status::Dead } else { Status::Alive };
    let judged = chains.into_iter().enumerate().map(|(chain, settled)| {
        let proved = is_proved(&settled);
        let status_if_stays = settled.stays.then_some(Status::Alive);
        let status = settled.status.or(status_if_stays).unwrap_or_else(|| estimated_status(chain));
        JudgedChain { stones: settled.stones, status, proved }
    });
    judged.collect()
}

/// Returns a function that computes the lost share of a chain: see [`DEAD_SHARE`].
fn lost_share(position: &Position) -> impl Fn(&SettledChain) -> f64 {
    let shares = white_shares(position);
    move |SettledChain { stones, .. }| {
        let white_sum: f64 = stones.iter().map(|&stone| shares[position.size().index(stone)]).sum();
        let white_share = white_sum / stones.len() as f64;
        if position.at(stones[0]) == Some(Color::Black) { white_share } else { 1.0 - white_share }
    }
}

const fn is_proved(chain: &SettledChain) -> bool {
    chain.status.is_some() || chain.stays
}

/// Returns the stones that are dead by the given method, in order of the points.
///
/// ```
/// use stonefield_go::{DeadStones, Outcome, Position, Rules, Setup};
/// use stonefield_search::dead_stones;
///
/// let setup: Setup = ". X O . X .\n\
///                     X X X X X X\n\
///                     O O O O O O\n\
///                     . O . . O .".parse()?;
/// let position = Position::from_setup(&setup, Rules::preset("japanese")?)?;
/// let dead = dead_stones(&position, DeadStones::Proved);
/// assert_eq!(dead, ["C4".parse()?]);
/// assert_eq!(Outcome::of(position.score_with(&dead)).to_string(), "W+5.5");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn dead_stones(position: &Position, method: DeadStones) -> Vec<Point> {
    let is_dead = |judged: &JudgedChain| match method {
        DeadStones::CapturedOnly => false,
        DeadStones::Proved => judged.proved && judged.status == Status::Dead,
        DeadStones::Estimated => judged.status == Status::Dead,
    };
    if method.effective_under(position.rules()) == DeadStones::CapturedOnly {
        return Vec::new();
    }
    let mut dead: Vec<Point> =
        judge(position).into_iter().filter(is_dead).flat_map(|judged| judged.stones).collect();
    dead.sort_unstable();
    dead
}

/// Returns the number of playouts for a board of `area` points.
fn playout_count(area: usize) -> u32 {
    u32::try_from(PLAYOUTS as usize * FULL_AREA / area.max(FULL_AREA))
        .map_or(PLAYOUTS, |count| count.max(MIN_PLAYOUTS))
}

/// Returns for each point, by point number, the share of playouts in which it ends as White's. A neutral
/// point counts half.
fn white_shares(position: &Position) -> Vec<f64> {
    struct WhiteShares<'a> {
        position: &'a Position,
        rng: Rng,
    }
    impl BoardVisitor for WhiteShares<'_> {
        type Output = Vec<f64>;

        fn visit<S: Storage>(mut self, board: &Board<S>) -> Vec<f64> {
            let size = self.position.size();
            let mut sums = vec![0_u32; size.area()];
            let mut player = Player::new(Policy::HEAVY);
            let mut copy = board.clone();
            let playouts = playout_count(size.area());
            for playout in 0..playouts {
                copy.clone_from(board);
                copy.clear_ko();
                let to_move = if playout % 2 == 0 { Color::Black } else { Color::White };
                let suicide = self.position.rules().suicide;
                let start = Start { to_move, last: None, suicide, cap: cap(size.area()) };
                player.play_out(&mut copy, start, &mut self.rng, &mut ());
                for (point, sum) in size.points().zip(&mut sums) {
                    let cell = copy.cell(point);
                    *sum += match copy.at(cell) {
                        Some(Color::White) => 2,
                        Some(Color::Black) => 0,
                        None if copy.is_surrounded(Color::White, cell) => 2,
                        None => u32::from(!copy.is_surrounded(Color::Black, cell)),
                    };
                }
            }
            sums.into_iter().map(|sum| f64::from(sum) / f64::from(2 * playouts)).collect()
        }
    }
    position.visit(WhiteShares { position, rng: Rng::seed_from_u64(1) })
}

#[cfg(test)]
mod tests {
    use super::*;
    use stonefield_go::{Rules, Setup};

    fn position_of(drawing: &str) -> Position {
        let setup: Setup = drawing.parse().expect("a diagram");
        Position::from_setup(&setup, Rules::preset("chinese").expect("a preset")).expect("a position")
    }

    fn dead(drawing: &str) -> Vec<String> {
        let position = position_of(drawing);
        dead_stones(&position, DeadStones::Estimated).iter().map(Point::to_string).collect()
    }

    #[test]
    fn stones_without_room_for_eyes_are_dead() {
        // White's stones at B8, B9 and C8, in Black's corner, cannot live. All other stones can.
        let drawing = ".O.XX.O..\n.OOXX.OO.\n...X.XXO.\nXXXX..XO.\n......XO.\nXXXXXXXO.\nOOOOOOOO.\n.........\n.........";
        assert_eq!(dead(drawing), ["B8", "B9", "C8"]);
    }

    #[test]
    fn groups_with_two_eyes_live_and_results_are_deterministic() {
        let drawing = ".X.XO.O.O\nXXXXOOOOO\n....X....\nXXXXXXXXX\n.........\nOOOOOOOOO\n.........\n.........\n.........";
        assert_eq!(dead(drawing), Vec::<String>::new());
        assert_eq!(dead(drawing), dead(drawing));
    }

    /// Black has three stones in a white eye space of five points. Neither colour can add a stone there.
    const SEKI: &str =
        "OOOOOOX..\n.XXX.OX..\nOOOOOOX..\nXXXXXXX..\nX.X.X....\nXXXXX....\n.........\n.........\n.........";

    #[test]
    fn groups_in_seki_are_not_dead() {
        assert_eq!(dead(SEKI), Vec::<String>::new());
        let position = position_of(SEKI);
        let judged = judge(&position).into_iter().filter(|judged| judged.status == Status::Seki);
        let seki: Vec<String> = judged.map(|judged| judged.stones[0].to_string()).collect();
        assert_eq!(seki, ["A7", "B8"]);
    }

    #[test]
    fn an_empty_board_has_no_dead_and_a_lone_stone_lives() {
        assert!(dead("...\n...\n...").is_empty());
        assert!(dead(".....\n.....\n..X..\n.....\n.....").is_empty());
    }
}
