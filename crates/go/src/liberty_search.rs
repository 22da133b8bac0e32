//! Breadth-first search that counts a group's liberties, step by step.
//!
//! The search takes the group's stones in the order of discovery and examines the neighbours of each stone.
//! The debug mode of the Atari Go model in NetLogo (2021) drew and printed every step of this search.

use super::{Color, Point, Size};
use std::collections::BTreeSet;

/// Search for the liberties of one group, with all its steps.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LibertySearch {
    color: Color,
    has_start_stone: bool,
    steps: Vec<LibertySearchStep>,
}

/// Examination of one point.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LibertySearchStep {
    /// Examined point.
    pub at: Point,
    /// Stone of the group from which the search came to the point. `None` in the first step.
    pub from: Option<Point>,
    /// Result of the examination.
    pub found: LibertyFinding,
}

/// Content of an examined point.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LibertyFinding {
    /// New stone of the group. The neighbours of the stone are examined later.
    Own,
    /// New liberty, with the number of liberties found up to this step.
    Liberty(u32),
    /// Stone of the other colour.
    Enemy,
    /// Point that an earlier step has examined.
    AlreadyExamined,
}

impl LibertySearch {
    /// Searches the group of the stone on the point `start`.
    ///
    /// If `start` is empty, the search assumes a new stone of the colour `to_move` there. The stones that
    /// this stone would capture stay on the board.
    #[must_use]
    pub fn new(size: Size, color_at: impl Fn(Point) -> Option<Color>, start: Point, to_move: Color) -> Self {
        let color = color_at(start).unwrap_or(to_move);
        let mut examined = BTreeSet::from([start]);
        let mut steps = vec![LibertySearchStep { at: start, from: None, found: LibertyFinding::Own }];
        let (mut stones, mut next, mut liberties) = (vec![start], 0, 0);
        while let Some(&stone) = stones.get(next) {
            next += 1;
            for neighbour in size.neighbours(stone) {
                let finding = if !examined.insert(neighbour) {
                    LibertyFinding::AlreadyExamined
                } else if let Some(neighbour_color) = color_at(neighbour) {
                    if neighbour_color == color { LibertyFinding::Own } else { LibertyFinding::Enemy }
                } else {
                    liberties += 1;
                    LibertyFinding::Liberty(liberties)
                };
                if finding == LibertyFinding::Own {
                    stones.push(neighbour);
                }
                steps.push(LibertySearchStep { at: neighbour, from: Some(stone), found: finding });
            }
        }
        Self { color, has_start_stone: color_at(start).is_some(), steps }
    }

    /// Colour of the group.
    #[must_use]
    pub const fn color(&self) -> Color {
        self.color
    }

    /// Returns true if the start point has a stone, and false if the search assumes a stone there.
    #[must_use]
    pub const fn has_start_stone(&self) -> bool {
        self.has_start_stone
    }

    /// All steps. The first one examines the start point.
    #[must_use]
    pub fn steps(&self) -> &[LibertySearchStep] {
        &self.steps
    }

    /// Number of liberties of the group.
    #[must_use]
    pub fn liberties(&self) -> u32 {
        let latest_count = self.steps.iter().rev().find_map(|step| match step.found {
            LibertyFinding::Liberty(count) => Some(count),
            _ => None,
        });
        latest_count.unwrap_or(0)
    }

    /// State of the search after the first `steps` steps.
    #[must_use]
    pub fn after(&self, steps: usize) -> LibertySearchState {
        let done_steps = &self.steps[..steps.min(self.steps.len())];
        let complete = done_steps.len() == self.steps.len();
        let points = |is_wanted: fn(LibertyFinding) -> bool| {
            done_steps.iter().filter(|step| is_wanted(step.found)).map(|step| step.at).collect::<Vec<_>>()
        };
        let last = done_steps.last().copied();
        let current = last.and_then(|step| step.from).filter(|_| !complete);
        let mut stones = points(|found| found == LibertyFinding::Own);
        // Number of finished stones, plus 1 if there is a current stone.
        let started_count = match current {
            Some(current) => stones.iter().position(|&stone| stone == current).map_or(0, |index| index + 1),
            None if complete => stones.len(),
            None => 0,
        };
        let mut finished: Vec<Point> = stones.drain(..started_count).collect();
        finished.retain(|&stone| Some(stone) != current);
        LibertySearchState {
            liberties: points(|found| matches!(found, LibertyFinding::Liberty(_))),
            enemies: points(|found| found == LibertyFinding::Enemy),
            finished,
            current,
            waiting: stones,
            revisited: last.filter(|step| step.found == LibertyFinding::AlreadyExamined).map(|step| step.at),
        }
    }
}

