//! Captures and ataris: what a position is not judged before.

use crate::brain::Watch;
use crate::brain::is_large;
use crate::go::board::Storage;
use crate::go::{Board, BoardVisitor, Color};

/// Finds moves by point number: those that take something, those that lead a chain of the mover's out of atari, and, where asked for, those that
/// leave an enemy chain one liberty without giving themselves up. On a large board it can be told to stop.
pub(super) struct Loud<'a> {
    pub(super) color: Color,
    pub(super) ataris: bool,
    pub(super) found: &'a mut Vec<u32>,
    pub(super) watch: &'a dyn Watch,
}

/// Whether a chain that is not in atari has no more than two liberties.
fn has_two<S: Storage>(board: &Board<S>, stone: usize) -> bool {
    let touched = board.pseudo_liberties(stone);
    // Four stones at the most can touch one empty point.
    touched == 2 || touched <= 8 && board.chain_length(stone) > 1 && board.liberties(stone) == 2
}

impl BoardVisitor for Loud<'_> {
    /// Whether all were found.
    type Output = bool;

    fn visit<S: Storage>(self, board: &Board<S>) -> bool {
        let size = board.size();
        let large = is_large(size);
        let mut add = |cell: usize| {
            #[expect(clippy::cast_possible_truncation, reason = "at most 1024 × 1024 points")]
            self.found.push(size.index(board.point(cell)) as u32);
        };
        for point in size.points() {
            if large && point.x == 0 && self.watch.stop() {
                return false;
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
        true
    }
}
