//! The walk that counts a group's liberties, step by step.
//!
//! It goes on from one stone of the group after the other, in the order in which they were found, and looks at the points around each. What a debug
//! mode of the Atari Go model in NetLogo (2021) drew and printed is every step of it.

use super::{Color, Point, Size};
use std::collections::BTreeSet;

/// The liberties of a group, counted point by point.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LibertyWalk {
    color: Color,
    placed: bool,
    steps: Vec<WalkStep>,
}

/// One point that is looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WalkStep {
    /// The point.
    pub at: Point,
    /// The stone of the group that it was reached from; `None` for the first.
    pub from: Option<Point>,
    /// What is there.
    pub found: WalkFinding,
}

/// What the walk finds on a point.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WalkFinding {
    /// A stone of the group, to go on from.
    Own,
    /// A liberty, with how many there are with it.
    Liberty(u32),
    /// A stone of the other colour.
    Enemy,
    /// A point that was looked at before.
    Seen,
}

impl LibertyWalk {
    /// The walk over the group of the stone on a point. From an empty point it is that of the group that a stone of `to_move` would be in there, before
    /// anything is captured.
    #[must_use]
    pub fn new(size: Size, at: impl Fn(Point) -> Option<Color>, from: Point, to_move: Color) -> Self {
        let color = at(from).unwrap_or(to_move);
        let mut seen = BTreeSet::from([from]);
        let mut steps = vec![WalkStep { at: from, from: None, found: WalkFinding::Own }];
        let (mut stones, mut next, mut liberties) = (vec![from], 0, 0);
        while let Some(&stone) = stones.get(next) {
            next += 1;
            for near in size.neighbours(stone) {
                let found = if !seen.insert(near) {
                    WalkFinding::Seen
                } else if let Some(other) = at(near) {
                    if other == color { WalkFinding::Own } else { WalkFinding::Enemy }
                } else {
                    liberties += 1;
                    WalkFinding::Liberty(liberties)
                };
                if found == WalkFinding::Own {
                    stones.push(near);
                }
                steps.push(WalkStep { at: near, from: Some(stone), found });
            }
        }
        Self { color, placed: at(from).is_some(), steps }
    }

    /// The colour of the group.
    #[must_use]
    pub const fn color(&self) -> Color {
        self.color
    }

    /// Whether the stone that it begins from stands, and is not one that would be placed.
    #[must_use]
    pub const fn is_placed(&self) -> bool {
        self.placed
    }

    /// Every step; the first is the point that it begins from.
    #[must_use]
    pub fn steps(&self) -> &[WalkStep] {
        &self.steps
    }

    /// How many liberties there are.
    #[must_use]
    pub fn liberties(&self) -> u32 {
        let counted = self.steps.iter().rev().find_map(|step| match step.found {
            WalkFinding::Liberty(count) => Some(count),
            _ => None,
        });
        counted.unwrap_or(0)
    }

    /// Where it stands after so many steps.
    #[must_use]
    pub fn after(&self, steps: usize) -> WalkMoment {
        let taken = &self.steps[..steps.min(self.steps.len())];
        let over = taken.len() == self.steps.len();
        let points = |found: fn(WalkFinding) -> bool| {
            taken.iter().filter(|step| found(step.found)).map(|step| step.at).collect::<Vec<_>>()
        };
        let last = taken.last().copied();
        let current = last.and_then(|step| step.from).filter(|_| !over);
        let mut next = points(|found| found == WalkFinding::Own);
        let gone = match current {
            Some(current) => next.iter().position(|&stone| stone == current).map_or(0, |at| at + 1),
            None if over => next.len(),
            None => 0,
        };
        let mut left: Vec<Point> = next.drain(..gone).collect();
        left.retain(|&stone| Some(stone) != current);
        WalkMoment {
            liberties: points(|found| matches!(found, WalkFinding::Liberty(_))),
            enemies: points(|found| found == WalkFinding::Enemy),
            left,
            current,
            next,
            again: last.filter(|step| step.found == WalkFinding::Seen).map(|step| step.at),
        }
    }
}

/// Where a walk stands.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct WalkMoment {
    /// The liberties found so far.
    pub liberties: Vec<Point>,
    /// The enemy stones that stopped it.
    pub enemies: Vec<Point>,
    /// The stones of the group that are done with.
    pub left: Vec<Point>,
    /// The stone around which it looks.
    pub current: Option<Point>,
    /// The stones of the group to go on from.
    pub next: Vec<Point>,
    /// The point that has just been met again.
    pub again: Option<Point>,
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
    fn every_step_is_a_point_with_what_is_found_there() {
        let told: Vec<_> = walk(BOARD, "C3", Color::White)
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
        assert_eq!(told, expected.map(|(at, from, found)| (at.to_owned(), from, found)));
    }

    #[test]
    fn a_moment_tells_what_is_done_with_and_what_comes_next() {
        let walk = walk(BOARD, "C3", Color::White);
        let after = |steps| walk.after(steps);
        assert_eq!((names(&after(1).next), after(1).current), (vec!["C3".to_owned()], None));
        let third = after(3);
        assert_eq!((names(&third.liberties), names(&third.next)), (vec!["B3".into()], vec!["D3".into()]));
        assert_eq!(third.current.map(|stone| stone.to_string()), Some("C3".to_owned()));
        let sixth = after(6);
        assert_eq!((names(&sixth.left), names(&sixth.enemies)), (vec!["C3".into()], vec!["C4".into()]));
        assert_eq!(sixth.again.map(|stone| stone.to_string()), Some("C3".to_owned()));
        let end = after(99);
        assert_eq!((end.current, names(&end.left)), (None, vec!["C3".to_owned(), "D3".to_owned()]));
        assert_eq!(names(&end.liberties), ["B3", "C2", "D2", "D4"]);
    }

    #[test]
    fn from_an_empty_point_a_stone_of_the_side_to_move_is_thought_of() {
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
    fn it_counts_what_the_law_counts_on_any_board() {
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
                    let mut with = position.clone();
                    if position.at(point).is_none() {
                        with.put(point, color);
                    }
                    assert_eq!(walk.liberties(), with.liberties(point), "{point} of\n{setup}");
                    let end = walk.after(walk.steps().len());
                    let (mut stones, mut chain) = (end.left, with.chain(point));
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
