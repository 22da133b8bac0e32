//! Row set: a set of row numbers, each stored as one bit.

use std::collections::BTreeMap;

/// A set of row numbers, from 0. Its memory depends on how many rows it has, not on how large they are.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RowSet {
    /// Bits of 64 successive rows, by their first row divided by 64.
    words: BTreeMap<u64, u64>,
    count: u64,
}

impl RowSet {
    /// Adds a row. Returns true if the set did not have it.
    pub fn insert(&mut self, row: u64) -> bool {
        let (word, bit) = (self.words.entry(row / 64).or_default(), 1 << (row % 64));
        let new = *word & bit == 0;
        *word |= bit;
        self.count += u64::from(new);
        new
    }

    /// Returns true if the set has the row.
    #[must_use]
    pub fn contains(&self, row: u64) -> bool {
        self.words.get(&(row / 64)).is_some_and(|word| word & (1 << (row % 64)) != 0)
    }

    /// Returns the number of rows.
    #[must_use]
    pub const fn len(&self) -> u64 {
        self.count
    }

    /// Returns true if the set is empty.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// Iterates over the rows in increasing order.
    pub fn iter(&self) -> impl Iterator<Item = u64> + '_ {
        self.words.iter().flat_map(|(&at, &word)| {
            // Each step clears the lowest bit that is set.
            let steps = std::iter::successors(Some(word), |bits| Some(bits & (bits.wrapping_sub(1))));
            let steps = steps.take_while(|bits| *bits != 0);
            steps.map(move |bits| at * 64 + u64::from(bits.trailing_zeros()))
        })
    }
}

impl FromIterator<u64> for RowSet {
    fn from_iter<I: IntoIterator<Item = u64>>(rows: I) -> Self {
        let mut set = Self::default();
        rows.into_iter().for_each(|row| {
            set.insert(row);
        });
        set
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn high_rows_take_no_more_memory_than_low_ones() {
        let set: RowSet = [u64::MAX, i64::MAX as u64, 0].into_iter().collect();
        assert_eq!(set.iter().collect::<Vec<_>>(), [0, i64::MAX as u64, u64::MAX]);
        assert!(set.contains(u64::MAX) && !set.contains(u64::MAX - 1));
    }

    #[test]
    fn rows_are_iterated_once_in_increasing_order() {
        let rows = [700, 3, 64, 63, 0, 3];
        let set: RowSet = rows.into_iter().collect();
        assert_eq!(set.iter().collect::<Vec<_>>(), [0, 3, 63, 64, 700]);
        assert_eq!((set.len(), set.is_empty()), (5, false));
        assert!(set.contains(64) && !set.contains(65) && !set.contains(u64::MAX));
    }
}
