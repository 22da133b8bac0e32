//! Quiescence search: captures and ataris after the last ply.

use super::control::SearchControl;
use super::core::SizedSearch;
use super::frame::OpenNode;
use super::order::NO_MOVE;
use super::tree::EndReason;
use stonefield_go::board::Storage;
use stonefield_go::field::bits::Words;
use stonefield_go::{Board, BoardVisitor, Color};

/// Visitor that collects the spots of a colour's tactical moves: captures, moves that save an own chain from
/// atari and, if `ataris` is true, ataris. A saved chain, or a chain that gives atari, must have at least two
/// liberties after the move.
struct FindLoudMoves<'a, 'b> {
    color: Color,
    ataris: bool,
    spots: &'a mut Vec<u32>,
    control: &'a mut SearchControl<'b>,
}

/// Returns true if a chain that is not in atari has exactly two liberties.
fn has_two_liberties<S: Storage>(board: &Board<S>, stone: usize) -> bool {
    let pseudo_liberties = board.pseudo_liberties(stone);
    // An empty point has at most four neighbours. So more than eight pseudo-liberties are at least three
    // liberties.
    pseudo_liberties == 2
        || pseudo_liberties <= 8 && board.chain_length(stone) > 1 && board.liberties(stone) == 2
}

impl BoardVisitor for FindLoudMoves<'_, '_> {
    /// `None` if the search was stopped.
    type Output = Option<()>;

    fn visit<S: Storage>(self, board: &Board<S>) -> Self::Output {
        let size = board.size();
        let width = usize::from(size.width());
        let mut add_move = |cell: usize| {
            #[expect(clippy::cast_possible_truncation, reason = "at most 1024 × 1024 points")]
            self.spots.push(size.index(board.point(cell)) as u32);
        };
        for point in size.points() {
            if point.x == 0 {
                self.control.add_work(width)?;
            }
            let stone = board.cell(point);
            let Some(owner) = board.at(stone) else { continue };
            if board.chain_id(stone) != stone {
                continue;
            }
            if let Some(liberty) = board.sole_liberty(stone) {
                if owner != self.color || board.liberties_after(self.color, liberty) > 1 {
                    add_move(liberty);
                }
            } else if self.ataris && owner != self.color && has_two_liberties(board, stone) {
                for liberty in board.pseudo_liberty_cells(stone) {
                    if board.liberties_after(self.color, liberty) > 1 {
                        add_move(liberty);
                    }
                }
            }
        }
        self.spots.sort_unstable();
        self.spots.dedup();
        Some(())
    }
}

impl<W: Words> SizedSearch<W> {
    /// Evaluates a node after the last ply. The node's value is at least this evaluation. If captures and
    /// ataris may increase it, lists them and returns `Some(None)`; otherwise returns the reason for the end.
    /// The outer `None` means that the search was stopped.
    pub(super) fn stand_pat(
        &mut self,
        ply: usize,
        node: &mut OpenNode,
        control: &mut SearchControl<'_>,
    ) -> Option<Option<EndReason>> {
        let Self { frames, evaluator, grid, loud_moves, order, report, .. } = self;
        let frame = &mut frames[ply];
        (node.best, _) = evaluator.evaluate(grid, &frame.position, &frame.stones, None, control)?;
        report.counts.leaves += 1;
        if node.quiescence_depth == 0 || node.best >= node.beta {
            return Some(Some(EndReason::Leaf));
        }
        loud_moves.clear();
        let color = frame.position.to_move();
        frame.position.visit(FindLoudMoves {
            color,
            ataris: node.quiescence_depth > 1,
            spots: loud_moves,
            control,
        })?;
        node.alpha = node.alpha.max(node.best);
        frame
            .moves
            .extend(loud_moves.iter().map(|&spot| order.ordered_move(color.index(), ply, spot, NO_MOVE)));
        Some(None)
    }
}
