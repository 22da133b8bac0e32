//! Path history under superko.

use super::bitboard::ProofNode;
use super::past::Past;
use super::prover::{PASS, Successor};
use super::symmetry::Symmetries;
use super::table::NodeProof;
use stonefield_go::field::bits::ones;

/// Boards that a proof may need to have been, at most; a proof that needs more is not remembered.
const NEEDS: usize = 2;

/// A board of at most 31 points in one word: Black's stones below, White's above; under situational superko with a bit for whose turn it is.
type Packed = u64;

/// What a proof rests on besides the node that it is a proof of.
///
/// The winner's moves lead to boards, none of which may have been before; and moves of the loser were left out because their boards had
/// been. The first are many, and told by two things that may err on the side of refusal alone: the stones that stand on all of them,
/// and a filter of 64 bits.
// CITE: the problem: M. Campbell, "The graph-history interaction: on ignoring position history", 1985.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Terms {
    keep: Packed,
    filter: u64,
    /// 0 for none: the empty board is never needed, as no move leads to it.
    needs: [Packed; NEEDS],
    /// Whether it needs more than fits.
    over: bool,
}

impl Terms {
    fn and(&mut self, other: &Self) {
        self.keep &= other.keep;
        self.filter |= other.filter;
        self.over |= other.over;
        for &need in other.needs.iter().filter(|&&need| need != 0) {
            self.need(need);
        }
    }

    fn need(&mut self, board: Packed) {
        if self.needs.contains(&board) {
            return;
        }
        match self.needs.iter_mut().find(|need| **need == 0) {
            Some(free) => *free = board,
            None => self.over = true,
        }
    }
}

const fn mixed(board: Packed) -> u64 {
    let mixed = board.wrapping_mul(0x9E37_79B9_7F4A_7C15);
    mixed ^ mixed >> 32
}

const fn bit(canonical: Packed) -> u64 {
    1 << (canonical.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 58)
}

/// A board that has been on the path.
#[derive(Clone, Copy)]
struct Been {
    board: Packed,
    /// The [`bit`] of its canonical board.
    bit: u64,
}

/// No board may come back.
pub struct Superko<'s> {
    symmetries: &'s Symmetries,
    /// Whether whose turn it is belongs to a position.
    situational: bool,
    /// What has been, that before the root first.
    path: Vec<Been>,
    /// How much of it was before the root.
    before: usize,
    /// All of it as one number.
    sum: u64,
    /// Points of the board.
    area: usize,
    /// Whether what was not proved on one path may be tried again on every other.
    thorough: bool,
}

impl<'s> Superko<'s> {
    /// A board of so many points, on which `before` has been; `situational` when whose turn it is belongs to a position.
    #[must_use]
    pub fn new(symmetries: &'s Symmetries, area: usize, situational: bool, before: &[ProofNode]) -> Self {
        let path = Vec::new();
        let mut new =
            Self { symmetries, situational, path, before: before.len(), sum: 0, area, thorough: false };
        for been in before {
            new.enter(been, &symmetries.canonical(been).0);
        }
        new
    }

    const fn pack(&self, node: &ProofNode) -> Packed {
        let turn = if self.situational { (node.mover as u64) << 31 } else { 0 };
        node.stones[0] | node.stones[1] << 32 | turn
    }

    fn leave_last(&mut self) -> Packed {
        let board = self.path.pop().map_or(0, |been| been.board);
        self.sum ^= mixed(board);
        board
    }

    /// A board under a symmetry.
    fn image(&self, packed: Packed, turn: usize) -> Packed {
        if packed == 0 || turn == 0 {
            return packed;
        }
        let to = self.symmetries.to(turn);
        ones(packed).fold(0, |image, i| image | 1 << (i & 32 | usize::from(to[i & 31])))
    }
}

impl Past for Superko<'_> {
    type Terms = Terms;
    /// What the winner's boards keep, the filter, what is needed, and what had been when nothing was proved.
    type Kept = [u64; 3 + NEEDS];
    const NONE: Terms = Terms { keep: u64::MAX, filter: 0, needs: [0; NEEDS], over: false };
    const NOTHING: Self::Kept = [0; 3 + NEEDS];
    const KEEPS_ENDS: bool = false;

    fn begin(&mut self, depth: u32) {
        while self.path.len() > self.before {
            self.leave_last();
        }
        // That a node was not proved on one path says little of another, yet is nearly always right; a small board may hang on it.
        self.thorough = depth as usize > 2 * self.area + 8;
    }

    fn enter(&mut self, node: &ProofNode, canonical: &ProofNode) {
        let board = self.pack(node);
        self.path.push(Been { board, bit: bit(self.pack(canonical)) });
        self.sum ^= mixed(board);
    }

    fn leave(&mut self, terms: &mut Terms) {
        let board = self.leave_last();
        for need in terms.needs.iter_mut().filter(|need| **need == board) {
            *need = 0;
        }
    }

    fn forbids(&self, choice: &Successor) -> Option<Terms> {
        let next = self.pack(&choice.next);
        let forbidden = choice.action != PASS && self.path.iter().any(|been| been.board == next);
        forbidden.then_some(Terms { needs: [next, 0], ..Self::NONE })
    }

    fn doubt(&self, _: &ProofNode, known: &mut NodeProof, &[.., past]: &Self::Kept) {
        if self.thorough && past != self.sum {
            (known.no_win, known.no_loss) = (0, 0);
        }
    }

    fn both(one: &mut Terms, other: &Terms) {
        one.and(other);
    }

    fn won_by(&self, choice: &Successor, terms: &mut Terms) {
        if choice.action != PASS {
            let (first, _) = self.symmetries.canonical(&choice.next);
            terms.keep &= self.pack(&choice.next);
            terms.filter |= bit(self.pack(&first));
        }
    }

    fn holds(&self, &[keep, filter, one, other, _]: &Self::Kept, turn: usize) -> Option<Terms> {
        let back = self.symmetries.inverse(turn);
        let image = |packed| self.image(packed, back);
        let keep = if filter == 0 { u64::MAX } else { image(keep) };
        let needs = [one, other].map(image);
        let has = |&need: &Packed| need == 0 || self.path.iter().any(|been| been.board == need);
        let hit = |been: &Been| been.board & keep == keep && filter & been.bit != 0;
        let holds = needs.iter().all(has) && (filter == 0 || !self.path.iter().any(hit));
        holds.then_some(Terms { keep, filter, needs, over: false })
    }

    fn keep(&self, terms: Option<&Terms>, kept: &mut Self::Kept, turn: usize) -> bool {
        kept[2 + NEEDS] = self.sum;
        let Some(terms) = terms.filter(|terms| !terms.over) else { return false };
        let [one, other] = terms.needs.map(|need| self.image(need, turn));
        *kept = [self.image(terms.keep, turn), terms.filter, one, other, self.sum];
        true
    }
}
