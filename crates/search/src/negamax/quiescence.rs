//! Quiescence: captures and ataris, before which a position is not judged.

use super::control::Control;
use super::core::Core;
use super::frame::OpenNode;
use super::order::NONE;
use super::tree::End;
use stonefield_go::board::Storage;
use stonefield_go::field::bits::Words;
use stonefield_go::{Board, BoardVisitor, Color};

/// Finds moves by point number: those that take something, those that lead a chain of the mover's out of atari, and, where asked for, those that
/// leave an enemy chain one liberty without giving themselves up.
struct Loud<'a, 'b> {
    color: Color,
    ataris: bool,
    found: &'a mut Vec<u32>,
    control: &'a mut Control<'b>,
}

/// Whether a chain that is not in atari has no more than two liberties.
fn has_two<S: Storage>(board: &Board<S>, stone: usize) -> bool {
    let touched = board.pseudo_liberties(stone);
    // Four stones at the most can touch one empty point.
    touched == 2 || touched <= 8 && board.chain_length(stone) > 1 && board.liberties(stone) == 2
}

impl BoardVisitor for Loud<'_, '_> {
    /// `None` when it was told to end.
    type Output = Option<()>;

    fn visit<S: Storage>(self, board: &Board<S>) -> Self::Output {
        let size = board.size();
        let width = usize::from(size.width());
        let mut add = |cell: usize| {
            #[expect(clippy::cast_possible_truncation, reason = "at most 1024 × 1024 points")]
            self.found.push(size.index(board.point(cell)) as u32);
        };
        for point in size.points() {
            if point.x == 0 {
                self.control.work(width)?;
            }
            let stone = board.cell(point);
            let Some(owner) = board.at(stone) else { continue };
            if board.chain(stone) != stone {
                continue;
            }
            if let Some(liberty) = board.sole_liberty(stone) {
                if owner != self.color || board.liberties_after(self.color, liberty) > 1 {
                    add(liberty);
                }
            } else if self.ataris && owner != self.color && has_two(board, stone) {
                for liberty in board.touched_cells(stone) {
                    if board.liberties_after(self.color, liberty) > 1 {
                        add(liberty);
                    }
                }
            }
        }
        self.found.sort_unstable();
        self.found.dedup();
        Some(())
    }
}

impl<W: Words> Core<W> {
    /// Looks at a node beyond the last ply: it is worth at least what it is worth now, and captures and ataris may be worth more.
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
        frame.position.visit(Loud { color, ataris: node.quiet > 1, found: loud, control })?;
        node.alpha = node.alpha.max(node.best);
        frame.moves.extend(loud.iter().map(|&spot| order.choice(color.index(), ply, spot, NONE)));
        Some(None)
    }
}
