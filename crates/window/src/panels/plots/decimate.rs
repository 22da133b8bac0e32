//! Decimated values of a history of any length, for drawing.

use super::super::stretches::{Stretch, Stretches};
use stonefield_sim::{Measure, RecordTick, all_by_tick};

/// Largest number of buckets. A plot has fewer columns of pixels.
pub const MAX_BUCKETS: usize = 512;

/// Least and greatest value of one pen over a stretch of ticks. A pen is one curve of a plot, as in NetLogo.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ValueRange {
    /// Least value.
    pub least: f64,
    /// Greatest value.
    pub greatest: f64,
    /// True if the least value came first.
    pub rising: bool,
}

impl ValueRange {
    const fn at(value: f64) -> Self {
        Self { least: value, greatest: value, rising: true }
    }

    fn join(self, later: Self) -> Self {
        let least = self.least.min(later.least);
        let greatest = self.greatest.max(later.greatest);
        // If least and greatest come from different halves, the order of the halves decides.
        let rising = match (self.least <= later.least, self.greatest >= later.greatest) {
            (true, true) => self.rising,
            (false, false) => later.rising,
            (least_first, _) => least_first,
        };
        Self { least, greatest, rising }
    }
}

/// Stretch of ticks with the values of its pens.
#[derive(Clone, Debug, PartialEq)]
pub struct Bucket {
    /// First tick.
    tick: u64,
    /// Values by pen; `None` without a value.
    pens: Vec<Option<ValueRange>>,
}

impl Stretch for Bucket {
    fn join(&mut self, later: &Self) {
        for (pen, later) in self.pens.iter_mut().zip(&later.pens) {
            *pen = match (*pen, *later) {
                (Some(pen), Some(later)) => Some(pen.join(later)),
                (pen, later) => pen.or(later),
            };
        }
    }
}

/// History in at most [`MAX_BUCKETS`] buckets of equal length, with least and greatest values.
pub type Decimated = Stretches<Bucket, MAX_BUCKETS>;

impl Bucket {
    /// Returns the bucket of one tick.
    #[must_use]
    pub fn of(tick: &RecordTick, pens: impl IntoIterator<Item = Option<f64>>) -> Self {
        let pens = pens.into_iter().map(|number| number.map(ValueRange::at));
        Self { tick: tick.row.tick, pens: pens.collect() }
    }
}

impl Decimated {
    /// Adds the new ticks. Each measure of [`all_by_tick`] has two pens: one for the board or Black, and one
    /// for White, which stays empty for a measure of the whole board.
    pub fn update<I: Iterator<Item = RecordTick>>(&mut self, history: impl Fn(usize) -> I) {
        self.take_in(history, |tick, _| {
            Bucket::of(tick, all_by_tick().flat_map(|measure| measure.in_tick(tick)))
        });
    }

    /// Returns the points of both pens of a measure: the board's or Black's, and White's.
    #[must_use]
    pub fn points(&self, measure: &Measure) -> [Vec<[f64; 2]>; 2] {
        let first = 2 * all_by_tick().take_while(|other| *other != measure).count();
        [first, first + 1].map(|pen| self.pen_points(pen))
    }

    /// Returns the points of a pen: least and greatest value of each bucket; none without a value.
    #[must_use]
    pub fn pen_points(&self, pen: usize) -> Vec<[f64; 2]> {
        let mut points = Vec::with_capacity(2 * self.all().len());
        for bucket in self.all() {
            let Some(span) = bucket.pens.get(pen).copied().flatten() else { continue };
            let x = bucket.tick as f64;
            let (first, second) =
                if span.rising { (span.least, span.greatest) } else { (span.greatest, span.least) };
            points.push([x, first]);
            if first != second {
                points.push([x + self.stride() as f64 / 2.0, second]);
            }
        }
        points
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use stonefield_go::ByColor;
    use stonefield_go::notation::sgf::Collection;
    use stonefield_search::Evaluation;
    use stonefield_sim::TallyRow;

    fn measure(name: &str) -> &'static Measure {
        all_by_tick().find(|measure| measure.name == name).expect("it is measured")
    }

    fn tick(tick: u64) -> RecordTick {
        let value = ((tick * 7919) % 1000) as f64;
        let score = ByColor::new(-value, tick as f64);
        let row = TallyRow { tick, capacity: value, score, ..TallyRow::default() };
        let said = ByColor::new(
            Evaluation { winrate: (tick % 2 == 1).then_some(0.25), lead: None },
            Evaluation::default(),
        );
        RecordTick { node: Collection::new().add_game(), row, said, passed: ByColor::default() }
    }

    #[test]
    fn a_short_history_is_not_decimated() {
        let history = (0..MAX_BUCKETS as u64).map(tick).collect::<Vec<_>>();
        let mut pens = Decimated::default();
        pens.update(|first| history[first..100].iter().copied());
        pens.update(|first| history[first..].iter().copied());
        let points = |name, number: fn(&TallyRow) -> f64| {
            let points: Vec<_> =
                history.iter().map(|tick| [tick.row.tick as f64, number(&tick.row)]).collect();
            assert_eq!(pens.points(measure(name))[0], points, "{name}");
        };
        points("capacity", |row| row.capacity);
        points("score", |row| row.score.black);
        let [black, white] = pens.points(measure("win_rate"));
        assert_eq!((black.len(), black[0], white.len()), (MAX_BUCKETS / 2, [1.0, 25.0], 0), "gaps stay");
    }

    #[test]
    fn a_long_history_keeps_its_extremes() {
        let history = (0..100_000).map(tick).collect::<Vec<_>>();
        let mut pens = Decimated::default();
        for end in (0..=history.len()).step_by(2500) {
            pens.update(|first| history[first..end].iter().copied());
        }
        assert!(pens.all().len() <= MAX_BUCKETS && pens.all().len() > MAX_BUCKETS / 3);
        let [points, none] = pens.points(measure("capacity"));
        let values = || points.iter().map(|point| point[1]);
        assert_eq!((values().fold(f64::MAX, f64::min), values().fold(f64::MIN, f64::max)), (0.0, 999.0));
        assert!(none.is_empty(), "the board has one number");
        assert!(pens.points(measure("score"))[1].is_sorted_by_key(|point| point[0] as u64));
        assert_eq!(pens.last(), 99_999);
    }

    #[test]
    fn another_history_begins_anew() {
        let mut pens = Decimated::default();
        let ticks = (0..50).map(tick).collect::<Vec<_>>();
        pens.update(|first| ticks.iter().copied().skip(first));
        pens.update(|first| ticks[..20].iter().copied().skip(first));
        assert_eq!(pens.all().len(), 20);
        pens.update(|_| std::iter::empty());
        assert!(pens.all().is_empty());
    }
}
