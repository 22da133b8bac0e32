//! Histograms of a board: groups, captures and temperatures.

use stonefield_go::Color;
use stonefield_lab::chart::{Bins, Histogram, round_up};
use stonefield_sim::{Groups, TallyRow};

/// Approximate number of bins of equal width.
const BINS: f64 = 20.0;

/// Returns the groups by number of stones, with one list for each colour.
#[must_use]
pub fn of_groups(groups: &Groups) -> Histogram {
    let mut histogram = Histogram::default();
    for (pen, color) in Color::ALL.into_iter().enumerate() {
        for (size, &count) in (0_u32..).zip(groups.totals(color).sizes()) {
            histogram.add(pen, size.into(), count.into());
        }
    }
    histogram
}

/// Returns the patches by temperature, in bins of equal width from 0.
#[must_use]
pub fn of_temperatures(values: &[f32]) -> Histogram {
    let most = values.iter().copied().fold(0.0, f32::max);
    let width = round_up((f64::from(most) / BINS).max(0.01));
    let bins = Bins { width: Some(width), shift: 0.0, ln: false, whole: false };
    let mut histogram = Histogram::new(bins, 2);
    values.iter().for_each(|&value| histogram.add(0, value.into(), 1));
    histogram
}

/// Histogram of the ticks by the stones that died in them, up to the present.
#[derive(Clone, Debug, Default)]
pub struct Avalanches {
    histogram: Histogram,
    ticks: usize,
    last: Option<TallyRow>,
}

impl Avalanches {
    /// Returns the histogram. Ticks without a death are left out.
    #[must_use]
    pub const fn histogram(&self) -> &Histogram {
        &self.histogram
    }

    /// Adds the new ticks of a history; starts again after a change of older ones. `history(n)` skips `n`
    /// rows.
    pub fn update<I: Iterator<Item = TallyRow>>(&mut self, history: impl Fn(usize) -> I) {
        let known = self.ticks.checked_sub(1).and_then(|last| history(last).next());
        if known != self.last {
            *self = Self::default();
        }
        for row in history(self.ticks) {
            let deaths = row.changes.captures;
            self.histogram.add(0, deaths.into(), u64::from(deaths > 0));
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
        fn every_patch_is_in_one_bin(values in prop::collection::vec(0.0_f32..50.0, 1..500)) {
            let histogram = of_temperatures(&values);
            prop_assert_eq!(histogram.total(0), values.len() as u64);
            prop_assert!(histogram.range().end <= 60);
        }
    }

    #[test]
    fn histograms_count_all_groups_and_captures_of_a_game() {
        let size = Size::square(13).expect("a size");
        let rules = Rules::preset("chinese").expect("rules");
        let setup = GameSetup { size, rules, seed: 5, ..GameSetup::default() };
        let mut session = Session::new(&setup, None).expect("a game");
        let mut avalanches = Avalanches::default();
        let (mut most_deaths, mut most_bins) = (0, 0);
        for _ in 0..300 {
            session.play_out(1);
            let groups: &Groups = session.part();
            let histogram = of_groups(groups);
            for (pen, color) in Color::ALL.into_iter().enumerate() {
                assert_eq!(histogram.total(pen), u64::from(groups.count(color)));
            }
            avalanches.update(|first| session.record().rows_from(first));
            let deaths = session.record().rows().filter(|row| row.changes.captures > 0).count() as u64;
            assert_eq!(avalanches.histogram().total(0), deaths);
            most_deaths = most_deaths.max(deaths);
            most_bins = most_bins.max(histogram.range().end);
        }
        assert!(most_deaths > 3 && most_bins > 3, "the game had captures and groups of several sizes");
        assert!(session.undo(40));
        avalanches.update(|first| session.record().rows_from(first));
        let deaths = session.record().rows().filter(|row| row.changes.captures > 0).count() as u64;
        assert_eq!(avalanches.histogram().total(0), deaths, "what lies ahead is not counted");
    }
}
