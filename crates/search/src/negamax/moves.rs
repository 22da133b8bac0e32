//! Listing and sorting of the moves of a node.

use super::control::{Control, LEGALITY_COST};
use super::core::Core;
use super::frame::{Frame, OpenNode};
use super::order::NONE;
use super::params::MoveRange;
use stonefield_go::field::bits::Words;
use stonefield_go::{Move, Point};

/// Empty points listed between two counts of work.
const LISTED: usize = 1024;

impl<W: Words> Core<W> {
    /// Lists the moves of a node with their order keys. `hint` is the move that the table has.
    pub(super) fn list_moves(
        &mut self,
        ply: usize,
        hint: u32,
        node: &mut OpenNode,
        control: &mut Control<'_>,
    ) -> Option<()> {
        if ply == 0 && !self.report.roots.is_empty() {
            self.list_roots();
            node.checked = true;
            return Some(());
        }
        let Self { frames, order, params, report, .. } = self;
        let Frame { position, moves, .. } = &mut frames[ply];
        let (size, color, empties) = (position.size(), position.to_move().index(), position.empty_count());
        let choice = |spot: usize| {
            #[expect(clippy::cast_possible_truncation, reason = "at most 1024 × 1024 points")]
            order.choice(color, ply, spot as u32, hint)
        };
        let near = |point: Point| {
            let near = |x: u16, y: u16| position.at(Point::new(x, y)).is_some();
            let range = |v: u16| v.saturating_sub(2)..=v + 2;
            range(point.y).any(|y| range(point.x).any(|x| near(x, y)))
        };
        let all_moves = params.moves == MoveRange::All || empties == size.area();
        if all_moves {
            moves.reserve(empties + 1);
        }
        for from in (0..empties).step_by(LISTED) {
            let to = empties.min(from + LISTED);
            control.work(to - from)?;
            let points = (from..to).map(|i| position.nth_empty(i)).filter(|&point| all_moves || near(point));
            moves.extend(points.map(|point| choice(size.index(point))));
        }
        if position.is_legal(Move::Pass) {
            moves.push(choice(size.area()));
            return Some(());
        }
        if all_moves {
            return Some(());
        }
        // If a pass is illegal, a far move is better than no move.
        for near in &*moves {
            control.work(LEGALITY_COST)?;
            if position.is_legal(report.action(near.spot)) {
                return Some(());
            }
        }
        moves.clear();
        moves.extend((0..empties).map(|i| choice(size.index(position.nth_empty(i)))));
        Some(())
    }

    /// Lists the moves of the root in the order that the last iteration left.
    fn list_roots(&mut self) {
        let frame = &mut self.frames[0];
        let color = frame.position.to_move().index();
        let rank = |n: usize| i32::MAX - i32::try_from(n).unwrap_or(i32::MAX);
        frame.moves.extend(self.report.roots.iter().enumerate().map(|(n, root)| {
            let mut choice = self.order.choice(color, 0, root.spot, NONE);
            choice.set_value(rank(n));
            choice
        }));
    }

    /// Sorts the next move of the root by its value in a one-ply search.
    // CITE: the scout layer of Negamax Go, 2017.
    pub(super) fn sort_next(&mut self, root: &mut OpenNode, control: &mut Control<'_>) -> Option<()> {
        let Some(&choice) = self.frames[0].moves.get(root.next) else {
            (root.next, root.unsorted, root.checked) = (0, false, true);
            self.report.moves = self.frames[0].moves.len();
            return Some(());
        };
        control.count(&mut self.report.counts.nodes, self.grid.size().area())?;
        if self.frames[0].position.is_legal(self.report.action(choice.spot)) {
            let (value, _) = self.evaluate_move(0, choice.spot, None, control)?;
            self.frames[0].moves[root.next].set_value(value);
            root.next += 1;
        } else {
            self.frames[0].moves.swap_remove(root.next);
        }
        self.report.counts.sorted += 1;
        Some(())
    }
}
