//! A history of any length, kept small enough to draw.

use crate::go::ByColor;
use crate::sim::{Measure, Measurement, TallyRow};

/// The most buckets kept; a plot has fewer columns of pixels.
const MOST: usize = 512;

/// Least and greatest of one pen over a stretch of ticks.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ValueRange {
    /// The least value.
    pub least: f64,
    /// The greatest value.
    pub most: f64,
    /// Whether the least came first.
    pub rising: bool,
}

impl ValueRange {
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

/// A stretch of ticks with its pens.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bucket {
    /// Its first tick.
    pub tick: u64,
    /// The capacity of the world.
    pub capacity: ValueRange,
    /// The total of each colour.
    pub score: ByColor<ValueRange>,
    /// The measure that was chosen; of the whole board both are the same.
    pub chosen: ByColor<ValueRange>,
    /// Stones that died.
    pub captures: u32,
}

impl Bucket {
    fn of(row: &TallyRow, chosen: Option<&Measure>) -> Self {
        let numbers = chosen.and_then(|measure| measure.in_row(row)).map(Measurement::by_color);
        Self {
            tick: row.tick,
            capacity: ValueRange::at(row.capacity),
            score: row.score.map(ValueRange::at),
            chosen: numbers.unwrap_or_default().map(ValueRange::at),
            captures: row.changes.captures,
        }
    }

    fn join(self, later: Self) -> Self {
        Self {
            tick: self.tick,
            capacity: self.capacity.join(later.capacity),
            score: ByColor::from_fn(|color| self.score[color].join(later.score[color])),
            chosen: ByColor::from_fn(|color| self.chosen[color].join(later.chosen[color])),
            captures: self.captures + later.captures,
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
    chosen: Option<&'static Measure>,
}

impl Decimated {
    /// Takes in the rows that are new; begins anew where the history or the measure that is chosen is another one.
    /// `history` gives the rows without the first so many.
    pub fn update<'a, I: Iterator<Item = &'a TallyRow>>(
        &mut self,
        chosen: Option<&'static Measure>,
        history: impl Fn(usize) -> I,
    ) {
        let known = self.rows.checked_sub(1).and_then(|last| history(last).next());
        if known != self.last.as_ref() || chosen != self.chosen || self.stride == 0 {
            *self = Self { stride: 1, chosen, ..Self::default() };
        }
        for row in history(self.rows) {
            self.push(Bucket::of(row, chosen));
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

    /// Stones that died, by the first and the last tick of each stretch in which any did.
    pub fn captures(&self) -> impl Iterator<Item = ([u64; 2], u32)> + '_ {
        let stride = self.stride as u64;
        let stretches = self.buckets.iter().filter(|bucket| bucket.captures > 0);
        stretches.map(move |bucket| ([bucket.tick, bucket.tick + stride - 1], bucket.captures))
    }

    /// The points of the measure that was chosen.
    #[must_use]
    pub fn chosen(&self) -> ByColor<Vec<[f64; 2]>> {
        ByColor::from_fn(|color| self.points(|bucket| bucket.chosen[color]))
    }

    /// The points of one pen, at most two a bucket.
    #[must_use]
    pub fn points(&self, pen: impl Fn(&Bucket) -> ValueRange) -> Vec<[f64; 2]> {
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
    use crate::sim::Changes;

    fn row(tick: u64) -> TallyRow {
        let value = ((tick * 7919) % 1000) as f64;
        let score = ByColor::new(-value, tick as f64);
        let changes = Changes { captures: u32::from(tick % 4 == 3), ..Changes::default() };
        TallyRow { tick, capacity: value, score, changes, ..TallyRow::default() }
    }

    #[test]
    fn a_short_history_is_itself() {
        let history = (0..MOST as u64).map(row).collect::<Vec<_>>();
        let mut pens = Decimated::default();
        pens.update(None, |first| history[first..100].iter());
        pens.update(None, |first| history[first..].iter());
        let points = pens.points(|bucket| bucket.capacity);
        assert_eq!(points, history.iter().map(|row| [row.tick as f64, row.capacity]).collect::<Vec<_>>());
    }

    #[test]
    fn a_long_history_keeps_its_extremes() {
        let history = (0..100_000).map(row).collect::<Vec<_>>();
        let mut pens = Decimated::default();
        for end in (0..=history.len()).step_by(2500) {
            pens.update(None, |first| history[first..end].iter());
        }
        assert!(pens.buckets().len() <= MOST && pens.buckets().len() > MOST / 3);
        let spans = pens.buckets().iter().map(|bucket| bucket.capacity);
        let all = spans.reduce(ValueRange::join).expect("rows");
        assert_eq!((all.least, all.most), (0.0, 999.0));
        assert!(pens.points(|bucket| bucket.score.white).is_sorted_by_key(|point| point[0] as u64));
        assert_eq!(pens.captures().map(|(_, count)| count).sum::<u32>(), 100_000 / 4);
        assert!(pens.captures().all(|([first, last], count)| u64::from(count) * 4 <= last - first + 4));
    }

    #[test]
    fn another_history_begins_anew() {
        let mut pens = Decimated::default();
        let rows = (0..50).map(row).collect::<Vec<_>>();
        pens.update(None, |first| rows.iter().skip(first));
        let fewer = &rows[..20];
        pens.update(None, |first| fewer.iter().skip(first));
        assert_eq!(pens.buckets().len(), 20);
        pens.update(None, |_| [].iter());
        assert!(pens.buckets().is_empty());
    }

    #[test]
    fn another_measure_begins_anew() {
        let of = |name| crate::sim::MEASURES.iter().find(|measure| measure.name == name);
        let stones = ByColor::new(3, 1);
        let rows = (0..9).map(|tick| TallyRow { stones, ..row(tick) }).collect::<Vec<_>>();
        let mut pens = Decimated::default();
        for (name, black) in [("stones", 3.0), ("score", -row(8).capacity), ("capacity", row(8).capacity)] {
            assert!(of(name).is_some(), "{name}");
            pens.update(of(name), |first| rows[first..].iter());
            let points = pens.points(|bucket| bucket.chosen.black);
            assert_eq!((points.len(), points[8]), (9, [8.0, black]), "{name}");
        }
    }
}
