//! Boards of at most 64 points as bit sets: a small board, or a part of a large one.

use stonefield_go::Color;
use stonefield_go::field::bits::Grid;

/// Largest number of points of a bit board.
pub const MOST: usize = 64;

/// Points and their neighbours, enough for captures.
pub trait BitBoard {
    /// All points. An empty point is a liberty of the stones beside it.
    fn all(&self) -> u64;

    /// Neighbours of a set of points, including points of the set that have a neighbour in it.
    fn around(&self, points: u64) -> u64;

    /// Points of `within` that a path inside `within` connects to `seed`.
    #[inline]
    fn flood(&self, seed: u64, within: u64) -> u64 {
        let mut reached = seed & within;
        loop {
            let more = (reached | self.around(reached)) & within;
            if more == reached {
                return reached;
            }
            reached = more;
        }
    }

    /// The connected parts of `within` that contain points of the set, in the order of the lowest such
    /// point.
    #[inline]
    fn parts(&self, mut points: u64, within: u64) -> impl Iterator<Item = u64> {
        std::iter::from_fn(move || {
            (points != 0).then(|| {
                let part = self.flood(points & points.wrapping_neg(), within);
                points &= !part;
                part
            })
        })
    }
}

impl BitBoard for Grid<u64> {
    #[inline]
    fn all(&self) -> u64 {
        *self.board()
    }

    #[inline]
    fn around(&self, points: u64) -> u64 {
        Self::neighbours(self, points)
    }
}

/// Number of points in a set.
pub const fn count(set: u64) -> i32 {
    set.count_ones().cast_signed()
}

/// Stones on a bit board, the side to move, and the last moves as far as the rules depend on them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ProofNode {
    /// Stones of each colour.
    pub stones: [u64; 2],
    /// Side to move.
    pub mover: Color,
    /// Point that simple ko forbids to the side to move; [`MOST`] for none.
    pub ko: u8,
    /// Number of consecutive passes up to this node.
    pub passes: u8,
    /// Number of kos retaken against the ko ban, if that is allowed and counted; at most 7.
    pub spent: u8,
}

/// Result of a move on a point.
#[derive(Clone, Copy, Debug)]
pub struct PlayResult {
    /// Node after the move, with the other side to move.
    pub node: ProofNode,
    /// Captured enemy stones.
    pub captured: u64,
    /// Lost stones of the mover.
    pub suicide: u64,
}

impl ProofNode {
    /// Creates a node with these stones and no earlier moves.
    #[must_use]
    pub const fn new(stones: [u64; 2], mover: Color) -> Self {
        Self { stones, mover, ko: MOST as u8, passes: 0, spent: 0 }
    }

    /// Empty points.
    #[inline]
    pub fn empty(&self, board: &impl BitBoard) -> u64 {
        board.all() & !(self.stones[0] | self.stones[1])
    }

    /// Node after a pass.
    #[must_use]
    pub fn pass(&self) -> Self {
        Self { mover: !self.mover, ko: MOST as u8, passes: self.passes + 1, ..*self }
    }

    /// Result of a stone on an empty point. `None` if the stone would die alone, or with others while
    /// `suicide` is illegal. The caller must respect the ko ban.
    #[inline]
    pub fn play(&self, board: &impl BitBoard, point: usize, suicide: bool) -> Option<PlayResult> {
        let stone = 1 << point;
        let (own, enemy) = (self.stones[self.mover.index()] | stone, self.stones[(!self.mover).index()]);
        let empty = self.empty(board) & !stone;
        let near = board.around(stone);
        let is_taken = |chain: &u64| board.around(*chain) & empty == 0;
        let captured = board.parts(near & enemy, enemy).filter(is_taken).fold(0, |all, chain| all | chain);
        let (mut ko, mut dead_stones) = (MOST as u8, 0);
        if captured == 0 {
            // Most stones have a free neighbour and need no further test.
            if near & empty == 0 {
                let chain = board.flood(stone, own);
                if is_taken(&chain) {
                    if !suicide || chain == stone {
                        return None;
                    }
                    dead_stones = chain;
                }
            }
        } else if captured.is_power_of_two() && near & own == 0 && near & (empty | captured) == captured {
            #[expect(clippy::cast_possible_truncation, reason = "below 64")]
            {
                ko = captured.trailing_zeros() as u8;
            }
        }
        let mut stones = [0; 2];
        stones[self.mover.index()] = own & !dead_stones;
        stones[(!self.mover).index()] = enemy & !captured;
        let node = Self { stones, mover: !self.mover, ko, passes: 0, spent: self.spent };
        Some(PlayResult { node, captured, suicide: dead_stones })
    }
}

/// Points that a colour owns unconditionally: its unconditionally living stones, and their vital regions.
///
/// The same as [`Benson`](stonefield_go::Benson), on bit sets.
// CITE: D. B. Benson, "Life in the game of Go", Information Sciences 10, 1976.
#[must_use]
pub fn owned(board: &impl BitBoard, own: u64, enemy: u64, suicide: bool) -> u64 {
    if own == 0 {
        return 0;
    }
    let empty = board.all() & !(own | enemy);
    // Room for [`MOST`] of each is enough: a chain counted here has two or more liberties, and a region has
    // a point.
    let mut room = [[0; MOST]; 2];
    let [chains, regions] = &mut room;
    let chains = collect_sets(board.parts(own, own), chains);
    let not_own = board.all() & !own;
    let regions = collect_sets(board.parts(not_own, not_own), regions);
    if regions.len() < 2 {
        return 0;
    }
    let mut alive = own;
    loop {
        let mut owned = 0;
        let mut still_alive = 0;
        for chain in chains.iter() {
            if *chain & alive == 0 {
                continue;
            }
            let liberties = board.around(*chain);
            let mut vital = 0;
            for region in regions.iter() {
                let needed = if suicide { *region } else { *region & empty };
                if needed != 0 && needed & !liberties == 0 {
                    vital += 1;
                    owned |= *region;
                }
            }
            if vital >= 2 {
                still_alive |= *chain;
            }
        }
        if still_alive == alive {
            return alive | owned;
        }
        alive = still_alive;
        if alive == 0 {
            return 0;
        }
        for region in regions.iter_mut() {
            if board.around(*region) & own & !alive != 0 {
                *region = 0;
            }
        }
    }
}

/// Collects sets into `room`, which must be large enough, and returns the filled part.
fn collect_sets(sets: impl Iterator<Item = u64>, room: &mut [u64; MOST]) -> &mut [u64] {
    let count = room.iter_mut().zip(sets).map(|(to, set)| *to = set).count();
    &mut room[..count]
}
