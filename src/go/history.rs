//! The moves of a game and the positions that may not come back.

use super::{Color, Move};
use std::collections::HashSet;
use std::hash::{BuildHasherDefault, Hasher};
use std::sync::Arc;

/// One move as it was made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Turn {
    /// Who moved.
    pub color: Color,
    /// What.
    pub action: Move,
}

/// Keys are hashes already.
#[derive(Clone, Default)]
struct AsItIs(u64);

impl Hasher for AsItIs {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, _: &[u8]) {}

    fn write_u64(&mut self, key: u64) {
        self.0 = key;
    }
}

type Keys = HashSet<u64, BuildHasherDefault<AsItIs>>;

#[derive(Clone, Default)]
struct Past {
    keys: Keys,
    /// Each turn, and the key it added.
    turns: Vec<(Turn, Option<u64>)>,
}

/// A game's turns with the keys of its positions, shared between copies of a position.
///
/// What a copy adds while others look at the same past stays in a short tail of its own, so that a search
/// never copies the set.
#[derive(Clone, Default)]
pub struct History {
    past: Arc<Past>,
    tail: Vec<(Turn, Option<u64>)>,
}

impl History {
    /// A history that begins with the position of the given key; `None` where repetition is allowed.
    pub fn new(start: Option<u64>) -> Self {
        let mut past = Past::default();
        past.keys.extend(start);
        Self { past: Arc::new(past), tail: Vec::new() }
    }

    /// Whether a position with this key has been.
    pub fn contains(&self, key: u64) -> bool {
        self.past.keys.contains(&key) || self.tail.iter().any(|&(_, added)| added == Some(key))
    }

    /// Adds a turn and the key of the position it led to; `None` where repetition is allowed.
    pub fn push(&mut self, turn: Turn, key: Option<u64>) {
        let key = key.filter(|&key| !self.contains(key));
        self.tail.push((turn, key));
        if let Some(past) = Arc::get_mut(&mut self.past) {
            past.keys.extend(self.tail.iter().filter_map(|(_, key)| *key));
            past.turns.append(&mut self.tail);
        }
    }

    /// Number of turns.
    pub fn len(&self) -> usize {
        self.past.turns.len() + self.tail.len()
    }

    /// The turns, first to last.
    pub fn turns(&self) -> impl Iterator<Item = Turn> + '_ {
        self.past.turns.iter().chain(&self.tail).map(|&(turn, _)| turn)
    }
}
