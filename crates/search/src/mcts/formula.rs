//! Formulas for the value of a move and for the upper bound that guides the descent.

use super::node::Node;
use super::params::MctsParams;
use super::scale::ResultScale;

/// Weight of the initial value 1. With weight 0, a move without data would have the value 0 ∕ 0.
const INITIAL_WEIGHT: f32 = 1e-3;

/// Lead of a won virtual visit with `value=score`, as a share of the board area. A lost virtual visit is the
/// same lead of the opponent.
///
/// The leads of playouts differ from each other by about this share. With `value=win` a won virtual visit is
/// 1, a lost one 0.
const PRIOR_LEAD: f32 = 0.2;

/// Constants of the value and the bound, from [`MctsParams`].
#[derive(Clone, Copy, Debug)]
pub(super) struct Formula {
    explore: f32,
    /// 1 ∕ `rave_k`.
    inverse_rave_k: f32,
    pub(super) rave: bool,
    scores: bool,
    /// Value of one unit: 1 ∕ [`ResultScale::max_units`].
    value_of_unit: f32,
}

impl Formula {
    #[expect(clippy::cast_possible_truncation, reason = "small numbers")]
    pub(super) fn new(params: &MctsParams, scale: ResultScale) -> Self {
        Self {
            explore: params.explore as f32,
            inverse_rave_k: 1.0 / params.rave_k as f32,
            rave: params.rave,
            scores: scale.scores,
            value_of_unit: 1.0 / scale.max_units as f32,
        }
    }

    /// Returns the factor of the exploration term, which is the same for all moves at a node with `visits`
    /// visits.
    #[inline]
    pub(super) fn exploration_factor(&self, visits: u32) -> f32 {
        if self.explore == 0.0 { 0.0 } else { self.explore * libm::logf(visits.max(1) as f32).sqrt() }
    }

    /// Returns the value of a move for the colour that makes it, 0 to 1: a mean of results, virtual visits
    /// and RAVE results.
    ///
    /// Let n be the visits (virtual ones included), w the wins among them, a the RAVE visits, aw the RAVE
    /// wins and k = `rave_k`. The weight of RAVE is β = a ∕ (a + n + a·n∕k).
    // CITE: RAVE: S. Gelly, D. Silver, "Monte-Carlo tree search and rapid action value estimation in computer
    // Go", 2011.
    #[inline(always)]
    pub(super) fn value<const RAVE: bool, const SCORES: bool>(&self, node: &Node) -> f32 {
        let (virtual_visits, virtual_half_points) = node.prior();
        let n = (node.visits() + virtual_visits) as f32;
        let w = if SCORES {
            // Score of the virtual visits: ½ each, plus or minus half of their lead.
            let won_minus_lost = virtual_half_points as f32 - virtual_visits as f32;
            node.wins() as f32 * self.value_of_unit
                + 0.5 * (virtual_visits as f32 + PRIOR_LEAD * won_minus_lost)
        } else {
            (node.wins() + virtual_half_points) as f32 * 0.5
        };
        if !RAVE {
            return (w + INITIAL_WEIGHT) / (n + INITIAL_WEIGHT);
        }
        let a = node.rave_visits() as f32;
        let aw = node.rave_wins() as f32 * if SCORES { self.value_of_unit } else { 0.5 };
        // (1 − β)·w∕n + β·aw∕a with one division.
        let s = 1.0 + a * self.inverse_rave_k;
        (w * s + aw + INITIAL_WEIGHT) / (n * s + a + INITIAL_WEIGHT)
    }

    /// Returns the upper bound of a move: its value and the exploration term.
    // CITE: UCB1 in trees: L. Kocsis, C. Szepesvári, "Bandit based Monte-Carlo planning", 2006.
    #[inline(always)]
    pub(super) fn bound<const RAVE: bool, const SCORES: bool>(
        &self,
        node: &Node,
        exploration_factor: f32,
    ) -> f32 {
        let value = self.value::<RAVE, SCORES>(node);
        // With RAVE or a prior the bound of an unvisited move is moderate, so not every move must be tried.
        let offset = node.prior().0 as f32 + if RAVE { 1.0 } else { INITIAL_WEIGHT };
        value + exploration_factor / (node.visits() as f32 + offset).sqrt()
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
    pub(super) fn value_and_bound(&self, node: &Node, exploration_factor: f32) -> (f32, f32) {
        match (self.rave, self.scores) {
            (true, false) => {
                (self.value::<true, false>(node), self.bound::<true, false>(node, exploration_factor))
            }
            (false, false) => {
                (self.value::<false, false>(node), self.bound::<false, false>(node, exploration_factor))
            }
            (true, true) => {
                (self.value::<true, true>(node), self.bound::<true, true>(node, exploration_factor))
            }
            (false, true) => {
                (self.value::<false, true>(node), self.bound::<false, true>(node, exploration_factor))
            }
        }
    }

    #[inline(always)]
    fn argmax<const RAVE: bool, const SCORES: bool>(&self, visits: u32, children: &[Node]) -> usize {
        let exploration_factor = self.exploration_factor(visits);
        let (mut best, mut highest) = (0, f32::NEG_INFINITY);
        for (i, node) in children.iter().enumerate() {
            let bound = self.bound::<RAVE, SCORES>(node, exploration_factor);
            if bound > highest {
                (best, highest) = (i, bound);
            }
        }
        best
    }
}
