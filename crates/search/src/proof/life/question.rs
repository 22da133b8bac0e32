//! Whether a group can be taken, and whether it can get two eyes.

use super::region::Region;
use crate::proof::solve::{BitBoard, MOST, PASS, ProofNode, ProofQuestion, Successor, action, count, owned};
use stonefield_go::Color;
use stonefield_go::field::bits::ones;

/// What one side wants.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LifeGoal {
    /// The enemy wants to take the group; that it comes back on its own path, or that both pass, is not enough.
    Capture,
    /// The owner wants it to live unconditionally; else the same.
    Eyes,
}

/// How often a side that wins all kos may take back at once to keep the other from its goal. Two suffice for a ko of two stages; what
/// has to be taken back for ever is lost.
const TAKEN_BACK: u8 = 4;

/// Whether a goal is reached in a region when one colour wins all kos: it may take back at once.
pub struct LifeQuestion<'r> {
    pub region: &'r Region,
    pub goal: LifeGoal,
    pub ko_winner: Color,
    pub suicide: bool,
}

impl LifeQuestion<'_> {
    /// Who wants the goal; what comes back on its own path does not reach it.
    pub fn wants(&self) -> Color {
        match self.goal {
            LifeGoal::Capture => !self.region.color,
            LifeGoal::Eyes => self.region.color,
        }
    }

    /// A node without a ko ban on the colour that wins kos, when it is the one who wants the goal: to go round and round does not reach it, so
    /// that nothing need be counted.
    pub fn lifted(&self, mut node: ProofNode) -> ProofNode {
        if node.mover == self.ko_winner && self.ko_winner == self.wants() {
            node.ko = PASS;
        }
        node
    }

    /// Whether a move loses stones of the owner's, by capture or suicide, that might have liberties where nothing is looked at, or where the enemy
    /// may have been taken.
    fn loses_beyond(&self, node: &ProofNode, captured: u64, suicide: u64) -> bool {
        let Region { graph, feigned, color, .. } = self.region;
        let lost = if node.mover == *color { suicide } else { captured };
        *feigned != 0 && graph.around(graph.flood(*feigned, node.stones[(!*color).index()])) & lost != 0
    }

    /// Whether the side to move may not play on a point.
    fn bans(&self, node: &ProofNode, point: u8) -> bool {
        point == node.ko && (node.mover != self.ko_winner || node.spent >= TAKEN_BACK)
    }
}

impl ProofQuestion for LifeQuestion<'_> {
    fn judge(&self, node: &ProofNode) -> Option<i8> {
        let Region { graph, target, color, .. } = self.region;
        let gains = |side: Color| Some(if side == node.mover { 1 } else { -1 });
        let own = node.stones[color.index()];
        let enemy = node.stones[(!*color).index()];
        if own & target == 0 {
            return gains(!*color);
        }
        if node.passes >= 2 {
            return gains(!self.wants());
        }
        if node.mover != *color {
            let liberties = graph.around(graph.flood(*target, own)) & node.empty(graph);
            if liberties.is_power_of_two()
                && liberties & graph.open != 0
                && !self.bans(node, action(liberties.trailing_zeros() as usize))
            {
                return gains(!*color);
            }
        }
        if owned(graph, own, enemy, self.suicide) & target != 0 {
            return gains(*color);
        }
        if owned(graph, enemy, own, self.suicide) & target != 0 {
            return gains(!*color);
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
            if self.bans(node, action(point)) {
                continue;
            }
            let Some(step) = node.play(graph, point, self.suicide) else { continue };
            let near = graph.around(1 << point);
            let mut promise = 6 * count(step.captured).min(3) + 2 * count(near & empty & !chain);
            if liberties >> point & 1 == 1 {
                promise += 2;
            }
            // What is surrounded by the mover alone is his eye.
            if near & !own == 0 {
                promise -= 10;
            }
            if step.suicide != 0 {
                promise -= 10;
            }
            let beyond = self.loses_beyond(node, step.captured, step.suicide);
            let mut next = self.lifted(step.node);
            if beyond {
                next.stones[color.index()] = 0;
            }
            next.spent += u8::from(action(point) == node.ko);
            moves.push(Successor { action: action(point), next, promise });
        }
        let mut passed = node.pass();
        // Who passes because a ko is forbidden to him wants to go on.
        if node.ko != PASS && self.bans(node, node.ko) {
            passed.passes = 0;
        }
        moves.push(Successor { action: PASS, next: passed, promise: -6 });
    }
}

const _: () = assert!(MOST == PASS as usize, "no ko is the number after the last point, and so is a pass");
