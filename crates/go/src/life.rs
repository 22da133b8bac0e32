//! Unconditional life (Benson): chains that the enemy cannot capture even if their owner always passes.

use super::board::EMPTY;
use super::{Color, Point, Position, Setup, Size};

/// Value of a cell outside the board, in the array with a border.
const BORDER: u8 = 3;

/// Entry without a value: a cell without a label, or a chain without a contact.
const NONE: u32 = u32::MAX;

/// Contact of a region with a chain, given by their numbers.
#[derive(Clone, Copy)]
struct Touch {
    region: u32,
    chain: u32,
    /// Number of the region's required points (see [`Region::required`]) that are liberties of the chain.
    liberties: u32,
}

/// Connected region of points without a stone of the colour that is examined.
#[derive(Clone, Copy)]
struct Region {
    /// Number of points that must be liberties of a chain so that the region is vital to the chain: the empty
    /// points, or all points if suicide is legal.
    required: u32,
    /// True if all chains that touch the region are alive.
    all_chains_alive: bool,
    /// True if the region is vital to at least one living chain.
    is_vital_to_any: bool,
}

impl Region {
    /// Returns true if the region is vital to the chain.
    ///
    /// In an illegal set-up a region may be full of enemy stones, without any empty point. Such a region has
    /// no required points and is not vital.
    const fn is_vital(&self, touch: &Touch) -> bool {
        self.all_chains_alive && self.required > 0 && touch.liberties == self.required
    }
}

#[derive(Clone, Copy)]
struct Chain {
    /// Number of regions that are vital to the chain.
    vital_regions: u32,
    alive: bool,
}

/// Benson's algorithm: finds the unconditionally alive chains and their vital regions.
///
/// The buffers are reused between calls, so that frequent calls are cheap.
///
/// A chain is alive if two regions are vital to it. A region is vital to a chain if only living chains of the
/// chain's colour enclose the region and every empty point of the region is a liberty of the chain. If
/// suicide is legal, every point of the region must be a liberty, because the enemy could also empty the
/// other points by suicide. Chains that live only by ko, in seki, or because their owner answers each attack
/// are not found.
///
/// ```
/// use stonefield_go::{Benson, Color, Setup};
///
/// let setup: Setup = ". X . X .\n\
///                     X X X X X\n\
///                     . . . . .\n\
///                     . O . . .".parse()?;
/// let mut benson = Benson::new(setup.size(), false);
/// let owners = benson.of_setup(&setup);
/// assert_eq!(owners.iter().filter(|owner| **owner == Some(Color::Black)).count(), 10);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
// CITE: D. B. Benson, "Life in the game of Go", Information Sciences 10, 1976.
#[derive(Clone)]
pub struct Benson {
    size: Size,
    /// True if suicide is legal.
    suicide: bool,
    /// Number of cells of one row, border included.
    stride: usize,
    /// Content of each cell: a stone of colour 0 or 1, [`EMPTY`] or [`BORDER`].
    cells: Vec<u8>,
    /// For each cell, the number of its chain (a stone of the examined colour) or of its region.
    label: Vec<u32>,
    chains: Vec<Chain>,
    regions: Vec<Region>,
    touches: Vec<Touch>,
    /// For each chain, the index in `touches` of its latest contact with a region.
    last_touch: Vec<u32>,
    /// Cells of a flood fill whose neighbours are not examined yet. A buffer.
    stack: Vec<u32>,
    owners: Vec<Option<Color>>,
}

impl Benson {
    /// Buffers for boards of this size. `suicide` is true if the rules allow suicide.
    #[must_use]
    pub fn new(size: Size, suicide: bool) -> Self {
        let stride = usize::from(size.width()) + 1;
        let len = stride * (usize::from(size.height()) + 2) + 1;
        Self {
            size,
            suicide,
            stride,
            cells: vec![BORDER; len],
            label: vec![NONE; len],
            chains: Vec::new(),
            regions: Vec::new(),
            touches: Vec::new(),
            last_touch: Vec::new(),
            stack: Vec::new(),
            owners: vec![None; size.area()],
        }
    }

