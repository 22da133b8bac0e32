//! Checks of the legality of moves.

use super::{Position, Store};
use crate::{ByColor, Color, Move, NoMove, PlayError, Point, Quirks};

impl Position {
    /// Checks that a move is legal for the side to move.
    ///
    /// # Errors
    /// [`PlayError`] with the reason when the move is not legal.
    pub fn check(&self, action: Move) -> Result<(), PlayError> {
        self.check_for(self.to_move, action)
    }

    /// Checks that a move is legal for a colour, as if it were to move.
    ///
    /// # Errors
    /// [`PlayError`] with the reason when the move is not legal.
    #[inline]
    pub fn check_for(&self, color: Color, action: Move) -> Result<(), PlayError> {
        if self.outcome.is_some() {
            return Err(PlayError::GameOver);
        }
        self.check_on_board(color, action)
    }

    /// Checks that a move is legal for a colour, even if the game is over.
    ///
    /// # Errors
    /// [`PlayError`] with the reason when the move is not legal.
    #[inline]
    pub fn check_on_board(&self, color: Color, action: Move) -> Result<(), PlayError> {
        match action {
            Move::Play(point) => self.check_point(color, point),
            Move::Pass => self.check_pass(color),
        }
    }

    /// Checks that a colour may place a stone on a point, even if the game is over.
    pub(super) fn check_point(&self, color: Color, point: Point) -> Result<(), PlayError> {
        if !self.size.contains(point) {
            return Err(PlayError::OffBoard(point, self.size));
        }
        if self.rules.stones_each.is_some_and(|limit| self.placed[color] >= limit) {
            return Err(PlayError::NoStonesLeft(color));
        }
        with_board!(&self.store, board => {
            let cell = board.cell(point);
            if board.at(cell).is_some() {
                return Err(PlayError::Occupied(point));
            }
            if let Some(Quirks { eye_taboo, .. }) = self.rules.quirks {
                let surrounded_by = |color| board.is_surrounded(color, cell);
                if eye_taboo {
                    let is_taboo = surrounded_by(Color::Black) || surrounded_by(Color::White);
                    return if is_taboo { Err(PlayError::NeighboursOfOneColor(point)) } else { Ok(()) };
                }
                if surrounded_by(color) {
                    return Err(PlayError::NeighboursOfOneColor(point));
                }
            }
            if !board.is_legal(color, cell, self.rules.suicide && self.rules.quirks.is_none()) {
                return Err(if board.is_suicide(color, cell) { PlayError::Suicide(point) } else { PlayError::Ko(point) });
            }
            // No position can repeat unless a stone was removed.
            let can_repeat = self.rules.suicide || self.prisoners != ByColor::default();
            if can_repeat && self.key(board.hash_after(color, cell), !color).is_some_and(|key| self.history.contains(key)) {
                return Err(PlayError::Superko(point));
            }
            Ok(())
        })
    }

    /// Checks that a colour may pass, even if the game is over.
    pub(super) fn check_pass(&self, color: Color) -> Result<(), PlayError> {
        if self.rules.no_move != NoMove::Pass {
            return Err(PlayError::NoPass);
        }
        if self.rules.quirks.is_some_and(|quirks| quirks.pass_only_when_stuck) && self.can_place(color) {
            return Err(PlayError::PassWhilePlayable(color));
        }
        Ok(())
    }

    /// Returns true if a move is legal for the side to move.
    #[inline]
    #[must_use]
    pub fn is_legal(&self, action: Move) -> bool {
        self.check(action).is_ok()
    }

    /// Returns true if the colour can legally place a stone on some point.
    #[must_use]
    pub fn can_place(&self, color: Color) -> bool {
        (0..self.empty_count()).any(|i| self.check_point(color, self.nth_empty(i)).is_ok())
    }

    /// Legal moves of the side to move: points in the order of the list of empty points, then the pass.
    ///
    /// ```
    /// use stonefield_go::{Color, Move, Position, Rules, Setup};
    ///
    /// let mut setup: Setup = ". X .\n\
    ///                         X X X\n\
    ///                         . X .".parse()?;
    /// let position = Position::from_setup(&setup, Rules::default())?;
    /// assert_eq!(position.legal_moves().len(), 5, "four corners and the pass");
    /// setup.to_move = Color::White;
    /// let position = Position::from_setup(&setup, Rules::default())?;
    /// assert_eq!(position.legal_moves(), [Move::Pass], "every corner is suicide");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn legal_moves(&self) -> Vec<Move> {
        let points = (0..self.empty_count()).map(|i| Move::Play(self.nth_empty(i)));
        points.chain([Move::Pass]).filter(|&action| self.is_legal(action)).collect()
    }
}