/// State of the search after some steps.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LibertySearchState {
    /// Liberties found up to this step.
    pub liberties: Vec<Point>,
    /// Enemy stones next to the group, found up to this step.
    pub enemies: Vec<Point>,
    /// Stones of the group whose neighbours have all been examined.
    pub finished: Vec<Point>,
    /// Stone of the group whose neighbours are being examined.
    pub current: Option<Point>,
    /// Stones of the group whose neighbours have not been examined.
    pub waiting: Vec<Point>,
    /// Point of the latest step, if an earlier step examined it too.
    pub revisited: Option<Point>,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Position, Rules, Setup};

    fn search(board: &str, start: &str, to_move: Color) -> LibertySearch {
        let setup: Setup = board.parse().expect("a board");
        LibertySearch::new(setup.size(), |point| setup.at(point), start.parse().expect("a point"), to_move)
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
        let steps: Vec<_> = search(BOARD, "C3", Color::White)
            .steps()
            .iter()
            .map(|step| (step.at.to_string(), step.from.map(|from| from.to_string()), step.found))
            .collect();
        let from = |stone: &str| Some(stone.to_owned());
        let expected = [
            ("C3", None, LibertyFinding::Own),
            ("B3", from("C3"), LibertyFinding::Liberty(1)),
            ("D3", from("C3"), LibertyFinding::Own),
            ("C2", from("C3"), LibertyFinding::Liberty(2)),
            ("C4", from("C3"), LibertyFinding::Enemy),
            ("C3", from("D3"), LibertyFinding::AlreadyExamined),
            ("E3", from("D3"), LibertyFinding::Enemy),
            ("D2", from("D3"), LibertyFinding::Liberty(3)),
            ("D4", from("D3"), LibertyFinding::Liberty(4)),
        ];
        assert_eq!(steps, expected.map(|(at, from, found)| (at.to_owned(), from, found)));
    }

    #[test]
    fn a_state_lists_finished_and_waiting_stones() {
        let search = search(BOARD, "C3", Color::White);
        let after = |steps| search.after(steps);
        assert_eq!((names(&after(1).waiting), after(1).current), (vec!["C3".to_owned()], None));
        let third = after(3);
        assert_eq!((names(&third.liberties), names(&third.waiting)), (vec!["B3".into()], vec!["D3".into()]));
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
        let white = search(BOARD, "D4", Color::White);
        assert_eq!((white.color(), white.has_start_stone(), white.liberties()), (Color::White, false, 4));
        assert_eq!(search(BOARD, "D4", Color::Black).liberties(), 5);
        assert_eq!(
            search(BOARD, "C3", Color::White).color(),
            Color::Black,
            "the stone on the start point decides the colour"
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
                    let search = LibertySearch::new(size, |point| position.at(point), point, color);
                    let mut with_stone = position.clone();
                    if position.at(point).is_none() {
                        with_stone.put(point, color);
                    }
                    assert_eq!(search.liberties(), with_stone.liberties(point), "{point} of\n{setup}");
                    let end = search.after(search.steps().len());
                    let (mut stones, mut chain) = (end.finished, with_stone.chain(point));
                    stones.sort_unstable();
                    chain.sort_unstable();
                    assert_eq!((stones, end.waiting), (chain, Vec::new()));
                    groups += 1;
                }
            }
        }
        assert!(groups > 800);
    }
}
