//! A board put together from its parts, so that it goes on exactly as the one that they were read from.

use super::storage::{Cells, Ledger, Number};
use super::{All, Board, EMPTY, ONE_EMPTY, Storage, held, one};
use crate::go::{Color, Point, Size, zobrist};

impl<S: Storage> Board<S> {
    /// The board of these chains, each its stones' colour and points in the order of [`Board::chain_cells`] from the one that names it, and of these
    /// empty points in their order. Each point of the board must be in one of them, once; `None` when chains are not whole: when their
    /// stones are not connected, or touch another chain of their colour.
    pub(crate) fn assembled(size: Size, chains: &[(Color, Vec<Point>)], empty: &[Point]) -> Option<Self> {
        let mut board = Self::new(size);
        board.empties = 0;
        for &point in empty {
            board.push_empty::<All>(board.cell(point));
        }
        let cells = |ring: &[Point]| ring.iter().map(|&point| board.cell(point)).collect();
        let chains: Vec<(Color, Vec<usize>)> =
            chains.iter().map(|(color, ring)| (*color, cells(ring))).collect();
        for (color, ring) in &chains {
            let &name = ring.first()?;
            for (&stone, &next) in ring.iter().zip(ring.iter().cycle().skip(1)) {
                board.set_stone(*color, stone, name);
                board.next.set(stone, S::Id::of(next));
            }
        }
        for (_, ring) in &chains {
            let around = |&stone: &usize| board.around(stone) / ONE_EMPTY;
            let sum =
                ring.iter().flat_map(|&stone| board.near(stone)).filter(|&it| board.holds(it) == EMPTY).sum();
            let ledger = S::Ledger::new(ring.len(), sum, ring.iter().map(around).sum());
            board.chains.set(ring[0], ledger);
        }
        board.has_whole_chains(&chains).then_some(board)
    }

    /// Sets a stone of a chain and tells its neighbours.
    fn set_stone(&mut self, color: Color, stone: usize, name: usize) {
        let c = color.index();
        self.cells.set(stone, S::Word::pack(name, held(c) + self.around(stone)));
        self.hash ^= zobrist::stone(stone, c);
        self.stones[c] += 1;
        for other in self.near(stone) {
            let word = self.cells.get(other).plus(S::Word::of(one(c))).minus(S::Word::of(ONE_EMPTY));
            self.cells.set(other, word);
        }
    }

    /// Whether each chain is all that can be reached from its first stone by stones of its colour.
    fn has_whole_chains(&self, chains: &[(Color, Vec<usize>)]) -> bool {
        let mut seen = vec![false; Self::cells(self.size)];
        let mut reached = Vec::new();
        chains.iter().all(|(color, ring)| {
            reached.clear();
            reached.push(ring[0]);
            seen[ring[0]] = true;
            let mut at = 0;
            while at < reached.len() {
                let stone: usize = reached[at];
                at += 1;
                for other in self.near(stone) {
                    if self.holds(other) == color.index() && !seen[other] {
                        seen[other] = true;
                        reached.push(other);
                    }
                }
            }
            reached.len() == ring.len() && reached.iter().all(|&stone| self.chain(stone) == ring[0])
        })
    }
}
