//! Row set: which rows of a plan are meant, a bit each.

/// A set of rows, each a number from 0; it takes a bit for every row up to the highest.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RowSet {
    words: Vec<u64>,
    count: u64,
}

impl RowSet {
    /// Adds a row; whether it was not there.
    pub fn insert(&mut self, row: u64) -> bool {
        let Ok(word) = usize::try_from(row / 64) else { return false };
        if self.words.len() <= word {
            self.words.resize(word + 1, 0);
        }
        let bit = 1 << (row % 64);
        let new = self.words[word] & bit == 0;
        self.words[word] |= bit;
        self.count += u64::from(new);
        new
    }

    /// Whether a row is in it.
    #[must_use]
    pub fn contains(&self, row: u64) -> bool {
        let word = usize::try_from(row / 64).ok().and_then(|word| self.words.get(word));
        word.is_some_and(|word| word & (1 << (row % 64)) != 0)
    }

    /// How many rows are in it.
    #[must_use]
    pub const fn len(&self) -> u64 {
        self.count
    }

    /// Whether no row is in it.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// Its rows in order.
    pub fn iter(&self) -> impl Iterator<Item = u64> + '_ {
        let words = self.words.iter().enumerate();
        words.flat_map(|(at, &word)| {
            let bits = std::iter::successors(Some(word), |rest| Some(rest & (rest.wrapping_sub(1))));
            bits.take_while(|rest| *rest != 0)
                .map(move |rest| at as u64 * 64 + u64::from(rest.trailing_zeros()))
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
    fn rows_come_back_in_order_and_once() {
        let rows = [700, 3, 64, 63, 0, 3];
        let set: RowSet = rows.into_iter().collect();
        assert_eq!(set.iter().collect::<Vec<_>>(), [0, 3, 63, 64, 700]);
        assert_eq!((set.len(), set.is_empty()), (5, false));
        assert!(set.contains(64) && !set.contains(65) && !set.contains(u64::MAX));
    }
}
