//! Path history where repetition matters but superko does not apply.

use super::bitboard::ProofNode;
use super::past::{Found, Past};
use super::table::NodeProof;
use stonefield_go::Color;

/// Plies up to which what a side did not reach on one path is taken not to be reached on others: most questions are answered sooner so.
const HASTY: u32 = 48;

/// A node that comes back on its own path ends the game.
///
/// An answer that does not hang on that is one about the node alone and not about how it came about: it holds on every path.
pub struct Repetition {
    /// Who reaches his goal by it; `None` where nothing comes back.
    gains: Option<Color>,
    path: Vec<ProofNode>,
    /// Whether to search again what was not reached by a side that gains by repetition: it may come about on one path sooner than on another.
    patient: bool,
}

impl Repetition {
    /// A game in which this side gains when a node comes back; `None` where none does.
    #[must_use]
    pub const fn new(gains: Option<Color>) -> Self {
        Self { gains, path: Vec::new(), patient: false }
    }
}

impl Past for Repetition {
    /// The lowest ply of the path that a repetition went back to.
    type Terms = u32;
    type Kept = [u64; 0];
    const NONE: u32 = u32::MAX;
    const NOTHING: [u64; 0] = [];
    const KEEPS_ENDS: bool = true;

    fn begin(&mut self, depth: u32) {
        self.path.clear();
        self.patient = depth > HASTY;
    }

    fn enter(&mut self, node: &ProofNode, _: &ProofNode) {
        self.path.push(*node);
    }

    fn leave(&mut self, terms: &mut u32) {
        self.path.pop();
        if *terms as usize >= self.path.len() {
            *terms = Self::NONE;
        }
    }

    fn ends(&self, node: &ProofNode) -> Option<Found<u32>> {
        let gains = self.gains?;
        let before = self.path.iter().position(|other| other == node)?;
        #[expect(clippy::cast_possible_truncation, reason = "a path is as long as the depth")]
        Some(Found { value: if gains == node.mover { 1 } else { -1 }, terms: before as u32 })
    }

    fn doubt(&self, node: &ProofNode, known: &mut NodeProof, _: &[u64; 0]) {
        match self.gains.filter(|_| self.patient) {
            Some(gains) if gains == node.mover => known.no_win = 0,
            Some(_) => known.no_loss = 0,
            None => {}
        }
    }

    fn both(one: &mut u32, other: &u32) {
        *one = (*one).min(*other);
    }

    fn holds(&self, _: &[u64; 0], _: usize) -> Option<u32> {
        Some(Self::NONE)
    }

    fn keep(&self, terms: Option<&u32>, _: &mut [u64; 0], _: usize) -> bool {
        terms == Some(&Self::NONE)
    }
}
