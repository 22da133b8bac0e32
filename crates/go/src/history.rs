//! Moves of a game, and hash keys of the game's positions for superko.

use super::{Color, Move, Point};
use std::collections::HashSet;
use std::hash::{BuildHasherDefault, Hasher};
use std::sync::Arc;

/// Move of a game and the colour that made it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Turn {
    /// The colour that moved.
    pub color: Color,
    /// The move: a stone on a point, or a pass.
    pub action: Move,
}

/// Turn in four bytes: 20 bits for the point, one bit for a pass, one bit for White.
#[derive(Clone, Copy)]
struct PackedTurn(u32);

impl PackedTurn {
    const PASS: u32 = 1 << 20;
    const WHITE: u32 = 1 << 21;
    /// Number of bits of a coordinate.
    const COORDINATE_BITS: u32 = 10;

    const fn new(turn: Turn) -> Self {
        let bits = match turn.action {
            Move::Play(Point { x, y }) => (y as u32) << Self::COORDINATE_BITS | x as u32,
            Move::Pass => Self::PASS,
        };
        Self(if matches!(turn.color, Color::White) { bits | Self::WHITE } else { bits })
    }

    fn turn(self) -> Turn {
        let coordinate = |bits: u32| u16::try_from(bits & ((1 << Self::COORDINATE_BITS) - 1)).unwrap_or(0);
        let color = if self.0 & Self::WHITE == 0 { Color::Black } else { Color::White };
        let action = if self.0 & Self::PASS == 0 {
            Move::Play(Point::new(coordinate(self.0), coordinate(self.0 >> Self::COORDINATE_BITS)))
        } else {
            Move::Pass
        };
        Turn { color, action }
    }
}

/// Hasher that returns the key itself: superko keys are already hashes.
#[derive(Clone, Default)]
struct IdentityHasher(u64);

impl Hasher for IdentityHasher {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, _: &[u8]) {}

    fn write_u64(&mut self, key: u64) {
        self.0 = key;
    }
}

type Keys = HashSet<u64, BuildHasherDefault<IdentityHasher>>;

