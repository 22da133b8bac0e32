//! The moves of a game and the positions that may not come back.

use super::{Color, Move, Point};
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

/// A turn in four bytes: the point, whether it is a pass, and the colour.
#[derive(Clone, Copy)]
struct PackedTurn(u32);

impl PackedTurn {
    const PASS: u32 = 1 << 20;
    const WHITE: u32 = 1 << 21;
    /// The bits of a row or a column.
    const SIDE: u32 = 10;

    const fn new(turn: Turn) -> Self {
        let what = match turn.action {
            Move::Play(Point { x, y }) => (y as u32) << Self::SIDE | x as u32,
            Move::Pass => Self::PASS,
        };
        Self(if matches!(turn.color, Color::White) { what | Self::WHITE } else { what })
    }

    fn turn(self) -> Turn {
        let side = |bits: u32| u16::try_from(bits & ((1 << Self::SIDE) - 1)).unwrap_or(0);
        let color = if self.0 & Self::WHITE == 0 { Color::Black } else { Color::White };
        let action = if self.0 & Self::PASS == 0 {
            Move::Play(Point::new(side(self.0), side(self.0 >> Self::SIDE)))
        } else {
            Move::Pass
        };
        Turn { color, action }
    }
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
    turns: Vec<PackedTurn>,
    /// How many turns it is of, listed or not.
    length: usize,
}

impl Run {
    fn extend(&mut self, turns: impl IntoIterator<Item = (Option<PackedTurn>, Option<u64>)>) {
        for (turn, key) in turns {
            self.keys.extend(key);
            self.turns.extend(turn);
            self.length += 1;
        }
    }
}

/// Turns from which a stretch of the past is written anew, in as little room as it needs.
const LONG: usize = 1 << 17;

/// Turns after which it is looked whether the past has become long.
const OFTEN: usize = 1 << 10;

/// A stretch of the past that grows no more: half of what a set of keys takes, or less.
struct LongRun {
    /// In order.
    keys: Box<[u64]>,
    /// By the leading bits of a key: where keys with these begin in the list. As keys are hashes, there are few of each.
    starts: Box<[u32]>,
    /// Bits that are not leading.
    shift: u32,
    turns: Box<[PackedTurn]>,
}

impl LongRun {
    /// The stretch that runs are together.
    fn of(runs: &[Arc<Run>]) -> Self {
        let mut keys = Vec::with_capacity(runs.iter().map(|run| run.keys.len()).sum());
        runs.iter().for_each(|run| keys.extend(&run.keys));
        keys.sort_unstable();
        let leading = (keys.len() / 4).max(1).ilog2();
        let shift = u64::BITS - leading.max(1);
        let mut starts = vec![0_u32; (1 << leading.max(1)) + 1];
        for key in &keys {
            starts[(key >> shift) as usize + 1] += 1;
        }
        let mut sum = 0;
        for start in &mut starts {
            sum += *start;
            *start = sum;
        }
        let mut turns = Vec::with_capacity(runs.iter().map(|run| run.turns.len()).sum());
        runs.iter().for_each(|run| turns.extend_from_slice(&run.turns));
        Self { keys: keys.into(), starts: starts.into(), shift, turns: turns.into() }
    }

    fn contains(&self, key: u64) -> bool {
        let leading = (key >> self.shift) as usize;
        self.keys[self.starts[leading] as usize..self.starts[leading + 1] as usize].contains(&key)
    }
}

/// How many turns a copy notes one by one before they become a run: a search seldom goes further.
const TAIL: usize = 16;

/// A game's turns with the keys of its positions, shared between copies of a position.
///
/// The past lies in runs, each more than twice as long as the next, that copies share and never change; so that a copy
/// costs next to nothing however long the game, and so does what it adds. What is long past is packed: a turn takes about 13 bytes with its key.
#[derive(Default)]
pub struct History {
    past: Vec<Arc<LongRun>>,
    runs: Vec<Arc<Run>>,
    /// Turns, where they are listed, and the key that each has added.
    tail: Vec<(Option<PackedTurn>, Option<u64>)>,
}

impl Clone for History {
    fn clone(&self) -> Self {
        Self { past: self.past.clone(), runs: self.runs.clone(), tail: self.tail.clone() }
    }

    fn clone_from(&mut self, other: &Self) {
        self.past.clone_from(&other.past);
        self.runs.clone_from(&other.runs);
        self.tail.clone_from(&other.tail);
    }
}

