//! Transposition table.

/// Relation of a value to the true value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bound {
    /// The value is the true value.
    Exact,
    /// The true value is at least this value.
    AtLeast,
    /// The true value is at most this value.
    AtMost,
}

/// Result of the search of a position.
#[derive(Clone, Copy, Debug)]
pub(super) struct Entry {
    pub(super) value: i32,
    /// Best move, or the move that caused the cut.
    pub(super) spot: u32,
    pub(super) depth: u8,
    pub(super) bound: Bound,
}

impl Entry {
    /// Packs the last number of a slot.
    const fn age_depth_bound(&self, age: u16) -> u64 {
        let bound = match self.bound {
            Bound::Exact => 0,
            Bound::AtLeast => 1,
            Bound::AtMost => 2,
        };
        (age as u64) << 16 | (self.depth as u64) << 8 | bound
    }

    #[expect(clippy::cast_possible_truncation, reason = "parts of the packed numbers")]
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

/// Key of a position in the table.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct TableKey {
    /// Hash of all that the rules and the evaluation depend on, except the earlier positions.
    pub(super) position_key: u64,
    /// Hash of the earlier positions since the root, if one of them could recur; else 0.
    pub(super) path_key: u64,
}

/// Packed entry. It consists of numbers, so that a table of zeros takes no memory before it is written to.
/// The four numbers, each with its highest bits first, are: position key; path key; move and value; age,
/// depth and bound. The age is the number of the search that stored the entry, 0 for an empty slot.
type Slot = [u64; 4];

/// Transposition table. A new entry replaces the entry in its slot.
// CITE: A. L. Zobrist, "A new hashing method with application for game playing", 1970.
#[derive(Debug)]
pub(super) struct TranspositionTable {
    slots: Vec<Slot>,
    age: u16,
}

impl TranspositionTable {
    /// Size of an entry, in bytes.
    pub(super) const ENTRY_SIZE: usize = size_of::<Slot>();

    pub(super) fn new(slot_count: usize) -> Self {
        Self { slots: vec![[0; 4]; slot_count], age: 0 }
    }

    /// Clears the table at almost no cost: it increases the age, and entries of another age are ignored.
    pub(super) fn clear(&mut self) {
        self.age = self.age.checked_add(1).unwrap_or_else(|| {
            self.slots.fill([0; 4]);
            1
        });
    }

    fn slot_index(&self, key: u64) -> usize {
        ((u128::from(key) * self.slots.len() as u128) >> 64) as usize
    }

    /// Finds the entry of a position. The flag is true if the path keys are equal too.
    pub(super) fn find(&self, table_key: TableKey) -> Option<(Entry, bool)> {
        let slot = self.slots.get(self.slot_index(table_key.position_key))?;
        let is_hit = slot[0] == table_key.position_key && slot[3] >> 16 == u64::from(self.age);
        is_hit.then(|| (Entry::of(slot), slot[1] == table_key.path_key))
    }

    pub(super) fn store(&mut self, table_key: TableKey, depth: u32, value: i32, bound: Bound, spot: u32) {
        let at = self.slot_index(table_key.position_key);
        let depth = u8::try_from(depth).unwrap_or(u8::MAX);
        if let Some(slot) = self.slots.get_mut(at) {
            let age_depth_bound = Entry { value, spot, depth, bound }.age_depth_bound(self.age);
            *slot = [
                table_key.position_key,
                table_key.path_key,
                u64::from(spot) << 32 | u64::from(value.cast_unsigned()),
                age_depth_bound,
            ];
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
        let key_of = |n| TableKey { position_key: mix(0, n), path_key: n % 2 };
        for n in 0..100 {
            table.store(key_of(n), 3, 7 * n as i32, Bound::AtLeast, n as u32);
        }
        let entries = (0..100).filter_map(|n| table.find(key_of(n)).map(|entry| (n, entry)));
        let mut count = 0;
        for (n, (entry, same_path)) in entries {
            assert!(same_path && entry.value == 7 * n as i32 && entry.spot == n as u32 && entry.depth == 3);
            count += 1;
        }
        assert!(count > 80, "{count}");
        let other = TableKey { path_key: 5, ..key_of(99) };
        assert!(table.find(other).is_some_and(|(_, same_path)| !same_path));
        table.clear();
        assert!((0..100).all(|n| table.find(key_of(n)).is_none()));
    }
}
