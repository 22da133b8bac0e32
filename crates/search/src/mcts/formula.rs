//! Value of a move, and the upper bound that guides the descent.

use super::node::Node;
use super::params::MctsParams;
use super::scale::ResultScale;

/// Weight of the initial value 1. Without it a move without data would have the value 0 ∕ 0.
const INITIAL_WEIGHT: f32 = 1e-3;

/// Lead that a won virtual visit counts as with `value=score`, as a share of the board, 0 to 1. A lost one
/// counts as the same lead of the opponent.
///
/// Scores of playouts lie about this close together. Without scores a won visit counts as 1, a lost one as 0.
const PRIOR_LEAD: f32 = 0.2;

/// Constants of the value and the bound, from [`MctsParams`].
#[derive(Clone, Copy, Debug)]
pub(super) struct Formula {
    explore: f32,
    /// 1 ∕ `rave_k`.
    rave_curve: f32,
    pub(super) rave: bool,
    scores: bool,
    /// 1 ∕ units of the best result.
    unit: f32,
}

impl Formula {
    #[expect(clippy::cast_possible_truncation, reason = "small numbers")]
    pub(super) fn new(params: &MctsParams, scale: ResultScale) -> Self {
        Self {
            explore: params.explore as f32,
            rave_curve: 1.0 / params.rave_k as f32,
            rave: params.rave,
            scores: scale.scores,
            unit: 1.0 / scale.whole as f32,
        }
    }

    /// Returns the factor of the exploration term, which is the same for all moves at a node with `visits`
    /// visits.
    #[inline]
    pub(super) fn spread(&self, visits: u32) -> f32 {
        if self.explore == 0.0 { 0.0 } else { self.explore * libm::logf(visits.max(1) as f32).sqrt() }
    }

    /// Returns the value of a move for the colour that makes it, 0 to 1. It mixes results, virtual visits and
    /// RAVE.
    ///
    /// Let n be the visits (virtual ones included), a the RAVE visits and k = `rave_k`.
    /// RAVE's share is β = a ∕ (a + n + a·n∕k).
    // CITE: RAVE: S. Gelly, D. Silver, "Monte-Carlo tree search and rapid action value estimation in computer
    // Go", 2011.
    #[inline(always)]
    pub(super) fn value<const RAVE: bool, const SCORES: bool>(&self, node: &Node) -> f32 {
        let (virtual_visits, virtual_halves) = node.prior();
        let n = (node.visits() + virtual_visits) as f32;
        let w = if SCORES {
            // Half of the virtual visits, shifted by the lead that they count as.
            let ahead = virtual_halves as f32 - virtual_visits as f32;
            node.wins() as f32 * self.unit + 0.5 * (virtual_visits as f32 + PRIOR_LEAD * ahead)
        } else {
            (node.wins() + virtual_halves) as f32 * 0.5
        };
        if !RAVE {
            return (w + INITIAL_WEIGHT) / (n + INITIAL_WEIGHT);
        }
        let a = node.rave_visits() as f32;
        let aw = node.rave_wins() as f32 * if SCORES { self.unit } else { 0.5 };
        // (1 − β)·w∕n + β·aw∕a with one division.
        let s = 1.0 + a * self.rave_curve;
        (w * s + aw + INITIAL_WEIGHT) / (n * s + a + INITIAL_WEIGHT)
    }

    /// Returns the upper bound of a move: its value and the exploration term.
    // CITE: UCB1 in trees: L. Kocsis, C. Szepesvári, "Bandit based Monte-Carlo planning", 2006.
    #[inline(always)]
    pub(super) fn bound<const RAVE: bool, const SCORES: bool>(&self, node: &Node, spread: f32) -> f32 {
        let value = self.value::<RAVE, SCORES>(node);
        // With RAVE or a prior an unvisited move has a moderate bound, so not every move must be tried.
        let offset = node.prior().0 as f32 + if RAVE { 1.0 } else { INITIAL_WEIGHT };
        value + spread / (node.visits() as f32 + offset).sqrt()
    }

    /// Returns the index of the child with the highest bound, the first among equals.
    #[inline]
    pub(super) fn best(&self, visits: u32, children: &[Node]) -> usize {
        match (self.rave, self.scores) {
            (true, false) => self.argmax::<true, false>(visits, children),
            (false, false) => self.argmax::<false, false>(visits, children),
            (true, true) => self.argmax::<true, true>(visits, children),
            (false, true) => self.argmax::<false, true>(visits, children),
        }
    }

    /// Returns the value and the bound of a child.
    pub(super) fn value_and_bound(&self, node: &Node, spread: f32) -> (f32, f32) {
        match (self.rave, self.scores) {
            (true, false) => (self.value::<true, false>(node), self.bound::<true, false>(node, spread)),
            (false, false) => (self.value::<false, false>(node), self.bound::<false, false>(node, spread)),
            (true, true) => (self.value::<true, true>(node), self.bound::<true, true>(node, spread)),
            (false, true) => (self.value::<false, true>(node), self.bound::<false, true>(node, spread)),
        }
    }

    #[inline(always)]
    fn argmax<const RAVE: bool, const SCORES: bool>(&self, visits: u32, children: &[Node]) -> usize {
        let spread = self.spread(visits);
        let (mut best, mut highest) = (0, f32::NEG_INFINITY);
        for (i, node) in children.iter().enumerate() {
            let bound = self.bound::<RAVE, SCORES>(node, spread);
            if bound > highest {
                (best, highest) = (i, bound);
            }
        }
        best
    }
}
