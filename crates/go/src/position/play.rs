//! Moves of a game.

use super::{Position, Store};
use crate::board::RemovedStones;
use crate::history::Turn;
use crate::{Color, Ko, Move, PlayError};

impl Position {
    /// Makes a move of the side to move.
    ///
    /// To take a move back, keep a copy of the position before the move. Copies share the history.
    ///
    /// ```
    /// use stonefield_go::{Color, Position, Rules, Setup};
    ///
    /// let setup: Setup = ". X .\n\
    ///                     X O X\n\
    ///                     . . .".parse()?;
    /// let mut position = Position::from_setup(&setup, Rules::default())?;
    /// let before = position.clone();
    /// assert_eq!(position.try_play("B1".parse()?)?.captured, 1);
    /// assert_eq!(position.captured_by()[Color::Black], 1);
    /// position = before;
    /// assert_eq!((position.ply(), position.at("B2".parse()?)), (0, Some(Color::White)));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`PlayError`] when the move is not legal. The position is unchanged then.
    pub fn try_play(&mut self, action: Move) -> Result<RemovedStones, PlayError> {
        self.check(action)?;
        Ok(self.play_unchecked(action))
    }

    /// Makes a move of a colour, even if the other colour is to move.
    ///
    /// # Errors
    /// [`PlayError`] when the move is not legal. The position is unchanged then.
    pub fn try_play_as(&mut self, color: Color, action: Move) -> Result<RemovedStones, PlayError> {
        self.check_for(color, action)?;
        if self.to_move != color {
            self.remember_origin();
            self.to_move = color;
        }
        Ok(self.play_unchecked(action))
    }

    /// Makes a move without a check. The move must be legal by [`Position::check`].
    pub fn play_unchecked(&mut self, action: Move) -> RemovedStones {
        self.remember_origin();
        let color = self.to_move;
        let removed = self.make_move(action);
        self.outcome = self.outcome_after_move(color, removed);
        removed
    }

    /// Makes a move of the side to move, without a check of the move and without an outcome.
    #[inline(always)]
    pub(super) fn make_move(&mut self, action: Move) -> RemovedStones {
        let color = self.to_move;
        let mut removed = RemovedStones::default();
        match action {
            Move::Play(point) => {
                removed = with_board!(&mut self.store, board => {
                    let cell = board.cell(point);
                    let removed = board.play(color, cell);
                    if self.rules.ko == Ko::None {
                        board.clear_ko();
                    }
                    removed
                });
                self.prisoners[color] += removed.captured;
                self.prisoners[!color] += removed.suicide;
                self.placed[color] += 1;
                self.passes = 0;
            }
            Move::Pass => {
                with_board!(&mut self.store, board => board.clear_ko());
                self.prisoners[!color] += u32::from(self.rules.pass_stones);
                self.passes += 1;
            }
        }
        self.ply += 1;
        self.last = Some(action);
        self.to_move = !color;
        let key = self.key(self.hash(), self.to_move);
        self.history.push(Turn { color, action }, key);
        removed
    }

    /// Makes a move of a colour, even if it is illegal. The point must be empty.
    ///
    /// Game records contain such moves. Chains without liberties are removed, the enemy's first.
    pub fn play_as_unchecked(&mut self, color: Color, action: Move) -> RemovedStones {
        if self.to_move != color {
            self.remember_origin();
            self.to_move = color;
        }
        self.play_unchecked(action)
    }

    /// Resumes a game that has ended. Clears the passes and the outcome, and keeps the history for superko.
    pub const fn resume(&mut self) {
        self.passes = 0;
        self.outcome = None;
    }
}
