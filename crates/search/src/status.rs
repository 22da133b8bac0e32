//! Which stones are dead: by proof where that is quick, else as playouts see it.

use crate::playout::{Player, Start, cap};
use crate::policy::Policy;
use crate::proof::life::{EndReader, MOST_READ, SettledChain, Status};
use crate::{Rng, Unwatched};
use rand::SeedableRng;
use stonefield_go::board::Storage;
use stonefield_go::{Board, BoardVisitor, Color, DeadStones, Point, Position};

/// Playouts that judge a position: half of them with each colour to move.
const PLAYOUTS: u32 = 400;

/// Points of a board beyond which there are fewer playouts, so that they take no longer, but no fewer than [`FEWEST`].
const FULL: usize = 25 * 25;
const FEWEST: u32 = 20;

/// A chain is dead when its points end as the other colour's in at least this share of the playouts.
const DEAD: f64 = 0.8;

/// A chain that is lost in more than this share of the playouts is read once more.
const DOUBTFUL: f64 = 0.4;

/// A chain at the end of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Judged {
    /// Its points in order.
    pub stones: Vec<Point>,
    /// What it is.
    pub status: Status,
    /// Whether it is proved to be dead, or not to be; else that is an estimate.
    pub proved: bool,
}

/// What the chains of a position are, in the order of their first points.
///
/// Where a chain's life or death can be proved quickly, no matter who moves first and wins kos, the proof decides. Of the rest those are dead whose
/// points are the other colour's at the end of most playouts, no matter who moves first: an estimate, as good as the playouts. The same
/// position is judged the same. Boards of more than 128×128 points are not looked into: there all stands but what is dead unconditionally.
#[must_use]
pub fn judge(position: &Position) -> Vec<Judged> {
    let Some(mut reader) = EndReader::new(position, &mut Unwatched) else { return Vec::new() };
    let mut known = reader.known(&mut Unwatched);
    // On the largest boards what is not proved counts as it stands.
    let mut lost = vec![0.0; known.len()];
    if position.size().area() <= MOST_READ && !known.iter().all(is_proved) {
        lost = known.iter().map(lost_share(position)).collect();
        // Before an estimate counts against a chain, a proof is looked for once more.
        let is_doubtful = |&chain: &usize| !is_proved(&known[chain]) && lost[chain] > DOUBTFUL;
        let doubtful: Vec<usize> = (0..known.len()).filter(is_doubtful).collect();
        reader.look_closer(&doubtful, &mut Unwatched);
        known = reader.known(&mut Unwatched);
    }
    let by_playouts = |chain: usize| if lost[chain] >= DEAD { Status::Dead } else { Status::Alive };
    let judged = known.into_iter().enumerate().map(|(chain, known)| {
        let proved = is_proved(&known);
        let stays = known.stays.then_some(Status::Alive);
        let status = known.status.or(stays).unwrap_or_else(|| by_playouts(chain));
        Judged { stones: known.stones, status, proved }
    });
    judged.collect()
}

/// Tells of a chain the share of playouts in which its points end as the other colour's.
fn lost_share(position: &Position) -> impl Fn(&SettledChain) -> f64 {
    let shares = white_shares(position);
    move |SettledChain { stones, .. }| {
        let white: f64 = stones.iter().map(|&stone| shares[position.size().index(stone)]).sum();
        let white = white / stones.len() as f64;
        if position.at(stones[0]) == Some(Color::Black) { white } else { 1.0 - white }
    }
}

const fn is_proved(known: &SettledChain) -> bool {
    known.status.is_some() || known.stays
}

/// The stones that count as dead when a position is counted so, in order.
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
pub fn dead_stones(position: &Position, how: DeadStones) -> Vec<Point> {
    let counts = |judged: &Judged| match how {
        DeadStones::Played => false,
        DeadStones::Proved => judged.proved && judged.status == Status::Dead,
        DeadStones::Estimated => judged.status == Status::Dead,
    };
    if how.under(position.rules()) == DeadStones::Played {
        return Vec::new();
    }
    let mut dead: Vec<Point> =
        judge(position).into_iter().filter(counts).flat_map(|judged| judged.stones).collect();
    dead.sort_unstable();
    dead
}

/// How many playouts judge a board of so many points.
fn playouts(area: usize) -> u32 {
    u32::try_from(PLAYOUTS as usize * FULL / area.max(FULL)).map_or(PLAYOUTS, |count| count.max(FEWEST))
}

/// The share of playouts in which each point ends as White's, by point number; of what ends neutral, half.
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
            let playouts = playouts(size.area());
            for number in 0..playouts {
                copy.clone_from(board);
                copy.clear_ko();
                let to_move = if number % 2 == 0 { Color::Black } else { Color::White };
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

    fn drawn(drawing: &str) -> Position {
        let setup: Setup = drawing.parse().expect("a diagram");
        Position::from_setup(&setup, Rules::preset("chinese").expect("a preset")).expect("a position")
    }

    fn dead(drawing: &str) -> Vec<String> {
        let position = drawn(drawing);
        dead_stones(&position, DeadStones::Estimated).iter().map(Point::to_string).collect()
    }

    #[test]
    fn stones_without_room_for_eyes_are_dead() {
        // White's two stones in Black's corner cannot live; all else can.
        let drawing = ".O.XX.O..\n.OOXX.OO.\n...X.XXO.\nXXXX..XO.\n......XO.\nXXXXXXXO.\nOOOOOOOO.\n.........\n.........";
        assert_eq!(dead(drawing), ["B8", "B9", "C8"]);
    }

    #[test]
    fn groups_with_two_eyes_stay_and_the_same_is_judged_the_same() {
        let drawing = ".X.XO.O.O\nXXXXOOOOO\n....X....\nXXXXXXXXX\n.........\nOOOOOOOOO\n.........\n.........\n.........";
        assert_eq!(dead(drawing), Vec::<String>::new());
        assert_eq!(dead(drawing), dead(drawing));
    }

    /// Black has three stones in White's eye of five, and may not add to them; nor may White.
    const SEKI: &str =
        "OOOOOOX..\n.XXX.OX..\nOOOOOOX..\nXXXXXXX..\nX.X.X....\nXXXXX....\n.........\n.........\n.........";

    #[test]
    fn what_lives_in_seki_is_not_dead() {
        assert_eq!(dead(SEKI), Vec::<String>::new());
        let position = drawn(SEKI);
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
