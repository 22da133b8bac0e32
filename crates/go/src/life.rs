//! Unconditional life: chains that no play of the enemy takes, though their owner never answers.

use super::board::EMPTY;
use super::{Color, Point, Position, Setup, Size};

/// A cell of the bordered board that is not a point.
const BORDER: u8 = 3;

/// No chain, no region.
const NONE: u32 = u32::MAX;

/// A region that touches a chain.
#[derive(Clone, Copy)]
struct Touch {
    region: u32,
    chain: u32,
    /// The region's points that must be liberties of the chain, and are.
    liberties: u32,
}

/// A region of points without stones of one colour.
#[derive(Clone, Copy)]
struct Region {
    /// Its points that must be liberties of a chain for it to be vital to that chain.
    needed: u32,
    /// Whether only living chains enclose it.
    whole: bool,
    /// Whether it is vital to one of them.
    vital: bool,
}

impl Region {
    /// Whether it keeps the chain that it touches alive. A set-up may hold chains without liberties, and regions full of them.
    const fn is_vital(&self, touch: &Touch) -> bool {
        self.whole && self.needed > 0 && touch.liberties == self.needed
    }
}

#[derive(Clone, Copy)]
struct Chain {
    vital: u32,
    alive: bool,
}

/// Finds the chains that live unconditionally, with the regions that keep them alive. It keeps its room between calls, so that a
/// search may ask often.
///
/// A chain lives when, among chains that live, it has two regions that are vital to it: enclosed by living chains of its colour alone,
/// with every empty point a liberty of that chain. Where chains may die by their own moves the enemy could so clear the other points of a
/// region too, and they must be liberties as well. Nothing is said of what lives by answering, by ko or in seki.
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
    /// Whether chains may die by their own moves.
    suicide: bool,
    stride: usize,
    /// What each cell holds: a stone of colour 0 or 1, [`EMPTY`] or [`BORDER`].
    cells: Vec<u8>,
    /// By cell: the number of its chain or its region.
    label: Vec<u32>,
    chains: Vec<Chain>,
    regions: Vec<Region>,
    touches: Vec<Touch>,
    /// By chain: where it stands in `touches` with the region at hand.
    last: Vec<u32>,
    stack: Vec<u32>,
    owners: Vec<Option<Color>>,
}

