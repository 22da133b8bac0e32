//! Playout policies: captures, rescues, patterns and vital points that are preferred to random moves. The
//! priors of a search tree use the same facts.
//!
//! A [`Policy`] says which parts are on. The functions [`captured_count`], [`saved_count`],
//! [`is_self_atari`], [`pattern_at`], [`nakade`] and others describe a move on an empty cell, for either
//! colour. They do not change the board. The chain data of the board must be up to date, as
//! [`Board::play`](stonefield_go::Board::play) keeps them.

mod ataris;
mod capture;
mod heavy;
mod nakade;
mod pattern;
mod self_atari;

pub use capture::{captured_count, gives_atari, saved_count};
pub(super) use heavy::Heavy;
pub use nakade::nakade;
pub use pattern::{is_pattern, pattern_at};
pub use self_atari::{is_bad_self_atari, is_self_atari};

/// Parts of a playout policy. Each part can be switched off. A turn plays a move of the first part that has
/// one, in the order of the fields. All moves of a part are equally likely.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Policy {
    /// Capture chains in atari: before all other parts the chains that threaten own stones or were just
    /// extended, after the patterns any chain.
    pub capture: bool,
    /// Save own chains from atari if they get at least two liberties.
    pub save: bool,
    /// Play the vital point of a small eye space next to the last move.
    pub nakade: bool,
    /// Play moves that match a 3×3 pattern.
    pub patterns: bool,
    /// True: search rescues and patterns only around the last move. False: search the whole board, which
    /// takes much longer.
    pub local: bool,
    /// Play no self-atari that gains nothing.
    pub self_atari: bool,
}

impl Policy {
    /// Random moves that do not fill own eyes.
    pub const LIGHT: Self =
        Self { capture: false, save: false, nakade: false, patterns: false, local: false, self_atari: false };

    /// All parts.
    // CITE: the order of parts: S. Gelly et al., INRIA RR-6062, 2006; M. Enzenberger, M. Müller, B. Arneson,
    // R. Segal, "Fuego: an open-source framework for board games and Go engine based on Monte Carlo tree
    // search", 2010.
    pub const HEAVY: Self =
        Self { capture: true, save: true, nakade: true, patterns: true, local: true, self_atari: true };
}

impl Default for Policy {
    /// [`Policy::HEAVY`].
    fn default() -> Self {
        Self::HEAVY
    }
}

#[cfg(test)]
pub(super) mod tests {
    use stonefield_go::board::Fixed;
    use stonefield_go::{Board, Setup};

    /// Parses a diagram into a board.
    pub(crate) fn board(diagram: &str) -> Board<Fixed<128>> {
        let setup: Setup = diagram.parse().expect("a diagram");
        let mut board = Board::new(setup.size());
        for (point, stone) in setup.size().points().zip(setup.stones()) {
            if let Some(color) = *stone {
                board.put(color, board.cell(point));
            }
        }
        board
    }

    /// Returns the cell of a named point.
    pub(crate) fn at(board: &Board<Fixed<128>>, point: &str) -> usize {
        board.cell(point.parse().expect("a point"))
    }
}
