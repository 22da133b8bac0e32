//! What is wanted of the points of a board.

use super::bid::StoneBids;
use super::spot::number;
use rand::RngExt;
use stonefield_search::Rng;

/// What counts for each point. Sums of bids are exact: whatever is added and taken away again leaves nothing
/// behind.
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

    /// Chooses the point with the highest score, of equal ones any; with a temperature each as likely as the
    /// exponential of its score by the temperature. Points of `barred` are left out. `None` where nothing
    /// counts.
    pub fn choose(&self, softmax: f32, barred: &[u32], rng: &mut Rng) -> Option<u32> {
        // Shares of one vote come to one only as far as they are rounded.
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
            let chance = |point| libm::exp(f64::from((score(self.of(point)) - highest) / softmax));
            let wanted = || self.wanted().filter(|point| !barred.contains(point));
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
        match equals.len() {
            0 | 1 => equals.first().copied(),
            // As u32, so that a seed means the same on every machine.
            count => equals.get(rng.random_range(0..number(count)) as usize).copied(),
        }
    }
}
