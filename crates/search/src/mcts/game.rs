//! What the search needs of a game.

use super::node::Seed;
use crate::playout::PlayoutMoves;
use crate::{Rng, Stop};
use stonefield_go::{Color, Point, Size};

/// A game that can be searched: played move by move, and played out to an end.
///
/// Cells are those of [`Board`](stonefield_go::Board), 0 stands for a pass. Results are half points for Black: 2 a win, 1 a draw.
pub(super) trait SearchGame: Send + Sync + 'static {
    /// Becomes what another is.
    fn copy_from(&mut self, other: &Self);

    /// Whose turn it is.
    fn to_move(&self) -> Color;

    /// The result, once the game is over.
    fn over(&mut self) -> Option<u32>;

    /// Lists the moves to consider, with their priors when `prior` is on. At the root of a tree only moves that the law allows
    /// are kept of them. `false` when it was told to stop before it had them all.
    fn moves(&mut self, prior: bool, seeds: &mut Vec<Seed>, stop: Stop<'_>) -> bool;

    /// Makes one of these moves.
    fn play(&mut self, cell: u32);

    /// Plays on to an end and tells the result; every move is noted in the trace when `traced`. The game is of no more use then, but
    /// for [`SearchGame::owners`]. `None` when it was told to stop before the end.
    fn play_out(
        &mut self,
        rng: &mut Rng,
        traced: bool,
        trace: &mut PlayoutMoves,
        stop: Stop<'_>,
    ) -> Option<u32>;

    /// After the end: by how many points Black is ahead, komi not counted; `None` where the game is not about points.
    fn lead(&self) -> Option<i64>;

    /// The board's size.
    fn size(&self) -> Size;

    /// After a playout: whose a point is.
    fn owner(&self, point: Point) -> Option<Color>;

    /// After a playout: adds 1 to the sum of each point that is Black's and takes 1 from each that is White's, by point number.
    fn owners(&self, sums: &mut [i32]) {
        for (sum, point) in sums.iter_mut().zip(self.size().points()) {
            *sum += match self.owner(point) {
                Some(Color::Black) => 1,
                Some(Color::White) => -1,
                None => 0,
            };
        }
    }
}
