//! The control map of a game.

use super::ControlField;
use crate::{Move, Position};

/// The control map of a game as it goes on: a stone that comes sends its wave, and the map is built again whenever stones have gone.
///
/// Since the map depends on the order in which stones came, a position alone does not tell it; the game does.
#[derive(Clone)]
pub struct ControlGame {
    /// The game as far as it has been followed.
    game: Position,
    field: ControlField,
}

impl ControlGame {
    /// The map of a position's game; `weaken` as in [`ControlField::new`].
    #[must_use]
    pub fn new(position: &Position, weaken: bool) -> Self {
        let game = position.origin().into_owned();
        let mut field = ControlField::new(game.size(), weaken);
        field.rebuild(game.setup().stones().iter().copied());
        let mut control = Self { game, field };
        control.go_on(position);
        control
    }

    /// Brings the map into step: from where it stands, if the game has gone on from there; else from the game's beginning.
    pub fn follow(&mut self, position: &Position) {
        if position.goes_on_from(&self.game) {
            self.go_on(position);
        } else {
            *self = Self::new(position, self.field.weakens());
        }
    }

    /// Whether it has followed the game as far as this position, and no other game.
    #[must_use]
    pub fn is_at(&self, position: &Position) -> bool {
        position.goes_on_from(&self.game) && self.game.goes_on_from(position)
    }

    fn go_on(&mut self, position: &Position) {
        let followed = self.game.turns().count();
        for turn in position.turns().skip(followed) {
            self.game.hand_turn(turn.color);
            let before = self.game.stones();
            self.game.play_unchecked(turn.action);
            let after = self.game.stones();
            match turn.action {
                Move::Play(point) if after.black + after.white == before.black + before.white + 1 => {
                    self.field.place(point, turn.color);
                }
                Move::Play(_) => self.field.rebuild(self.game.setup().stones().iter().copied()),
                Move::Pass => {}
            }
        }
    }

    /// The map of control as it stands.
    #[must_use]
    pub const fn field(&self) -> &ControlField {
        &self.field
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Color, Rules, Size};

    fn played(moves: &str) -> Position {
        let mut position = Position::new(Size::square(5).expect("a size"), Rules::default());
        for name in moves.split(' ') {
            position.try_play(name.parse().expect("a move")).expect("legal");
        }
        position
    }

    /// The map by its definition: every turn in order, and again after each capture.
    fn slow(position: &Position) -> ControlField {
        let mut game = position.origin().into_owned();
        let mut field = ControlField::new(game.size(), false);
        for turn in position.turns() {
            let enemies = game.stones()[!turn.color];
            game.play_unchecked(turn.action);
            if game.stones()[!turn.color] < enemies {
                field.rebuild(game.setup().stones().iter().copied());
            } else if let Move::Play(point) = turn.action {
                field.place(point, turn.color);
            }
        }
        field
    }

    #[test]
    fn the_order_of_arrival_counts_and_captures_build_anew() {
        let (one, other) = (played("C3 C4 D3 pass"), played("D3 C4 C3 pass"));
        assert_eq!(one.hash(), other.hash());
        let map = |position: &Position| ControlGame::new(position, false).field().clone();
        assert_ne!(map(&one), map(&other));
        let whole = played("A2 A1 C3 B2 B1 D4 E5 pass D3 C4 pass E4");
        assert_eq!(whole.at("A1".parse().expect("a point")), None, "it was taken");
        let mut followed = ControlGame::new(&played("A2 A1"), false);
        let mut game = played("A2 A1");
        for turn in whole.turns().skip(2) {
            game.play_unchecked(turn.action);
            assert!(!followed.is_at(&game));
            followed.follow(&game);
            assert!(followed.is_at(&game));
            assert_eq!(followed.field(), &slow(&game));
            assert_eq!(followed.field(), ControlGame::new(&game, false).field());
        }
        // Back, and on another way.
        let back = played("A2 A1 C3 C2");
        followed.follow(&back);
        assert_eq!(followed.field(), &slow(&back));
        assert!(followed.field().score(Color::Black).is_finite());
    }
}
