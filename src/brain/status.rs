//! Which stones are dead: by proof where that is quick, else as playouts see it.

use super::life::{Status, settled};
use super::playout::{Player, Start, cap};
use super::policy::Policy;
use super::{Rng, Unwatched};
use crate::go::board::Storage;
use crate::go::{Board, BoardVisitor, Color, Point, Position};
use rand::SeedableRng;

/// Playouts that judge a position: half of them with each colour to move.
const PLAYOUTS: u32 = 400;

/// A chain is dead when its points end as the other colour's in at least this share of the playouts.
const DEAD: f64 = 0.8;

/// The dead chains of a position, each with its points in order, in the order of their first points.
///
/// Where a chain's life or death can be proved quickly, whoever moves first and wins kos, the proof decides. Of the rest those are dead whose
/// points are the other colour's at the end of most playouts, whoever moves first: an estimate, as good as the playouts. The same
/// position is judged the same.
#[must_use]
pub fn dead_chains(position: &Position) -> Vec<Vec<Point>> {
    judged(position)
        .into_iter()
        .filter(|(_, status)| *status == Status::Dead)
        .map(|(chain, _)| chain)
        .collect()
}

/// The chains that are proved to live in seki, as [`dead_chains`] lists.
#[must_use]
pub fn seki_chains(position: &Position) -> Vec<Vec<Point>> {
    let chains = settled(position, &mut Unwatched).chains.into_iter();
    chains.filter(|(_, status)| *status == Some(Status::Seki)).map(|(chain, _)| chain).collect()
}

/// All chains with what they are.
fn judged(position: &Position) -> Vec<(Vec<Point>, Status)> {
    let size = position.size();
    let chains = settled(position, &mut Unwatched).chains;
    let shares =
        if chains.iter().all(|(_, status)| status.is_some()) { Vec::new() } else { white_shares(position) };
    let by_playouts = |chain: &[Point]| {
        let white: f64 = chain.iter().map(|&stone| shares[size.index(stone)]).sum();
        let black = position.at(chain[0]) == Some(Color::Black);
        let lost = if black { white } else { chain.len() as f64 - white };
        if lost >= DEAD * chain.len() as f64 { Status::Dead } else { Status::Alive }
    };
    chains
        .into_iter()
        .map(|(chain, status)| {
            let status = status.unwrap_or_else(|| by_playouts(&chain));
            (chain, status)
        })
        .collect()
}

/// The share of playouts in which each point ends as White's, by point number; of what ends as nobody's, half.
fn white_shares(position: &Position) -> Vec<f64> {
    struct Judge<'a> {
        position: &'a Position,
        rng: Rng,
    }
    impl BoardVisitor for Judge<'_> {
        type Output = Vec<f64>;

        fn visit<S: Storage>(mut self, board: &Board<S>) -> Vec<f64> {
            let size = self.position.size();
            let mut sums = vec![0_u32; size.area()];
            let mut player = Player::new(Policy::HEAVY);
            let mut copy = board.clone();
            for number in 0..PLAYOUTS {
                copy.clone_from(board);
                copy.clear_ko();
                let to_move = if number % 2 == 0 { Color::Black } else { Color::White };
                let suicide = self.position.rules().suicide;
                let start = Start { to_move, last: None, passed: false, suicide, cap: cap(size.area()) };
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
            sums.into_iter().map(|sum| f64::from(sum) / f64::from(2 * PLAYOUTS)).collect()
        }
    }
    position.visit(Judge { position, rng: Rng::seed_from_u64(1) })
}

#[cfg(test)]
mod tests {
    use super::super::draw::tests::drawn;
    use super::*;

    fn dead(drawing: &str) -> Vec<String> {
        let position = drawn(drawing, "chinese");
        dead_chains(&position).into_iter().flatten().map(|point| point.to_string()).collect()
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
        let position = drawn(SEKI, "chinese");
        let seki: Vec<String> = seki_chains(&position).iter().map(|chain| chain[0].to_string()).collect();
        assert_eq!(seki, ["A7", "B8"]);
    }

    #[test]
    fn an_empty_board_has_no_dead_and_a_lone_stone_lives() {
        assert!(dead("...\n...\n...").is_empty());
        assert!(dead(".....\n.....\n..X..\n.....\n.....").is_empty());
    }
}
