//! What a playout prefers to chance: captures, rescues, shapes, vital points; and the same facts as questions for a tree's priors.
//!
//! A [`Policy`] says which parts are on. The questions ([`captured`], [`saves`], [`is_self_atari`], [`pattern_at`], [`nakade`], …) ask a
//! board about an empty cell, for either colour, and change nothing; the sums of its chains must be kept, as
//! [`Board::play`](stonefield_go::Board::play) does.

mod ataris;
mod capture;
mod heavy;
mod nakade;
mod pattern;
mod self_atari;

pub use capture::{captured, gives_atari, saves};
pub(super) use heavy::Heavy;
pub use nakade::nakade;
pub use pattern::{is_pattern, pattern_at};
pub use self_atari::{is_bad_self_atari, is_self_atari};

/// The parts of a playout policy, each of which can be left out. A turn takes the first part, from above, that has something to
/// play; equal choices within it are equally likely.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Policy {
    /// Take what is in atari: first what threatens own stones or has just been played, then, after the patterns, anything.
    pub capture: bool,
    /// Save own chains from atari, where they get two liberties by it.
    pub save: bool,
    /// Play the vital point of a small eye space beside the last move.
    pub nakade: bool,
    /// Play what makes a 3×3 pattern.
    pub patterns: bool,
    /// Look for rescues and patterns only around the last move; otherwise on the whole board, which takes much longer.
    pub local: bool,
    /// Leave out self-atari that gains nothing.
    pub self_atari: bool,
}

impl Policy {
    /// Moves by chance alone, own eyes left open.
    pub const LIGHT: Self =
        Self { capture: false, save: false, nakade: false, patterns: false, local: false, self_atari: false };

    /// Every part.
    // CITE: the order of parts: S. Gelly et al., INRIA RR-6062, 2006; M. Enzenberger, M. Müller, B. Arneson, R. Segal, "Fuego: an
    // open-source framework for board games and Go engine based on Monte Carlo tree search", 2010.
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

    /// The board of a diagram.
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

    /// The cell of a named point.
    pub(crate) fn at(board: &Board<Fixed<128>>, point: &str) -> usize {
        board.cell(point.parse().expect("a point"))
    }
}
