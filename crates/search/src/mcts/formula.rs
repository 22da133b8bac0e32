//! What a move is worth, and the bound by which the search goes down.

use super::node::Node;
use super::params::MctsParams;
use super::scale::ResultScale;

/// The weight of the guess for a move of which nothing at all is known.
const FAINT: f32 = 1e-3;

/// What a virtual visit that is won or lost counts as where scores are what counts: a lead of so much of the board.
///
/// Scores of playouts lie that close together, while won and lost games are as far apart as can be.
const PRIOR_LEAD: f32 = 0.2;

/// The numbers of [`MctsParams`] that bounds are made of.
#[derive(Clone, Copy, Debug)]
pub(super) struct Formula {
    explore: f32,
    /// 1 ∕ `rave_k`.
    curve: f32,
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
            curve: 1.0 / params.rave_k as f32,
            rave: params.rave,
            scores: scale.scores,
            unit: 1.0 / scale.whole as f32,
        }
    }

    /// The part of a bound that all moves at a node of so many visits share.
    #[inline]
    pub(super) fn spread(&self, visits: u32) -> f32 {
        if self.explore == 0.0 { 0.0 } else { self.explore * libm::logf(visits.max(1) as f32).sqrt() }
    }

    /// What a move is worth to the colour that makes it, 0 to 1: its own results and the virtual ones, mixed with RAVE's.
    ///
    /// With n visits (virtual ones counted), a RAVE visits and k = `rave_k`, RAVE's share is β = a ∕ (a + n + a·n∕k).
    // CITE: RAVE: S. Gelly, D. Silver, "Monte-Carlo tree search and rapid action value estimation in computer Go", 2011.
    #[inline(always)]
    pub(super) fn value<const RAVE: bool, const SCORES: bool>(&self, node: &Node) -> f32 {
        let (virtually, won) = node.prior();
        let n = (node.visits() + virtually) as f32;
        let w = if SCORES {
            // Half of the virtual visits, and a little more or less.
            let ahead = won as f32 - virtually as f32;
            node.wins() as f32 * self.unit + 0.5 * (virtually as f32 + PRIOR_LEAD * ahead)
        } else {
            (node.wins() + won) as f32 * 0.5
        };
        if !RAVE {
            return (w + FAINT) / (n + FAINT);
        }
        let a = node.rave_visits() as f32;
        let aw = node.rave_wins() as f32 * if SCORES { self.unit } else { 0.5 };
        // (1 − β)·w∕n + β·aw∕a with one division.
        let s = 1.0 + a * self.curve;
        (w * s + aw + FAINT) / (n * s + a + FAINT)
    }

    /// The value with what speaks for a move because it was seldom tried.
    // CITE: UCB1 in trees: L. Kocsis, C. Szepesvári, "Bandit based Monte-Carlo planning", 2006.
    #[inline(always)]
    pub(super) fn bound<const RAVE: bool, const SCORES: bool>(&self, node: &Node, spread: f32) -> f32 {
        let value = self.value::<RAVE, SCORES>(node);
        // Where RAVE or a prior speaks for it, a move need not be tried only because it never was.
        let known = node.prior().0 as f32 + if RAVE { 1.0 } else { FAINT };
        value + spread / (node.visits() as f32 + known).sqrt()
    }

    /// The child with the highest bound; the first of equals.
    #[inline]
    pub(super) fn best(&self, visits: u32, children: &[Node]) -> usize {
        match (self.rave, self.scores) {
            (true, false) => self.argmax::<true, false>(visits, children),
            (false, false) => self.argmax::<false, false>(visits, children),
            (true, true) => self.argmax::<true, true>(visits, children),
            (false, true) => self.argmax::<false, true>(visits, children),
        }
    }

    /// Value and bound of a child.
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
