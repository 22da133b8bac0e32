//! Listing and sorting of the moves of a node.

use super::control::{LEGALITY_COST, SearchControl};
use super::core::SizedSearch;
use super::frame::{Frame, OpenNode};
use super::order::NO_MOVE;
use super::params::MoveRange;
use stonefield_go::field::bits::Words;
use stonefield_go::{Move, Point};

/// Number of empty points that are listed between two checks of the limits.
const LIST_CHUNK: usize = 1024;

impl<W: Words> SizedSearch<W> {
    /// Lists the moves of a node with their order keys. `hint` is the move that the table has, or
    /// [`NO_MOVE`]. Illegal moves are skipped later, when they are tried. `None` if the search was stopped.
    pub(super) fn list_moves(
        &mut self,
        ply: usize,
        hint: u32,
        node: &mut OpenNode,
        control: &mut SearchControl<'_>,
    ) -> Option<()> {
        if ply == 0 && !self.report.root_results.is_empty() {
            self.list_root_moves();
            node.all_legal = true;
            return Some(());
        }
        let Self { frames, order, params, report, .. } = self;
        let Frame { position, moves, .. } = &mut frames[ply];
        let (size, color, empties) = (position.size(), position.to_move().index(), position.empty_count());
        let with_key = |spot: usize| {
            #[expect(clippy::cast_possible_truncation, reason = "at most 1024 × 1024 points")]
            order.ordered_move(color, ply, spot as u32, hint)
        };
        let is_near_stone = |point: Point| {
            let has_stone = |x: u16, y: u16| position.at(Point::new(x, y)).is_some();
            let range = |coordinate: u16| coordinate.saturating_sub(2)..=coordinate + 2;
            range(point.y).any(|y| range(point.x).any(|x| has_stone(x, y)))
        };
        let all_moves = params.moves == MoveRange::All || empties == size.area();
        if all_moves {
            moves.reserve(empties + 1);
        }
        for from in (0..empties).step_by(LIST_CHUNK) {
            let to = empties.min(from + LIST_CHUNK);
            control.add_work(to - from)?;
            let points =
                (from..to).map(|i| position.nth_empty(i)).filter(|&point| all_moves || is_near_stone(point));
            moves.extend(points.map(|point| with_key(size.index(point))));
        }
        if position.is_legal(Move::Pass) {
            moves.push(with_key(size.area()));
            return Some(());
        }
        if all_moves {
            return Some(());
        }
        // A pass is illegal. If no listed move is legal, moves far from the stones are listed too.
        for near_move in &*moves {
            control.add_work(LEGALITY_COST)?;
            if position.is_legal(report.action(near_move.spot)) {
                return Some(());
            }
        }
        moves.clear();
        moves.extend((0..empties).map(|i| with_key(size.index(position.nth_empty(i)))));
        Some(())
    }

    /// Lists the moves of the root in the order in which the last iteration left them.
    fn list_root_moves(&mut self) {
        let frame = &mut self.frames[0];
        let color = frame.position.to_move().index();
        let value_of_rank = |n: usize| i32::MAX - i32::try_from(n).unwrap_or(i32::MAX);
        frame.moves.extend(self.report.root_results.iter().enumerate().map(|(n, root)| {
            let mut ordered_move = self.order.ordered_move(color, 0, root.spot, NO_MOVE);
            ordered_move.set_value(value_of_rank(n));
            ordered_move
        }));
    }

    /// Evaluates the next move of the root by a one-ply search, whose value sets the move's order key.
    /// Removes illegal moves.
    // CITE: the scout layer of Negamax Go, 2017.
    pub(super) fn evaluate_next_root_move(
        &mut self,
        root: &mut OpenNode,
        control: &mut SearchControl<'_>,
    ) -> Option<()> {
        let Some(&ordered_move) = self.frames[0].moves.get(root.next_move) else {
            (root.next_move, root.unsorted, root.all_legal) = (0, false, true);
            self.report.move_count = self.frames[0].moves.len();
            return Some(());
        };
        control.count_node(&mut self.report.counts.nodes, self.grid.size().area())?;
        if self.frames[0].position.is_legal(self.report.action(ordered_move.spot)) {
            let (value, _) = self.evaluate_move(0, ordered_move.spot, None, control)?;
            self.frames[0].moves[root.next_move].set_value(value);
            root.next_move += 1;
        } else {
            self.frames[0].moves.swap_remove(root.next_move);
        }
        self.report.counts.sorted += 1;
        Some(())
    }
}
