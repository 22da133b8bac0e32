//! Count of move sequences (perft), the standard test of a move generator.

use super::Position;

/// Number of sequences of exactly `depth` legal moves, passes included. A finished game has no legal moves.
///
/// ```
/// use stonefield_go::{Position, Rules, Size, perft};
///
/// let position = Position::new(Size::square(2)?, Rules::preset("tromp-taylor")?);
/// assert_eq!([1, 2, 3].map(|depth| perft(&position, depth)), [5, 21, 68]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn perft(position: &Position, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let moves = position.legal_moves();
    if depth == 1 {
        return moves.len() as u64;
    }
    moves
        .into_iter()
        .map(|action| {
            let mut next = position.clone();
            next.play_unchecked(action);
            perft(&next, depth - 1)
        })
        .sum()
}
