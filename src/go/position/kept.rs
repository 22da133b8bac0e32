//! Positions that are kept to come back to.

use super::serial::Written;
use super::{Position, Store};
use crate::go::{History, Rules, Size};
use std::borrow::Cow;
use std::sync::Arc;

/// A position that is kept, not played on, and shared by its copies. One on a large board takes less room than a position that is played on.
#[derive(Clone)]
pub(crate) struct KeptPosition(Arc<Kept>);

enum Kept {
    Whole(Position),
    /// What a large board is put together from again, exactly.
    Packed {
        board: Written,
        hash: u64,
        history: History,
        base: Option<KeptPosition>,
    },
}

impl KeptPosition {
    /// Keeps a position.
    pub(crate) fn new(position: &Position) -> Self {
        Self(Arc::new(match position.store {
            Store::Heap(_) => Kept::Packed {
                board: Written::board_of(position),
                hash: position.hash(),
                history: position.history.clone(),
                base: position.base.clone(),
            },
            _ => Kept::Whole(position.clone()),
        }))
    }

    /// Keeps a position as that which its turns begin from: with a history of its own.
    pub(super) fn origin_of(position: &Position) -> Self {
        let history = History::new(position.key(position.hash(), position.to_move));
        Self(Arc::new(match position.store {
            Store::Heap(_) => {
                let board = Written::board_of(position);
                Kept::Packed { board, hash: position.hash(), history, base: None }
            }
            // A history of its own: a shared one could not grow in place.
            _ => Kept::Whole(Position { history, base: None, ..position.clone() }),
        }))
    }

    /// The position.
    pub(super) fn position(&self) -> Cow<'_, Position> {
        match &*self.0 {
            Kept::Whole(position) => Cow::Borrowed(position),
            Kept::Packed { board, history, base, .. } => {
                let mut position =
                    board.position().unwrap_or_else(|_| Position::new(board.size, board.rules));
                (position.history, position.base) = (history.clone(), base.clone());
                Cow::Owned(position)
            }
        }
    }

    /// The position, to be played on; it shares what its turns begin from.
    pub(crate) fn played_on(&self) -> Position {
        let mut position = self.position().into_owned();
        position.base.get_or_insert_with(|| self.clone());
        position
    }

    /// Size, stones as a hash, and rules.
    pub(super) fn facts(&self) -> (Size, u64, Rules) {
        match &*self.0 {
            Kept::Whole(position) => (position.size, position.hash(), position.rules),
            Kept::Packed { board, hash, .. } => (board.size, *hash, board.rules),
        }
    }
}
