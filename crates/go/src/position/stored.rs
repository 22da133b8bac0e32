//! Stored positions, to which a game can return.

use super::serial::PackedPosition;
use super::{Position, Store};
use crate::{History, Rules, Size};
use std::borrow::Cow;
use std::sync::Arc;

/// Stored, immutable position. Copies share the data, and the data need less memory than a [`Position`].
#[derive(Clone)]
pub struct StoredPosition(Arc<StoredForm>);

enum StoredForm {
    /// Position without compaction, for small boards.
    Whole(Position),
    /// Compact data, from which the position is rebuilt exactly.
    Packed { board: PackedPosition, hash: u64, history: History, stored_origin: Option<StoredPosition> },
}

impl StoredPosition {
    /// Stores a position.
    pub fn new(position: &Position) -> Self {
        Self(Arc::new(StoredForm::Packed {
            board: PackedPosition::new(position),
            hash: position.hash(),
            history: position.history.clone(),
            stored_origin: position.stored_origin.clone(),
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
                let board = PackedPosition::new(position);
                StoredForm::Packed { board, hash: position.hash(), history, stored_origin: None }
            }
            _ => StoredForm::Whole(Position { history, stored_origin: None, ..position.clone() }),
        }))
    }

    /// The position that is stored.
    pub(super) fn position(&self) -> Cow<'_, Position> {
        match &*self.0 {
            StoredForm::Whole(position) => Cow::Borrowed(position),
            StoredForm::Packed { board, history, stored_origin, .. } => Cow::Owned(Position {
                stored_origin: stored_origin.clone(),
                ..board.position(history.clone())
            }),
        }
    }

    /// Returns a position for further moves. The stored position is its origin if no origin is stored with
    /// it.
    pub fn to_position(&self) -> Position {
        let mut position = self.position().into_owned();
        position.stored_origin.get_or_insert_with(|| self.clone());
        position
    }

    /// Approximate memory of the stored position, in bytes, without the shared history.
    pub fn weight(&self) -> usize {
        match &*self.0 {
            // A board has about 36 bytes for each point.
            StoredForm::Whole(position) => 36 * position.size.area(),
            StoredForm::Packed { board, .. } => board.weight(),
        }
    }

    /// Size, hash of the stones, and rules.
    pub(super) fn identity(&self) -> (Size, u64, Rules) {
        match &*self.0 {
            StoredForm::Whole(position) => (position.size, position.hash(), position.rules),
            StoredForm::Packed { board, hash, .. } => {
                let (size, rules) = board.size_and_rules();
                (size, *hash, rules)
            }
        }
    }
}
