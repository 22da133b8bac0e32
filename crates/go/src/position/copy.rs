//! Copies of a position.

use super::{Position, Store, StoredPosition};

impl Clone for Store {
    fn clone(&self) -> Self {
        match self {
            Self::S128(board) => Self::S128(board.clone()),
            Self::S256(board) => Self::S256(board.clone()),
            Self::S512(board) => Self::S512(board.clone()),
            Self::S1024(board) => Self::S1024(board.clone()),
            Self::Heap(board) => Self::Heap(board.clone()),
        }
    }

    #[inline]
    fn clone_from(&mut self, source: &Self) {
        match (self, source) {
            (Self::S128(to), Self::S128(from)) => to.clone_from(from),
            (Self::S256(to), Self::S256(from)) => to.clone_from(from),
            (Self::S512(to), Self::S512(from)) => to.clone_from(from),
            (Self::S1024(to), Self::S1024(from)) => to.clone_from(from),
            (Self::Heap(to), Self::Heap(from)) => to.clone_from(from),
            (to, from) => *to = from.clone(),
        }
    }
}

impl Clone for Position {
    fn clone(&self) -> Self {
        Self {
            store: self.store.clone(),
            history: self.history.clone(),
            stored_origin: self.stored_origin.clone(),
            ..*self
        }
    }

    #[inline]
    fn clone_from(&mut self, source: &Self) {
        let Self {
            rules,
            size,
            store,
            to_move,
            ply,
            passes,
            last,
            prisoners,
            placed,
            outcome,
            history,
            stored_origin,
        } = self;
        store.clone_from(&source.store);
        history.clone_from(&source.history);
        stored_origin.clone_from(&source.stored_origin);
        (*rules, *size, *to_move, *ply, *passes, *last) =
            (source.rules, source.size, source.to_move, source.ply, source.passes, source.last);
        (*prisoners, *placed, *outcome) = (source.prisoners, source.placed, source.outcome);
    }
}

impl Position {
    /// Returns the position in stored form.
    ///
    /// Before the first turn, the stored position also becomes the origin of the later turns of `self`, so
    /// that the board is stored only once.
    pub fn store_position(&mut self) -> StoredPosition {
        if self.turns().next().is_some() {
            return StoredPosition::new(self);
        }
        self.stored_origin.insert(StoredPosition::origin_of(self)).clone()
    }
}

#[cfg(test)]
mod tests {
    use crate::{Move, Position, Rules, Size};
    use rand::rngs::SmallRng;
    use rand::{RngExt, SeedableRng};

    fn random_game(size: Size, rules: &str, plies: usize, rng: &mut SmallRng) -> Position {
        let mut position = Position::new(size, Rules::preset(rules).expect("a preset"));
        for _ in 0..plies {
            play_random(&mut position, rng);
        }
        position
    }

    fn play_random(position: &mut Position, rng: &mut SmallRng) -> Option<Move> {
        let legal_moves = position.legal_moves();
        let action = *legal_moves.get(rng.random_range(0..legal_moves.len().max(1)))?;
        position.play_unchecked(action);
        Some(action)
    }

    fn describe(position: &Position) -> String {
        let turns: Vec<_> = position.turns().collect();
        let rest = (position.ko(), position.passes(), position.captured_by(), position.outcome());
        format!(
            "{}\n{turns:?} {rest:?} {:?} {}",
            position.setup(),
            position.legal_moves(),
            position.rules().komi
        )
    }

    /// A copy into a position of another game equals a new copy. Later moves of the copy do not change the
    /// original, nor the reverse.
    #[test]
    fn a_copy_into_another_game_is_a_copy() {
        let rng = &mut SmallRng::seed_from_u64(6);
        for n in 0..60 {
            let side = [2, 5, 9, 13, 19, 33];
            let [from, to] = [n % 6, n / 6 % 6].map(|n| Size::square(side[n]).expect("a size"));
            let rules = ["chinese", "japanese", "tromp-taylor"];
            let plies = rng.random_range(0..40);
            let mut original = random_game(from, rules[n % 3], plies, rng);
            let mut copy = random_game(to, rules[n / 3 % 3], 40 - plies, rng);
            if n % 4 == 0 {
                original.remember_origin();
            }
            copy.clone_from(&original);
            let before = describe(&original);
            assert_eq!(describe(&copy), before);
            for _ in 0..30 {
                let Some(action) = play_random(&mut copy, rng) else { break };
                let mut after = original.clone();
                after.play_unchecked(action);
                assert!(copy.is_continuation_of(&original));
                if rng.random_bool(0.3) {
                    copy.clone_from(&original);
                } else {
                    assert_eq!(describe(&original), before);
                    original.play_unchecked(action);
                    assert_eq!(describe(&copy), describe(&original));
                    break;
                }
                assert_eq!(describe(&copy), before);
            }
        }
    }

    /// A position that is restored from a stored one continues like the original and has the same origin.
    #[test]
    fn a_stored_position_continues_like_the_original() {
        let rng = &mut SmallRng::seed_from_u64(8);
        for n in 0..40 {
            let size = Size::square([3, 9, 33][n % 3]).expect("a size");
            let mut original =
                random_game(size, ["chinese", "japanese", "tromp-taylor"][n / 3 % 3], n / 2, rng);
            let before = describe(&original);
            let stored = original.store_position();
            let mut copy = stored.to_position();
            assert_eq!(describe(&copy), before);
            assert_eq!(describe(&copy.origin()), describe(&original.origin()));
            for _ in 0..30 {
                let Some(action) = play_random(&mut copy, rng) else { break };
                original.play_unchecked(action);
                assert_eq!(describe(&copy), describe(&original));
            }
            assert_eq!(describe(&stored.to_position()), before);
        }
    }
}
