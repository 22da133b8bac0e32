//! End of a game and its score.

use super::Position;
use crate::board::RemovedStones;
use crate::score::{self, Outcome, WinBy};
use crate::{ByColor, Color, Goal, NoMove, Point};

impl Position {
    /// Returns true if the game has ended.
    #[inline]
    #[must_use]
    pub const fn is_over(&self) -> bool {
        self.outcome.is_some()
    }

    /// Outcome of the game, if it has ended.
    #[must_use]
    pub const fn outcome(&self) -> Option<Outcome> {
        self.outcome
    }

    /// Score of the current board, komi included. All stones count as alive.
    #[must_use]
    pub fn score(&self) -> ByColor<f64> {
        self.score_with(&[])
    }

    /// Score with the chains on the given points removed as dead. Their stones become prisoners.
    ///
    /// ```
    /// use stonefield_go::{Outcome, Position, Rules, Setup};
    ///
    /// let setup: Setup = "O . X O .\n\
    ///                     . . X O .\n\
    ///                     . . X O .".parse()?;
    /// let rules = Rules { komi: 0.5, ..Rules::preset("japanese")? };
    /// let position = Position::from_setup(&setup, rules)?;
    /// assert_eq!(Outcome::of(position.score()).to_string(), "W+3.5");
    /// let dead = ["A3".parse()?];
    /// let score = position.score_with(&dead);
    /// assert_eq!((score.black, score.white), (7.0, 3.5));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn score_with(&self, dead: &[Point]) -> ByColor<f64> {
        let mut stones = self.setup().stones().to_vec();
        let mut prisoners = self.prisoners;
        for &point in dead {
            for stone in self.chain(point) {
                if let Some(color) = stones[self.size.index(stone)].take() {
                    prisoners[!color] += 1;
                }
            }
        }
        score::count_score(&self.rules, self.size, &stones, prisoners)
    }

    /// Returns true if the game ended with a count in which dead stones can be removed.
    #[must_use]
    pub fn is_counted(&self) -> bool {
        let ended_by_count =
            matches!(self.outcome, Some(Outcome::Draw | Outcome::Win { by: WinBy::Points(_), .. }));
        ended_by_count && self.rules.can_remove_dead() && self.rules.no_move == NoMove::Pass
    }

    /// Outcome of the game. If the game ended with a count (see [`Position::is_counted`]), the chains on the
    /// given points are removed as dead before the count.
    #[must_use]
    pub fn outcome_with(&self, dead: &[Point]) -> Option<Outcome> {
        if self.is_counted() { Some(Outcome::of(self.score_with(dead))) } else { self.outcome }
    }

    /// Outcome if the side to move has no legal move on the board and the rules end the game for that reason.
    pub(super) fn outcome_without_moves(&self) -> Option<Outcome> {
        if self.rules.no_move == NoMove::Pass || self.can_place(self.to_move) {
            return None;
        }
        Some(match self.rules.no_move {
            NoMove::Loss => Outcome::Win { winner: !self.to_move, by: WinBy::NoMove },
            NoMove::Draw | NoMove::Pass => Outcome::Draw,
        })
    }

    /// Outcome after a move of `color`, if the move ends the game.
    pub(super) fn outcome_after_move(&self, color: Color, removed: RemovedStones) -> Option<Outcome> {
        if self.rules.goal == Goal::FirstCapture {
            if removed.captured > 0 {
                return Some(Outcome::Win { winner: color, by: WinBy::Capture });
            }
            if removed.suicide > 0 {
                return Some(Outcome::Win { winner: !color, by: WinBy::Suicide });
            }
        }
        let both_passed = self.passes >= 2 && (!self.rules.pass_stones || color == Color::White);
        let no_stones_left =
            self.rules.stones_each.is_some_and(|limit| self.placed.black.min(self.placed.white) >= limit);
        if both_passed || no_stones_left {
            return Some(match self.rules.goal {
                Goal::Territory => Outcome::of(self.score()),
                Goal::FirstCapture => Outcome::Draw,
            });
        }
        self.outcome_without_moves()
    }
}
