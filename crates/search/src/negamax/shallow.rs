//! Evaluation of the position after a move, if possible without playing the move.

use super::control::SearchControl;
use super::core::SizedSearch;
use super::evaluator::{captures, value_at_end};
use super::table::Bound;
use stonefield_go::board::Storage;
use stonefield_go::field::bits::Words;
use stonefield_go::{Board, BoardVisitor, Color, Move, Point};

/// Visitor that finds the stones that a move would capture.
struct FindCaptures<'a> {
    color: Color,
    point: Point,
    captured: &'a mut Vec<Point>,
    /// True to test for suicide too.
    suicide: bool,
}

impl BoardVisitor for FindCaptures<'_> {
    /// True if the move is suicide.
    type Output = bool;

    #[inline]
    fn visit<S: Storage>(self, board: &Board<S>) -> bool {
        let cell = board.cell(self.point);
        self.captured.clear();
        for neighbour in board.neighbours(cell) {
            if board.at(neighbour) == Some(!self.color) && board.takes(cell, neighbour) {
                self.captured.extend(board.chain_cells(neighbour).map(|cell| board.point(cell)));
            }
        }
        self.suicide && board.is_suicide(self.color, cell)
    }
}

/// Converts a value and its bound to the other side's view.
fn negated((value, bound): (i32, Bound)) -> (i32, Bound) {
    let bound = match bound {
        Bound::Exact => Bound::Exact,
        Bound::AtLeast => Bound::AtMost,
        Bound::AtMost => Bound::AtLeast,
    };
    (-value, bound)
}

impl<W: Words> SizedSearch<W> {
    /// Returns the value of the position after a legal move, for the side that makes the move. With a window
    /// (from that side's view), a value outside it may be only a bound. `None` if the search was stopped.
    pub(super) fn evaluate_move(
        &mut self,
        ply: usize,
        spot: u32,
        window: Option<(i32, i32)>,
        control: &mut SearchControl<'_>,
    ) -> Option<(i32, Bound)> {
        let Self {
            frames, evaluator, grid, scratch, captured, child, report, params, ends_by_passes, ..
        } = self;
        let frame = &frames[ply];
        let position = &frame.position;
        let color = position.to_move();
        let action = report.action(spot);
        let window = window.filter(|_| params.lazy).map(|(alpha, beta)| (-beta, -alpha));
        if *ends_by_passes && params.incremental && evaluator.reads_stones() {
            let rules = position.rules();
            match action {
                Move::Play(point) => {
                    let probe = FindCaptures { color, point, captured, suicide: rules.suicide };
                    if !position.visit(probe) {
                        scratch.copy_from(&frame.stones);
                        let (word, bit) = grid.word_and_bit(point);
                        scratch.sets[color.index()].words_mut()[word] |= bit;
                        let enemy = &mut scratch.sets[(!color).index()];
                        for &point in &*captured {
                            let (word, bit) = grid.word_and_bit(point);
                            let enemy_word = &mut enemy.words_mut()[word];
                            // If a chain touches the new stone twice, `captured` lists its stones twice.
                            scratch.captures[color.index()] += i32::from(*enemy_word & bit != 0);
                            *enemy_word &= !bit;
                        }
                        return Some(negated(evaluator.evaluate_stones(grid, scratch, !color, window)));
                    }
                }
                Move::Pass if position.passes() == 0 => {
                    scratch.copy_from(&frame.stones);
                    scratch.captures[(!color).index()] += i32::from(rules.pass_stones);
                    return Some(negated(evaluator.evaluate_stones(grid, scratch, !color, window)));
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
            return Some((-value_at_end(outcome, child.to_move(), params.tie), Bound::Exact));
        }
        if evaluator.reads_stones() {
            scratch.read(grid, child);
        } else {
            scratch.captures = captures(child);
        }
        evaluator.evaluate(grid, child, scratch, window, control).map(negated)
    }
}
