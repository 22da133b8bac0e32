//! Proof under superko, where what may be played depends on all that has been.

use super::area::{AreaQuestion, canonical, name};
use super::ground::{Grid, Node, bits};
use super::history::History;
use super::prover::{Choice, LOOK, PASS, Proof};
use crate::brain::Watch;

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
struct Terms {
    keep: Packed,
    filter: u64,
    /// 0 for none: the empty board is never needed, as no move leads to it.
    needs: [Packed; NEEDS],
    /// Whether it needs more than fits.
    over: bool,
}

impl Terms {
    const NONE: Self = Self { keep: u64::MAX, filter: 0, needs: [0; NEEDS], over: false };

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

    /// The board is on every path from here on.
    fn has(&mut self, board: Packed) {
        for need in &mut self.needs {
            if *need == board {
                *need = 0;
            }
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

#[derive(Clone, Copy)]
struct Entry {
    board: Packed,
    /// Mover, passes and ko.
    rest: u16,
    proved: i8,
    no_win: u8,
    no_loss: u8,
    best: u8,
    keep: Packed,
    filter: u64,
    needs: [Packed; NEEDS],
    /// What had been when nothing was proved, as one number.
    past: u64,
}

impl Entry {
    /// Nothing known of a node.
    const fn new(board: Packed, rest: u16) -> Self {
        let (proved, no_win, no_loss, best) = (0, 0, 0, u8::MAX);
        Self { board, rest, proved, no_win, no_loss, best, keep: 0, filter: 0, needs: [0; NEEDS], past: 0 }
    }

    const fn words(&self) -> Words {
        let known = u32::from_le_bytes([self.proved.cast_unsigned(), self.no_win, self.no_loss, self.best]);
        let facts = USED | (self.rest as u64) << 32 | known as u64;
        let [first, second] = self.needs;
        [self.board, facts, self.keep, self.filter, first, second, self.past]
    }

    const fn of(words: &Words) -> Self {
        let &[board, facts, keep, filter, first, second, past] = words;
        #[expect(clippy::cast_possible_truncation, reason = "a part of the word")]
        let ([proved, no_win, no_loss, best], rest) = ((facts as u32).to_le_bytes(), (facts >> 32) as u16);
        let proved = proved.cast_signed();
        Self { board, rest, proved, no_win, no_loss, best, keep, filter, needs: [first, second], past }
    }
}

/// An entry as whole words: a table of nothing but zeros takes no memory before it is written to.
type Words = [u64; 7];

/// What tells an entry in use from one that is not.
const USED: u64 = 1 << 48;

/// A board that has been on the path.
#[derive(Clone, Copy)]
struct Been {
    board: Packed,
    canonical: Packed,
}

struct Found {
    value: i8,
    terms: Terms,
}

const OPEN: Found = Found { value: 0, terms: Terms::NONE };

/// A search that goes deeper until it has a proof, superko being in force.
pub struct SuperkoProver {
    entries: Vec<Words>,
    /// Whether whose turn it is belongs to a position.
    situational: bool,
    path: Vec<Been>,
    lists: Vec<Vec<Choice>>,
    history: History,
    inverse: Vec<usize>,
    /// Nodes visited.
    pub nodes: u64,
    /// Proofs that were remembered and could not be used on another path.
    pub refused: u64,
    most: u64,
    cut: bool,
    /// Whether what was not proved on one path may be tried again on every other.
    thorough: bool,
    stopped: bool,
}

impl SuperkoProver {
    /// A search with room for `2^bits` nodes of a board, 56 bytes each.
    #[must_use]
    pub fn new(grid: &Grid, situational: bool, bits: u32) -> Self {
        let turns = grid.turns();
        let undoes = |turn: &[u8; 64], other: &[u8; 64]| {
            grid.size().points().all(|p| {
                let i = grid.size().index(p);
                usize::from(other[usize::from(turn[i])]) == i
            })
        };
        let inverse = turns
            .iter()
            .map(|turn| turns.iter().position(|other| undoes(turn, other)).unwrap_or_default())
            .collect();
        Self {
            entries: vec![[0; 7]; 2 << (bits.max(1) - 1)],
            situational,
            path: Vec::new(),
            lists: Vec::new(),
            history: History::new(),
            inverse,
            nodes: 0,
            refused: 0,
            most: u64::MAX,
            cut: false,
            thorough: false,
            stopped: false,
        }
    }

    /// Answers the question for the side to move where `before` and the root have been on the board, visiting at most `nodes` more nodes
    /// and going at most `depth` plies deep.
    pub fn prove(
        &mut self,
        question: &AreaQuestion<'_>,
        before: &[Node],
        root: Node,
        nodes: u64,
        depth: u32,
        watch: &mut dyn Watch,
        mut deeper: impl FnMut(u32, u64),
    ) -> Proof {
        self.most = self.nodes.saturating_add(nodes);
        self.stopped = false;
        for depth in 1..=depth {
            self.cut = false;
            // That a node was not proved on one path says little of another, yet is nearly always right; a small board may hang on it.
            self.thorough = depth as usize > 2 * question.grid.size().area() + 8;
            self.path.clear();
            for been in before {
                let (first, _) = canonical(question.grid, been);
                self.path.push(Been { board: self.pack(been), canonical: self.pack(&first) });
            }
            let found = self.search(question, root, depth, -1, 1, watch);
            if self.stopped {
                return Proof::Open(depth);
            }
            match found.value {
                1 => return Proof::Yes(depth),
                -1 => return Proof::No(depth),
                _ if !self.cut => return Proof::Neither,
                _ => deeper(depth, self.nodes),
            }
            self.history.fade();
        }
        Proof::Open(depth)
    }

    /// The move found best in a node.
    #[must_use]
    pub fn best(&self, question: &AreaQuestion<'_>, node: &Node) -> Option<u8> {
        let (first, turn) = canonical(question.grid, node);
        let known = Entry::of(&self.entries[self.find(self.pack(&first), super::table::rest(&first))?]);
        (0..=PASS).find(|&action| name(question.grid, action, turn) == known.best)
    }

    const fn pack(&self, node: &Node) -> Packed {
        let turn = if self.situational { (node.mover as u64) << 31 } else { 0 };
        node.stones[0] | node.stones[1] << 32 | turn
    }

    fn find(&self, board: Packed, rest: u16) -> Option<usize> {
        let at = self.place(board, rest);
        let facts = (USED | u64::from(rest) << 32) >> 32;
        [at, at ^ 1]
            .into_iter()
            .find(|&at| self.entries[at][1] >> 32 == facts && self.entries[at][0] == board)
    }

    fn place(&self, board: Packed, rest: u16) -> usize {
        let mut hash = (board ^ u64::from(rest) << 23).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        hash = (hash ^ hash >> 32).wrapping_add(u64::from(rest)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        #[expect(clippy::cast_possible_truncation, reason = "the low bits are all that is wanted")]
        let low = (hash ^ hash >> 31) as usize;
        low & (self.entries.len() - 1)
    }

    /// Whether a proof kept on these terms, which are those of this node, holds on the present path.
    fn holds(&self, terms: &Terms) -> bool {
        let needs = terms.needs.iter().filter(|&&need| need != 0);
        let has = |need: &Packed| self.path.iter().any(|been| been.board == *need);
        needs.into_iter().all(has)
            && (terms.filter == 0
                || !self.path.iter().any(|been| {
                    been.board & terms.keep == terms.keep && terms.filter & bit(been.canonical) != 0
                }))
    }

    fn search(
        &mut self,
        question: &AreaQuestion<'_>,
        node: Node,
        depth: u32,
        mut alpha: i8,
        mut beta: i8,
        watch: &mut dyn Watch,
    ) -> Found {
        self.nodes += 1;
        if self.nodes >= self.most || self.nodes.is_multiple_of(LOOK) && watch.stop() {
            self.stopped = true;
        }
        if self.stopped {
            return OPEN;
        }
        let grid = question.grid;
        let (first, turn) = canonical(grid, &node);
        let (board, key, rest) = (self.pack(&node), self.pack(&first), super::table::rest(&first));
        let back = self.inverse[turn];
        let mut known = match self.find(key, rest) {
            Some(at) => Entry::of(&self.entries[at]),
            None => Entry::new(key, rest),
        };
        if known.proved != 0 {
            let image = |packed| image(grid, packed, back);
            let terms = Terms {
                keep: if known.filter == 0 { u64::MAX } else { image(known.keep) },
                filter: known.filter,
                needs: known.needs.map(image),
                over: false,
            };
            if self.holds(&terms) {
                return Found { value: known.proved, terms };
            }
            self.refused += 1;
        }
        if let Some(value) = question.judge(&node) {
            return Found { value, terms: Terms::NONE };
        }
        if depth == 0 {
            self.cut = true;
            return OPEN;
        }
        let past = self.path.iter().fold(0, |past, been| past ^ mixed(been.board));
        if self.thorough && known.past != past {
            (known.no_win, known.no_loss) = (0, 0);
        }
        if u32::from(known.no_win) >= depth {
            beta = beta.min(0);
        }
        if u32::from(known.no_loss) >= depth {
            alpha = alpha.max(0);
        }
        if alpha >= beta {
            self.cut = true;
            return OPEN;
        }
        let mut list = self.lists.pop().unwrap_or_default();
        list.clear();
        question.moves(&node, &mut list);
        self.history.sort(&mut list, node.mover, |action| name(grid, action, turn) == known.best);
        let (low, high) = (alpha, beta);
        let (mut best, mut best_action) = (-1, u8::MAX);
        // Those of a loss: all that the enemy's proofs rest on together.
        let mut terms = Terms::NONE;
        self.path.push(Been { board, canonical: key });
        for choice in &list {
            let next = self.pack(&choice.next);
            if choice.action != PASS && self.path.iter().any(|been| been.board == next) {
                terms.need(next);
                continue;
            }
            let mut found = self.search(question, choice.next, depth - 1, -beta, -alpha, watch);
            if self.stopped {
                break;
            }
            let value = -found.value;
            if value == 1 {
                if choice.action != PASS {
                    let (first, _) = canonical(grid, &choice.next);
                    found.terms.keep &= next;
                    found.terms.filter |= bit(self.pack(&first));
                }
                (best, best_action, terms) = (1, choice.action, found.terms);
                break;
            }
            if value == -1 {
                terms.and(&found.terms);
            }
            if value > best {
                (best, best_action) = (value, choice.action);
                alpha = alpha.max(value);
                if alpha >= beta {
                    break;
                }
            }
        }
        self.path.pop();
        self.lists.push(list);
        if self.stopped {
            return OPEN;
        }
        terms.has(board);
        if best_action != u8::MAX {
            self.history.good(node.mover, best_action, depth);
            known.best = name(grid, best_action, turn);
        }
        if best == 0 {
            super::table::open((&mut known.no_win, &mut known.no_loss), depth, (low, high));
        } else if !terms.over {
            known.proved = best;
            known.filter = terms.filter;
            known.keep = image(grid, terms.keep, turn);
            known.needs = terms.needs.map(|need| image(grid, need, turn));
        }
        known.past = past;
        self.put(known);
        Found { value: best, terms: if best == 0 { Terms::NONE } else { terms } }
    }

    fn put(&mut self, known: Entry) {
        let at = self.place(known.board, known.rest);
        #[expect(clippy::cast_possible_truncation, reason = "the lower half")]
        let worth = |words: &Words| {
            let [_, no_win, no_loss, _] = (words[1] as u32).to_le_bytes();
            (words[1] != 0, no_win.max(no_loss))
        };
        let at = self.find(known.board, known.rest).unwrap_or_else(|| {
            if worth(&self.entries[at ^ 1]) < worth(&self.entries[at]) { at ^ 1 } else { at }
        });
        self.entries[at] = known.words();
    }
}

/// A board under a symmetry.
fn image(grid: &Grid, packed: Packed, turn: usize) -> Packed {
    if packed == 0 || turn == 0 {
        return packed;
    }
    let to = &grid.turns()[turn];
    let area = grid.size().area();
    bits(packed).fold(0, |image, i| {
        let (half, point) = (i & 32, i & 31);
        image | 1 << (half + if point < area { usize::from(to[point]) } else { point })
    })
}
