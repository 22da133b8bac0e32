//! Breadth-first search that counts a group's liberties, step by step.
//!
//! The search takes the group's stones in the order of discovery and examines the neighbours of each stone.
//! The debug mode of the Atari Go model in NetLogo (2021) drew and printed every step of this search.

use super::{Color, Point, Size};
use std::collections::BTreeSet;

/// Search for the liberties of one group, with all its steps.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LibertyWalk {
    color: Color,
    placed: bool,
    steps: Vec<WalkStep>,
}

/// Examination of one point.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WalkStep {
    /// Examined point.
    pub at: Point,
    /// Stone of the group next to the point. `None` in the first step.
    pub from: Option<Point>,
    /// Result of the examination.
    pub found: WalkFinding,
}

/// Content of an examined point.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WalkFinding {
    /// New stone of the group. Its neighbours are examined later.
    Own,
    /// New liberty, with the number of liberties up to this step.
    Liberty(u32),
    /// Stone of the other colour.
    Enemy,
    /// Point that an earlier step examined.
    Seen,
}

impl LibertyWalk {
    /// Searches the group of the stone on the point `from`.
    ///
    /// If `from` is empty, the search assumes a new stone of the colour `to_move` there. Captures are not
    /// removed.
    #[must_use]
    pub fn new(size: Size, at: impl Fn(Point) -> Option<Color>, from: Point, to_move: Color) -> Self {
        let color = at(from).unwrap_or(to_move);
        let mut examined = BTreeSet::from([from]);
        let mut steps = vec![WalkStep { at: from, from: None, found: WalkFinding::Own }];
        let (mut stones, mut next, mut liberties) = (vec![from], 0, 0);
        while let Some(&stone) = stones.get(next) {
            next += 1;
            for neighbour in size.neighbours(stone) {
                let finding = if !examined.insert(neighbour) {
                    WalkFinding::Seen
                } else if let Some(neighbour_color) = at(neighbour) {
                    if neighbour_color == color { WalkFinding::Own } else { WalkFinding::Enemy }
                } else {
                    liberties += 1;
                    WalkFinding::Liberty(liberties)
                };
                if finding == WalkFinding::Own {
                    stones.push(neighbour);
                }
                steps.push(WalkStep { at: neighbour, from: Some(stone), found: finding });
            }
        }
        Self { color, placed: at(from).is_some(), steps }
    }

    /// Colour of the group.
    #[must_use]
    pub const fn color(&self) -> Color {
        self.color
    }

    /// True if the start point has a stone. False if the search assumes a stone there.
    #[must_use]
    pub const fn is_placed(&self) -> bool {
        self.placed
    }

    /// All steps. The first one examines the start point.
    #[must_use]
    pub fn steps(&self) -> &[WalkStep] {
        &self.steps
    }

    /// Number of liberties of the group.
    #[must_use]
    pub fn liberties(&self) -> u32 {
        let counted = self.steps.iter().rev().find_map(|step| match step.found {
            WalkFinding::Liberty(count) => Some(count),
            _ => None,
        });
        counted.unwrap_or(0)
    }

    /// State of the search after the first `steps` steps.
    #[must_use]
    pub fn after(&self, steps: usize) -> WalkMoment {
        let done_steps = &self.steps[..steps.min(self.steps.len())];
        let complete = done_steps.len() == self.steps.len();
        let points = |is_wanted: fn(WalkFinding) -> bool| {
            done_steps.iter().filter(|step| is_wanted(step.found)).map(|step| step.at).collect::<Vec<_>>()
        };
        let last = done_steps.last().copied();
        let current = last.and_then(|step| step.from).filter(|_| !complete);
        let mut next = points(|found| found == WalkFinding::Own);
        let finished_count = match current {
            Some(current) => next.iter().position(|&stone| stone == current).map_or(0, |at| at + 1),
            None if complete => next.len(),
            None => 0,
        };
        let mut finished: Vec<Point> = next.drain(..finished_count).collect();
        finished.retain(|&stone| Some(stone) != current);
        WalkMoment {
            liberties: points(|found| matches!(found, WalkFinding::Liberty(_))),
            enemies: points(|found| found == WalkFinding::Enemy),
            finished,
            current,
            next,
            revisited: last.filter(|step| step.found == WalkFinding::Seen).map(|step| step.at),
        }
    }
}

