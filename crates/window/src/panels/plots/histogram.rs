//! Histograms: how often something has each size.

use super::axis::{figure, round_step};
use core::ops::RangeInclusive;
use stonefield_go::Color;
use stonefield_sim::{Groups, TallyRow};

/// About as many bins are wanted of equal width.
const EQUAL: f64 = 20.0;

/// Counts by bins.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Histogram {
    /// How wide each bin is; `None` where each is twice as wide as the one before: 1, 2 to 3, 4 to 7, …
    step: Option<f64>,
    /// By bin: of the board or of Black, and of White.
    counts: Vec<[u64; 2]>,
}

impl Histogram {
    /// Groups by the number of their stones, of each colour.
    #[must_use]
    pub fn of_groups(groups: &Groups) -> Self {
        let mut histogram = Self::default();
        for (pen, color) in Color::ALL.into_iter().enumerate() {
            for (size, &count) in (0_u32..).zip(groups.totals(color).sizes()) {
                histogram.add(size, pen, count.into());
            }
        }
        histogram
    }

    /// Temperatures, in bins of equal width.
    #[must_use]
    pub fn of_temperatures(values: &[f32]) -> Self {
        let most = values.iter().copied().fold(0.0, f32::max);
        let step = round_step((f64::from(most) / EQUAL).max(0.01));
        let mut counts = vec![[0, 0]; (f64::from(most) / step) as usize + 1];
        let last = counts.len() - 1;
        for &value in values {
            counts[((f64::from(value) / step) as usize).min(last)][0] += 1;
        }
        Self { step: Some(step), counts }
    }

    /// Counts so many of a size; of size 0 none.
    fn add(&mut self, size: u32, pen: usize, count: u64) {
        let Some(bin) = size.checked_ilog2().filter(|_| count > 0) else { return };
        let bin = bin as usize;
        if self.counts.len() <= bin {
            self.counts.resize(bin + 1, [0, 0]);
        }
        self.counts[bin][pen] += count;
    }

    /// How many there are in each bin: of the board or of Black, and of White.
    #[must_use]
    pub fn counts(&self) -> &[[u64; 2]] {
        &self.counts
    }

    /// How many there are in all bins.
    #[must_use]
    pub fn total(&self, pen: usize) -> u64 {
        self.counts.iter().map(|count| count[pen]).sum()
    }

    /// Where a bin begins; the one before ends there.
    #[must_use]
    pub fn edge(&self, bin: usize) -> f64 {
        self.step.map_or_else(|| 2_f64.powi(bin as i32), |step| bin as f64 * step)
    }

    /// Where a bin begins, and the last whole number in it or where it ends.
    #[must_use]
    pub fn ends(&self, bin: usize) -> [f64; 2] {
        let next = self.edge(bin + 1);
        [self.edge(bin), if self.step.is_none() { next - 1.0 } else { next }]
    }

    /// The whole numbers of a bin, where it has such.
    #[must_use]
    pub fn sizes(&self, bin: usize) -> RangeInclusive<u32> {
        let [first, last] = self.ends(bin);
        first as u32..=last as u32
    }

    /// What lies in a bin, in words.
    #[must_use]
    pub fn words(&self, bin: usize) -> String {
        let [first, last] = self.ends(bin);
        if first == last { figure(first) } else { format!("{} to {}", figure(first), figure(last)) }
    }
}

/// Ticks by the stones that died in them, up to the present.
#[derive(Clone, Debug, Default)]
pub struct Avalanches {
    histogram: Histogram,
    ticks: usize,
    last: Option<TallyRow>,
}

impl Avalanches {
    /// The ticks in which stones died.
    #[must_use]
    pub const fn histogram(&self) -> &Histogram {
        &self.histogram
    }

    /// Takes in the ticks that are new; begins anew where there are fewer, or others. `history` gives the rows without the first so many.
    pub fn update<I: Iterator<Item = TallyRow>>(&mut self, history: impl Fn(usize) -> I) {
        let known = self.ticks.checked_sub(1).and_then(|last| history(last).next());
        if known != self.last {
            *self = Self::default();
        }
        for row in history(self.ticks) {
            self.histogram.add(row.changes.captures, 0, 1);
            self.ticks += 1;
            self.last = Some(row);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use stonefield_go::{Rules, Size};
    use stonefield_sim::{GameSetup, Session};

    proptest! {
        #[test]
        fn bars_sum_to_what_is_counted(sizes in prop::collection::vec((1_u32..100_000, 0_usize..2), 0..200)) {
            let mut histogram = Histogram::default();
            for &(size, pen) in &sizes {
                histogram.add(size, pen, 1);
            }
            for pen in 0..2 {
                prop_assert_eq!(histogram.total(pen), sizes.iter().filter(|(_, of)| *of == pen).count() as u64);
            }
            for (bin, count) in histogram.counts().iter().enumerate() {
                let within = sizes.iter().filter(|(size, _)| histogram.sizes(bin).contains(size)).count() as u64;
                prop_assert_eq!(count[0] + count[1], within);
            }
        }

        #[test]
        fn every_patch_is_in_one_bin(values in prop::collection::vec(0.0_f32..50.0, 1..500)) {
            let histogram = Histogram::of_temperatures(&values);
            prop_assert_eq!(histogram.total(0), values.len() as u64);
            prop_assert!(histogram.counts().len() <= 60);
        }
    }

    #[test]
    fn groups_and_captures_of_a_game_are_all_there() {
        let size = Size::square(13).expect("a size");
        let rules = Rules::preset("chinese").expect("rules");
        let setup = GameSetup { size, rules, seed: 5, ..GameSetup::default() };
        let mut session = Session::new(&setup, None).expect("a game");
        let mut avalanches = Avalanches::default();
        let (mut died, mut seen) = (0, 0);
        for _ in 0..300 {
            session.play_out(1);
            let groups: &Groups = session.part();
            let histogram = Histogram::of_groups(groups);
            for (pen, color) in Color::ALL.into_iter().enumerate() {
                assert_eq!(histogram.total(pen), u64::from(groups.count(color)));
            }
            avalanches.update(|first| session.record().rows_from(first));
            let deaths = session.record().rows().filter(|row| row.changes.captures > 0).count() as u64;
            assert_eq!(avalanches.histogram().total(0), deaths);
            died = died.max(deaths);
            seen = seen.max(histogram.counts().len());
        }
        assert!(died > 3 && seen > 3, "the game had captures and groups of several sizes");
        assert!(session.undo(40));
        avalanches.update(|first| session.record().rows_from(first));
        let deaths = session.record().rows().filter(|row| row.changes.captures > 0).count() as u64;
        assert_eq!(avalanches.histogram().total(0), deaths, "what lies ahead is not counted");
    }

    #[test]
    fn bins_are_told_in_words() {
        let histogram = Histogram { step: None, counts: Vec::new() };
        assert_eq!([0, 1, 3].map(|bin| histogram.words(bin)), ["1", "2 to 3", "8 to 15"].map(str::to_owned));
        let histogram = Histogram { step: Some(0.2), counts: Vec::new() };
        assert_eq!(histogram.words(2), "0.40 to 0.60");
    }
}
