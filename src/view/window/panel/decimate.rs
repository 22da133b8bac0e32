//! A history of any length, kept small enough to draw.

use crate::sim::TallyRow;

/// The most buckets kept; a plot has fewer columns of pixels.
const MOST: usize = 512;

/// Least and greatest of one pen over a stretch of ticks.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Span {
    /// The least value.
    pub least: f64,
    /// The greatest value.
    pub most: f64,
    /// Whether the least came first.
    pub rising: bool,
}

impl Span {
    const fn at(value: f64) -> Self {
        Self { least: value, most: value, rising: true }
    }

    fn join(self, later: Self) -> Self {
        let least = self.least.min(later.least);
        let most = self.most.max(later.most);
        // Where both ends come from different halves, the order is theirs.
        let rising = match (self.least <= later.least, self.most >= later.most) {
            (true, true) => self.rising,
            (false, false) => later.rising,
            (least_first, _) => least_first,
        };
        Self { least, most, rising }
    }
}

/// A stretch of ticks with its three pens.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bucket {
    /// Its first tick.
    pub tick: u64,
    /// The capacity of the world.
    pub capacity: Span,
    /// Black's total.
    pub black: Span,
    /// White's total.
    pub white: Span,
}

impl Bucket {
    fn of(row: &TallyRow) -> Self {
        Self {
            tick: row.tick,
            capacity: Span::at(row.capacity),
            black: Span::at(row.black),
            white: Span::at(row.white),
        }
    }

    fn join(self, later: Self) -> Self {
        Self {
            tick: self.tick,
            capacity: self.capacity.join(later.capacity),
            black: self.black.join(later.black),
            white: self.white.join(later.white),
        }
    }
}

/// A history in at most [`MOST`] buckets of equal length, least and greatest kept. Each row is looked at once.
#[derive(Clone, Debug, Default)]
pub struct Decimated {
    buckets: Vec<Bucket>,
    /// Rows in a full bucket, a power of two.
    stride: usize,
    /// Rows in the last bucket.
    filling: usize,
    rows: usize,
    last: Option<TallyRow>,
}

impl Decimated {
    /// Takes in the rows that are new; begins anew where the history is another one.
    /// `history` gives the rows without the first so many.
    pub fn update<'a, I: Iterator<Item = &'a TallyRow>>(&mut self, history: impl Fn(usize) -> I) {
        let known = self.rows.checked_sub(1).and_then(|last| history(last).next());
        if known != self.last.as_ref() || self.stride == 0 {
            *self = Self { stride: 1, ..Self::default() };
        }
        for row in history(self.rows) {
            self.push(Bucket::of(row));
            self.rows += 1;
            self.last = Some(*row);
        }
    }

    fn push(&mut self, new: Bucket) {
        match self.buckets.last_mut() {
            Some(last) if self.filling < self.stride => {
                *last = last.join(new);
                self.filling += 1;
            }
            _ => {
                if self.buckets.len() == MOST {
                    let pair = |pair: &[Bucket]| pair.iter().copied().reduce(Bucket::join);
                    self.buckets = self.buckets.chunks(2).filter_map(pair).collect();
                    self.stride *= 2;
                }
                self.buckets.push(new);
                self.filling = 1;
            }
        }
    }

    /// The stretches, in order.
    #[must_use]
    pub fn buckets(&self) -> &[Bucket] {
        &self.buckets
    }

    /// The points of one pen, at most two a bucket.
    #[must_use]
    pub fn points(&self, pen: impl Fn(&Bucket) -> Span) -> Vec<[f64; 2]> {
        let mut points = Vec::with_capacity(2 * self.buckets.len());
        for bucket in &self.buckets {
            let span = pen(bucket);
            let x = bucket.tick as f64;
            let (first, second) = if span.rising { (span.least, span.most) } else { (span.most, span.least) };
            points.push([x, first]);
            if first != second {
                points.push([x + self.stride as f64 / 2.0, second]);
            }
        }
        points
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(tick: u64) -> TallyRow {
        let value = ((tick * 7919) % 1000) as f64;
        TallyRow { tick, capacity: value, black: -value, white: tick as f64 }
    }

    #[test]
    fn a_short_history_is_itself() {
        let history = (0..MOST as u64).map(row).collect::<Vec<_>>();
        let mut pens = Decimated::default();
        pens.update(|first| history[first..100].iter());
        pens.update(|first| history[first..].iter());
        let points = pens.points(|bucket| bucket.capacity);
        assert_eq!(points, history.iter().map(|row| [row.tick as f64, row.capacity]).collect::<Vec<_>>());
    }

    #[test]
    fn a_long_history_keeps_its_extremes() {
        let history = (0..100_000).map(row).collect::<Vec<_>>();
        let mut pens = Decimated::default();
        for end in (0..=history.len()).step_by(2500) {
            pens.update(|first| history[first..end].iter());
        }
        assert!(pens.buckets().len() <= MOST && pens.buckets().len() > MOST / 3);
        let spans = pens.buckets().iter().map(|bucket| bucket.capacity);
        let all = spans.reduce(Span::join).expect("rows");
        assert_eq!((all.least, all.most), (0.0, 999.0));
        assert!(pens.points(|bucket| bucket.white).is_sorted_by_key(|point| point[0] as u64));
    }

    #[test]
    fn another_history_begins_anew() {
        let mut pens = Decimated::default();
        let rows = (0..50).map(row).collect::<Vec<_>>();
        pens.update(|first| rows.iter().skip(first));
        let fewer = &rows[..20];
        pens.update(|first| fewer.iter().skip(first));
        assert_eq!(pens.buckets().len(), 20);
        pens.update(|_| [].iter());
        assert!(pens.buckets().is_empty());
    }
}
