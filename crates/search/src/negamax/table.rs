//! Positions that were searched, by their keys.

/// What a value says of the true one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bound {
    /// It is the true one.
    Exact,
    /// The true one is at least this.
    AtLeast,
    /// The true one is at most this.
    AtMost,
}

/// What is remembered of a position.
#[derive(Clone, Copy, Debug)]
pub(super) struct Entry {
    pub(super) value: i32,
    /// The best move, or the one that refuted.
    pub(super) spot: u32,
    pub(super) depth: u8,
    pub(super) bound: Bound,
}

impl Entry {
    const fn word(&self, age: u16) -> u64 {
        let bound = match self.bound {
            Bound::Exact => 0,
            Bound::AtLeast => 1,
            Bound::AtMost => 2,
        };
        (age as u64) << 16 | (self.depth as u64) << 8 | bound
    }

    #[expect(clippy::cast_possible_truncation, reason = "parts of words")]
    const fn of(slot: &Slot) -> Self {
        let bound = match slot[3] & 0xff {
            0 => Bound::Exact,
            1 => Bound::AtLeast,
            _ => Bound::AtMost,
        };
        let value = (slot[2] as u32).cast_signed();
        Self { value, spot: (slot[2] >> 32) as u32, depth: (slot[3] >> 8) as u8, bound }
    }
}

/// Where a position belongs in the table.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Place {
    /// Of all of the position that the rules and the evaluation look at, but what has been before.
    pub(super) key: u64,
    /// Of the positions since the root that may not come back, where one of them could; else 0.
    pub(super) tag: u64,
}

/// An entry in whole words, so that a table of nothing but zeros takes no memory before it is written to: key, tag, value below the move, and the age (in
/// which search it was stored; 0 for an empty place) above depth and bound.
type Slot = [u64; 4];

/// The table; a place holds what came to it last.
// CITE: A. L. Zobrist, "A new hashing method with application for game playing", 1970.
#[derive(Debug)]
pub(super) struct TranspositionTable {
    entries: Vec<Slot>,
    age: u16,
}

impl TranspositionTable {
    /// Bytes of an entry.
    pub(super) const ENTRY: usize = size_of::<Slot>();

    pub(super) fn new(entries: usize) -> Self {
        Self { entries: vec![[0; 4]; entries], age: 0 }
    }

    /// Forgets everything, at next to no cost.
    pub(super) fn forget(&mut self) {
        self.age = self.age.checked_add(1).unwrap_or_else(|| {
            self.entries.fill([0; 4]);
            1
        });
    }

    fn slot(&self, key: u64) -> usize {
        ((u128::from(key) * self.entries.len() as u128) >> 64) as usize
    }

    /// What is known of the position, whatever was before it; whether that holds here too.
    pub(super) fn find(&self, place: Place) -> Option<(Entry, bool)> {
        let slot = self.entries.get(self.slot(place.key))?;
        let known = slot[0] == place.key && slot[3] >> 16 == u64::from(self.age);
        known.then(|| (Entry::of(slot), slot[1] == place.tag))
    }

    pub(super) fn keep(&mut self, place: Place, depth: u32, value: i32, bound: Bound, spot: u32) {
        let at = self.slot(place.key);
        let depth = u8::try_from(depth).unwrap_or(u8::MAX);
        if let Some(slot) = self.entries.get_mut(at) {
            let facts = Entry { value, spot, depth, bound }.word(self.age);
            *slot = [place.key, place.tag, u64::from(spot) << 32 | u64::from(value.cast_unsigned()), facts];
        }
    }
}

/// Mixes a number into a key.
pub(super) const fn mix(key: u64, number: u64) -> u64 {
    let z = key.rotate_left(23) ^ number.wrapping_add(0x9E37_79B9_7F4A_7C15);
    let z = (z ^ (z >> 32)).wrapping_mul(0xD6E8_FEB8_6659_FD93);
    let z = (z ^ (z >> 32)).wrapping_mul(0xD6E8_FEB8_6659_FD93);
    z ^ (z >> 32)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_kept_is_found_until_it_is_forgotten() {
        let mut table = TranspositionTable::new(1000);
        table.forget();
        let place = |n| Place { key: mix(0, n), tag: n % 2 };
        for n in 0..100 {
            table.keep(place(n), 3, 7 * n as i32, Bound::AtLeast, n as u32);
        }
        let found = (0..100).filter_map(|n| table.find(place(n)).map(|found| (n, found)));
        let mut some = 0;
        for (n, (entry, same)) in found {
            assert!(same && entry.value == 7 * n as i32 && entry.spot == n as u32 && entry.depth == 3);
            some += 1;
        }
        assert!(some > 80, "{some}");
        let other = Place { tag: 5, ..place(99) };
        assert!(table.find(other).is_some_and(|(_, same)| !same));
        table.forget();
        assert!((0..100).all(|n| table.find(place(n)).is_none()));
    }
}
