//! Shard: the rows of a plan that one process plays.

use super::store::RowSet;

/// The rows of a plan that one process plays.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Shard {
    /// Number of the shard, from 0. Its rows have this remainder when divided by [`Shard::count`].
    pub index: u64,
    /// Number of shards. 0 and 1: one shard with all rows.
    pub count: u64,
    /// Additional rows of the shard. Another shard plays them too, so that a merge can compare them.
    pub also: RowSet,
}

impl Shard {
    /// Returns a shard of a plan with `rows` rows. With `overlap` it also plays every `overlap`-th row of the
    /// preceding shard (the first shard: of the last one).
    #[must_use]
    pub fn with_overlap(index: u64, count: u64, rows: u64, overlap: Option<u64>) -> Self {
        let Some(every) = overlap.filter(|_| count > 1) else {
            return Self { index, count, ..Self::default() };
        };
        // First row of the preceding shard.
        let first = (index + count - 1) % count;
        let step = count.saturating_mul(every.max(1));
        let also =
            std::iter::successors(Some(first), |row| row.checked_add(step)).take_while(|row| *row < rows);
        Self { index, count, also: also.collect() }
    }

    /// Returns true if the shard has the row.
    #[must_use]
    pub fn contains(&self, row: u64) -> bool {
        row % self.count.max(1) == self.index || self.also.contains(row)
    }

    /// Returns the number of rows of the shard among the first `rows` rows.
    #[must_use]
    pub fn len(&self, rows: u64) -> u64 {
        let count = self.count.max(1);
        let regular = rows / count + u64::from(rows % count > self.index);
        regular + self.also.iter().filter(|row| *row < rows && row % count != self.index).count() as u64
    }

    /// Returns true if the shard has none of the first `rows` rows.
    #[must_use]
    pub fn is_empty(&self, rows: u64) -> bool {
        self.len(rows) == 0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_row_is_in_one_shard_and_overlapping_rows_in_two() {
        let shards: Vec<_> = (0..3).map(|index| Shard { index, count: 3, ..Shard::default() }).collect();
        assert!((0..10).all(|row| shards.iter().filter(|shard| shard.contains(row)).count() == 1));
        assert_eq!(shards.iter().map(|shard| shard.len(10)).collect::<Vec<_>>(), [4, 3, 3]);
        let also: RowSet = [0, 1, 99].into_iter().collect();
        let wide = Shard { index: 0, count: 3, also };
        assert_eq!((wide.len(10), wide.contains(1), Shard::default().len(10)), (5, true, 10));
        let played =
            |row| (0..3).filter(|index| Shard::with_overlap(*index, 3, 60, Some(10)).contains(row)).count();
        assert_eq!((0..60).filter(|row| played(*row) == 2).collect::<Vec<_>>(), [0, 1, 2, 30, 31, 32]);
        assert!(Shard { index: 2, count: 3, ..Shard::default() }.is_empty(2));
    }
}
