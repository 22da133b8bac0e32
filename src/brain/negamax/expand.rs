//! The moves of a node: which there are, and in what order they are tried.

use super::core::Core;
use super::frame::Stage;
use super::judge::MAX;
use super::order::NONE;
use super::params::Moves;
use super::quiet::Loud;
use super::tree::End;
use crate::brain::Watch;
use crate::field::bits::Words;
use crate::go::{Move, Point};

impl<W: Words> Core<W> {
    /// Lists the moves of a node, and says what is to be done with them.
    pub(super) fn lay_out(&mut self, at: usize, hint: u32) {
        self.list(at, hint);
        let frame = &mut self.frames[at];
        let sorts = self.params.scout && at == 0 && self.roots.is_empty();
        frame.stage = if sorts && frame.moves.len() > 1 { Stage::Sort(0) } else { Stage::Try };
    }

    /// Lists the moves of a node, with what speaks for them.
    fn list(&mut self, at: usize, hint: u32) {
        let frame = &mut self.frames[at];
        let position = &frame.position;
        let color = position.to_move().index();
        if at == 0 && !self.roots.is_empty() {
            // As the last iteration left them.
            let rank = |n: usize| i32::MAX - i32::try_from(n).unwrap_or(i32::MAX);
            frame.moves.extend(self.roots.iter().enumerate().map(|(n, root)| {
                let mut choice = self.order.choice(color, at, root.spot, NONE);
                choice.lead(rank(n));
                choice
            }));
            frame.checked = true;
            return;
        }
        let size = position.size();
        let near = |point: Point| {
            let near = |x: u16, y: u16| position.at(Point::new(x, y)).is_some();
            let range = |v: u16| v.saturating_sub(2)..=v + 2;
            range(point.y).any(|y| range(point.x).any(|x| near(x, y)))
        };
        let all = self.params.moves == Moves::All || position.empties() == size.area();
        let choice = |spot: usize| {
            #[expect(clippy::cast_possible_truncation, reason = "at most 1024 × 1024 points")]
            self.order.choice(color, at, spot as u32, hint)
        };
        frame.moves.reserve(if all { position.empties() + 1 } else { 0 });
        for i in 0..position.empties() {
            let point = position.empty(i);
            if all || near(point) {
                frame.moves.push(choice(size.index(point)));
            }
        }
        if position.is_legal(Move::Pass) {
            frame.moves.push(choice(size.area()));
        } else if !all
            && !frame.moves.iter().any(|choice| position.is_legal(self.points[choice.spot as usize].into()))
        {
            // Where there is no pass, a far move is better than none.
            frame.moves.clear();
            frame.moves.extend((0..position.empties()).map(|i| choice(size.index(position.empty(i)))));
        }
    }

    /// Judges the moves of the root by what they lead to at once.
    // CITE: the scout layer of Negamax Go, 2017.
    pub(super) fn sort(&mut self, at: usize, until: u64) {
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
            self.counts.nodes += 1;
            self.counts.sorted += 1;
            let value = self.ahead(at, choice.spot, None);
            let frame = &mut self.frames[at];
            match value {
                Some((value, _)) => {
                    frame.moves[done].lead(value);
                    frame.stage = Stage::Sort(done + 1);
                }
                // The law forbids it.
                None => {
                    frame.moves.swap_remove(done);
                }
            }
        }
    }

    /// Looks at a node beyond the last ply: it is worth at least what it is worth now, and captures and ataris may be worth more.
    pub(super) fn enter_quiet(&mut self, at: usize, watch: &mut dyn Watch) {
        self.counts.leaves += 1;
        let Self { frames, judge, grid, params, loud, .. } = self;
        let frame = &mut frames[at];
        let (value, _) = judge.whole(grid, &frame.position, &frame.stones, None);
        frame.best = value;
        let beta = if params.ab { frame.beta } else { MAX };
        if frame.quiet == 0 || value >= beta {
            self.leave(at, End::Leaf, watch);
            return;
        }
        frame.alpha = frame.alpha.max(value);
        loud.clear();
        let color = frame.position.to_move();
        frame.position.visit(Loud { color, ataris: frame.quiet > 1, found: loud });
        frame.moves.extend(loud.iter().map(|&spot| self.order.choice(color.index(), at, spot, NONE)));
        frame.stage = Stage::Try;
    }
}
