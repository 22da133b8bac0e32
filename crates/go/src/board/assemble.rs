//! A board put together from its parts, so that it goes on exactly as the one that they were read from.

use super::storage::{Cells, ChainCounts, Number};
use super::{All, Board, EMPTY, ONE_EMPTY, Storage, held, one};
use crate::{Color, Point, Size, zobrist};

/// A board in little room, from which it comes back exactly.
pub(crate) struct PackedBoard {
    /// Chain by chain, from the stone that names it, in the order of its ring: 4 × the cell, + 2 for White, + 1 for the first of a chain.
    stones: Vec<u32>,
    /// The empty cells in their order, as [`runs`].
    empty: Vec<i32>,
    ko: usize,
}

impl PackedBoard {
    /// How many bytes it holds.
    pub(crate) const fn weight(&self) -> usize {
        size_of_val(self.stones.as_slice()) + size_of_val(self.empty.as_slice())
    }
}

/// Numbers in their order: each one, or -n for the n numbers after the last one, each one further.
pub(crate) fn runs(numbers: impl Iterator<Item = usize>) -> Vec<i32> {
    let mut runs: Vec<i32> = Vec::new();
    let mut before = None;
    for number in numbers {
        let follows = before.is_some_and(|before| number == before + 1);
        match runs.last_mut() {
            Some(run) if follows && *run < 0 => *run -= 1,
            _ if follows => runs.push(-1),
            _ => runs.push(i32::try_from(number).unwrap_or(i32::MAX)),
        }
        before = Some(number);
    }
    runs.shrink_to_fit();
    runs
}

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
        if chains.iter().any(|(_, ring)| ring.is_empty()) {
            return None;
        }
        board.set_chains(&chains);
        board.has_whole_chains(&chains).then_some(board)
    }

    /// The board as it was packed.
    pub(crate) fn unpacked(size: Size, packed: &PackedBoard) -> Self {
        let mut board = Self::new(size);
        board.empties = 0;
        let mut last = 0;
        for &run in &packed.empty {
            let first = if run < 0 { last + 1 } else { run.cast_unsigned() as usize };
            last = if run < 0 { last + run.unsigned_abs() as usize } else { first };
            (first..=last).for_each(|cell| board.push_empty::<All>(cell));
        }
        let cells = packed.stones.iter().map(|&stone| (stone / 4) as usize).collect::<Vec<_>>();
        let mut from = 0;
        let chains = packed.stones.chunk_by(|_, next| next & 1 == 0).map(|chain| {
            let ring = &cells[from..from + chain.len()];
            from += chain.len();
            (Color::ALL[(chain[0] / 2) as usize & 1], ring)
        });
        board.set_chains(&chains.collect::<Vec<_>>());
        board.ko = packed.ko;
        board
    }

    /// The board in little room.
    pub(crate) fn packed(&self) -> PackedBoard {
        let number = |cell: usize| u32::try_from(cell).unwrap_or(0);
        let mut stones = Vec::with_capacity((self.stones[0] + self.stones[1]) as usize);
        for cell in self.size.points().map(|point| self.cell(point)) {
            if let Some(color) = self.at(cell).filter(|_| self.chain(cell) == cell) {
                let chain = self.chain_cells(cell);
                stones.extend(
                    chain.map(|stone| {
                        4 * number(stone) + 2 * number(color.index()) + u32::from(stone == cell)
                    }),
                );
            }
        }
        let empty = runs((0..self.empties).map(|i| self.empty(i)));
        PackedBoard { stones, empty, ko: self.ko }
    }

    /// Sets chains on points without stones, each its colour and its stones from the one that names it in the order of its ring.
    fn set_chains(&mut self, chains: &[(Color, impl AsRef<[usize]>)]) {
        for (color, ring) in chains.iter().map(|(color, ring)| (*color, ring.as_ref())) {
            for (&stone, &next) in ring.iter().zip(ring.iter().cycle().skip(1)) {
                self.set_stone(color, stone, ring[0]);
                self.next.set(stone, S::Id::of(next));
            }
        }
        for ring in chains.iter().map(|(_, ring)| ring.as_ref()) {
            let around = |&stone: &usize| self.around(stone) / ONE_EMPTY;
            let beside =
                ring.iter().flat_map(|&stone| self.near(stone)).filter(|&it| self.holds(it) == EMPTY);
            let sum = beside.map(|cell| cell as u64).sum();
            let ledger = S::ChainCounts::new(ring.len(), sum, ring.iter().map(around).sum());
            self.chains.set(ring[0], ledger);
        }
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
