//! What a move leads to at once, found without setting the position up where that is possible.

use super::control::Control;
use super::core::Core;
use super::evaluator::{at_end, taken};
use super::table::Bound;
use stonefield_go::board::Storage;
use stonefield_go::field::bits::Words;
use stonefield_go::{Board, BoardVisitor, Color, Move, Point};

/// What a stone would take.
struct Probe<'a> {
    color: Color,
    point: Point,
    dead: &'a mut Vec<Point>,
    /// Whether to ask if it would take its own side's stones.
    suicide: bool,
}

impl BoardVisitor for Probe<'_> {
    /// Whether it would.
    type Output = bool;

    #[inline]
    fn visit<S: Storage>(self, board: &Board<S>) -> bool {
        let cell = board.cell(self.point);
        self.dead.clear();
        for other in board.near(cell) {
            if board.at(other) == Some(!self.color) && board.takes(cell, other) {
                self.dead.extend(board.chain_cells(other).map(|cell| board.point(cell)));
            }
        }
        self.suicide && board.is_suicide(self.color, cell)
    }
}

/// A value and its bound, from the other side.
fn turned((value, bound): (i32, Bound)) -> (i32, Bound) {
    let bound = match bound {
        Bound::Exact => Bound::Exact,
        Bound::AtLeast => Bound::AtMost,
        Bound::AtMost => Bound::AtLeast,
    };
    (-value, bound)
}

impl<W: Words> Core<W> {
    /// The value of what a legal move leads to at once, for the side that makes it; `None` when it was told to end before that was known.
    pub(super) fn shallow(
        &mut self,
        ply: usize,
        spot: u32,
        window: Option<(i32, i32)>,
        control: &mut Control<'_>,
    ) -> Option<(i32, Bound)> {
        let Self { frames, evaluator, grid, scratch, dead, child, report, params, plain, .. } = self;
        let frame = &frames[ply];
        let position = &frame.position;
        let color = position.to_move();
        let action = report.action(spot);
        let window = window.filter(|_| params.lazy).map(|(alpha, beta)| (-beta, -alpha));
        if *plain && params.incremental && evaluator.reads_stones() {
            let rules = position.rules();
            match action {
                Move::Play(point) => {
                    let probe = Probe { color, point, dead, suicide: rules.suicide };
                    if !position.visit(probe) {
                        scratch.copy_from(&frame.stones);
                        let (word, bit) = grid.place(point);
                        scratch.of[color.index()].words_mut()[word] |= bit;
                        let enemy = &mut scratch.of[(!color).index()];
                        for &dead in &*dead {
                            let (word, bit) = grid.place(dead);
                            let stones = &mut enemy.words_mut()[word];
                            // A chain may be beside the stone more than once.
                            scratch.taken[color.index()] += i32::from(*stones & bit != 0);
                            *stones &= !bit;
                        }
                        return Some(turned(evaluator.stones(grid, scratch, !color, window)));
                    }
                }
                Move::Pass if position.passes() == 0 => {
                    scratch.copy_from(&frame.stones);
                    scratch.taken[(!color).index()] += i32::from(rules.pass_stones);
                    return Some(turned(evaluator.stones(grid, scratch, !color, window)));
                }
                Move::Pass => {}
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
            return Some((-at_end(outcome, child.to_move(), params.tie), Bound::Exact));
        }
        if evaluator.reads_stones() {
            scratch.read(grid, child);
        } else {
            scratch.taken = taken(child);
        }
        evaluator.evaluate(grid, child, scratch, window, control).map(turned)
    }
}
