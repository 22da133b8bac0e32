//! Whether Black comes to so many points, by area.

use super::ground::{Grid, Ground, MOST, Node, bits, owned};
use super::prover::{Choice, PASS, action};
use crate::go::Color;

/// Whether Black's area exceeds White's by at least `margin` when both play their best.
pub struct AreaQuestion<'g> {
    pub(super) grid: &'g Grid,
    /// Points by which Black must lead.
    pub margin: i32,
    pub(super) suicide: bool,
}

/// Black's area less White's as the stones stand: stones, and empty points that reach only one colour.
#[must_use]
pub fn area_margin(ground: &impl Ground, stones: [u64; 2]) -> i32 {
    let empty = ground.all() & !(stones[0] | stones[1]);
    let [black, white] = stones.map(|own| own | ground.flood(ground.around(own), empty));
    count(black & !white) - count(white & !black)
}

impl AreaQuestion<'_> {
    /// 1 when the margin satisfies the side that moves, −1 when its enemy.
    fn answer(&self, margin: i32, mover: Color) -> i8 {
        if (margin >= self.margin) == (mover == Color::Black) { 1 } else { -1 }
    }

    /// 1 when the side to move is sure of its goal, −1 when its enemy is, `None` when that takes a search.
    pub(super) fn judge(&self, node: &Node) -> Option<i8> {
        if node.passes > 0 {
            let now = self.answer(area_margin(self.grid, node.stones), node.mover);
            // A second pass ends the game; who gains by that passes.
            if node.passes == 2 || now == 1 {
                return Some(now);
            }
        }
        let [black, white] = node.stones;
        let area = count(self.grid.all());
        let sure = |own, enemy| count(owned(self.grid, own, enemy, self.suicide));
        let least = 2 * sure(black, white) - area;
        if least >= self.margin {
            return Some(self.answer(least, node.mover));
        }
        let most = area - 2 * sure(white, black);
        (most < self.margin).then(|| self.answer(most, node.mover))
    }

    /// All moves but those that superko alone forbids.
    pub(super) fn moves(&self, node: &Node, moves: &mut Vec<Choice>) {
        let enemy = node.stones[(!node.mover).index()];
        let own = node.stones[node.mover.index()];
        for point in bits(node.empty(self.grid)) {
            if point == usize::from(node.ko) {
                continue;
            }
            let Some(step) = node.play(self.grid, point, self.suicide) else { continue };
            let near = self.grid.around(1 << point);
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
            moves.push(Choice { action: action(point), next: step.node, promise });
        }
        moves.push(Choice { action: PASS, next: node.pass(), promise: -4 });
    }
}

/// Points of a set.
#[expect(clippy::cast_possible_wrap, reason = "at most 64")]
pub(super) const fn count(set: u64) -> i32 {
    set.count_ones() as i32
}

/// The first of a node's images under the symmetries of its board, and which symmetry leads there.
pub(super) fn canonical(grid: &Grid, node: &Node) -> (Node, usize) {
    let mut first = *node;
    let mut which = 0;
    for (turn, to) in grid.turns().iter().enumerate().skip(1) {
        let image = |set: u64| bits(set).fold(0_u64, |image, i| image | 1 << to[i]);
        let black = image(node.stones[0]);
        if black > first.stones[0] {
            continue;
        }
        let stones = [black, image(node.stones[1])];
        let ko = name(grid, node.ko, turn);
        if (stones, ko) < (first.stones, first.ko) {
            (first.stones, first.ko, which) = (stones, ko, turn);
        }
    }
    (first, which)
}

/// Where a move goes under a symmetry.
pub(super) fn name(grid: &Grid, action: u8, turn: usize) -> u8 {
    if usize::from(action) < MOST { grid.turns()[turn][usize::from(action)] } else { action }
}
