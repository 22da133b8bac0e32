//! The question whether Black leads by a given margin, by area.

use super::bitboard::{BitBoard, ProofNode, count, owned};
use super::prover::ProofQuestion;
use super::successor::{PASS, Successor, action};
use super::symmetry::Symmetries;
use stonefield_go::Color;
use stonefield_go::field::bits::{Grid, ones};

/// Asks whether Black's area exceeds White's by at least `margin` with best play by both sides.
pub struct AreaQuestion<'g> {
    pub(super) grid: &'g Grid<u64>,
    pub(super) symmetries: &'g Symmetries,
    /// Margin in question, in points.
    pub margin: i32,
    pub(super) suicide: bool,
}

/// Black's area minus White's on the board as it is. Area: stones, and empty points that reach only one
/// colour.
#[must_use]
pub fn area_margin(board: &impl BitBoard, stones: [u64; 2]) -> i32 {
    let empty = board.all() & !(stones[0] | stones[1]);
    let [black, white] = stones.map(|own| own | board.flood(board.around(own), empty));
    count(black & !white) - count(white & !black)
}

impl AreaQuestion<'_> {
    /// 1 if the margin satisfies the side to move, −1 if it satisfies the other side.
    fn answer(&self, margin: i32, mover: Color) -> i8 {
        if (margin >= self.margin) == (mover == Color::Black) { 1 } else { -1 }
    }
}

impl ProofQuestion for AreaQuestion<'_> {
    fn judge(&self, node: &ProofNode) -> Option<i8> {
        if node.passes > 0 {
            let now = self.answer(area_margin(self.grid, node.stones), node.mover);
            // A second pass ends the game. The mover passes if that satisfies it.
            if node.passes == 2 || now == 1 {
                return Some(now);
            }
        }
        let [black, white] = node.stones;
        let area = count(self.grid.all());
        let owned_count = |own, enemy| count(owned(self.grid, own, enemy, self.suicide));
        let least_margin = 2 * owned_count(black, white) - area;
        if least_margin >= self.margin {
            return Some(self.answer(least_margin, node.mover));
        }
        let most_margin = area - 2 * owned_count(white, black);
        (most_margin < self.margin).then(|| self.answer(most_margin, node.mover))
    }

    /// All moves except those that only superko forbids.
    fn moves(&self, node: &ProofNode, moves: &mut Vec<Successor>) {
        let enemy = node.stones[(!node.mover).index()];
        let own = node.stones[node.mover.index()];
        for point in ones(node.empty(self.grid)) {
            if point == usize::from(node.ko) {
                continue;
            }
            let Some(step) = node.play(self.grid, point, self.suicide) else { continue };
            let near = self.grid.neighbours(1 << point);
            let size = self.grid.size();
            let at = size.point(point);
            let edge = |v: u16, side: u16| i32::from(v.min(side - 1 - v).min(2));
            let mut promise = 2 * (edge(at.x, size.width()) + edge(at.y, size.height()));
            promise += 4 * count(step.captured) + 2 * count(near & enemy).min(2);
            if near & !own == 0 {
                promise -= 8;
            }
            if step.suicide != 0 {
                promise -= 12;
            }
            moves.push(Successor { action: action(point), next: step.node, promise });
        }
        moves.push(Successor { action: PASS, next: node.pass(), promise: -4 });
    }

    fn symmetries(&self) -> Option<&Symmetries> {
        Some(self.symmetries)
    }
}
