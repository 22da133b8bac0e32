//! Boards of at most 64 points as bit sets: a whole small one, or a part of a large one.

use stonefield_go::Color;
use stonefield_go::field::bits::Grid;

/// The most points of a bit board.
pub const MOST: usize = 64;

/// Points that neighbour each other, as far as the law of captures needs to know.
pub trait BitBoard {
    /// All points: those that are empty are liberties.
    fn all(&self) -> u64;

    /// The neighbours of a set of points; points of the set are among them where they neighbour each other.
    fn around(&self, points: u64) -> u64;

    /// What is reached from a set within another by steps between neighbours.
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

    /// The chains or regions of a set that points of it belong to, those with the lowest of these points first.
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
        Self::around(self, points)
    }
}

/// Points of a set.
pub const fn count(set: u64) -> i32 {
    set.count_ones().cast_signed()
}

/// Stones on a bit board, whose turn it is, and what the last moves were as far as the law asks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ProofNode {
    /// The stones of each colour.
    pub stones: [u64; 2],
    /// Whose turn it is.
    pub mover: Color,
    /// The point that simple ko forbids to the side to move; [`MOST`] for none.
    pub ko: u8,
    /// Passes made one after the other up to now.
    pub passes: u8,
    /// How many kos have been taken back that were forbidden, where that is allowed and counted; at most 7.
    pub spent: u8,
}

/// What a move on a point led to.
#[derive(Clone, Copy, Debug)]
pub struct PlayResult {
    /// What stands then, the other side to move.
    pub node: ProofNode,
    /// The enemy stones taken.
    pub captured: u64,
    /// The own stones lost.
    pub suicide: u64,
}

impl ProofNode {
    /// These stones, nothing having happened before.
    #[must_use]
    pub const fn new(stones: [u64; 2], mover: Color) -> Self {
        Self { stones, mover, ko: MOST as u8, passes: 0, spent: 0 }
    }

    /// The empty points.
    #[inline]
    pub fn empty(&self, board: &impl BitBoard) -> u64 {
        board.all() & !(self.stones[0] | self.stones[1])
    }

    /// After a pass.
    #[must_use]
    pub fn pass(&self) -> Self {
        Self { mover: !self.mover, ko: MOST as u8, passes: self.passes + 1, ..*self }
    }

    /// After a stone on an empty point; `None` when it would die alone, or with others where that is not a legal `suicide`. The ko ban is the
    /// caller's to keep.
    #[inline]
    pub fn play(&self, board: &impl BitBoard, point: usize, suicide: bool) -> Option<PlayResult> {
        let stone = 1 << point;
        let (own, enemy) = (self.stones[self.mover.index()] | stone, self.stones[(!self.mover).index()]);
        let empty = self.empty(board) & !stone;
        let near = board.around(stone);
        let is_taken = |chain: &u64| board.around(*chain) & empty == 0;
        let captured = board.parts(near & enemy, enemy).filter(is_taken).fold(0, |all, chain| all | chain);
        let (mut ko, mut lost) = (MOST as u8, 0);
        if captured == 0 {
            // A free neighbour is all that most stones need.
            if near & empty == 0 {
                let chain = board.flood(stone, own);
                if is_taken(&chain) {
                    if !suicide || chain == stone {
                        return None;
                    }
                    lost = chain;
                }
            }
        } else if captured.is_power_of_two() && near & own == 0 && near & (empty | captured) == captured {
            #[expect(clippy::cast_possible_truncation, reason = "below 64")]
            {
                ko = captured.trailing_zeros() as u8;
            }
        }
        let mut stones = [0; 2];
        stones[self.mover.index()] = own & !lost;
        stones[(!self.mover).index()] = enemy & !captured;
        let node = Self { stones, mover: !self.mover, ko, passes: 0, spent: self.spent };
        Some(PlayResult { node, captured, suicide: lost })
    }
}

/// What a colour has for good: its unconditionally living stones, and the regions vital to them.
///
/// The same as [`Benson`](stonefield_go::Benson), on bit sets.
// CITE: D. B. Benson, "Life in the game of Go", Information Sciences 10, 1976.
#[must_use]
pub fn owned(board: &impl BitBoard, own: u64, enemy: u64, suicide: bool) -> u64 {
    if own == 0 {
        return 0;
    }
    let empty = board.all() & !(own | enemy);
    // Chains have two liberties or more each here, regions a point.
    let mut room = [[0; MOST]; 2];
    let [chains, regions] = &mut room;
    let chains = listed(board.parts(own, own), chains);
    let others = board.all() & !own;
    let regions = listed(board.parts(others, others), regions);
    if regions.len() < 2 {
        return 0;
    }
    let mut alive = own;
    loop {
        let mut owned = 0;
        let mut left = 0;
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
                left |= *chain;
            }
        }
        if left == alive {
            return alive | owned;
        }
        alive = left;
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

/// Sets in a room that has enough for them.
fn listed(sets: impl Iterator<Item = u64>, room: &mut [u64; MOST]) -> &mut [u64] {
    let count = room.iter_mut().zip(sets).map(|(to, set)| *to = set).count();
    &mut room[..count]
}
