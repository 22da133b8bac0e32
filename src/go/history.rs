//! The moves of a game and the positions that may not come back.

use super::{Color, Move};
use std::collections::HashSet;
use std::hash::{BuildHasherDefault, Hasher};
use std::sync::Arc;

/// One move as it was made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Turn {
    /// The colour that moved.
    pub color: Color,
    /// The move: a stone on a point, or a pass.
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

/// A stretch of the past.
#[derive(Clone, Default)]
struct Run {
    /// What its turns have added.
    keys: Keys,
    turns: Vec<Turn>,
}

impl Run {
    fn extend(&mut self, turns: impl IntoIterator<Item = (Turn, Option<u64>)>) {
        for (turn, key) in turns {
            self.keys.extend(key);
            self.turns.push(turn);
        }
    }
}

/// How many turns a copy notes one by one before they become a run: a search seldom goes further.
const TAIL: usize = 16;

/// A game's turns with the keys of its positions, shared between copies of a position.
///
/// The past lies in runs, each more than twice as long as the next, that copies share and never change; so that a copy
/// costs next to nothing however long the game, and so does what it adds.
#[derive(Default)]
pub struct History {
    runs: Vec<Arc<Run>>,
    /// Turns, and the key that each has added.
    tail: Vec<(Turn, Option<u64>)>,
}

impl Clone for History {
    fn clone(&self) -> Self {
        Self { runs: self.runs.clone(), tail: self.tail.clone() }
    }

    fn clone_from(&mut self, other: &Self) {
        self.runs.clone_from(&other.runs);
        self.tail.clone_from(&other.tail);
    }
}

impl History {
    /// A history that begins with the position of the given key; `None` where repetition is allowed.
    pub fn new(start: Option<u64>) -> Self {
        let mut run = Run::default();
        run.keys.extend(start);
        Self { runs: vec![Arc::new(run)], tail: Vec::new() }
    }

    /// Whether a position with this key has been.
    pub fn contains(&self, key: u64) -> bool {
        self.runs.iter().any(|run| run.keys.contains(&key))
            || self.tail.iter().any(|&(_, added)| added == Some(key))
    }

    /// Adds a turn and the key of the position it led to; `None` where repetition is allowed.
    pub fn push(&mut self, turn: Turn, key: Option<u64>) {
        if let Some((last, earlier)) = self.runs.split_last_mut()
            && let Some(last) = Arc::get_mut(last)
        {
            last.extend(self.tail.drain(..));
            last.extend([(turn, key.filter(|key| !earlier.iter().any(|run| run.keys.contains(key))))]);
            return;
        }
        self.tail.push((turn, key.filter(|&key| !self.contains(key))));
        if self.tail.len() >= TAIL {
            self.settle();
        }
    }

    /// Joins the runs until each is more than twice as long as the next, and begins another with the tail.
    fn settle(&mut self) {
        while let [.., before, last] = &self.runs[..]
            && before.turns.len() <= 2 * last.turns.len()
        {
            let last = self.runs.pop();
            let before = self.runs.pop();
            if let (Some(before), Some(last)) = (before, last) {
                let mut joined = Arc::unwrap_or_clone(before);
                joined.keys.extend(&last.keys);
                joined.turns.extend(&last.turns);
                self.runs.push(Arc::new(joined));
            }
        }
        let mut run = Run::default();
        run.extend(self.tail.drain(..));
        self.runs.push(Arc::new(run));
    }

    /// The turns, first to last.
    pub fn turns(&self) -> impl Iterator<Item = Turn> + '_ {
        let settled = self.runs.iter().flat_map(|run| &run.turns);
        settled.chain(self.tail.iter().map(|(turn, _)| turn)).copied()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn copies_taken_all_along_change_nothing() {
        let key = |i: u64| i.wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let mut history = History::new(Some(key(0)));
        let mut copies = Vec::new();
        for i in 1..=2000 {
            history.push(Turn { color: Color::Black, action: Move::Pass }, Some(key(i)));
            if i % 61 == 0 {
                copies.push((i, history.clone()));
            }
        }
        copies.push((2000, history));
        for (len, mut copy) in copies {
            assert_eq!(copy.turns().count(), len as usize);
            assert!((0..=len).all(|i| copy.contains(key(i))) && !copy.contains(key(len + 1)));
            assert!(copy.runs.len() < 9, "{} runs", copy.runs.len());
            copy.push(Turn { color: Color::White, action: Move::Pass }, Some(key(9999)));
            assert!(copy.contains(key(9999)));
        }
    }
}
