//! Stored positions, to which a game can return.

use super::serial::Packed;
use super::{Position, Store};
use crate::{History, Rules, Size};
use std::borrow::Cow;
use std::sync::Arc;

/// Stored, immutable position. Copies share the data. It needs less memory than a [`Position`].
#[derive(Clone)]
pub struct KeptPosition(Arc<KeptForm>);

enum KeptForm {
    Whole(Position),
    /// Compact data, from which the position is rebuilt exactly.
    Packed {
        board: Packed,
        hash: u64,
        history: History,
        base: Option<KeptPosition>,
    },
}

impl KeptPosition {
    /// Stores a position.
    pub fn new(position: &Position) -> Self {
        Self(Arc::new(KeptForm::Packed {
            board: Packed::new(position),
            hash: position.hash(),
            history: position.history.clone(),
            base: position.base.clone(),
        }))
    }

    /// Stores a position as the origin of its later turns.
    ///
    /// The stored position gets a new history, because the game's history cannot grow in place while it is
    /// shared. Small boards are not packed, because their origin is read often.
    pub(super) fn origin_of(position: &Position) -> Self {
        let history = History::new(position.key(position.hash(), position.to_move));
        Self(Arc::new(match position.store {
            Store::Heap(_) => {
                let board = Packed::new(position);
                KeptForm::Packed { board, hash: position.hash(), history, base: None }
            }
            _ => KeptForm::Whole(Position { history, base: None, ..position.clone() }),
        }))
    }

    /// The stored position.
    pub(super) fn position(&self) -> Cow<'_, Position> {
        match &*self.0 {
            KeptForm::Whole(position) => Cow::Borrowed(position),
            KeptForm::Packed { board, history, base, .. } => {
                Cow::Owned(Position { base: base.clone(), ..board.position(history.clone()) })
            }
        }
    }

    /// Returns a position for further moves. It shares the stored origin.
    pub fn to_position(&self) -> Position {
        let mut position = self.position().into_owned();
        position.base.get_or_insert_with(|| self.clone());
        position
    }

    /// Approximate memory, in bytes, without the shared history.
    pub fn weight(&self) -> usize {
        match &*self.0 {
            KeptForm::Whole(position) => 36 * position.size.area(),
            KeptForm::Packed { board, .. } => board.weight(),
        }
    }

    /// Size, hash of the stones, and rules.
    pub(super) fn identity(&self) -> (Size, u64, Rules) {
        match &*self.0 {
            KeptForm::Whole(position) => (position.size, position.hash(), position.rules),
            KeptForm::Packed { board, hash, .. } => {
                let (size, rules) = board.size_and_rules();
                (size, *hash, rules)
            }
        }
    }
}
