//! Moves of a game.

use super::{Position, Store};
use crate::board::Played;
use crate::history::Turn;
use crate::{Color, Ko, Move, PlayError};

impl Position {
    /// Makes a move of the side to move.
    ///
    /// A copy of the position before the move takes the move back. Copies share the history.
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
    pub fn try_play(&mut self, action: Move) -> Result<Played, PlayError> {
        self.check(action)?;
        Ok(self.play_unchecked(action))
    }

    /// Makes a move of a colour, even if the other colour is to move.
    ///
    /// # Errors
    /// [`PlayError`] when the move is not legal. The position is unchanged then.
    pub fn try_play_as(&mut self, color: Color, action: Move) -> Result<Played, PlayError> {
        self.check_for(color, action)?;
        if self.to_move != color {
            self.remember_origin();
            self.to_move = color;
        }
        Ok(self.play_unchecked(action))
    }

    /// Makes a move without a check. The move must be legal by [`Position::check`].
    pub fn play_unchecked(&mut self, action: Move) -> Played {
        self.remember_origin();
        let color = self.to_move;
        let played = self.make(action);
        self.outcome = self.end_after(color, played);
        played
    }

    /// Makes a move of the side to move, without a check whether the game ends.
    #[inline(always)]
    pub(super) fn make(&mut self, action: Move) -> Played {
        let color = self.to_move;
        let mut played = Played::default();
        match action {
            Move::Play(point) => {
                played = on!(&mut self.store, board => {
                    let cell = board.cell(point);
                    let played = board.play(color, cell);
                    if self.rules.ko == Ko::None {
                        board.clear_ko();
                    }
                    played
                });
                self.prisoners[color] += played.captured;
                self.prisoners[!color] += played.suicide;
                self.placed[color] += 1;
                self.passes = 0;
            }
            Move::Pass => {
                on!(&mut self.store, board => board.clear_ko());
                self.prisoners[!color] += u32::from(self.rules.pass_stones);
                self.passes += 1;
            }
        }
        self.ply += 1;
        self.last = Some(action);
        self.to_move = !color;
        let key = self.key(self.hash(), self.to_move);
        self.history.push(Turn { color, action }, key);
        played
    }

    /// Makes a move of a colour, even if it is illegal. The point must be empty.
    ///
    /// Game records contain such moves. Chains without liberties are removed, the enemy's first.
    pub fn play_as_unchecked(&mut self, color: Color, action: Move) -> Played {
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