    /// Computes the owners of the points of a position: see [`Benson::owners`].
    ///
    /// # Panics
    /// Panics when the board of the position has another size than the buffers.
    pub fn of_position(&mut self, position: &Position) -> &[Option<Color>] {
        assert_eq!(position.size(), self.size, "the board has another size than the buffers");
        self.compute_owners(|point| position.at(point))
    }

    /// Computes the owners of the points of a set-up: see [`Benson::owners`].
    ///
    /// # Panics
    /// Panics when the board of the set-up has another size than the buffers.
    pub fn of_setup(&mut self, setup: &Setup) -> &[Option<Color>] {
        assert_eq!(setup.size(), self.size, "the board has another size than the buffers");
        self.compute_owners(|point| setup.at(point))
    }

    fn compute_owners(&mut self, at: impl Fn(Point) -> Option<Color>) -> &[Option<Color>] {
        for point in self.size.points() {
            let cell = self.cell(point);
            #[expect(clippy::cast_possible_truncation, reason = "at most EMPTY")]
            {
                self.cells[cell] = at(point).map_or(EMPTY, Color::index) as u8;
            }
        }
        self.owners.fill(None);
        for color in Color::ALL {
            self.find_living(color);
        }
        &self.owners
    }

    /// Owner of each point, by point number, as the latest [`Benson::of_position`] or [`Benson::of_setup`]
    /// computed it.
    ///
    /// A colour owns the stones of its unconditionally alive chains and the regions that are vital to them,
    /// enemy stones included. All other points have `None`.
    #[must_use]
    pub fn owners(&self) -> &[Option<Color>] {
        &self.owners
    }

    const fn cell(&self, point: Point) -> usize {
        (point.y as usize + 1) * self.stride + point.x as usize + 1
    }

    /// Finds the living chains of one colour and sets the owners of their points.
    fn find_living(&mut self, color: Color) {
        #[expect(clippy::cast_possible_truncation, reason = "0 or 1")]
        let stone = color.index() as u8;
        self.chains.clear();
        self.regions.clear();
        self.touches.clear();
        self.label.fill(NONE);
        for point in self.size.points() {
            let cell = self.cell(point);
            if self.cells[cell] == stone && self.label[cell] == NONE {
                #[expect(clippy::cast_possible_truncation, reason = "a board has at most 2^20 points")]
                let number = self.chains.len() as u32;
                self.chains.push(Chain { vital_regions: 0, alive: true });
                self.label_chain(cell, number, stone);
            }
        }
        if self.chains.is_empty() {
            return;
        }
        self.last_touch.clear();
        self.last_touch.resize(self.chains.len(), NONE);
        for point in self.size.points() {
            let cell = self.cell(point);
            if self.cells[cell] != stone && self.label[cell] == NONE {
                self.add_region(cell, stone);
            }
        }
        self.exclude_not_alive();
        for point in self.size.points() {
            let cell = self.cell(point);
            let label = self.label[cell] as usize;
            let owned = if self.cells[cell] == stone {
                self.chains[label].alive
            } else {
                self.regions[label].is_vital_to_any
            };
            if owned {
                self.owners[self.size.index(point)] = Some(color);
            }
        }
    }

    /// The four neighbours of a cell, border cells included.
    const fn neighbours(&self, cell: usize) -> [usize; 4] {
        [cell - 1, cell + 1, cell - self.stride, cell + self.stride]
    }

    /// Sets the label of every cell of the chain that contains `seed`.
    fn label_chain(&mut self, seed: usize, number: u32, stone: u8) {
        self.label[seed] = number;
        self.push(seed);
        while let Some(cell) = self.stack.pop() {
            for neighbour in self.neighbours(cell as usize) {
                if self.cells[neighbour] == stone && self.label[neighbour] == NONE {
                    self.label[neighbour] = number;
                    self.push(neighbour);
                }
            }
        }
    }

