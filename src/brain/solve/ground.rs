//! Grounds of at most 64 points as bit sets: a whole small board, or a part of a large one.

use crate::go::{Color, Point, Size};

/// The most points of a ground.
pub const MOST: usize = 64;

/// Points that neighbour each other, as far as the law of captures needs to know.
pub trait Ground {
    /// All points: those that are empty are liberties.
    fn all(&self) -> u64;

    /// The points on which stones may be placed.
    fn open(&self) -> u64 {
        self.all()
    }

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
}

/// A whole board of at most 64 points: bit `i` is point number `i`.
#[derive(Clone, Debug)]
pub struct Grid {
    size: Size,
    width: u32,
    all: u64,
    /// All but the left column, and all but the right one.
    inner: [u64; 2],
    /// Where each point goes under each symmetry of the board, the identity first.
    turns: Vec<[u8; MOST]>,
}

impl Grid {
    /// The ground of a board; `None` for more than [`MOST`] points.
    #[must_use]
    pub fn new(size: Size) -> Option<Self> {
        let (width, area) = (usize::from(size.width()), size.area());
        if area > MOST {
            return None;
        }
        let column = |x: usize| (0..area).filter(|i| i % width == x).fold(0, |set, i| set | 1 << i);
        let all = u64::MAX >> (MOST - area);
        let inner = [all & !column(0), all & !column(width - 1)];
        let mut grid = Self { size, width: u32::from(size.width()), all, inner, turns: Vec::new() };
        grid.turns = grid.symmetries();
        Some(grid)
    }

    /// The board's size.
    #[must_use]
    pub const fn size(&self) -> Size {
        self.size
    }

    /// The symmetries of the board, each as the point number that every point number goes to; the identity comes first.
    #[must_use]
    pub fn turns(&self) -> &[[u8; MOST]] {
        &self.turns
    }

    fn symmetries(&self) -> Vec<[u8; MOST]> {
        let (width, height) = (self.size.width(), self.size.height());
        let mut turns = Vec::new();
        for turn in 0..8 {
            let (mirror_x, mirror_y, swap) = (turn & 1 != 0, turn & 2 != 0, turn & 4 != 0);
            if swap && width != height {
                continue;
            }
            let mut to = [0; MOST];
            for point in self.size.points() {
                let x = if mirror_x { width - 1 - point.x } else { point.x };
                let y = if mirror_y { height - 1 - point.y } else { point.y };
                let point_to = if swap { Point::new(y, x) } else { Point::new(x, y) };
                #[expect(clippy::cast_possible_truncation, reason = "at most 64 points")]
                {
                    to[self.size.index(point)] = self.size.index(point_to) as u8;
                }
            }
            if !turns.contains(&to) {
                turns.push(to);
            }
        }
        turns
    }
}

impl Ground for Grid {
    #[inline]
    fn all(&self) -> u64 {
        self.all
    }

    #[inline]
    fn around(&self, points: u64) -> u64 {
        let [not_left, not_right] = self.inner;
        let sides = (points & not_left) >> 1 | (points & not_right) << 1;
        let rows = if self.width < 64 { points >> self.width | points << self.width } else { 0 };
        (sides | rows) & self.all
    }
}

/// The points of a set, lowest first.
pub fn bits(mut set: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        (set != 0).then(|| {
            let bit = set.trailing_zeros() as usize;
            set &= set - 1;
            bit
        })
    })
}

/// Stones on a ground, whose turn it is, and what the last moves were as far as the law asks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Node {
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
pub struct Step {
    /// What stands then, the other side to move.
    pub node: Node,
    /// The enemy stones taken.
    pub captured: u64,
    /// The own stones lost.
    pub suicide: u64,
}

impl Node {
    /// These stones, nothing having happened before.
    #[must_use]
    pub const fn new(stones: [u64; 2], mover: Color) -> Self {
        Self { stones, mover, ko: MOST as u8, passes: 0, spent: 0 }
    }

    /// The empty points of its ground.
    #[inline]
    pub fn empty(&self, ground: &impl Ground) -> u64 {
        ground.all() & !(self.stones[0] | self.stones[1])
    }

    /// After a pass.
    #[must_use]
    pub fn pass(&self) -> Self {
        Self { mover: !self.mover, ko: MOST as u8, passes: self.passes + 1, ..*self }
    }

    /// After a stone on an empty point; `None` when it would die alone, or with others where that is no legal `suicide`. The ko ban is the
    /// caller's to heed.
    #[inline]
    pub fn play(&self, ground: &impl Ground, point: usize, suicide: bool) -> Option<Step> {
        let stone = 1 << point;
        let (own, enemy) = (self.stones[self.mover.index()] | stone, self.stones[(!self.mover).index()]);
        let empty = self.empty(ground) & !stone;
        let near = ground.around(stone);
        let mut captured = 0;
        let mut left = near & enemy;
        while left != 0 {
            let chain = ground.flood(left & left.wrapping_neg(), enemy);
            left &= !chain;
            if ground.around(chain) & empty == 0 {
                captured |= chain;
            }
        }
        let (mut ko, mut lost) = (MOST as u8, 0);
        if captured == 0 {
            // A free neighbour is all that most stones need.
            if near & empty == 0 {
                let chain = ground.flood(stone, own);
                if ground.around(chain) & empty == 0 {
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
        Some(Step { node, captured, suicide: lost })
    }

    /// The same with colours exchanged.
    #[must_use]
    pub const fn exchanged(&self) -> Self {
        let [black, white] = self.stones;
        Self { stones: [white, black], ..*self }
    }
}

/// What a colour has for good: its unconditionally living stones, and the regions vital to them.
///
/// The same as [`Benson`](crate::go::Benson), on bit sets.
// CITE: D. B. Benson, "Life in the game of Go", Information Sciences 10, 1976.
#[must_use]
pub fn owned(ground: &impl Ground, own: u64, enemy: u64, suicide: bool) -> u64 {
    /// A set of a fixed room: chains have two liberties or more each here, regions a point.
    struct Sets {
        sets: [u64; MOST],
        count: usize,
    }
    impl Sets {
        fn of(ground: &impl Ground, mut points: u64) -> Self {
            let within = points;
            let mut sets = Self { sets: [0; MOST], count: 0 };
            while points != 0 {
                let set = ground.flood(points & points.wrapping_neg(), within);
                points &= !set;
                sets.sets[sets.count] = set;
                sets.count += 1;
            }
            sets
        }

        fn list(&mut self) -> &mut [u64] {
            &mut self.sets[..self.count]
        }
    }
    if own == 0 {
        return 0;
    }
    let empty = ground.all() & !(own | enemy);
    let mut chains = Sets::of(ground, own);
    let mut regions = Sets::of(ground, ground.all() & !own);
    if regions.count < 2 {
        return 0;
    }
    let mut alive = own;
    loop {
        let mut owned = 0;
        let mut left = 0;
        for chain in chains.list() {
            if *chain & alive == 0 {
                continue;
            }
            let liberties = ground.around(*chain);
            let mut vital = 0;
            for region in regions.list() {
                let needed = if suicide { *region } else { *region & empty };
                if *region != 0 && needed != 0 && needed & !liberties == 0 {
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
        for region in regions.list() {
            if ground.around(*region) & own & !alive != 0 {
                *region = 0;
            }
        }
    }
}