/// Consecutive turns of a game.
#[derive(Clone, Default)]
struct Run {
    /// Keys of the positions after these turns, without keys that already occurred earlier in the game. The
    /// game's first run also has the key of the start position.
    keys: Keys,
    turns: Vec<PackedTurn>,
    /// Number of turns, including those without an entry in `turns`.
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

/// Number of turns in [`History::runs`] at which the runs are packed into one [`LongRun`].
const LONG_RUN: usize = 1 << 17;

/// Number of turns by which the last run grows in place between two calls of `pack_long_run`.
const CHECK_EVERY: usize = 1 << 10;

/// Many consecutive turns, packed and immutable. The keys take at most half the memory of a hash set.
struct LongRun {
    /// Position keys, sorted.
    keys: Box<[u64]>,
    /// For each value of the leading bits, the index in `keys` of the first key with these leading bits. Keys
    /// are hashes, so few keys share their leading bits.
    starts: Box<[u32]>,
    /// Number of bits of a key that are not leading bits.
    shift: u32,
    turns: Box<[PackedTurn]>,
}

impl LongRun {
    /// Packs consecutive runs into one.
    fn pack(runs: &[Arc<Run>]) -> Self {
        let mut keys = Vec::with_capacity(runs.iter().map(|run| run.keys.len()).sum());
        runs.iter().for_each(|run| keys.extend(&run.keys));
        keys.sort_unstable();
        let leading_bits = (keys.len() / 4).max(1).ilog2();
        let shift = u64::BITS - leading_bits.max(1);
        let mut starts = vec![0_u32; (1 << leading_bits.max(1)) + 1];
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

/// Length of the tail, in turns, at which the tail becomes a run. A search copies the history and seldom adds
/// more turns than this to a copy, so it seldom creates a run.
const MAX_TAIL: usize = 16;

/// Turns of a game and the superko keys of the game's positions.
///
/// The turns are a list of runs. Whenever the tail becomes a run, earlier runs are merged until each is more
/// than twice as long as the next one. Copies share the runs and never change a shared run. So a copy is
/// cheap even in a long game, and so is a turn added to a copy. The oldest turns are packed: a turn with its
/// key takes about 13 bytes.
#[derive(Default)]
pub struct History {
    /// Oldest turns.
    long_runs: Vec<Arc<LongRun>>,
    runs: Vec<Arc<Run>>,
    /// Latest turns, which are not in a run. Each has the key of the position after it if the key is new. The
    /// turn is `None` after [`History::push_key`].
    tail: Vec<(Option<PackedTurn>, Option<u64>)>,
}

impl Clone for History {
    fn clone(&self) -> Self {
        Self { long_runs: self.long_runs.clone(), runs: self.runs.clone(), tail: self.tail.clone() }
    }

    fn clone_from(&mut self, source: &Self) {
        self.long_runs.clone_from(&source.long_runs);
        self.runs.clone_from(&source.runs);
        self.tail.clone_from(&source.tail);
    }
}

impl History {
    /// History that begins with a position. `start` is the superko key of the position, or `None` if the
    /// rules do not compare earlier positions.
    pub fn new(start: Option<u64>) -> Self {
        let mut run = Run::default();
        run.keys.extend(start);
        Self { long_runs: Vec::new(), runs: vec![Arc::new(run)], tail: Vec::new() }
    }

    /// Returns true if a position with this key has occurred.
    pub fn contains(&self, key: u64) -> bool {
        self.runs.iter().any(|run| run.keys.contains(&key))
            || self.tail.iter().any(|&(_, added)| added == Some(key))
            || self.long_runs.iter().any(|run| run.contains(key))
    }

    /// Adds a turn and the superko key of the position after the turn. The key is `None` if the rules do not
    /// compare earlier positions.
    pub fn push(&mut self, turn: Turn, key: Option<u64>) {
        self.add(Some(PackedTurn::new(turn)), key);
    }

    /// Adds the key of a position without the turn before it, for callers that never read the turns.
    pub fn push_key(&mut self, key: u64) {
        self.add(None, Some(key));
    }

    fn add(&mut self, turn: Option<PackedTurn>, key: Option<u64>) {
        // Only a run that no copy shares grows in place.
        if let Some((last, earlier)) = self.runs.split_last_mut()
            && let Some(last) = Arc::get_mut(last)
        {
            let occurred = |key: u64| {
                earlier.iter().any(|run| run.keys.contains(&key))
                    || self.long_runs.iter().any(|run| run.contains(key))
            };
            last.extend(self.tail.drain(..));
            last.extend([(turn, key.filter(|&key| !occurred(key)))]);
            if last.length.is_multiple_of(CHECK_EVERY) {
                self.pack_long_run();
            }
            return;
        }
        self.tail.push((turn, key.filter(|&key| !self.contains(key))));
        if self.tail.len() >= MAX_TAIL {
            self.flush_tail();
        }
    }

    /// Packs all runs into one [`LongRun`] when they have [`LONG_RUN`] turns or more.
    fn pack_long_run(&mut self) {
        if self.runs.iter().map(|run| run.length).sum::<usize>() < LONG_RUN {
            return;
        }
        self.long_runs.push(Arc::new(LongRun::pack(&self.runs)));
        self.runs.clear();
        self.runs.push(Arc::default());
    }

    /// Merges runs until each is more than twice as long as the next one, then appends the tail as a run.
    fn flush_tail(&mut self) {
        while let [.., before, last] = &self.runs[..]
            && before.length <= 2 * last.length
        {
            let last = self.runs.pop();
            let before = self.runs.pop();
            if let (Some(before), Some(last)) = (before, last) {
                let mut merged = Arc::unwrap_or_clone(before);
                merged.keys.extend(&last.keys);
                merged.turns.extend(&last.turns);
                merged.length += last.length;
                self.runs.push(Arc::new(merged));
            }
        }
        let mut run = Run::default();
        run.extend(self.tail.drain(..));
        self.runs.push(Arc::new(run));
        self.pack_long_run();
    }

    /// Turns from the first to the last.
    pub fn turns(&self) -> impl Iterator<Item = Turn> + '_ {
        let in_long_runs = self.long_runs.iter().flat_map(|run| &run.turns);
        let in_runs = self.runs.iter().flat_map(|run| &run.turns);
        let tail = self.tail.iter().filter_map(|(turn, _)| turn.as_ref());
        in_long_runs.chain(in_runs).chain(tail).map(|turn| turn.turn())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn packed_turns_and_keys_are_still_found() {
        let key = |i: u64| i.wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let (mut history, mut keys_only) = (History::new(Some(key(0))), History::new(Some(key(0))));
        let turn = |i: u64| {
            let point = Point::new(i as u16 % 1024, (i / 1024) as u16 % 1024);
            let color = if i.is_multiple_of(3) { Color::White } else { Color::Black };
            Turn { color, action: if i.is_multiple_of(7) { Move::Pass } else { Move::Play(point) } }
        };
        let end = 2 * (LONG_RUN + CHECK_EVERY) as u64 + 1000;
        let mut copies = Vec::new();
        for i in 1..=end {
            history.push(turn(i), Some(key(i)));
            keys_only.push_key(key(i));
            if i % 60_000 == 0 {
                copies.push((i, history.clone()));
            }
        }
        assert!(
            history.long_runs.len() == 2 && keys_only.long_runs.len() == 2,
            "{} {}",
            history.long_runs.len(),
            keys_only.long_runs.len()
        );
        assert_eq!(keys_only.turns().count(), 0);
        copies.push((end, history));
        copies.push((end, keys_only));
        for (length, copy) in copies {
            assert!(
                (0..=length).all(|i| copy.contains(key(i)))
                    && !(length + 1..end + 999).any(|i| copy.contains(key(i)))
            );
            assert!(copy.turns().enumerate().all(|(i, played)| played == turn(i as u64 + 1)));
        }
    }

    #[test]
    fn copies_during_a_game_do_not_change_it() {
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
