//! Score of each point: the sum of the bids that count for it.

use super::bid::StoneBids;
use super::spot::number;
use rand::RngExt;
use stonefield_search::Rng;

/// Score of each point. Sums of bids are exact: adding and subtracting the same bid restores the old score.
#[derive(Clone, Debug, Default)]
pub(super) struct Scores {
    /// Score by point number.
    values: Vec<f64>,
}

impl Scores {
    /// Scores of 0 for a board of `area` points.
    pub fn new(area: usize) -> Self {
        Self { values: vec![0.0; area] }
    }

    /// Sets all scores to 0.
    pub fn clear(&mut self) {
        self.values.fill(0.0);
    }

    /// Adds `weight` to the score of a point.
    #[inline]
    pub fn add(&mut self, point: u32, weight: f32) {
        self.values[point as usize] += f64::from(weight);
    }

    /// Replaces a stone's old bids with its new ones.
    pub fn exchange(&mut self, old: &StoneBids, new: &StoneBids) {
        for bid in old.iter() {
            self.add(bid.to, -bid.weight);
        }
        for bid in new.iter() {
            self.add(bid.to, bid.weight);
        }
    }

    /// Score of a point, 0 without bids.
    pub fn of(&self, point: u32) -> f64 {
        self.values[point as usize]
    }

    /// Points with a score above 0.
    pub fn positive(&self) -> impl Iterator<Item = u32> + '_ {
        (0_u32..).zip(&self.values).filter(|(_, value)| **value > 0.0).map(|(point, _)| point)
    }

    /// Chooses a point with a score above 0 that is not in `barred`. `None` if there is none.
    ///
    /// If `softmax` is 0, it chooses the highest score, at random among equals. Otherwise `softmax` is a
    /// temperature: the probability of a point is proportional to e^(score ∕ `softmax`).
    pub fn choose(&self, softmax: f32, barred: &[u32], rng: &mut Rng) -> Option<u32> {
        // The parts of one vote sum to 1 only after rounding to f32.
        let score = |value: f64| value as f32;
        let (mut highest, mut equals) = (0.0, Vec::new());
        for (point, &value) in (0_u32..).zip(&self.values) {
            let score = score(value);
            if score < highest || score <= 0.0 || barred.contains(&point) {
                continue;
            }
            if score > highest {
                highest = score;
                equals.clear();
            }
            equals.push(point);
        }
        if softmax > 0.0 {
            let likelihood = |point| libm::exp(f64::from((score(self.of(point)) - highest) / softmax));
            let wanted = || self.positive().filter(|point| !barred.contains(point));
            let mut rest = rng.random::<f64>() * wanted().map(likelihood).sum::<f64>();
            let mut last = None;
            for point in wanted() {
                rest -= likelihood(point);
                if rest < 0.0 {
                    return Some(point);
                }
                last = Some(point);
            }
            return last;
        }
        match equals.len() {
            0 | 1 => equals.first().copied(),
            // A u32 range gives the same draw from a seed on every machine, unlike usize.
            count => equals.get(rng.random_range(0..number(count)) as usize).copied(),
        }
    }
}
