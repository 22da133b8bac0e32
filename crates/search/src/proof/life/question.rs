//! Questions about a group: can it be captured, and can it get two eyes?

use super::region::Region;
use crate::proof::solve::{
    BitBoard, MAX_POINTS, PASS, ProofNode, ProofQuestion, Successor, action, count, owned_unconditionally,
};
use stonefield_go::Color;
use stonefield_go::field::bits::ones;

/// Goal of one side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LifeGoal {
    /// The enemy captures the group. The goal is not reached if a position recurs or both sides pass.
    Capture,
    /// The owner makes the group live unconditionally. The goal is not reached if a position recurs or both
    /// sides pass.
    Eyes,
}

/// Number of times that the winner of all kos may retake a ko at once if the other side wants the goal. Two
/// are enough for a ko of two stages. A ko that must be retaken without end is lost.
const MAX_KO_RETAKES: u8 = 4;

/// Asks whether a goal is reached in a region if one colour wins all kos: that colour may retake a ko at
/// once.
pub struct LifeQuestion<'r> {
    pub region: &'r Region,
    pub goal: LifeGoal,
    pub ko_winner: Color,
    pub suicide: bool,
}

impl LifeQuestion<'_> {
    /// Side that wants to reach the goal.
    pub fn goal_side(&self) -> Color {
        match self.goal {
            LifeGoal::Capture => !self.region.color,
            LifeGoal::Eyes => self.region.color,
        }
    }

    /// Removes the ko ban if the side to move wins all kos and wants the goal. Its retakes need no limit,
    /// because a position that recurs does not reach the goal.
    pub fn lift_ko_ban(&self, mut node: ProofNode) -> ProofNode {
        if node.mover == self.ko_winner && self.ko_winner == self.goal_side() {
            node.ko = PASS;
        }
        node
    }

    /// Returns true if a move removes stones of the owner next to the assumed wall, or next to enemy stones
    /// that are connected to the wall. On the board such stones may have liberties outside the part, or the
    /// enemy stones may be captured.
    fn loses_beside_wall(&self, node: &ProofNode, captured: u64, suicide: u64) -> bool {
        let Region { graph, assumed_wall, color, .. } = self.region;
        let removed = if node.mover == *color { suicide } else { captured };
        *assumed_wall != 0
            && graph.around(graph.flood(*assumed_wall, node.stones[(!*color).index()])) & removed != 0
    }

    /// Returns true if ko forbids the side to move a move on a point.
    fn is_banned(&self, node: &ProofNode, point: u8) -> bool {
        point == node.ko && (node.mover != self.ko_winner || node.ko_retakes >= MAX_KO_RETAKES)
    }
}

impl ProofQuestion for LifeQuestion<'_> {
    fn known_result(&self, node: &ProofNode) -> Option<i8> {
        let Region { graph, target, color, .. } = self.region;
        let result_for = |side: Color| Some(if side == node.mover { 1 } else { -1 });
        let own = node.stones[color.index()];
        let enemy = node.stones[(!*color).index()];
        if own & target == 0 {
            return result_for(!*color);
        }
        if node.passes >= 2 {
            return result_for(!self.goal_side());
        }
        if node.mover != *color {
            let liberties = graph.around(graph.flood(*target, own)) & node.empty(graph);
            if liberties.is_power_of_two()
                && liberties & graph.open != 0
                && !self.is_banned(node, action(liberties.trailing_zeros() as usize))
            {
                return result_for(!*color);
            }
        }
        if owned_unconditionally(graph, own, enemy, self.suicide) & target != 0 {
            return result_for(*color);
        }
        if owned_unconditionally(graph, enemy, own, self.suicide) & target != 0 {
            return result_for(!*color);
        }
        None
    }

    fn list_moves(&self, node: &ProofNode, moves: &mut Vec<Successor>) {
        let graph = &self.region.graph;
        let color = self.region.color;
        let empty = node.empty(graph);
        let own = node.stones[node.mover.index()];
        let target_chain = graph.flood(self.region.target, node.stones[color.index()]);
        let liberties = graph.around(target_chain) & empty;
        for point in ones(empty & graph.open) {
            if self.is_banned(node, action(point)) {
                continue;
            }
            let Some(played) = node.play(graph, point, self.suicide) else { continue };
            let neighbours = graph.around(1 << point);
            let mut priority =
                6 * count(played.captured).min(3) + 2 * count(neighbours & empty & !target_chain);
            if liberties >> point & 1 == 1 {
                priority += 2;
            }
            // A point that only own stones surround is an own eye.
            if neighbours & !own == 0 {
                priority -= 10;
            }
            if played.suicide != 0 {
                priority -= 10;
            }
            let group_counts_as_lost = self.loses_beside_wall(node, played.captured, played.suicide);
            let mut next = self.lift_ko_ban(played.node);
            if group_counts_as_lost {
                next.stones[color.index()] = 0;
            }
            next.ko_retakes += u8::from(action(point) == node.ko);
            moves.push(Successor { action: action(point), next, priority });
        }
        let mut after_pass = node.pass();
        // A pass under a ko ban does not count as one of the two passes that end the game.
        if node.ko != PASS && self.is_banned(node, node.ko) {
            after_pass.passes = 0;
        }
        moves.push(Successor { action: PASS, next: after_pass, priority: -6 });
    }
}

const _: () =
    assert!(MAX_POINTS == PASS as usize, "no ko is the number after the last point, and so is a pass");
