//! How one move is made of all bids.

use super::Offer;
use crate::search::Rng;
use crate::search::params::choices;
use rand::RngExt;

choices! {
    /// Who decides among the stones.
    pub enum Arbiter {
        /// All bids for a point count together.
        Sum = "sum",
        /// Of those for a point only the bids of the stone that wants it most.
        Max = "max",
        /// Each stone has one vote and gives it to the point it wants most.
        Vote = "vote",
        /// Each stone has a purse of 1 and lays it on its points as it wants them.
        Auction = "auction",
        /// A stone drawn at random decides alone.
        Random = "random",
    }
}

/// What has come of the bids, with the room that judging takes.
#[derive(Clone, Debug, Default)]
pub(super) struct Verdict {
    /// By point number: what counts for it; 0 where nothing does.
    scores: Vec<f32>,
    /// The points for which anything counts.
    pub wanted: Vec<u32>,
    /// By point number: the stone that wants a point most, and how much.
    most: Vec<(u32, f32)>,
    /// Those of `wanted` among which a tie is drawn.
    equals: Vec<u32>,
    chances: Vec<f64>,
}

impl Verdict {
    /// Room for a board.
    pub fn new(area: usize) -> Self {
        Self { scores: vec![0.0; area], most: vec![(0, 0.0); area], ..Self::default() }
    }

    /// Makes of all bids, which come stone by stone, those that count, and adds them up.
    pub fn judge(&mut self, arbiter: Arbiter, offers: &mut Vec<Offer>, rng: &mut Rng) {
        for &point in &self.wanted {
            self.scores[point as usize] = 0.0;
        }
        self.wanted.clear();
        match arbiter {
            Arbiter::Sum => {}
            Arbiter::Max => self.strongest(offers),
            Arbiter::Vote => self.votes(offers),
            Arbiter::Auction => purses(offers),
            Arbiter::Random => one(offers, rng),
        }
        for offer in offers.iter() {
            let score = &mut self.scores[offer.to as usize];
            if *score == 0.0 {
                self.wanted.push(offer.to);
            }
            *score += offer.weight;
        }
    }

    /// What counts for a point, by its number.
    pub fn score(&self, point: u32) -> f32 {
        self.scores[point as usize]
    }

    /// The chosen point: the one with the highest score, of equal ones any; with a temperature each as likely as the exponential of its score by
    /// the temperature. `None` where nothing counts.
    pub fn choose(&mut self, softmax: f32, rng: &mut Rng) -> Option<u32> {
        let highest = self.wanted.iter().map(|&point| self.score(point)).fold(0.0, f32::max);
        if softmax > 0.0 {
            let chance =
                |&point: &u32| libm::exp(f64::from((self.scores[point as usize] - highest) / softmax));
            self.chances.clear();
            self.chances.extend(self.wanted.iter().map(chance));
            let mut left = rng.random::<f64>() * self.chances.iter().sum::<f64>();
            for (&point, chance) in self.wanted.iter().zip(&self.chances) {
                left -= chance;
                if left < 0.0 {
                    return Some(point);
                }
            }
            return self.wanted.last().copied();
        }
        self.equals.clear();
        self.equals.extend(self.wanted.iter().filter(|&&point| self.scores[point as usize] == highest));
        match self.equals.len() {
            0 => None,
            1 => self.equals.first().copied(),
            // As u32, so that a seed means the same on every machine.
            n => self.equals.get(rng.random_range(0..u32::try_from(n).unwrap_or(1)) as usize).copied(),
        }
    }

    /// Leaves for every point the bids of the stone that wants it most, of equal ones the first.
    fn strongest(&mut self, offers: &mut Vec<Offer>) {
        for stone in offers.chunk_by(same_stone) {
            for offer in stone {
                self.scores[offer.to as usize] += offer.weight;
            }
            for offer in stone {
                let sum = std::mem::take(&mut self.scores[offer.to as usize]);
                let most = &mut self.most[offer.to as usize];
                if sum > most.1 {
                    *most = (offer.from, sum);
                }
            }
        }
        let most = &self.most;
        offers.retain(|offer| {
            let (stone, _) = most[offer.to as usize];
            stone == offer.from
        });
        for offer in offers.iter() {
            self.most[offer.to as usize].1 = 0.0;
        }
    }

    /// Leaves each stone its bids for the point it wants most, of equal ones the first, and makes them one vote.
    fn votes(&mut self, offers: &mut Vec<Offer>) {
        let (mut kept, mut first) = (0, 0);
        while first < offers.len() {
            let count = offers[first..].iter().take_while(|offer| offer.from == offers[first].from).count();
            let stone = first..first + count;
            let mut best = (0, 0.0);
            for offer in &offers[stone.clone()] {
                self.scores[offer.to as usize] += offer.weight;
            }
            for offer in &offers[stone.clone()] {
                let sum = std::mem::take(&mut self.scores[offer.to as usize]);
                if sum > best.1 {
                    best = (offer.to, sum);
                }
            }
            for i in stone {
                let offer = offers[i];
                if offer.to == best.0 {
                    offers[kept] = Offer { weight: offer.weight / best.1, ..offer };
                    kept += 1;
                }
            }
            first += count;
        }
        offers.truncate(kept);
    }
}

fn same_stone(a: &Offer, b: &Offer) -> bool {
    a.from == b.from
}

