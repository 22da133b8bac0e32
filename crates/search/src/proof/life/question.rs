//! Questions about a group: can it be captured, and can it get two eyes?

use super::region::Region;
use crate::proof::solve::{BitBoard, MOST, PASS, ProofNode, ProofQuestion, Successor, action, count, owned};
use stonefield_go::Color;
use stonefield_go::field::bits::ones;

/// Goal of one side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LifeGoal {
    /// The enemy wants to capture the group. The goal fails if a position recurs or both sides pass.
    Capture,
    /// The owner wants the group to live unconditionally. The goal fails if a position recurs or both sides
    /// pass.
    Eyes,
}

/// Number of times that the winner of all kos may retake a ko at once to keep the other side from its goal.
/// Two suffice for a ko of two stages. A ko that must be retaken for ever is lost.
const MAX_RETAKEN: u8 = 4;

/// Asks whether a goal is reached in a region when one colour wins all kos: that colour may retake a ko at
/// once.
pub struct LifeQuestion<'r> {
    pub region: &'r Region,
    pub goal: LifeGoal,
    pub ko_winner: Color,
    pub suicide: bool,
}

impl LifeQuestion<'_> {
    /// Side that wants the goal.
    pub fn goal_side(&self) -> Color {
        match self.goal {
            LifeGoal::Capture => !self.region.color,
            LifeGoal::Eyes => self.region.color,
        }
    }

    /// Removes the ko ban if the mover wins all kos and wants the goal. Its retakes need no limit: a
    /// position that recurs does not reach the goal.
    pub fn lift_ko_ban(&self, mut node: ProofNode) -> ProofNode {
        if node.mover == self.ko_winner && self.ko_winner == self.goal_side() {
            node.ko = PASS;
        }
        node
    }

    /// Returns true if a move loses stones of the owner beside the assumed wall, or beside enemy stones
    /// connected to it. On the board such stones may have liberties outside the part, or the enemy stones
    /// may be captured.
    fn loses_beside_wall(&self, node: &ProofNode, captured: u64, suicide: u64) -> bool {
        let Region { graph, assumed_wall, color, .. } = self.region;
        let lost = if node.mover == *color { suicide } else { captured };
        *assumed_wall != 0
            && graph.around(graph.flood(*assumed_wall, node.stones[(!*color).index()])) & lost != 0
    }

    /// Returns true if the side to move may not play on a point.
    fn is_banned(&self, node: &ProofNode, point: u8) -> bool {
        point == node.ko && (node.mover != self.ko_winner || node.spent >= MAX_RETAKEN)
    }
}

impl ProofQuestion for LifeQuestion<'_> {
    fn judge(&self, node: &ProofNode) -> Option<i8> {
        let Region { graph, target, color, .. } = self.region;
        let win_for = |side: Color| Some(if side == node.mover { 1 } else { -1 });
        let own = node.stones[color.index()];
        let enemy = node.stones[(!*color).index()];
        if own & target == 0 {
            return win_for(!*color);
        }
        if node.passes >= 2 {
            return win_for(!self.goal_side());
        }
        if node.mover != *color {
            let liberties = graph.around(graph.flood(*target, own)) & node.empty(graph);
            if liberties.is_power_of_two()
                && liberties & graph.open != 0
                && !self.is_banned(node, action(liberties.trailing_zeros() as usize))
            {
                return win_for(!*color);
            }
        }
        if owned(graph, own, enemy, self.suicide) & target != 0 {
            return win_for(*color);
        }
        if owned(graph, enemy, own, self.suicide) & target != 0 {
            return win_for(!*color);
        }
        None
    }

    fn moves(&self, node: &ProofNode, moves: &mut Vec<Successor>) {
        let graph = &self.region.graph;
        let color = self.region.color;
        let empty = node.empty(graph);
        let own = node.stones[node.mover.index()];
        let chain = graph.flood(self.region.target, node.stones[color.index()]);
        let liberties = graph.around(chain) & empty;
        for point in ones(empty & graph.open) {
            if self.is_banned(node, action(point)) {
                continue;
            }
            let Some(step) = node.play(graph, point, self.suicide) else { continue };
            let near = graph.around(1 << point);
            let mut promise = 6 * count(step.captured).min(3) + 2 * count(near & empty & !chain);
            if liberties >> point & 1 == 1 {
                promise += 2;
            }
            // A point surrounded by the mover alone is an eye of the mover.
            if near & !own == 0 {
                promise -= 10;
            }
            if step.suicide != 0 {
                promise -= 10;
            }
            let group_counts_as_lost = self.loses_beside_wall(node, step.captured, step.suicide);
            let mut next = self.lift_ko_ban(step.node);
            if group_counts_as_lost {
                next.stones[color.index()] = 0;
            }
            next.spent += u8::from(action(point) == node.ko);
            moves.push(Successor { action: action(point), next, promise });
        }
        let mut passed = node.pass();
        // A side that passes because of a ko ban does not agree to end the game.
        if node.ko != PASS && self.is_banned(node, node.ko) {
            passed.passes = 0;
        }
        moves.push(Successor { action: PASS, next: passed, promise: -6 });
    }
}

const _: () = assert!(MOST == PASS as usize, "no ko is the number after the last point, and so is a pass");
