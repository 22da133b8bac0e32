//! Quiescence search: captures and ataris after the last ply.

use super::control::Control;
use super::core::Core;
use super::frame::OpenNode;
use super::order::NONE;
use super::tree::End;
use stonefield_go::board::Storage;
use stonefield_go::field::bits::Words;
use stonefield_go::{Board, BoardVisitor, Color};

/// Collects the tactical moves of a colour, by spot: captures, moves that save an own chain from atari, and,
/// if `ataris` is true, ataris. A saved chain and an attacking stone must have two liberties after the move.
struct Loud<'a, 'b> {
    color: Color,
    ataris: bool,
    spots: &'a mut Vec<u32>,
    control: &'a mut Control<'b>,
}

/// Returns true if a chain that is not in atari has exactly two liberties.
fn has_two<S: Storage>(board: &Board<S>, stone: usize) -> bool {
    let touched = board.pseudo_liberties(stone);
    // At most four stones touch an empty point, so more than eight pseudo-liberties are at least three
    // liberties.
    touched == 2 || touched <= 8 && board.chain_length(stone) > 1 && board.liberties(stone) == 2
}

impl BoardVisitor for Loud<'_, '_> {
    /// `None` if the search was stopped.
    type Output = Option<()>;

    fn visit<S: Storage>(self, board: &Board<S>) -> Self::Output {
        let size = board.size();
        let width = usize::from(size.width());
        let mut add = |cell: usize| {
            #[expect(clippy::cast_possible_truncation, reason = "at most 1024 × 1024 points")]
            self.spots.push(size.index(board.point(cell)) as u32);
        };
        for point in size.points() {
            if point.x == 0 {
                self.control.work(width)?;
            }
            let stone = board.cell(point);
            let Some(owner) = board.at(stone) else { continue };
            if board.chain_id(stone) != stone {
                continue;
            }
            if let Some(liberty) = board.sole_liberty(stone) {
                if owner != self.color || board.liberties_after(self.color, liberty) > 1 {
                    add(liberty);
                }
            } else if self.ataris && owner != self.color && has_two(board, stone) {
                for liberty in board.pseudo_liberty_cells(stone) {
                    if board.liberties_after(self.color, liberty) > 1 {
                        add(liberty);
                    }
                }
            }
        }
        self.spots.sort_unstable();
        self.spots.dedup();
        Some(())
    }
}

impl<W: Words> Core<W> {
    /// Evaluates a node after the last ply. The node is worth at least that; captures and ataris may be
    /// worth more.
    pub(super) fn stand_pat(
        &mut self,
        ply: usize,
        node: &mut OpenNode,
        control: &mut Control<'_>,
    ) -> Option<Option<End>> {
        let Self { frames, evaluator, grid, loud, order, report, .. } = self;
        let frame = &mut frames[ply];
        (node.best, _) = evaluator.evaluate(grid, &frame.position, &frame.stones, None, control)?;
        report.counts.leaves += 1;
        if node.quiet == 0 || node.best >= node.beta {
            return Some(Some(End::Leaf));
        }
        loud.clear();
        let color = frame.position.to_move();
        frame.position.visit(Loud { color, ataris: node.quiet > 1, spots: loud, control })?;
        node.alpha = node.alpha.max(node.best);
        frame.moves.extend(loud.iter().map(|&spot| order.choice(color.index(), ply, spot, NONE)));
        Some(None)
    }
}