    #[expect(clippy::cast_possible_truncation, reason = "a bordered board has less than 2^21 cells")]
    fn push(&mut self, cell: usize) {
        self.stack.push(cell as u32);
    }

    /// Adds the region that contains `seed`, and its contacts with chains.
    #[expect(clippy::cast_possible_truncation, reason = "a bordered board has less than 2^21 cells")]
    fn add_region(&mut self, seed: usize, stone: u8) {
        let number = self.regions.len() as u32;
        let first = self.touches.len() as u32;
        let mut required = 0;
        self.label[seed] = number;
        self.push(seed);
        while let Some(cell) = self.stack.pop() {
            let cell = cell as usize;
            let is_required = self.suicide || usize::from(self.cells[cell]) == EMPTY;
            required += u32::from(is_required);
            let neighbours = self.neighbours(cell);
            for (i, &neighbour) in neighbours.iter().enumerate() {
                if self.cells[neighbour] == stone {
                    let chain = self.label[neighbour];
                    let last_touch = &mut self.last_touch[chain as usize];
                    // A contact before `first` is one with an earlier region.
                    if *last_touch == NONE || *last_touch < first {
                        *last_touch = self.touches.len() as u32;
                        self.touches.push(Touch { region: number, chain, liberties: 0 });
                    }
                    let is_counted = neighbours[..i]
                        .iter()
                        .any(|&earlier| self.cells[earlier] == stone && self.label[earlier] == chain);
                    self.touches[*last_touch as usize].liberties += u32::from(is_required && !is_counted);
                } else if self.cells[neighbour] != BORDER && self.label[neighbour] == NONE {
                    self.label[neighbour] = number;
                    self.push(neighbour);
                }
            }
        }
        self.regions.push(Region { required, all_chains_alive: true, is_vital_to_any: false });
    }