/// State of the search after some steps.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct WalkMoment {
    /// Liberties found up to this step.
    pub liberties: Vec<Point>,
    /// Enemy stones next to the group, found up to this step.
    pub enemies: Vec<Point>,
    /// Stones of the group whose neighbours have all been examined.
    pub finished: Vec<Point>,
    /// Stone of the group whose neighbours are being examined.
    pub current: Option<Point>,
    /// Stones of the group whose neighbours have not been examined.
    pub next: Vec<Point>,
    /// Point of the latest step, if an earlier step examined it too.
    pub revisited: Option<Point>,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Position, Rules, Setup};

    fn walk(board: &str, from: &str, to_move: Color) -> LibertyWalk {
        let setup: Setup = board.parse().expect("a board");
        LibertyWalk::new(setup.size(), |point| setup.at(point), from.parse().expect("a point"), to_move)
    }

    fn names(points: &[Point]) -> Vec<String> {
        points.iter().map(ToString::to_string).collect()
    }

    const BOARD: &str = ". . . . .
                         . . O . .
                         . . X X O
                         . . . . .
                         . . . . .";

    #[test]
    fn every_step_has_a_point_and_a_finding() {
        let steps: Vec<_> = walk(BOARD, "C3", Color::White)
            .steps()
            .iter()
            .map(|step| (step.at.to_string(), step.from.map(|from| from.to_string()), step.found))
            .collect();
        let from = |stone: &str| Some(stone.to_owned());
        let expected = [
            ("C3", None, WalkFinding::Own),
            ("B3", from("C3"), WalkFinding::Liberty(1)),
            ("D3", from("C3"), WalkFinding::Own),
            ("C2", from("C3"), WalkFinding::Liberty(2)),
            ("C4", from("C3"), WalkFinding::Enemy),
            ("C3", from("D3"), WalkFinding::Seen),
            ("E3", from("D3"), WalkFinding::Enemy),
            ("D2", from("D3"), WalkFinding::Liberty(3)),
            ("D4", from("D3"), WalkFinding::Liberty(4)),
        ];
        assert_eq!(steps, expected.map(|(at, from, found)| (at.to_owned(), from, found)));
    }

    #[test]
    fn a_moment_lists_finished_and_waiting_stones() {
        let walk = walk(BOARD, "C3", Color::White);
        let after = |steps| walk.after(steps);
        assert_eq!((names(&after(1).next), after(1).current), (vec!["C3".to_owned()], None));
        let third = after(3);
        assert_eq!((names(&third.liberties), names(&third.next)), (vec!["B3".into()], vec!["D3".into()]));
        assert_eq!(third.current.map(|stone| stone.to_string()), Some("C3".to_owned()));
        let sixth = after(6);
        assert_eq!((names(&sixth.finished), names(&sixth.enemies)), (vec!["C3".into()], vec!["C4".into()]));
        assert_eq!(sixth.revisited.map(|stone| stone.to_string()), Some("C3".to_owned()));
        let end = after(99);
        assert_eq!((end.current, names(&end.finished)), (None, vec!["C3".to_owned(), "D3".to_owned()]));
        assert_eq!(names(&end.liberties), ["B3", "C2", "D2", "D4"]);
    }

    #[test]
    fn an_empty_start_point_gets_a_stone_of_the_side_to_move() {
        let white = walk(BOARD, "D4", Color::White);
        assert_eq!((white.color(), white.is_placed(), white.liberties()), (Color::White, false, 4));
        assert_eq!(walk(BOARD, "D4", Color::Black).liberties(), 5);
        assert_eq!(
            walk(BOARD, "C3", Color::White).color(),
            Color::Black,
            "a stone that stands has its colour"
        );
    }

    #[test]
    fn liberties_agree_with_the_position_on_random_boards() {
        let mut state = 7_u64;
        let mut random = |below: u64| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (state >> 33) % below
        };
        let mut groups = 0;
        for (width, height) in [(1, 1), (1, 6), (3, 3), (5, 4), (9, 9), (13, 7)] {
            for share in [2, 3, 5, 8] {
                let size = Size::new(width, height).expect("a size");
                let mut setup = Setup::empty(size);
                for point in size.points() {
                    let color = [Color::Black, Color::White][random(2) as usize];
                    setup.set(point, (random(share) > 0).then_some(color));
                }
                let position = Position::from_setup_unchecked(&setup, Rules::default());
                for point in size.points() {
                    let color = [Color::Black, Color::White][random(2) as usize];
                    let walk = LibertyWalk::new(size, |point| position.at(point), point, color);
                    let mut with_stone = position.clone();
                    if position.at(point).is_none() {
                        with_stone.put(point, color);
                    }
                    assert_eq!(walk.liberties(), with_stone.liberties(point), "{point} of\n{setup}");
                    let end = walk.after(walk.steps().len());
                    let (mut stones, mut chain) = (end.finished, with_stone.chain(point));
                    stones.sort_unstable();
                    chain.sort_unstable();
                    assert_eq!((stones, end.next), (chain, Vec::new()));
                    groups += 1;
                }
            }
        }
        assert!(groups > 800);
    }
}
