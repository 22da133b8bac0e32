//! Question about the first capture: does the side to move win?

use super::bitboard::{BitBoard, ProofNode, count};
use super::prover::ProofQuestion;
use super::successor::{Successor, action};
use super::symmetry::Symmetries;
use stonefield_go::Color;
use stonefield_go::field::bits::{Grid, ones};

/// Asks whether the side to move wins a game for the first capture. There is no pass. Stones are only added,
/// so no position recurs.
pub struct CaptureQuestion<'g> {
    pub(super) grid: &'g Grid<u64>,
    pub(super) symmetries: &'g Symmetries,
    /// Winner if the side to move has no legal move. `None` means the other side.
    pub(super) winner_without_move: Option<Color>,
    /// True if suicide is legal. It loses the game.
    pub(super) suicide: bool,
}

/// Last liberties of all chains in atari of a colour.
fn last_liberties(board: &impl BitBoard, own: u64, empty: u64) -> u64 {
    let liberties = board.parts(own, own).map(|chain| board.around(chain) & empty);
    liberties.filter(|liberties| liberties.is_power_of_two()).fold(0, |last, liberty| last | liberty)
}

/// Liberties of the chain on a point.
fn liberties(board: &impl BitBoard, own: u64, point: usize, empty: u64) -> u64 {
    board.around(board.flood(1 << point, own)) & empty
}

impl CaptureQuestion<'_> {
    /// Result for the side to move if it has no legal move: 1 for a win, −1 for a loss.
    fn value_without_move(&self, mover: Color) -> i8 {
        if self.winner_without_move == Some(mover) { 1 } else { -1 }
    }

    /// Moves after which the enemy cannot capture at once. The side to move must have no capture itself.
    fn safe_moves(&self, node: &ProofNode, empty: u64) -> u64 {
        let own = node.stones[node.mover.index()];
        let forced = last_liberties(self.grid, own, empty);
        if forced.count_ones() > 1 {
            return 0;
        }
        let candidates = if forced == 0 { empty } else { forced };
        let is_safe = |&point: &usize| {
            let stone = 1 << point;
            // Two empty neighbours are enough. Otherwise the liberties of the whole chain decide.
            let empty_neighbours = (self.grid.neighbours(stone) & empty).count_ones();
            empty_neighbours >= 2
                || liberties(self.grid, own | stone, point, empty & !stone).count_ones() >= 2
        };
        ones(candidates).filter(is_safe).fold(0, |set, point| set | 1 << point)
    }
}

impl ProofQuestion for CaptureQuestion<'_> {
    fn known_result(&self, node: &ProofNode) -> Option<i8> {
        let empty = node.empty(self.grid);
        let enemy = node.stones[(!node.mover).index()];
        if last_liberties(self.grid, enemy, empty) != 0 {
            return Some(1);
        }
        if self.safe_moves(node, empty) != 0 {
            return None;
        }
        let has_legal_move = ones(empty).any(|point| node.play(self.grid, point, self.suicide).is_some());
        Some(if has_legal_move { -1 } else { self.value_without_move(node.mover) })
    }

    fn list_moves(&self, node: &ProofNode, moves: &mut Vec<Successor>) {
        let empty = node.empty(self.grid);
        let own = node.stones[node.mover.index()];
        let enemy = node.stones[(!node.mover).index()];
        for point in ones(self.safe_moves(node, empty)) {
            let stone = 1 << point;
            let empty_after = empty & !stone;
            let neighbours = self.grid.neighbours(stone);
            let mut stones = node.stones;
            stones[node.mover.index()] |= stone;
            let gives_atari = ones(neighbours & enemy)
                .any(|neighbour| liberties(self.grid, enemy, neighbour, empty_after).is_power_of_two());
            let own_liberties = count(liberties(self.grid, own | stone, point, empty_after));
            let priority = own_liberties.min(6) + 8 * i32::from(gives_atari) + 2 * count(neighbours & enemy);
            let next = ProofNode { stones, mover: !node.mover, ..*node };
            moves.push(Successor { action: action(point), next, priority });
        }
    }

    fn symmetries(&self) -> Option<&Symmetries> {
        Some(self.symmetries)
    }
}
