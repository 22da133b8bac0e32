//! Boards of at most 64 points, as bit sets: a small board, or a part of a large one.

use stonefield_go::Color;
use stonefield_go::field::bits::Grid;

/// Largest number of points of a bit board.
pub const MAX_POINTS: usize = 64;

/// Points and their neighbours. These are enough to find chains and captures.
pub trait BitBoard {
    /// All points. An empty point is a liberty of the stones beside it.
    fn all(&self) -> u64;

    /// Neighbours of a set of points. They include points of the set that have a neighbour in the set.
    fn around(&self, points: u64) -> u64;

    /// Points of `within` that are connected to the points of `seed` inside `within`.
    #[inline]
    fn flood(&self, seed: u64, within: u64) -> u64 {
        let mut reached = seed & within;
        loop {
            let grown = (reached | self.around(reached)) & within;
            if grown == reached {
                return reached;
            }
            reached = grown;
        }
    }

    /// Connected parts of `within` that contain some of `points`, in the order of the lowest of these points.
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

/// Position on a bit board: stones, side to move, and what the rules need of the last moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ProofNode {
    /// Stones of each colour.
    pub stones: [u64; 2],
    /// Side to move.
    pub mover: Color,
    /// Point that simple ko forbids to the side to move; [`MAX_POINTS`] for none.
    pub ko: u8,
    /// Number of consecutive passes up to this node.
    pub passes: u8,
    /// Number of kos retaken at once, against the ko ban, if the question allows that; at most 7.
    pub ko_retakes: u8,
}

/// Result of a move on a point.
#[derive(Clone, Copy, Debug)]
pub struct PlayResult {
    /// Node after the move, with the other side to move.
    pub node: ProofNode,
    /// Enemy stones that the move captures.
    pub captured: u64,
    /// Own stones that the move loses.
    pub suicide: u64,
}

impl ProofNode {
    /// Creates a node with these stones and no earlier moves.
    #[must_use]
    pub const fn new(stones: [u64; 2], mover: Color) -> Self {
        Self { stones, mover, ko: MAX_POINTS as u8, passes: 0, ko_retakes: 0 }
    }

    /// Empty points.
    #[inline]
    pub fn empty(&self, board: &impl BitBoard) -> u64 {
        board.all() & !(self.stones[0] | self.stones[1])
    }

    /// Node after a pass.
    #[must_use]
    pub fn pass(&self) -> Self {
        Self { mover: !self.mover, ko: MAX_POINTS as u8, passes: self.passes + 1, ..*self }
    }

    /// Result of a stone on an empty point. `None` if the move is suicide of a single stone, or suicide of
    /// several stones while `suicide` is false. The caller must respect the ko ban.
    #[inline]
    pub fn play(&self, board: &impl BitBoard, point: usize, suicide: bool) -> Option<PlayResult> {
        let stone = 1 << point;
        let (own, enemy) = (self.stones[self.mover.index()] | stone, self.stones[(!self.mover).index()]);
        let empty = self.empty(board) & !stone;
        let neighbours = board.around(stone);
        let has_no_liberty = |chain: &u64| board.around(*chain) & empty == 0;
        let captured =
            board.parts(neighbours & enemy, enemy).filter(has_no_liberty).fold(0, |set, chain| set | chain);
        let (mut ko, mut lost_stones) = (MAX_POINTS as u8, 0);
        if captured == 0 {
            // Most new stones have an empty neighbour and need no further test.
            if neighbours & empty == 0 {
                let chain = board.flood(stone, own);
                if has_no_liberty(&chain) {
                    if !suicide || chain == stone {
                        return None;
                    }
                    lost_stones = chain;
                }
            }
        } else if captured.is_power_of_two()
            && neighbours & own == 0
            && neighbours & (empty | captured) == captured
        {
            #[expect(clippy::cast_possible_truncation, reason = "below 64")]
            {
                ko = captured.trailing_zeros() as u8;
            }
        }
        let mut stones = [0; 2];
        stones[self.mover.index()] = own & !lost_stones;
        stones[(!self.mover).index()] = enemy & !captured;
        let node = Self { stones, mover: !self.mover, ko, passes: 0, ko_retakes: self.ko_retakes };
        Some(PlayResult { node, captured, suicide: lost_stones })
    }
}

/// Points that a colour owns unconditionally: its unconditionally alive stones, and their vital regions.
///
/// The same as [`Benson`](stonefield_go::Benson), on bit sets.
// CITE: D. B. Benson, "Life in the game of Go", Information Sciences 10, 1976.
#[must_use]
pub fn owned_unconditionally(board: &impl BitBoard, own: u64, enemy: u64, suicide: bool) -> u64 {
    if own == 0 {
        return 0;
    }
    let empty = board.all() & !(own | enemy);
    // `MAX_POINTS` of each are enough, because a chain or a region has at least one point.
    let mut buffers = [[0; MAX_POINTS]; 2];
    let [chains, regions] = &mut buffers;
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
            let mut vital_count = 0;
            for region in regions.iter() {
                let points_to_touch = if suicide { *region } else { *region & empty };
                if points_to_touch != 0 && points_to_touch & !liberties == 0 {
                    vital_count += 1;
                    owned |= *region;
                }
            }
            if vital_count >= 2 {
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

/// Collects sets into `buffer`, which must be large enough, and returns the filled part.
fn collect_sets(sets: impl Iterator<Item = u64>, buffer: &mut [u64; MAX_POINTS]) -> &mut [u64] {
    let count = buffer.iter_mut().zip(sets).map(|(slot, set)| *slot = set).count();
    &mut buffer[..count]
}
