//! The moves of a node: which there are, and in what order they are tried.

use super::ahead::Ahead;
use super::core::Core;
use super::frame::Stage;
use super::judge::MAX;
use super::order::NONE;
use super::params::{Moves, Params};
use super::quiet::Loud;
use super::tree::End;
use crate::brain::Watch;
use crate::brain::is_large;
use crate::field::bits::Words;
use crate::go::{Move, Point, Position};
use std::ops::Range;

/// Empty points of a large board that are listed at a time.
const LISTED: usize = 1 << 15;

/// Whether far moves are listed with the near ones.
fn lists_all(params: &Params, position: &Position) -> bool {
    params.moves == Moves::All || position.empties() == position.size().area()
}

impl<W: Words> Core<W> {
    /// Lists the moves of a node from that empty point on, and says what is to be done with them; on a large board some at a time.
    pub(super) fn lay_out(&mut self, at: usize, hint: u32, from: usize) {
        let empties = self.frames[at].position.empties();
        let to = if is_large(self.grid.size()) { empties.min(from + LISTED) } else { empties };
        if at == 0 && !self.roots.is_empty() {
            self.list_roots();
        } else {
            self.list(at, hint, from..to);
            if to < empties {
                self.frames[at].stage = Stage::List { hint, from: to };
                return;
            }
            self.list_rest(at, hint);
        }
        let frame = &mut self.frames[at];
        let sorts = self.params.scout && at == 0 && self.roots.is_empty();
        frame.stage = if sorts && frame.moves.len() > 1 { Stage::Sort(0) } else { Stage::Try };
    }

    /// Lists the moves of the root as the last iteration left them.
    fn list_roots(&mut self) {
        let frame = &mut self.frames[0];
        let color = frame.position.to_move().index();
        let rank = |n: usize| i32::MAX - i32::try_from(n).unwrap_or(i32::MAX);
        frame.moves.extend(self.roots.iter().enumerate().map(|(n, root)| {
            let mut choice = self.order.choice(color, 0, root.spot, NONE);
            choice.lead(rank(n));
            choice
        }));
        frame.checked = true;
    }

    /// Lists the moves of a node on some of the empty points, with what speaks for them.
    fn list(&mut self, at: usize, hint: u32, points: Range<usize>) {
        let frame = &mut self.frames[at];
        let position = &frame.position;
        let size = position.size();
        let color = position.to_move().index();
        let near = |point: Point| {
            let near = |x: u16, y: u16| position.at(Point::new(x, y)).is_some();
            let range = |v: u16| v.saturating_sub(2)..=v + 2;
            range(point.y).any(|y| range(point.x).any(|x| near(x, y)))
        };
        let all = lists_all(&self.params, position);
        if all && points.start == 0 {
            frame.moves.reserve(position.empties() + 1);
        }
        for i in points {
            let point = position.empty(i);
            if all || near(point) {
                #[expect(clippy::cast_possible_truncation, reason = "at most 1024 × 1024 points")]
                frame.moves.push(self.order.choice(color, at, size.index(point) as u32, hint));
            }
        }
    }

    /// Lists the pass of a node; where there is none, a far move is better than no move.
    fn list_rest(&mut self, at: usize, hint: u32) {
        let Self { frames, order, points, params, .. } = self;
        let frame = &mut frames[at];
        let position = &frame.position;
        let (size, color) = (position.size(), position.to_move().index());
        let choice = |spot: usize| {
            #[expect(clippy::cast_possible_truncation, reason = "at most 1024 × 1024 points")]
            order.choice(color, at, spot as u32, hint)
        };
        if position.is_legal(Move::Pass) {
            frame.moves.push(choice(size.area()));
        } else if !lists_all(params, position)
            && !frame.moves.iter().any(|choice| position.is_legal(points[choice.spot as usize].into()))
        {
            frame.moves.clear();
            frame.moves.extend((0..position.empties()).map(|i| choice(size.index(position.empty(i)))));
        }
    }

    /// Judges the moves of the root by what they lead to at once.
    // CITE: the scout layer of Negamax Go, 2017.
    pub(super) fn sort(&mut self, at: usize, until: u64, watch: &dyn Watch) {
        while let Stage::Sort(done) = self.frames[at].stage {
            let Some(&choice) = self.frames[at].moves.get(done) else {
                let frame = &mut self.frames[at];
                frame.checked = true;
                frame.stage = Stage::Try;
                return;
            };
            if self.counts.nodes >= until {
                return;
            }
            let ahead = self.ahead(at, choice.spot, None, watch);
            let frame = &mut self.frames[at];
            match ahead {
                Ahead::Worth(value, _) => {
                    frame.moves[done].lead(value);
                    frame.stage = Stage::Sort(done + 1);
                }
                Ahead::Forbidden => {
                    frame.moves.swap_remove(done);
                }
                Ahead::Halted => return,
            }
            self.counts.nodes += 1;
            self.counts.sorted += 1;
        }
    }

    /// Looks at a node beyond the last ply: it is worth at least what it is worth now, and captures and ataris may be worth more.
    pub(super) fn enter_quiet(&mut self, at: usize, watch: &mut dyn Watch) {
        let Self { frames, judge, grid, params, loud, .. } = self;
        let frame = &mut frames[at];
        let Some((value, _)) = judge.whole(grid, &frame.position, &frame.stones, None, watch) else { return };
        frame.best = value;
        let beta = if params.ab { frame.beta } else { MAX };
        if frame.quiet == 0 || value >= beta {
            self.counts.leaves += 1;
            self.leave(at, End::Leaf, watch);
            return;
        }
        loud.clear();
        let color = frame.position.to_move();
        if !frame.position.visit(Loud { color, ataris: frame.quiet > 1, found: loud, watch }) {
            return;
        }
        self.counts.leaves += 1;
        frame.alpha = frame.alpha.max(value);
        frame.moves.extend(loud.iter().map(|&spot| self.order.choice(color.index(), at, spot, NONE)));
        frame.stage = Stage::Try;
    }
}
