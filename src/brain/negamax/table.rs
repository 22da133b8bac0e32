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
    key: u64,
    /// What of the way there matters for its value: see [`Place`].
    tag: u64,
    pub(super) value: i32,
    /// The best move, or the one that refuted.
    pub(super) spot: u32,
    /// In which search it was stored; 0 for an empty place.
    age: u16,
    pub(super) depth: u8,
    pub(super) bound: Bound,
}

/// Where a position belongs in the table.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Place {
    /// Of all of the position that the rules and the evaluation look at, but what has been before.
    pub(super) key: u64,
    /// Of the positions since the root that may not come back, where one of them could; else 0.
    pub(super) tag: u64,
}

/// The table; a place holds what came to it last.
// CITE: A. L. Zobrist, "A new hashing method with application for game playing", 1970.
#[derive(Debug)]
pub(super) struct Table {
    entries: Vec<Entry>,
    age: u16,
}

impl Table {
    pub(super) fn new(entries: usize) -> Self {
        let empty = Entry { key: 0, tag: 0, value: 0, spot: 0, age: 0, depth: 0, bound: Bound::Exact };
        Self { entries: vec![empty; entries], age: 0 }
    }

    /// Forgets everything, at next to no cost.
    pub(super) fn forget(&mut self) {
        self.age = self.age.checked_add(1).unwrap_or_else(|| {
            for entry in &mut self.entries {
                entry.age = 0;
            }
            1
        });
    }

    fn slot(&self, key: u64) -> usize {
        ((u128::from(key) * self.entries.len() as u128) >> 64) as usize
    }

    /// What is known of the position, whatever was before it; whether that holds here too.
    pub(super) fn find(&self, place: Place) -> Option<(Entry, bool)> {
        let entry = self.entries.get(self.slot(place.key))?;
        let known = entry.age == self.age && entry.key == place.key;
        known.then_some((*entry, entry.tag == place.tag))
    }

    pub(super) fn keep(&mut self, place: Place, depth: u32, value: i32, bound: Bound, spot: u32) {
        let slot = self.slot(place.key);
        let depth = u8::try_from(depth).unwrap_or(u8::MAX);
        if let Some(entry) = self.entries.get_mut(slot) {
            *entry = Entry { key: place.key, tag: place.tag, value, spot, age: self.age, depth, bound };
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
        let mut table = Table::new(1000);
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
