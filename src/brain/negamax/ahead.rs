//! What a move leads to at once, found without setting the position up where that is possible.

use super::core::Core;
use super::judge::{at_end, taken};
use super::table::Bound;
use crate::brain::Watch;
use crate::field::bits::Words;
use crate::go::board::Storage;
use crate::go::{Board, BoardVisitor, Color, Goal, Move, NoMove, Point, Rules};

/// Whether a stone placed never ends the game by itself.
pub(super) fn is_plain(rules: &Rules) -> bool {
    rules.goal == Goal::Territory
        && rules.no_move == NoMove::Pass
        && rules.stones_each.is_none()
        && rules.quirks.is_none()
}

/// What a stone would take.
struct Probe<'a> {
    color: Color,
    point: Point,
    found: &'a mut Vec<Point>,
    /// Whether to ask if it would take its own side's stones.
    suicide: bool,
}

impl BoardVisitor for Probe<'_> {
    /// Whether it would.
    type Output = bool;

    #[inline]
    fn visit<S: Storage>(self, board: &Board<S>) -> bool {
        let cell = board.cell(self.point);
        self.found.clear();
        for other in board.near(cell) {
            if board.at(other) == Some(!self.color) && board.takes(cell, other) {
                self.found.extend(board.chain_cells(other).map(|dead| board.point(dead)));
            }
        }
        self.suicide && board.is_suicide(self.color, cell)
    }
}

/// What is known of a move at once.
pub(super) enum Ahead {
    /// The law forbids it.
    Forbidden,
    /// Nothing: it was told to stop.
    Halted,
    /// What it is worth to whoever makes it.
    Worth(i32, Bound),
}

/// A value and its bound, from the other side.
fn turned((value, bound): (i32, Bound)) -> Ahead {
    let bound = match bound {
        Bound::Exact => Bound::Exact,
        Bound::AtLeast => Bound::AtMost,
        Bound::AtMost => Bound::AtLeast,
    };
    Ahead::Worth(-value, bound)
}

impl<W: Words> Core<W> {
    /// The value of what a move of frame `at` leads to at once.
    pub(super) fn ahead(
        &mut self,
        at: usize,
        spot: u32,
        window: Option<(i32, i32)>,
        watch: &dyn Watch,
    ) -> Ahead {
        let Self { frames, judge, grid, scratch, found, child, points, params, plain, .. } = self;
        let frame = &frames[at];
        let position = &frame.position;
        let color = position.to_move();
        let point = points.get(spot as usize).copied();
        let action = point.map_or(Move::Pass, Move::Play);
        if !frame.checked && !position.is_legal(action) {
            return Ahead::Forbidden;
        }
        let window = window.filter(|_| params.lazy).map(|(alpha, beta)| (-beta, -alpha));
        if *plain && params.incremental && judge.reads_stones() {
            let rules = position.rules();
            match point {
                Some(point) => {
                    let probe = Probe { color, point, found, suicide: rules.suicide };
                    if !position.visit(probe) {
                        scratch.copy_from(&frame.stones);
                        let (word, bit) = grid.place(point);
                        scratch.of[color.index()].words_mut()[word] |= bit;
                        let enemy = &mut scratch.of[(!color).index()];
                        for &dead in &*found {
                            let (word, bit) = grid.place(dead);
                            let stones = &mut enemy.words_mut()[word];
                            // A chain may be beside the stone more than once.
                            scratch.taken[color.index()] += i32::from(*stones & bit != 0);
                            *stones &= !bit;
                        }
                        return turned(judge.stones(grid, scratch, !color, window));
                    }
                }
                None if position.passes() == 0 => {
                    scratch.copy_from(&frame.stones);
                    scratch.taken[(!color).index()] += i32::from(rules.pass_stones);
                    return turned(judge.stones(grid, scratch, !color, window));
                }
                None => {}
            }
        }
        let child = match child {
            Some(child) => {
                child.clone_from(position);
                child
            }
            None => child.insert(position.clone()),
        };
        child.play_unchecked(action);
        if let Some(outcome) = child.outcome() {
            return Ahead::Worth(-at_end(outcome, child.to_move(), params.tie), Bound::Exact);
        }
        if judge.reads_stones() {
            scratch.read(grid, child);
        } else {
            scratch.taken = taken(child);
        }
        judge.whole(grid, child, scratch, window, watch).map_or(Ahead::Halted, turned)
    }
}
