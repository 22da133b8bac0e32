//! Transposition table.

/// Relation of a value to the true value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bound {
    /// The value is the true one.
    Exact,
    /// The true value is at least this.
    AtLeast,
    /// The true value is at most this.
    AtMost,
}

/// Result of a searched position.
#[derive(Clone, Copy, Debug)]
pub(super) struct Entry {
    pub(super) value: i32,
    /// Best move, or the move that caused the cut.
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

/// Place of a position in the table.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Place {
    /// Key of all that the rules and the evaluation depend on, except the earlier positions.
    pub(super) key: u64,
    /// Key of the earlier positions since the root, if one of them could recur; else 0.
    pub(super) tag: u64,
}

/// Entry in whole words, so that a table of zeros takes no memory before it is written to. The words are:
/// key; tag; move above value; age above depth and bound. The age is the number of the search that stored
/// the entry, 0 for an empty slot.
type Slot = [u64; 4];

/// Transposition table. A new entry replaces the one in its slot.
// CITE: A. L. Zobrist, "A new hashing method with application for game playing", 1970.
#[derive(Debug)]
pub(super) struct TranspositionTable {
    entries: Vec<Slot>,
    age: u16,
}

impl TranspositionTable {
    /// Size of an entry, in bytes.
    pub(super) const ENTRY: usize = size_of::<Slot>();

    pub(super) fn new(entries: usize) -> Self {
        Self { entries: vec![[0; 4]; entries], age: 0 }
    }

    /// Clears the table, at almost no cost: entries of another age do not count.
    pub(super) fn clear(&mut self) {
        self.age = self.age.checked_add(1).unwrap_or_else(|| {
            self.entries.fill([0; 4]);
            1
        });
    }

    fn slot(&self, key: u64) -> usize {
        ((u128::from(key) * self.entries.len() as u128) >> 64) as usize
    }

    /// Finds the entry of a position. The flag is true if the earlier positions are the same too.
    pub(super) fn find(&self, place: Place) -> Option<(Entry, bool)> {
        let slot = self.entries.get(self.slot(place.key))?;
        let is_hit = slot[0] == place.key && slot[3] >> 16 == u64::from(self.age);
        is_hit.then(|| (Entry::of(slot), slot[1] == place.tag))
    }

    pub(super) fn store(&mut self, place: Place, depth: u32, value: i32, bound: Bound, spot: u32) {
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
    fn stored_entries_are_found_until_the_table_is_cleared() {
        let mut table = TranspositionTable::new(1000);
        table.clear();
        let place = |n| Place { key: mix(0, n), tag: n % 2 };
        for n in 0..100 {
            table.store(place(n), 3, 7 * n as i32, Bound::AtLeast, n as u32);
        }
        let entries = (0..100).filter_map(|n| table.find(place(n)).map(|entry| (n, entry)));
        let mut count = 0;
        for (n, (entry, same_history)) in entries {
            assert!(
                same_history && entry.value == 7 * n as i32 && entry.spot == n as u32 && entry.depth == 3
            );
            count += 1;
        }
        assert!(count > 80, "{count}");
        let other = Place { tag: 5, ..place(99) };
        assert!(table.find(other).is_some_and(|(_, same_history)| !same_history));
        table.clear();
        assert!((0..100).all(|n| table.find(place(n)).is_none()));
    }
}
