//! Score of each point: the sum of the bids for the point that count.

use super::bid::StoneBids;
use super::features::to_u32;
use rand::RngExt;
use stonefield_search::Rng;

/// Score of each point. Sums of bids are exact: if a bid is added and later subtracted, the score is the old
/// one.
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
    pub fn replace_bids(&mut self, old: &StoneBids, new: &StoneBids) {
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

    /// Points with a score above 0, in rising order.
    pub fn positive(&self) -> impl Iterator<Item = u32> + '_ {
        (0_u32..).zip(&self.values).filter(|(_, value)| **value > 0.0).map(|(point, _)| point)
    }

    /// Chooses a point with a score above 0 that is not in `excluded`. `None` if there is none.
    ///
    /// If `softmax` is 0, it chooses the point with the highest score, at random among equal ones. Otherwise
    /// `softmax` is a temperature: the probability of a point is proportional to e^(score ∕ `softmax`).
    pub fn choose(&self, softmax: f32, excluded: &[u32], rng: &mut Rng) -> Option<u32> {
        // A vote can consist of several bids. Their sum is exactly 1 only after rounding to f32, and equal
        // scores must compare as equal.
        let rounded = |value: f64| value as f32;
        let (mut highest, mut best_points) = (0.0, Vec::new());
        for (point, &value) in (0_u32..).zip(&self.values) {
            let score = rounded(value);
            if score < highest || score <= 0.0 || excluded.contains(&point) {
                continue;
            }
            if score > highest {
                highest = score;
                best_points.clear();
            }
            best_points.push(point);
        }
        if softmax > 0.0 {
            let likelihood = |point| libm::exp(f64::from((rounded(self.of(point)) - highest) / softmax));
            let open_points = || self.positive().filter(|point| !excluded.contains(point));
            let mut remaining = rng.random::<f64>() * open_points().map(likelihood).sum::<f64>();
            let mut last = None;
            for point in open_points() {
                remaining -= likelihood(point);
                if remaining < 0.0 {
                    return Some(point);
                }
                last = Some(point);
            }
            return last;
        }
        match best_points.len() {
            0 | 1 => best_points.first().copied(),
            // With a range of u32 a seed gives the same point on every machine. With usize it would not.
            count => best_points.get(rng.random_range(0..to_u32(count)) as usize).copied(),
        }
    }
}