/// Makes each stone's bids add up to 1.
fn purses(offers: &mut [Offer]) {
    for stone in offers.chunk_by_mut(same_stone) {
        let sum: f32 = stone.iter().map(|offer| offer.weight).sum();
        for offer in stone {
            offer.weight /= sum;
        }
    }
}

/// Leaves the bids of one stone, each that bids as likely as any other.
fn one(offers: &mut Vec<Offer>, rng: &mut Rng) {
    let stones = offers.chunk_by(same_stone).count();
    let Some(most) = u32::try_from(stones).ok().filter(|&stones| stones > 0) else { return };
    let drawn = rng.random_range(0..most) as usize;
    let chosen = offers.chunk_by(same_stone).nth(drawn).and_then(<[Offer]>::first).map(|offer| offer.from);
    offers.retain(|offer| Some(offer.from) == chosen);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::Motive;
    use rand::SeedableRng;
    use std::collections::BTreeMap;

    /// Stones 1, 2 and 3 bid for points 10, 20 and 30.
    fn offers() -> Vec<Offer> {
        let offer = |from, to, motive, weight| Offer { from, to, motive, weight };
        vec![
            offer(1, 10, Motive::Flee, 2.0),
            offer(1, 20, Motive::Spread, 1.0),
            offer(1, 10, Motive::Extend, 1.0),
            offer(2, 20, Motive::Strike, 2.5),
            offer(3, 20, Motive::Heat, 1.0),
            offer(3, 30, Motive::Eye, 1.5),
            offer(3, 30, Motive::Eye, 1.5),
        ]
    }

    fn scores(arbiter: Arbiter) -> Vec<(u32, f32)> {
        let mut verdict = Verdict::new(40);
        let mut rng = Rng::seed_from_u64(1);
        // The second time must not remember the first.
        verdict.judge(arbiter, &mut offers(), &mut rng);
        let mut bids = offers();
        verdict.judge(arbiter, &mut bids, &mut rng);
        let mut wanted = verdict.wanted.clone();
        wanted.sort_unstable();
        for &point in &wanted {
            let sum: f32 = bids.iter().filter(|bid| bid.to == point).map(|bid| bid.weight).sum();
            assert_eq!(sum, verdict.score(point), "{arbiter:?}: what counts adds up");
        }
        wanted.into_iter().map(|point| (point, verdict.score(point))).collect()
    }

    #[test]
    fn each_arbiter_counts_in_its_own_way() {
        assert_eq!(scores(Arbiter::Sum), [(10, 3.0), (20, 4.5), (30, 3.0)]);
        assert_eq!(scores(Arbiter::Max), [(10, 3.0), (20, 2.5), (30, 3.0)]);
        assert_eq!(scores(Arbiter::Vote), [(10, 1.0), (20, 1.0), (30, 1.0)]);
        assert_eq!(scores(Arbiter::Auction), [(10, 0.75), (20, 1.5), (30, 0.75)]);
    }

    #[test]
    fn a_stone_drawn_at_random_decides_alone() {
        let mut drawn = BTreeMap::new();
        for seed in 0..300 {
            let (mut verdict, mut rng) = (Verdict::new(40), Rng::seed_from_u64(seed));
            let mut bids = offers();
            verdict.judge(Arbiter::Random, &mut bids, &mut rng);
            assert!(bids.windows(2).all(|pair| pair[0].from == pair[1].from));
            *drawn.entry((bids[0].from, verdict.choose(0.0, &mut rng))).or_insert(0) += 1;
        }
        let points: Vec<_> = drawn.keys().copied().collect();
        assert_eq!(points, [(1, Some(10)), (2, Some(20)), (3, Some(30))]);
        assert!(drawn.values().all(|&count| count > 60), "{drawn:?}");
    }

    #[test]
    fn equal_scores_are_drawn_and_a_temperature_makes_the_lower_ones_possible() {
        let drawn = |arbiter, softmax| {
            let mut counts = BTreeMap::new();
            for seed in 0..2000 {
                let (mut verdict, mut rng) = (Verdict::new(40), Rng::seed_from_u64(seed));
                verdict.judge(arbiter, &mut offers(), &mut rng);
                *counts.entry(verdict.choose(softmax, &mut rng)).or_insert(0) += 1;
            }
            counts
        };
        assert_eq!(drawn(Arbiter::Sum, 0.0), BTreeMap::from([(Some(20), 2000)]));
        let even = drawn(Arbiter::Vote, 0.0);
        assert!(even.len() == 3 && even.values().all(|&count| (570..770).contains(&count)), "{even:?}");
        // e^(-1.5 / 1.5) against 1: 2000 · 0.3679 ∕ 1.7358 = 423.9 each.
        let soft = drawn(Arbiter::Sum, 1.5);
        assert!((332..516).contains(&soft[&Some(10)]) && (332..516).contains(&soft[&Some(30)]), "{soft:?}");
    }

    #[test]
    fn nothing_bid_is_nothing_chosen() {
        for arbiter in [Arbiter::Sum, Arbiter::Max, Arbiter::Vote, Arbiter::Auction, Arbiter::Random] {
            let (mut verdict, mut rng) = (Verdict::new(4), Rng::seed_from_u64(1));
            verdict.judge(arbiter, &mut Vec::new(), &mut rng);
            assert_eq!(verdict.choose(0.0, &mut rng), None);
            assert_eq!(verdict.choose(1.0, &mut rng), None);
        }
    }
}