impl History {
    /// A history that begins with the position of the given key; `None` where repetition is allowed.
    pub fn new(start: Option<u64>) -> Self {
        let mut run = Run::default();
        run.keys.extend(start);
        Self { past: Vec::new(), runs: vec![Arc::new(run)], tail: Vec::new() }
    }

    /// Whether a position with this key has been.
    pub fn contains(&self, key: u64) -> bool {
        self.runs.iter().any(|run| run.keys.contains(&key))
            || self.tail.iter().any(|&(_, added)| added == Some(key))
            || self.past.iter().any(|run| run.contains(key))
    }

    /// Adds a turn and the key of the position it led to; `None` where repetition is allowed.
    pub fn push(&mut self, turn: Turn, key: Option<u64>) {
        self.add(Some(PackedTurn::new(turn)), key);
    }

    /// Adds the key of a position, and no turn: for a memory that is never asked for turns.
    pub fn push_key(&mut self, key: u64) {
        self.add(None, Some(key));
    }

    fn add(&mut self, turn: Option<PackedTurn>, key: Option<u64>) {
        if let Some((last, earlier)) = self.runs.split_last_mut()
            && let Some(last) = Arc::get_mut(last)
        {
            let known = |key: u64| {
                earlier.iter().any(|run| run.keys.contains(&key))
                    || self.past.iter().any(|run| run.contains(key))
            };
            last.extend(self.tail.drain(..));
            last.extend([(turn, key.filter(|&key| !known(key)))]);
            if last.length.is_multiple_of(OFTEN) {
                self.pack_long();
            }
            return;
        }
        self.tail.push((turn, key.filter(|&key| !self.contains(key))));
        if self.tail.len() >= TAIL {
            self.settle();
        }
    }

    /// Packs what there is, if it is long.
    fn pack_long(&mut self) {
        if self.runs.iter().map(|run| run.length).sum::<usize>() < LONG {
            return;
        }
        self.past.push(Arc::new(LongRun::of(&self.runs)));
        self.runs.clear();
        self.runs.push(Arc::default());
    }

    /// Joins the runs until each is more than twice as long as the next, and begins another with the tail.
    fn settle(&mut self) {
        while let [.., before, last] = &self.runs[..]
            && before.length <= 2 * last.length
        {
            let last = self.runs.pop();
            let before = self.runs.pop();
            if let (Some(before), Some(last)) = (before, last) {
                let mut joined = Arc::unwrap_or_clone(before);
                joined.keys.extend(&last.keys);
                joined.turns.extend(&last.turns);
                joined.length += last.length;
                self.runs.push(Arc::new(joined));
            }
        }
        let mut run = Run::default();
        run.extend(self.tail.drain(..));
        self.runs.push(Arc::new(run));
        self.pack_long();
    }

    /// The turns, first to last.
    pub fn turns(&self) -> impl Iterator<Item = Turn> + '_ {
        let past = self.past.iter().flat_map(|run| &run.turns);
        let settled = self.runs.iter().flat_map(|run| &run.turns);
        let tail = self.tail.iter().filter_map(|(turn, _)| turn.as_ref());
        past.chain(settled).chain(tail).map(|turn| turn.turn())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_long_past_is_packed_and_still_known() {
        let key = |i: u64| i.wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let (mut history, mut memory) = (History::new(Some(key(0))), History::new(Some(key(0))));
        let turn = |i: u64| {
            let point = Point::new(i as u16 % 1024, (i / 1024) as u16 % 1024);
            let color = if i.is_multiple_of(3) { Color::White } else { Color::Black };
            Turn { color, action: if i.is_multiple_of(7) { Move::Pass } else { Move::Play(point) } }
        };
        let end = 2 * (LONG + OFTEN) as u64 + 1000;
        let mut copies = Vec::new();
        for i in 1..=end {
            history.push(turn(i), Some(key(i)));
            memory.push_key(key(i));
            if i % 60_000 == 0 {
                copies.push((i, history.clone()));
            }
        }
        assert!(
            history.past.len() == 2 && memory.past.len() == 2,
            "{} {}",
            history.past.len(),
            memory.past.len()
        );
        assert_eq!(memory.turns().count(), 0);
        copies.push((end, history));
        copies.push((end, memory));
        for (at, copy) in copies {
            assert!(
                (0..=at).all(|i| copy.contains(key(i)))
                    && !(at + 1..end + 999).any(|i| copy.contains(key(i)))
            );
            assert!(copy.turns().enumerate().all(|(i, known)| known == turn(i as u64 + 1)));
        }
    }

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
