//! Path history under superko.

use super::bitboard::ProofNode;
use super::past::Past;
use super::successor::{PASS, Successor};
use super::symmetry::Symmetries;
use super::table::NodeProof;
use stonefield_go::field::bits::ones;

/// Largest number of earlier boards that a stored proof may need. A proof that needs more is not stored.
const MAX_NEEDED: usize = 2;

/// Board of at most 31 points in one word. Black's stones are in the low half, White's in the high half.
/// Under situational superko one more bit holds the side to move.
type Packed = u64;

/// Conditions of a proof, besides its node.
///
/// The winner's moves lead to boards, none of which may have occurred before. There are many such boards.
/// Two values stand for them: the stones that all of them have, and a filter of 64 bits. They may reject a
/// valid proof, but never accept an invalid one. Some moves of the loser were left out because their boards
/// had occurred: these boards must have occurred on the path.
// CITE: the problem: M. Campbell, "The graph-history interaction: on ignoring position history", 1985.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Terms {
    common_stones: Packed,
    filter: u64,
    /// Boards that must have occurred; 0 for none. The empty board is never needed, as no move leads to it.
    needed: [Packed; MAX_NEEDED],
    /// True if the proof needs more boards than fit.
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

    fn add_needed(&mut self, board: Packed) {
        if self.needed.contains(&board) {
            return;
        }
        match self.needed.iter_mut().find(|need| **need == 0) {
            Some(free) => *free = board,
            None => self.overflow = true,
        }
    }
}

const fn hash(board: Packed) -> u64 {
    let product = board.wrapping_mul(0x9E37_79B9_7F4A_7C15);
    product ^ product >> 32
}

const fn filter_bit(canonical: Packed) -> u64 {
    1 << (canonical.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 58)
}

/// Board that has occurred on the path.
#[derive(Clone, Copy)]
struct PathBoard {
    board: Packed,
    /// Filter bit of the canonical board.
    bit: u64,
}

/// Superko: no board may occur again.
pub struct Superko<'s> {
    symmetries: &'s Symmetries,
    /// True if the side to move belongs to a position (situational superko).
    situational: bool,
    /// Boards that have occurred, those before the root first.
    path: Vec<PathBoard>,
    /// Number of boards before the root.
    before_root: usize,
    /// Hash of all boards that have occurred.
    path_hash: u64,
    /// Points of the board.
    area: usize,
    /// True if goals that were not reached on one path are tried again on every other path.
    searches_again: bool,
}

impl<'s> Superko<'s> {
    /// Creates the history for a board of `area` points on which `before` has occurred. `situational`: the
    /// side to move belongs to a position.
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

    const fn pack(&self, node: &ProofNode) -> Packed {
        let mover_bit = if self.situational { (node.mover as u64) << 31 } else { 0 };
        node.stones[0] | node.stones[1] << 32 | mover_bit
    }

    fn pop_board(&mut self) -> Packed {
        let board = self.path.pop().map_or(0, |entry| entry.board);
        self.path_hash ^= hash(board);
        board
    }

    /// Image of a board under a symmetry.
    fn image(&self, packed: Packed, symmetry: usize) -> Packed {
        if packed == 0 || symmetry == 0 {
            return packed;
        }
        let to = self.symmetries.to(symmetry);
        ones(packed).fold(0, |image, i| image | 1 << (i & 32 | usize::from(to[i & 31])))
    }
}

impl Past for Superko<'_> {
    type Terms = Terms;
    /// In order: common stones of the winner's boards, filter, needed boards, and path hash of the last
    /// search without a proof.
    type Kept = [u64; 3 + MAX_NEEDED];
    const NONE: Terms =
        Terms { common_stones: u64::MAX, filter: 0, needed: [0; MAX_NEEDED], overflow: false };
    const NOTHING: Self::Kept = [0; 3 + MAX_NEEDED];
    const KEEPS_ENDS: bool = false;

    fn begin(&mut self, depth: u32) {
        while self.path.len() > self.before_root {
            self.pop_board();
        }
        // A bound from one path does not prove anything on another path, yet it is nearly always right. On a
        // small board the answer may depend on the exceptions.
        self.searches_again = depth as usize > 2 * self.area + 8;
    }

    fn enter(&mut self, node: &ProofNode, canonical: &ProofNode) {
        let board = self.pack(node);
        self.path.push(PathBoard { board, bit: filter_bit(self.pack(canonical)) });
        self.path_hash ^= hash(board);
    }

    fn leave(&mut self, terms: &mut Terms) {
        let board = self.pop_board();
        for need in terms.needed.iter_mut().filter(|need| **need == board) {
            *need = 0;
        }
    }

    fn forbids(&self, choice: &Successor) -> Option<Terms> {
        let next = self.pack(&choice.next);
        let forbidden = choice.action != PASS && self.path.iter().any(|entry| entry.board == next);
        forbidden.then_some(Terms { needed: [next, 0], ..Self::NONE })
    }

    fn drop_doubtful(&self, _: &ProofNode, node_proof: &mut NodeProof, &[.., stored_hash]: &Self::Kept) {
        if self.searches_again && stored_hash != self.path_hash {
            (node_proof.no_win, node_proof.no_loss) = (0, 0);
        }
    }

    fn merge(terms: &mut Terms, other: &Terms) {
        terms.merge(other);
    }

    fn add_winning_move(&self, choice: &Successor, terms: &mut Terms) {
        if choice.action != PASS {
            let (canonical, _) = self.symmetries.canonical(&choice.next);
            terms.common_stones &= self.pack(&choice.next);
            terms.filter |= filter_bit(self.pack(&canonical));
        }
    }

    fn terms_on_path(
        &self,
        &[common_stones, filter, first, second, _]: &Self::Kept,
        symmetry: usize,
    ) -> Option<Terms> {
        let back = self.symmetries.inverse(symmetry);
        let image = |packed| self.image(packed, back);
        let common_stones = if filter == 0 { u64::MAX } else { image(common_stones) };
        let needed = [first, second].map(image);
        let has_occurred = |&need: &Packed| need == 0 || self.path.iter().any(|entry| entry.board == need);
        let may_repeat =
            |entry: &PathBoard| entry.board & common_stones == common_stones && filter & entry.bit != 0;
        let is_valid = needed.iter().all(has_occurred) && (filter == 0 || !self.path.iter().any(may_repeat));
        is_valid.then_some(Terms { common_stones, filter, needed, overflow: false })
    }

    fn store_terms(&self, terms: Option<&Terms>, stored: &mut Self::Kept, symmetry: usize) -> bool {
        stored[2 + MAX_NEEDED] = self.path_hash;
        let Some(terms) = terms.filter(|terms| !terms.overflow) else { return false };
        let [first, second] = terms.needed.map(|need| self.image(need, symmetry));
        *stored = [self.image(terms.common_stones, symmetry), terms.filter, first, second, self.path_hash];
        true
    }
}