impl Benson {
    /// Room for boards of this size, under rules with or without suicide.
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
            last: Vec::new(),
            stack: Vec::new(),
            owners: vec![None; size.area()],
        }
    }

    /// The owners of the points of a position: see [`Benson::owners`].
    ///
    /// # Panics
    /// When its board is of another size.
    pub fn of_position(&mut self, position: &Position) -> &[Option<Color>] {
        assert_eq!(position.size(), self.size, "room for another size");
        self.of(|point| position.at(point))
    }

    /// The owners of the points of a set-up: see [`Benson::owners`].
    ///
    /// # Panics
    /// When its board is of another size.
    pub fn of_setup(&mut self, setup: &Setup) -> &[Option<Color>] {
        assert_eq!(setup.size(), self.size, "room for another size");
        self.of(|point| setup.at(point))
    }

    fn of(&mut self, at: impl Fn(Point) -> Option<Color>) -> &[Option<Color>] {
        for point in self.size.points() {
            let cell = self.cell(point);
            #[expect(clippy::cast_possible_truncation, reason = "at most EMPTY")]
            {
                self.cells[cell] = at(point).map_or(EMPTY, Color::index) as u8;
            }
        }
        self.owners.fill(None);
        for color in Color::ALL {
            self.live(color);
        }
        &self.owners
    }

    /// Who owns each point, by point number, as the last call found it: the colour of an unconditionally living chain and of the regions
    /// that are vital to one, enemy stones in them included; `None` for all else.
    #[must_use]
    pub fn owners(&self) -> &[Option<Color>] {
        &self.owners
    }

    const fn cell(&self, point: Point) -> usize {
        (point.y as usize + 1) * self.stride + point.x as usize + 1
    }

    fn live(&mut self, color: Color) {
        #[expect(clippy::cast_possible_truncation, reason = "0 or 1")]
        let own = color.index() as u8;
        self.chains.clear();
        self.regions.clear();
        self.touches.clear();
        self.label.fill(NONE);
        for point in self.size.points() {
            let cell = self.cell(point);
            if self.cells[cell] == own && self.label[cell] == NONE {
                #[expect(clippy::cast_possible_truncation, reason = "a board has at most 2^20 points")]
                let number = self.chains.len() as u32;
                self.chains.push(Chain { vital: 0, alive: true });
                self.label_all(cell, number, own);
            }
        }
        if self.chains.is_empty() {
            return;
        }
        self.last.clear();
        self.last.resize(self.chains.len(), NONE);
        for point in self.size.points() {
            let cell = self.cell(point);
            if self.cells[cell] != own && self.label[cell] == NONE {
                self.enclose(cell, own);
            }
        }
        self.settle();
        for point in self.size.points() {
            let cell = self.cell(point);
            let label = self.label[cell] as usize;
            let owned =
                if self.cells[cell] == own { self.chains[label].alive } else { self.regions[label].vital };
            if owned {
                self.owners[self.size.index(point)] = Some(color);
            }
        }
    }

    const fn near(&self, cell: usize) -> [usize; 4] {
        [cell - 1, cell + 1, cell - self.stride, cell + self.stride]
    }

    fn label_all(&mut self, seed: usize, number: u32, own: u8) {
        self.label[seed] = number;
        self.push(seed);
        while let Some(cell) = self.stack.pop() {
            for other in self.near(cell as usize) {
                if self.cells[other] == own && self.label[other] == NONE {
                    self.label[other] = number;
                    self.push(other);
                }
            }
        }
    }

    #[expect(clippy::cast_possible_truncation, reason = "a bordered board has less than 2^21 cells")]
    fn push(&mut self, cell: usize) {
        self.stack.push(cell as u32);
    }

    /// Takes in the region around a cell, and which chains it touches.
    #[expect(clippy::cast_possible_truncation, reason = "a bordered board has less than 2^21 cells")]
    fn enclose(&mut self, seed: usize, own: u8) {
        let number = self.regions.len() as u32;
        let first = self.touches.len() as u32;
        let mut needed = 0;
        self.label[seed] = number;
        self.push(seed);
        while let Some(cell) = self.stack.pop() {
            let cell = cell as usize;
            let need = self.suicide || usize::from(self.cells[cell]) == EMPTY;
            needed += u32::from(need);
            let near = self.near(cell);
            for (i, &other) in near.iter().enumerate() {
                if self.cells[other] == own {
                    let chain = self.label[other];
                    let at = &mut self.last[chain as usize];
                    if *at == NONE || *at < first {
                        *at = self.touches.len() as u32;
                        self.touches.push(Touch { region: number, chain, liberties: 0 });
                    }
                    let seen = near[..i]
                        .iter()
                        .any(|&before| self.cells[before] == own && self.label[before] == chain);
                    self.touches[*at as usize].liberties += u32::from(need && !seen);
                } else if self.cells[other] != BORDER && self.label[other] == NONE {
                    self.label[other] = number;
                    self.push(other);
                }
            }
        }
        self.regions.push(Region { needed, whole: true, vital: false });
    }

    /// Drops chains with less than two vital regions, and regions that touch a dropped chain, until nothing changes; then tells which
    /// regions are vital to a chain that is left.
    fn settle(&mut self) {
        loop {
            for chain in &mut self.chains {
                chain.vital = 0;
            }
            for touch in &self.touches {
                let region = self.regions[touch.region as usize];
                if region.is_vital(touch) {
                    self.chains[touch.chain as usize].vital += 1;
                }
            }
            let mut changed = false;
            for chain in &mut self.chains {
                changed |= chain.alive && chain.vital < 2;
                chain.alive &= chain.vital >= 2;
            }
            if !changed {
                break;
            }
            for touch in &self.touches {
                self.regions[touch.region as usize].whole &= self.chains[touch.chain as usize].alive;
            }
        }
        for touch in &self.touches {
            let region = &mut self.regions[touch.region as usize];
            region.vital |= region.is_vital(touch) && self.chains[touch.chain as usize].alive;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Ko, Move, Rules};
    use std::collections::HashSet;

    /// The owners as a picture: b and w for Black's and White's, a point for neutral ones.
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
    fn two_eyes_live_and_one_does_not() {
        assert_eq!(picture(".X.X.\nXXXX.\nOOOO.\n....."), "bbbb. bbbb. ..... .....");
        // An eye of two points is one eye all the same.
        assert_eq!(picture("..XX.\nXXXX.\nOOOO.\n....."), "..... ..... ..... .....");
        assert_eq!(picture(".XO.\nXXO.\n.XO.\nXXO."), "bb.. bb.. bb.. bb..");
    }

    #[test]
    fn chains_that_share_two_eyes_live_together() {
        // Four stones around a point and the corners: each touches two corners, and the middle.
        assert_eq!(picture(".X.\nX.X\n.X."), "bbb bbb bbb");
        // Two chains around two points, each touching both.
        assert_eq!(picture("..OOO\nOXXO.\nX.XXO\nXX.XO\nOXXO."), "..... .bb.. bbbb. bbbb. .bb..");
        // A third eye that only one of them touches changes nothing; without the second they fall together.
        assert_eq!(picture("..OOO\nOXXO.\nX.XXO\nXXOXO\nOXXO."), "..... ..... ..... ..... .....");
    }

    #[test]
    fn an_eye_may_be_large_and_hold_enemies_if_every_empty_point_is_a_liberty() {
        assert_eq!(picture("..X.XO\nXXXXXO\nOOOOO.\n......"), "bbbbb. bbbbb. ...... ......");
        assert_eq!(picture(".OX.XO\nXXXXXO\nOOOOO.\n......"), "bbbbb. bbbbb. ...... ......");
        // The middle of the large eye touches no stone: White could come to live there.
        assert_eq!(picture("X.X...X\nXXX...X\nX.X...X\nXXXXXXX"), "bbb...b bbb...b bbb...b bbbbbbb");
        assert_eq!(picture("XXX...X\nX.X...X\nXXX...X\nXXXXXXX"), "....... ....... ....... .......");
    }

    #[test]
    fn a_false_eye_holds_only_what_lives_without_it() {
        // The two stones in the corner have one liberty of their own and hang on at the other.
        assert_eq!(picture(".XOO.\nXOO..\n.XXXO\nXX.XO\nOOOO."), "..... ..... ..... ..... .....");
    }

    #[test]
    fn seki_and_life_by_an_answer_are_not_unconditional() {
        assert_eq!(picture("X.O\nX.O"), "... ...");
        assert_eq!(picture("...XO\nXXXXO\nOOOO.\n....."), "..... ..... ..... .....");
    }

    /// Black takes his own stones off and comes again: what was his corner is then empty, and no liberty of White's.
    #[test]
    fn where_suicide_is_allowed_more_is_needed_to_live() {
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

    /// Lets one side do all that it can while the other passes, and holds that the stones said to live stay.
    fn storm(first: &Setup, position: &Position, living: &[Point], victim: Color, seen: &mut HashSet<u64>) {
        if !seen.insert(position.hash()) {
            return;
        }
        assert!(
            living.iter().all(|&point| position.at(point) == Some(victim)),
            "{first}\n{}",
            position.setup()
        );
        for point in position.size().points() {
            let mut next = position.clone();
            if next.try_play_as(!victim, Move::Play(point)).is_ok() {
                storm(first, &next, living, victim, seen);
            }
        }
    }

    /// Every board of these sides; `every` picks one in so many.
    fn storm_all(width: u16, height: u16, suicide: bool, every: u32) -> u32 {
        let size = Size::new(width, height).expect("a size");
        let rules = Rules { ko: Ko::None, suicide, ..Rules::default() };
        let mut benson = Benson::new(size, suicide);
        let (mut tried, mut setup) = (0, Setup::empty(size));
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
                let own = |point: &Point| owners[size.index(*point)] == Some(color);
                let living: Vec<Point> =
                    size.points().filter(own).filter(|&point| setup.at(point) == Some(color)).collect();
                if !living.is_empty() {
                    tried += 1;
                    storm(&setup, &position, &living, color, &mut HashSet::new());
                }
            }
        }
        tried
    }

    #[test]
    fn nothing_that_lives_can_be_taken_though_its_owner_always_passes() {
        for suicide in [false, true] {
            for (width, height, every) in [(3, 3, 1), (7, 1, 1), (5, 2, 3), (4, 3, 11)] {
                let tried = storm_all(width, height, suicide, every);
                assert!(tried > 5, "{tried} of {width}x{height}");
            }
        }
    }

    /// The other way round on boards so small that all can be tried: a chain that the enemy cannot take, however many moves it has, and
    /// that is all its colour has on the board, is said to live.
    #[test]
    fn a_lone_chain_that_cannot_be_taken_is_said_to_live() {
        fn falls(position: &Position, stone: Point, seen: &mut HashSet<u64>) -> bool {
            if position.at(stone) != Some(Color::Black) {
                return true;
            }
            seen.insert(position.hash())
                && position.size().points().any(|point| {
                    let mut next = position.clone();
                    next.try_play_as(Color::White, Move::Play(point)).is_ok() && falls(&next, stone, seen)
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
            assert_eq!(lives, !falls(&position, stone, &mut HashSet::new()), "{setup}");
            living += u32::from(lives);
        }
        assert!(living > 50, "{living}");
    }
}
