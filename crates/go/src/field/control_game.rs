//! Control map of a game.

use super::ControlField;
use crate::{Move, Position};

/// Control map of a game, updated turn by turn: a new stone sends its wave, and the map is rebuilt after each
/// removal of stones.
///
/// The map depends on the order of the moves. So it is computed from the game, not from a position alone.
#[derive(Clone)]
pub struct ControlGame {
    /// Game up to the last turn that the map includes.
    game: Position,
    field: ControlField,
}

impl ControlGame {
    /// Map of a position's game. `weaken` has the same meaning as in [`ControlField::new`].
    #[must_use]
    pub fn new(position: &Position, weaken: bool) -> Self {
        let game = position.origin().into_owned();
        let mut field = ControlField::new(game.size(), weaken);
        field.rebuild(game.setup().stones().iter().copied());
        let mut control = Self { game, field };
        control.add_turns(position);
        control
    }

    /// Updates the map to a position.
    ///
    /// If the position continues the same game, only the new turns are added. Otherwise the map is computed
    /// from the beginning of the position's game.
    pub fn follow(&mut self, position: &Position) {
        if position.is_continuation_of(&self.game) {
            self.add_turns(position);
        } else {
            *self = Self::new(position, self.field.weakens());
        }
    }

    /// Returns true if the map includes exactly the turns of this position's game.
    #[must_use]
    pub fn is_at(&self, position: &Position) -> bool {
        position.is_continuation_of(&self.game) && self.game.is_continuation_of(position)
    }

    /// Adds the turns that the map does not include.
    fn add_turns(&mut self, position: &Position) {
        let included_turns = self.game.turns().count();
        for turn in position.turns().skip(included_turns) {
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

    /// Current control map.
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

    /// Map by definition: a wave for every turn in order, and a rebuild after each capture.
    fn slow_map(position: &Position) -> ControlField {
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
    fn the_map_depends_on_the_order_and_captures_rebuild_it() {
        let (first, second) = (played("C3 C4 D3 pass"), played("D3 C4 C3 pass"));
        assert_eq!(first.hash(), second.hash());
        let map = |position: &Position| ControlGame::new(position, false).field().clone();
        assert_ne!(map(&first), map(&second));
        let whole = played("A2 A1 C3 B2 B1 D4 E5 pass D3 C4 pass E4");
        assert_eq!(whole.at("A1".parse().expect("a point")), None, "the stone was captured");
        let mut followed = ControlGame::new(&played("A2 A1"), false);
        let mut game = played("A2 A1");
        for turn in whole.turns().skip(2) {
            game.play_unchecked(turn.action);
            assert!(!followed.is_at(&game));
            followed.follow(&game);
            assert!(followed.is_at(&game));
            assert_eq!(followed.field(), &slow_map(&game));
            assert_eq!(followed.field(), ControlGame::new(&game, false).field());
        }
        // Another continuation from an earlier position.
        let back = played("A2 A1 C3 C2");
        followed.follow(&back);
        assert_eq!(followed.field(), &slow_map(&back));
        assert!(followed.field().score(Color::Black).is_finite());
    }
}
