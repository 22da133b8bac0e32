//! Question about area: does Black lead by a given margin?

use super::bitboard::{BitBoard, ProofNode, count, owned_unconditionally};
use super::prover::ProofQuestion;
use super::successor::{PASS, Successor, action};
use super::symmetry::Symmetries;
use stonefield_go::Color;
use stonefield_go::field::bits::{Grid, ones};

/// Asks whether Black's area is larger than White's by at least `margin`, with best play by both sides.
pub struct AreaQuestion<'g> {
    pub(super) grid: &'g Grid<u64>,
    pub(super) symmetries: &'g Symmetries,
    /// Margin in question, in points.
    pub margin: i32,
    pub(super) suicide: bool,
}

/// Black's area minus White's on the current board, in points. The area of a colour is its stones, and the
/// empty points that only its stones reach.
#[must_use]
pub fn area_margin(board: &impl BitBoard, stones: [u64; 2]) -> i32 {
    let empty = board.all() & !(stones[0] | stones[1]);
    let [black, white] = stones.map(|own| own | board.flood(board.around(own), empty));
    count(black & !white) - count(white & !black)
}

impl AreaQuestion<'_> {
    /// Result if Black leads by `margin`: 1 if the side to move reaches its goal, −1 if the other side does.
    fn result(&self, margin: i32, mover: Color) -> i8 {
        if (margin >= self.margin) == (mover == Color::Black) { 1 } else { -1 }
    }
}

impl ProofQuestion for AreaQuestion<'_> {
    fn known_result(&self, node: &ProofNode) -> Option<i8> {
        if node.passes > 0 {
            let result_now = self.result(area_margin(self.grid, node.stones), node.mover);
            // A second pass ends the game. The side to move passes if it then has what it wants.
            if node.passes == 2 || result_now == 1 {
                return Some(result_now);
            }
        }
        let [black, white] = node.stones;
        let area = count(self.grid.all());
        let owned_count = |own, enemy| count(owned_unconditionally(self.grid, own, enemy, self.suicide));
        let min_margin = 2 * owned_count(black, white) - area;
        if min_margin >= self.margin {
            return Some(self.result(min_margin, node.mover));
        }
        let max_margin = area - 2 * owned_count(white, black);
        (max_margin < self.margin).then(|| self.result(max_margin, node.mover))
    }

    /// Adds all moves, also those that only superko forbids.
    fn list_moves(&self, node: &ProofNode, moves: &mut Vec<Successor>) {
        let enemy = node.stones[(!node.mover).index()];
        let own = node.stones[node.mover.index()];
        for point in ones(node.empty(self.grid)) {
            if point == usize::from(node.ko) {
                continue;
            }
            let Some(played) = node.play(self.grid, point, self.suicide) else { continue };
            let neighbours = self.grid.neighbours(1 << point);
            let size = self.grid.size();
            let at = size.point(point);
            let edge_distance =
                |coordinate: u16, side: u16| i32::from(coordinate.min(side - 1 - coordinate).min(2));
            let mut priority = 2 * (edge_distance(at.x, size.width()) + edge_distance(at.y, size.height()));
            priority += 4 * count(played.captured) + 2 * count(neighbours & enemy).min(2);
            if neighbours & !own == 0 {
                priority -= 8;
            }
            if played.suicide != 0 {
                priority -= 12;
            }
            moves.push(Successor { action: action(point), next: played.node, priority });
        }
        moves.push(Successor { action: PASS, next: node.pass(), priority: -4 });
    }

    fn symmetries(&self) -> Option<&Symmetries> {
        Some(self.symmetries)
    }
}
