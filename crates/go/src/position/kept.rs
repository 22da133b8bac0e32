//! Positions that are kept to come back to.

use super::serial::Packed;
use super::{Position, Store};
use crate::{History, Rules, Size};
use std::borrow::Cow;
use std::sync::Arc;

/// A position that is kept, not played on, and shared by its copies. It takes less room than a position that is played on.
#[derive(Clone)]
pub struct KeptPosition(Arc<KeptForm>);

enum KeptForm {
    Whole(Position),
    /// What a position is put together from again, exactly.
    Packed {
        board: Packed,
        hash: u64,
        history: History,
        base: Option<KeptPosition>,
    },
}

impl KeptPosition {
    /// Keeps a position.
    pub fn new(position: &Position) -> Self {
        Self(Arc::new(KeptForm::Packed {
            board: Packed::new(position),
            hash: position.hash(),
            history: position.history.clone(),
            base: position.base.clone(),
        }))
    }

    /// Keeps a position as that which its turns begin from: with a history of its own, since a shared one could not grow in place. That of a small board
    /// stays whole: it is asked for often.
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

    /// The position.
    pub(super) fn position(&self) -> Cow<'_, Position> {
        match &*self.0 {
            KeptForm::Whole(position) => Cow::Borrowed(position),
            KeptForm::Packed { board, history, base, .. } => {
                Cow::Owned(board.position(history.clone(), base.clone()))
            }
        }
    }

    /// The position, to be played on; it shares what its turns begin from.
    pub fn played_on(&self) -> Position {
        let mut position = self.position().into_owned();
        position.base.get_or_insert_with(|| self.clone());
        position
    }

    /// About how many bytes it holds, without the past, which others share.
    pub fn weight(&self) -> usize {
        match &*self.0 {
            KeptForm::Whole(position) => 36 * position.size.area(),
            KeptForm::Packed { board, .. } => board.weight(),
        }
    }

    /// Size, stones as a hash, and rules.
    pub(super) fn facts(&self) -> (Size, u64, Rules) {
        match &*self.0 {
            KeptForm::Whole(position) => (position.size, position.hash(), position.rules),
            KeptForm::Packed { board, hash, .. } => {
                let (size, rules) = board.facts();
                (size, *hash, rules)
            }
        }
    }
}
