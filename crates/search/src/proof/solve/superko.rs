//! Path history under superko.

use super::bitboard::ProofNode;
use super::path_history::PathHistory;
use super::successor::{PASS, Successor};
use super::symmetry::Symmetries;
use super::table::NodeProof;
use stonefield_go::field::bits::ones;

/// Largest number of boards that a stored proof may need on the path. A proof that needs more is not stored.
const MAX_NEEDED: usize = 2;

/// Board of at most 31 points, packed. Black's stones are in the low half, White's in the high half. Under
/// situational superko bit 31 is the side to move.
type PackedBoard = u64;

/// Conditions under which a proof holds on another path.
///
/// First, the boards to which the winner's moves lead must not have occurred. There are many such boards. Two
/// values represent them: the stones that all of them have, and a filter of 64 bits. The test with these
/// values may reject a valid proof, but never accepts an invalid one. Second, some moves of the loser were
/// left out because their boards had occurred. These boards must have occurred on the other path too.
// CITE: the problem: M. Campbell, "The graph-history interaction: on ignoring position history", 1985.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Terms {
    /// Stones that all boards after the winner's moves have.
    common_stones: PackedBoard,
    /// Filter bits of the boards after the winner's moves.
    filter: u64,
    /// Boards that must have occurred; 0 for none. The empty board is never needed because no move leads to
    /// it.
    needed: [PackedBoard; MAX_NEEDED],
    /// True if the proof needs more boards than fit in `needed`.
    overflow: bool,
}

impl Terms {
    fn merge(&mut self, other: &Self) {
        self.common_stones &= other.common_stones;
        self.filter |= other.filter;
        self.overflow |= other.overflow;
        for &need in other.needed.iter().filter(|&&need| need != 0) {
            self.add_needed(need);
        }
    }

    fn add_needed(&mut self, board: PackedBoard) {
        if self.needed.contains(&board) {
            return;
        }
        match self.needed.iter_mut().find(|need| **need == 0) {
            Some(empty_slot) => *empty_slot = board,
            None => self.overflow = true,
        }
    }
}

const fn hash_of(board: PackedBoard) -> u64 {
    let product = board.wrapping_mul(0x9E37_79B9_7F4A_7C15);
    product ^ product >> 32
}

const fn filter_bit(canonical: PackedBoard) -> u64 {
    1 << (canonical.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 58)
}

/// Board that has occurred on the path.
#[derive(Clone, Copy)]
struct PathBoard {
    board: PackedBoard,
    /// Filter bit of the canonical board.
    bit: u64,
}

/// Path history under superko: no board may occur again.
pub struct Superko<'s> {
    symmetries: &'s Symmetries,
    /// True under situational superko: boards with different sides to move are different.
    situational: bool,
    /// Boards that have occurred, those before the root first.
    path: Vec<PathBoard>,
    /// Number of boards in `path` from before the root.
    before_root: usize,
    /// Hash of all boards that have occurred.
    path_hash: u64,
    /// Board area, in points.
    area: usize,
    /// True if bounds from another path are not trusted, so that nodes are searched again.
    searches_again: bool,
}

impl<'s> Superko<'s> {
    /// Creates the history for a board of `area` points on which the nodes `before` have occurred.
    /// `situational` is true under situational superko.
    #[must_use]
    pub fn new(symmetries: &'s Symmetries, area: usize, situational: bool, before: &[ProofNode]) -> Self {
        let path = Vec::new();
        let mut new = Self {
            symmetries,
            situational,
            path,
            before_root: before.len(),
            path_hash: 0,
            area,
            searches_again: false,
        };
        for entry in before {
            new.enter(entry, &symmetries.canonical(entry).0);
        }
        new
    }

    const fn pack(&self, node: &ProofNode) -> PackedBoard {
        let mover_bit = if self.situational { (node.mover as u64) << 31 } else { 0 };
        node.stones[0] | node.stones[1] << 32 | mover_bit
    }

    fn pop_board(&mut self) -> PackedBoard {
        let board = self.path.pop().map_or(0, |entry| entry.board);
        self.path_hash ^= hash_of(board);
        board
    }

