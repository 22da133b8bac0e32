//! The question whether Black makes the first capture.

use super::bitboard::{BitBoard, ProofNode, count};
use super::prover::ProofQuestion;
use super::successor::{Successor, action};
use super::symmetry::Symmetries;
use stonefield_go::Color;
use stonefield_go::field::bits::{Grid, ones};

/// Asks whether Black wins a game for the first capture. There is no pass. Stones are only added, so no
/// position recurs.
pub struct CaptureQuestion<'g> {
    pub(super) grid: &'g Grid<u64>,
    pub(super) symmetries: &'g Symmetries,
    /// Winner if the side to move has no legal move; `None`: the other side.
    pub(super) stuck: Option<Color>,
    /// True if chains may die by their own moves, which loses the game.
    pub(super) suicide: bool,
}

/// Last liberties of the chains of a colour that are in atari.
fn ataris(board: &impl BitBoard, own: u64, empty: u64) -> u64 {
    let liberties = board.parts(own, own).map(|chain| board.around(chain) & empty);
    liberties.filter(|liberties| liberties.is_power_of_two()).fold(0, |last, liberty| last | liberty)
}

/// Liberties of the chain on a point.
fn liberties(board: &impl BitBoard, own: u64, point: usize, empty: u64) -> u64 {
    board.around(board.flood(1 << point, own)) & empty
}

impl CaptureQuestion<'_> {
    /// Value for a side that cannot move.
    fn stuck_value(&self, mover: Color) -> i8 {
        if self.stuck == Some(mover) { 1 } else { -1 }
    }

    /// Moves that do not lose at once, if the mover can capture nothing.
    fn safe_moves(&self, node: &ProofNode, empty: u64) -> u64 {
        let own = node.stones[node.mover.index()];
        let forced = ataris(self.grid, own, empty);
        if forced.count_ones() > 1 {
            return 0;
        }
        let candidates = if forced == 0 { empty } else { forced };
        let lives = |&point: &usize| {
            let stone = 1 << point;
            // Two free neighbours are enough. Otherwise the whole chain decides.
            let free = (self.grid.neighbours(stone) & empty).count_ones();
            free >= 2 || liberties(self.grid, own | stone, point, empty & !stone).count_ones() >= 2
        };
        ones(candidates).filter(lives).fold(0, |set, point| set | 1 << point)
    }
}

impl ProofQuestion for CaptureQuestion<'_> {
    fn judge(&self, node: &ProofNode) -> Option<i8> {
        let empty = node.empty(self.grid);
        let enemy = node.stones[(!node.mover).index()];
        if ataris(self.grid, enemy, empty) != 0 {
            return Some(1);
        }
        if self.safe_moves(node, empty) != 0 {
            return None;
        }
        let legal = ones(empty).any(|point| node.play(self.grid, point, self.suicide).is_some());
        Some(if legal { -1 } else { self.stuck_value(node.mover) })
    }

    fn moves(&self, node: &ProofNode, moves: &mut Vec<Successor>) {
        let empty = node.empty(self.grid);
        let own = node.stones[node.mover.index()];
        let enemy = node.stones[(!node.mover).index()];
        for point in ones(self.safe_moves(node, empty)) {
            let stone = 1 << point;
            let empty_after = empty & !stone;
            let near = self.grid.neighbours(stone);
            let mut stones = node.stones;
            stones[node.mover.index()] |= stone;
            let threat = ones(near & enemy)
                .any(|other| liberties(self.grid, enemy, other, empty_after).is_power_of_two());
            let own_liberties = count(liberties(self.grid, own | stone, point, empty_after));
            let promise = own_liberties.min(6) + 8 * i32::from(threat) + 2 * count(near & enemy);
            let next = ProofNode { stones, mover: !node.mover, ..*node };
            moves.push(Successor { action: action(point), next, promise });
        }
    }

    fn symmetries(&self) -> Option<&Symmetries> {
        Some(self.symmetries)
    }
}
