//! Interface of a game to the search.

use super::node::NewChild;
use crate::playout::PlayoutMoves;
use crate::{Rng, Stop};
use stonefield_go::{Color, Move, Point, Size};

/// Game that the search can play move by move and play out to the end.
///
/// Cells are numbered as by [`Board`](stonefield_go::Board); cell 0 means a pass. Results are half points for
/// Black: 2 for a win, 1 for a draw, 0 for a loss.
pub(super) trait SearchGame: Send + Sync + 'static {
    /// Copies the state of another game.
    fn copy_from(&mut self, other: &Self);

    /// Returns the colour to move.
    fn to_move(&self) -> Color;

    /// Returns the result if the game is over, otherwise `None`.
    fn result_if_over(&mut self) -> Option<u32>;

    /// Appends the moves to consider, with their priors if `prior` is true. Some of them may be illegal: at
    /// the root the search removes these. Returns `false` if it was stopped before the list was complete.
    fn list_moves(&mut self, prior: bool, new_children: &mut Vec<NewChild>, stop: Stop<'_>) -> bool;

    /// Plays one of the listed moves.
    fn play(&mut self, cell: u32);

    /// Plays the game to its end and returns the result. If `traced` is true, every stone is added to
    /// `trace`. Afterwards only [`SearchGame::lead`] and the owners may be read. Returns `None` if the
    /// playout was stopped before the end.
    fn play_out(
        &mut self,
        rng: &mut Rng,
        traced: bool,
        trace: &mut PlayoutMoves,
        stop: Stop<'_>,
    ) -> Option<u32>;

    /// Returns Black's lead at the end, in points without komi. `None` if points do not decide the game.
    fn lead(&self) -> Option<i64>;

    /// Returns the size of the board.
    fn size(&self) -> Size;

    /// Returns the owner of a point after a playout.
    fn owner(&self, point: Point) -> Option<Color>;

    /// Adds the owner of each point after a playout to `sums`, by point number: +1 for Black, -1 for White.
    fn add_owners(&self, sums: &mut [i32]) {
        for (sum, point) in sums.iter_mut().zip(self.size().points()) {
            *sum += match self.owner(point) {
                Some(Color::Black) => 1,
                Some(Color::White) => -1,
                None => 0,
            };
        }
    }
}

/// Converts a winner to half points for Black.
pub(super) fn half_points_for_black(winner: Option<Color>) -> u32 {
    match winner {
        Some(Color::Black) => 2,
        Some(Color::White) => 0,
        None => 1,
    }
}

/// Returns the cell of a move, as [`Board::cell`](stonefield_go::Board::cell) numbers it; 0 for a pass.
pub(super) fn cell_of(size: Size, action: Move) -> u32 {
    let index =
        |point: Point| (u32::from(point.y) + 1) * (u32::from(size.width()) + 1) + u32::from(point.x) + 1;
    action.point().map_or(0, index)
}

/// Returns the move on a cell; a pass for cell 0.
pub(super) fn move_on(size: Size, cell: u32) -> Move {
    if cell == 0 {
        return Move::Pass;
    }
    let stride = u32::from(size.width()) + 1;
    #[expect(clippy::cast_possible_truncation, reason = "sides are at most 1024")]
    Move::Play(Point::new((cell % stride - 1) as u16, (cell / stride - 1) as u16))
}
