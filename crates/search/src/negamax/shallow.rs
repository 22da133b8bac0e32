//! Evaluation of a move by a one-ply search, if possible without a new position.

use super::control::Control;
use super::core::Core;
use super::evaluator::{at_end, taken};
use super::table::Bound;
use stonefield_go::board::Storage;
use stonefield_go::field::bits::Words;
use stonefield_go::{Board, BoardVisitor, Color, Move, Point};

/// Finds the stones that a move would capture.
struct Probe<'a> {
    color: Color,
    point: Point,
    dead: &'a mut Vec<Point>,
    /// True to test for suicide too.
    suicide: bool,
}

impl BoardVisitor for Probe<'_> {
    /// True if the move is suicide.
    type Output = bool;

    #[inline]
    fn visit<S: Storage>(self, board: &Board<S>) -> bool {
        let cell = board.cell(self.point);
        self.dead.clear();
        for other in board.neighbours(cell) {
            if board.at(other) == Some(!self.color) && board.takes(cell, other) {
                self.dead.extend(board.chain_cells(other).map(|cell| board.point(cell)));
            }
        }
        self.suicide && board.is_suicide(self.color, cell)
    }
}

/// Value and bound from the other side's view.
fn negated((value, bound): (i32, Bound)) -> (i32, Bound) {
    let bound = match bound {
        Bound::Exact => Bound::Exact,
        Bound::AtLeast => Bound::AtMost,
        Bound::AtMost => Bound::AtLeast,
    };
    (-value, bound)
}

impl<W: Words> Core<W> {
    /// Value of the position after a legal move, for the side that makes it. `None` if the search was
    /// stopped.
    pub(super) fn evaluate_move(
        &mut self,
        ply: usize,
        spot: u32,
        window: Option<(i32, i32)>,
        control: &mut Control<'_>,
    ) -> Option<(i32, Bound)> {
        let Self { frames, evaluator, grid, scratch, dead, child, report, params, ends_by_passes, .. } = self;
        let frame = &frames[ply];
        let position = &frame.position;
        let color = position.to_move();
        let action = report.action(spot);
        let window = window.filter(|_| params.lazy).map(|(alpha, beta)| (-beta, -alpha));
        if *ends_by_passes && params.incremental && evaluator.reads_stones() {
            let rules = position.rules();
            match action {
                Move::Play(point) => {
                    let probe = Probe { color, point, dead, suicide: rules.suicide };
                    if !position.visit(probe) {
                        scratch.copy_from(&frame.stones);
                        let (word, bit) = grid.word_and_bit(point);
                        scratch.sets[color.index()].words_mut()[word] |= bit;
                        let enemy = &mut scratch.sets[(!color).index()];
                        for &dead in &*dead {
                            let (word, bit) = grid.word_and_bit(dead);
                            let stones = &mut enemy.words_mut()[word];
                            // A chain may touch the stone more than once, but its stones count once.
                            scratch.taken[color.index()] += i32::from(*stones & bit != 0);
                            *stones &= !bit;
                        }
                        return Some(negated(evaluator.evaluate_stones(grid, scratch, !color, window)));
                    }
                }
                Move::Pass if position.passes() == 0 => {
                    scratch.copy_from(&frame.stones);
                    scratch.taken[(!color).index()] += i32::from(rules.pass_stones);
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
            return Some((-at_end(outcome, child.to_move(), params.tie), Bound::Exact));
        }
        if evaluator.reads_stones() {
            scratch.read(grid, child);
        } else {
            scratch.taken = taken(child);
        }
        evaluator.evaluate(grid, child, scratch, window, control).map(negated)
    }
}