    /// Image of a board under a symmetry.
    fn image(&self, packed: PackedBoard, symmetry: usize) -> PackedBoard {
        if packed == 0 || symmetry == 0 {
            return packed;
        }
        let point_images = self.symmetries.point_images(symmetry);
        ones(packed).fold(0, |image, i| image | 1 << (i & 32 | usize::from(point_images[i & 31])))
    }
}

impl PathHistory for Superko<'_> {
    type Terms = Terms;
    /// In order: common stones of the winner's boards, filter, needed boards, and path hash of the last
    /// search without a proof.
    type StoredTerms = [u64; 3 + MAX_NEEDED];
    const NO_TERMS: Terms =
        Terms { common_stones: u64::MAX, filter: 0, needed: [0; MAX_NEEDED], overflow: false };
    const NO_STORED_TERMS: Self::StoredTerms = [0; 3 + MAX_NEEDED];
    const STORES_RESULTS_WITHOUT_SEARCH: bool = false;

    fn begin(&mut self, depth: u32) {
        while self.path.len() > self.before_root {
            self.pop_board();
        }
        // A bound from one path is no proof on another path, but nearly always right there. At depths at
        // which the answer of a small board may depend on the exceptions, bounds are not trusted.
        self.searches_again = depth as usize > 2 * self.area + 8;
    }

    fn enter(&mut self, node: &ProofNode, canonical: &ProofNode) {
        let board = self.pack(node);
        self.path.push(PathBoard { board, bit: filter_bit(self.pack(canonical)) });
        self.path_hash ^= hash_of(board);
    }

    fn leave(&mut self, terms: &mut Terms) {
        let board = self.pop_board();
        for need in terms.needed.iter_mut().filter(|need| **need == board) {
            *need = 0;
        }
    }

    fn terms_if_forbidden(&self, successor: &Successor) -> Option<Terms> {
        let next = self.pack(&successor.next);
        let forbidden = successor.action != PASS && self.path.iter().any(|entry| entry.board == next);
        forbidden.then_some(Terms { needed: [next, 0], ..Self::NO_TERMS })
    }

    fn clear_uncertain_bounds(
        &self,
        _: &ProofNode,
        node_proof: &mut NodeProof,
        &[.., stored_hash]: &Self::StoredTerms,
    ) {
        if self.searches_again && stored_hash != self.path_hash {
            (node_proof.no_win, node_proof.no_loss) = (0, 0);
        }
    }

    fn merge(terms: &mut Terms, other: &Terms) {
        terms.merge(other);
    }

    fn add_winning_move(&self, successor: &Successor, terms: &mut Terms) {
        if successor.action != PASS {
            let (canonical, _) = self.symmetries.canonical(&successor.next);
            terms.common_stones &= self.pack(&successor.next);
            terms.filter |= filter_bit(self.pack(&canonical));
        }
    }

    fn terms_on_path(
        &self,
        &[common_stones, filter, first, second, _]: &Self::StoredTerms,
        symmetry: usize,
    ) -> Option<Terms> {
        let inverse_symmetry = self.symmetries.inverse(symmetry);
        let image = |packed| self.image(packed, inverse_symmetry);
        let common_stones = if filter == 0 { u64::MAX } else { image(common_stones) };
        let needed = [first, second].map(image);
        let has_occurred =
            |&need: &PackedBoard| need == 0 || self.path.iter().any(|entry| entry.board == need);
        let may_repeat =
            |entry: &PathBoard| entry.board & common_stones == common_stones && filter & entry.bit != 0;
        let is_valid = needed.iter().all(has_occurred) && (filter == 0 || !self.path.iter().any(may_repeat));
        is_valid.then_some(Terms { common_stones, filter, needed, overflow: false })
    }

    fn store_terms(&self, terms: Option<&Terms>, stored: &mut Self::StoredTerms, symmetry: usize) -> bool {
        stored[2 + MAX_NEEDED] = self.path_hash;
        let Some(terms) = terms.filter(|terms| !terms.overflow) else { return false };
        let [first, second] = terms.needed.map(|need| self.image(need, symmetry));
        *stored = [self.image(terms.common_stones, symmetry), terms.filter, first, second, self.path_hash];
        true
    }
}
