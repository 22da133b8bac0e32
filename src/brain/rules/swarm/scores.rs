//! What is wanted of the points of a board.

use super::bid::StoneBids;
use super::spot::number;
use crate::search::Rng;
use rand::RngExt;

/// What counts for each point. Sums of bids are exact: whatever is added and taken away again leaves nothing behind.
#[derive(Clone, Debug, Default)]
pub(super) struct Scores {
    /// By point number.
    values: Vec<f64>,
}

impl Scores {
    /// Nothing is wanted.
    pub fn new(area: usize) -> Self {
        Self { values: vec![0.0; area] }
    }

    /// Nothing is wanted any more.
    pub fn clear(&mut self) {
        self.values.fill(0.0);
    }

    /// A point is wanted by so much more.
    #[inline]
    pub fn add(&mut self, point: u32, weight: f32) {
        self.values[point as usize] += f64::from(weight);
    }

    /// A stone bids something else than before.
    pub fn exchange(&mut self, old: &StoneBids, new: &StoneBids) {
        for bid in old.iter() {
            self.add(bid.to, -bid.weight);
        }
        for bid in new.iter() {
            self.add(bid.to, bid.weight);
        }
    }

    /// What counts for a point, by its number; 0 where nothing does.
    pub fn of(&self, point: u32) -> f64 {
        self.values[point as usize]
    }

    /// The points for which anything counts.
    pub fn wanted(&self) -> impl Iterator<Item = u32> + '_ {
        (0_u32..).zip(&self.values).filter(|(_, value)| **value > 0.0).map(|(point, _)| point)
    }

    /// Chooses the point with the highest score, of equal ones any; with a temperature each as likely as the exponential of its score by the
    /// temperature. Points of `barred` are left out. `None` where nothing counts.
    pub fn choose(&self, softmax: f32, barred: &[u32], rng: &mut Rng) -> Option<u32> {
        let wanted = || self.wanted().filter(|point| !barred.contains(point));
        // Shares of one vote come to one only as far as they are rounded.
        let score = |point| self.of(point) as f32;
        let highest = wanted().map(score).fold(0.0, f32::max);
        if softmax > 0.0 {
            let chance = |point| libm::exp(f64::from((score(point) - highest) / softmax));
            let mut left = rng.random::<f64>() * wanted().map(chance).sum::<f64>();
            let mut last = None;
            for point in wanted() {
                left -= chance(point);
                if left < 0.0 {
                    return Some(point);
                }
                last = Some(point);
            }
            return last;
        }
        let equals = || wanted().filter(|&point| score(point) == highest);
        match equals().count() {
            0 => None,
            1 => equals().next(),
            // As u32, so that a seed means the same on every machine.
            count => equals().nth(rng.random_range(0..number(count)) as usize),
        }
    }
}