    /// Marks chains with fewer than two vital regions as not alive. A region that touches such a chain is no
    /// longer vital to any chain, so the step is repeated until nothing changes. Then marks the regions that
    /// are vital to a living chain.
    fn exclude_not_alive(&mut self) {
        loop {
            for chain in &mut self.chains {
                chain.vital_regions = 0;
            }
            for touch in &self.touches {
                let region = self.regions[touch.region as usize];
                if region.is_vital(touch) {
                    self.chains[touch.chain as usize].vital_regions += 1;
                }
            }
            let mut changed = false;
            for chain in &mut self.chains {
                changed |= chain.alive && chain.vital_regions < 2;
                chain.alive &= chain.vital_regions >= 2;
            }
            if !changed {
                break;
            }
            for touch in &self.touches {
                self.regions[touch.region as usize].all_chains_alive &=
                    self.chains[touch.chain as usize].alive;
            }
        }
        for touch in &self.touches {
            let region = &mut self.regions[touch.region as usize];
            region.is_vital_to_any |= region.is_vital(touch) && self.chains[touch.chain as usize].alive;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Ko, Move, Rules};
    use std::collections::HashSet;

    /// Diagram of the owners: `b` for Black, `w` for White, `.` for no owner.
    fn picture(diagram: &str) -> String {
        let setup: Setup = diagram.parse().expect("a diagram");
        let mut benson = Benson::new(setup.size(), false);
        let owners = benson.of_setup(&setup).to_vec();
        let rows = owners.chunks(usize::from(setup.size().width())).rev();
        let mark = |owner: &Option<Color>| owner.map_or('.', |color| color.letter().to_ascii_lowercase());
        rows.map(|row| row.iter().map(mark).collect::<String>()).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn boards_without_two_eyes_have_no_owner() {
        for diagram in [
            ".",
            "..\n..",
            "X.",
            "XX.\nXX.\n...",
            ".X.O.",
            "...X\nXXXX\n....\n....",
            "..XX\nXXXX\n....\n....",
        ] {
            assert!(picture(diagram).chars().all(|c| c == '.' || c == ' '), "{diagram}");
        }
    }

    #[test]
    fn chains_with_two_eyes_live_and_chains_with_one_do_not() {
        assert_eq!(picture(".X.X.\nXXXX.\nOOOO.\n....."), "bbbb. bbbb. ..... .....");
        // An eye of two points is only one eye.
        assert_eq!(picture("..XX.\nXXXX.\nOOOO.\n....."), "..... ..... ..... .....");
        assert_eq!(picture(".XO.\nXXO.\n.XO.\nXXO."), "bb.. bb.. bb.. bb..");
    }

    #[test]
    fn chains_that_share_two_eyes_live_together() {
        // Four single stones. Each touches two corners and the centre.
        assert_eq!(picture(".X.\nX.X\n.X."), "bbb bbb bbb");
        // Two chains enclose two eyes, and both chains touch both eyes.
        assert_eq!(picture("..OOO\nOXXO.\nX.XXO\nXX.XO\nOXXO."), "..... .bb.. bbbb. bbbb. .bb..");
        // With a white stone in one of the eyes, neither chain is alive.
        assert_eq!(picture("..OOO\nOXXO.\nX.XXO\nXXOXO\nOXXO."), "..... ..... ..... ..... .....");
    }

    #[test]
    fn a_large_eye_with_enemy_stones_is_vital_if_every_empty_point_is_a_liberty() {
        assert_eq!(picture("..X.XO\nXXXXXO\nOOOOO.\n......"), "bbbbb. bbbbb. ...... ......");
        assert_eq!(picture(".OX.XO\nXXXXXO\nOOOOO.\n......"), "bbbbb. bbbbb. ...... ......");
        // The centre of the large eye is no liberty of Black: White could make life there.
        assert_eq!(picture("X.X...X\nXXX...X\nX.X...X\nXXXXXXX"), "bbb...b bbb...b bbb...b bbbbbbb");
        assert_eq!(picture("XXX...X\nX.X...X\nXXX...X\nXXXXXXX"), "....... ....... ....... .......");
    }

    #[test]
    fn a_false_eye_is_not_an_eye() {
        // The stone at B5 has one eye, so it is not alive. Then A5 is no eye of the chain at A4, which keeps
        // one eye and is not alive. Then the large chain keeps one eye too.
        assert_eq!(picture(".XOO.\nXOO..\n.XXXO\nXX.XO\nOOOO."), "..... ..... ..... ..... .....");
    }

    #[test]
    fn seki_and_life_by_an_answer_are_not_unconditional() {
        assert_eq!(picture("X.O\nX.O"), "... ...");
        assert_eq!(picture("...XO\nXXXXO\nOOOO.\n....."), "..... ..... ..... .....");
    }

    /// By suicide Black could empty the corner A3, which is not next to a white stone.
    #[test]
    fn if_suicide_is_legal_life_needs_more_liberties() {
        let setup: Setup = "X..\n.OO\n.O.".parse().expect("a diagram");
        let lives = |suicide| Benson::new(setup.size(), suicide).of_setup(&setup)[1].is_some();
        assert!(lives(false) && !lives(true));
    }

    #[test]
    fn both_colours_live_side_by_side_on_any_shape_of_board() {
        assert_eq!(picture(".X.XO.O."), "........");
        assert_eq!(picture(".X.X.O.O."), ".........");
        assert_eq!(picture(".X.XO.O.\nXXXXOOOO"), "bbbbwwww bbbbwwww");
        assert_eq!(picture(".X\nXX\n.X\nXX\nO.\nOO\n.O\nOO\n.O"), "bb bb bb bb w. ww ww ww ww");
    }

    /// Tries all attacks while the owner passes, and asserts that the living stones stay on the board.
    fn attack(
        start: &Setup,
        position: &Position,
        living: &[Point],
        owner: Color,
        visited: &mut HashSet<u64>,
    ) {
        if !visited.insert(position.hash()) {
            return;
        }
        assert!(
            living.iter().all(|&point| position.at(point) == Some(owner)),
            "{start}\n{}",
            position.setup()
        );
        for point in position.size().points() {
            let mut next = position.clone();
            if next.try_play_as(!owner, Move::Play(point)).is_ok() {
                attack(start, &next, living, owner, visited);
            }
        }
    }

    /// Attacks the living chains of every `every`-th board of this size. Returns the number of attacks.
    fn attack_boards(width: u16, height: u16, suicide: bool, every: u32) -> u32 {
        let size = Size::new(width, height).expect("a size");
        let rules = Rules { ko: Ko::None, suicide, ..Rules::default() };
        let mut benson = Benson::new(size, suicide);
        let (mut attacks, mut setup) = (0, Setup::empty(size));
        for number in (0..3_u32.pow(u32::from(width * height))).step_by(every as usize) {
            let mut rest = number;
            for point in size.points() {
                setup.set(point, [None, Some(Color::Black), Some(Color::White)][rest as usize % 3]);
                rest /= 3;
            }
            let owners = benson.of_setup(&setup);
            if owners.iter().all(Option::is_none) {
                continue;
            }
            let Ok(position) = Position::from_setup(&setup, rules) else { continue };
            for color in Color::ALL {
                let is_owned = |point: &Point| owners[size.index(*point)] == Some(color);
                let living: Vec<Point> =
                    size.points().filter(is_owned).filter(|&point| setup.at(point) == Some(color)).collect();
                if !living.is_empty() {
                    attacks += 1;
                    attack(&setup, &position, &living, color, &mut HashSet::new());
                }
            }
        }
        attacks
    }

    #[test]
    fn living_chains_are_never_captured_even_if_their_owner_passes() {
        for suicide in [false, true] {
            for (width, height, every) in [(3, 3, 1), (7, 1, 1), (5, 2, 3), (4, 3, 11)] {
                let attacks = attack_boards(width, height, suicide, every);
                assert!(attacks > 5, "{attacks} of {width}x{height}");
            }
        }
    }

    /// The converse, on boards that are small enough to try all moves: a lone chain that the enemy cannot
    /// capture is found alive.
    #[test]
    fn a_lone_chain_that_cannot_be_captured_is_found_alive() {
        fn is_captured(position: &Position, stone: Point, visited: &mut HashSet<u64>) -> bool {
            if position.at(stone) != Some(Color::Black) {
                return true;
            }
            visited.insert(position.hash())
                && position.size().points().any(|point| {
                    let mut next = position.clone();
                    next.try_play_as(Color::White, Move::Play(point)).is_ok()
                        && is_captured(&next, stone, visited)
                })
        }
        let size = Size::new(4, 3).expect("a size");
        let rules = Rules { ko: Ko::None, ..Rules::default() };
        let mut benson = Benson::new(size, false);
        let mut living = 0;
        for number in 0..1_u32 << size.area() {
            let mut setup = Setup::empty(size);
            for point in size.points().filter(|&point| number >> size.index(point) & 1 == 1) {
                setup.set(point, Some(Color::Black));
            }
            let Ok(position) = Position::from_setup(&setup, rules) else { continue };
            let Some(stone) = size.points().find(|&point| setup.at(point).is_some()) else { continue };
            if position.chain(stone).len() as u32 != number.count_ones() {
                continue;
            }
            let lives = benson.of_setup(&setup)[size.index(stone)].is_some();
            assert_eq!(lives, !is_captured(&position, stone, &mut HashSet::new()), "{setup}");
            living += u32::from(lives);
        }
        assert!(living > 50, "{living}");
    }
}
