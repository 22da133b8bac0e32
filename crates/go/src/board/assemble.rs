//! Boards built from stored data. A rebuilt board behaves exactly like the original.
//!
//! A rebuilt board has the same order of the empty cells and of each chain's ring (see [`Board`]), because
//! later random choices depend on these orders.

use super::storage::{Cells, ChainCounts, Number};
use super::{Board, EMPTY, ONE_EMPTY, Storage, UpdateAll, content_bits, one_neighbour};
use crate::{Color, Point, Size, zobrist};

/// Compact form of a board, from which the board is rebuilt exactly.
pub(crate) struct PackedBoard {
    /// Stones of all chains. Each chain begins with the stone at its id and follows the order of its ring.
    /// A stone is 4 × its cell index, + 2 for White, + 1 for the first stone of a chain.
    stones: Vec<u32>,
    /// List of empty cells in its order, encoded by [`encode_runs`].
    empty_runs: Vec<i32>,
    /// Cell on which simple ko forbids a move. 0: none.
    ko: usize,
}

impl PackedBoard {
    /// Size of the data, in bytes.
    pub(crate) const fn weight(&self) -> usize {
        size_of_val(self.stones.as_slice()) + size_of_val(self.empty_runs.as_slice())
    }
}

/// Encodes a list of numbers. An entry of the code is a number, or -n for the n numbers that follow the
/// previous entry consecutively.
pub(crate) fn encode_runs(numbers: impl Iterator<Item = usize>) -> Vec<i32> {
    let mut runs: Vec<i32> = Vec::new();
    let mut previous = None;
    for number in numbers {
        let follows = previous.is_some_and(|previous| number == previous + 1);
        match runs.last_mut() {
            Some(run) if follows && *run < 0 => *run -= 1,
            _ if follows => runs.push(-1),
            _ => runs.push(i32::try_from(number).unwrap_or(i32::MAX)),
        }
        previous = Some(number);
    }
    runs.shrink_to_fit();
    runs
}

impl<S: Storage> Board<S> {
    /// Builds a board from its chains and its list of empty points.
    ///
    /// A chain is its colour and its points, which begin with the stone at its id and follow the order of
    /// [`Board::chain_cells`]. Each point of the board must occur exactly once in the chains and the empty
    /// points. Returns `None` if a chain is empty, is not connected or touches another chain of its colour.
    pub(crate) fn assembled(size: Size, chains: &[(Color, Vec<Point>)], empty: &[Point]) -> Option<Self> {
        let mut board = Self::new(size);
        board.empty_count = 0;
        for &point in empty {
            board.push_empty::<UpdateAll>(board.cell(point));
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

    /// Rebuilds a packed board.
    pub(crate) fn unpacked(size: Size, packed: &PackedBoard) -> Self {
        let mut board = Self::new(size);
        board.empty_count = 0;
        let mut last = 0;
        for &run in &packed.empty_runs {
            let first = if run < 0 { last + 1 } else { run.cast_unsigned() as usize };
            last = if run < 0 { last + run.unsigned_abs() as usize } else { first };
            (first..=last).for_each(|cell| board.push_empty::<UpdateAll>(cell));
        }
        let cells = packed.stones.iter().map(|&stone| (stone / 4) as usize).collect::<Vec<_>>();
        let mut start = 0;
        let chains = packed.stones.chunk_by(|_, next| next & 1 == 0).map(|chain| {
            let ring = &cells[start..start + chain.len()];
            start += chain.len();
            (Color::ALL[(chain[0] / 2) as usize & 1], ring)
        });
        board.set_chains(&chains.collect::<Vec<_>>());
        board.ko = packed.ko;
        board
    }

    /// Packs the board.
    pub(crate) fn packed(&self) -> PackedBoard {
        let to_u32 = |cell: usize| u32::try_from(cell).unwrap_or(0);
        let mut stones = Vec::with_capacity((self.stones[0] + self.stones[1]) as usize);
        for cell in self.size.points().map(|point| self.cell(point)) {
            if let Some(color) = self.at(cell).filter(|_| self.chain_id(cell) == cell) {
                let chain = self.chain_cells(cell);
                stones.extend(
                    chain.map(|stone| {
                        4 * to_u32(stone) + 2 * to_u32(color.index()) + u32::from(stone == cell)
                    }),
                );
            }
        }
        let empty_runs = encode_runs((0..self.empty_count).map(|i| self.nth_empty(i)));
        PackedBoard { stones, empty_runs, ko: self.ko }
    }

    /// Places chains on empty points. The stones of a chain begin with the stone at its id and follow the
    /// order of its ring.
    fn set_chains(&mut self, chains: &[(Color, impl AsRef<[usize]>)]) {
        for (color, ring) in chains.iter().map(|(color, ring)| (*color, ring.as_ref())) {
            for (&stone, &next) in ring.iter().zip(ring.iter().cycle().skip(1)) {
                self.set_stone(color, stone, ring[0]);
                self.next.set(stone, S::Id::of(next));
            }
        }
        for ring in chains.iter().map(|(_, ring)| ring.as_ref()) {
            let count_empty = |&stone: &usize| self.neighbour_counters(stone) / ONE_EMPTY;
            let empty_neighbours = ring
                .iter()
                .flat_map(|&stone| self.neighbours(stone))
                .filter(|&cell| self.content(cell) == EMPTY);
            let sum = empty_neighbours.map(|cell| cell as u64).sum();
            let counts = S::ChainCounts::new(ring.len(), sum, ring.iter().map(count_empty).sum());
            self.chains.set(ring[0], counts);
        }
    }

    /// Places a stone of the chain with this id and updates the counters of the stone's neighbours.
    fn set_stone(&mut self, color: Color, stone: usize, id: usize) {
        let c = color.index();
        self.cells.set(stone, S::Word::pack(id, content_bits(c) + self.neighbour_counters(stone)));
        self.hash ^= zobrist::stone(stone, c);
        self.stones[c] += 1;
        for neighbour in self.neighbours(stone) {
            let word =
                self.cells.get(neighbour).plus(S::Word::of(one_neighbour(c))).minus(S::Word::of(ONE_EMPTY));
            self.cells.set(neighbour, word);
        }
    }

    /// Returns true if each chain has exactly the stones that are connected to its first stone.
    fn has_whole_chains(&self, chains: &[(Color, Vec<usize>)]) -> bool {
        let mut visited = vec![false; Self::cells(self.size)];
        let mut connected = Vec::new();
        chains.iter().all(|(color, ring)| {
            connected.clear();
            connected.push(ring[0]);
            visited[ring[0]] = true;
            let mut next = 0;
            while next < connected.len() {
                let stone: usize = connected[next];
                next += 1;
                for neighbour in self.neighbours(stone) {
                    if self.content(neighbour) == color.index() && !visited[neighbour] {
                        visited[neighbour] = true;
                        connected.push(neighbour);
                    }
                }
            }
            connected.len() == ring.len() && connected.iter().all(|&stone| self.chain_id(stone) == ring[0])
        })
    }
}
