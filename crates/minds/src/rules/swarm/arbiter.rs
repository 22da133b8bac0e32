//! Arbiter: decides which bids count, and with which weight.

use super::{MAX_BIDS, Offer};
use arrayvec::ArrayVec;
use rand::RngExt;
use std::collections::HashMap;
use stonefield_search::Rng;
use stonefield_search::choices;

choices! {
    /// Way in which the bids of the stones are combined.
    pub enum Arbiter {
        /// The score of a point is the sum of all bids for it.
        Sum = "sum",
        /// The score of a point is the bid of the stone that bids most for it.
        Max = "max",
        /// Each stone has one vote, for the point for which it bids most.
        Vote = "vote",
        /// Each stone has a total of 1, divided in proportion to its bids.
        Auction = "auction",
        /// Only the bids of one random stone count.
        Random = "random",
    }
}

impl Arbiter {
    /// Removes the bids that do not count, and adjusts the weights of the others.
    ///
    /// All bids of a stone must follow each other in `offers`.
    pub(super) fn apply(self, offers: &mut Vec<Offer>, rng: &mut Rng) {
        match self {
            Self::Sum => {}
            Self::Max => keep_strongest(offers),
            Self::Vote => cast_votes(offers),
            Self::Auction => scale_to_one(offers),
            Self::Random => keep_random_stone(offers, rng),
        }
    }
}

/// Sum of one stone's bids for each point, in the order of the bids.
fn sums_by_point(bids_of_stone: &[Offer]) -> ArrayVec<(u32, f32), MAX_BIDS> {
    let mut sums = ArrayVec::<(u32, f32), MAX_BIDS>::new();
    for offer in bids_of_stone {
        match sums.iter_mut().find(|(to, _)| *to == offer.to) {
            Some((_, sum)) => *sum += offer.weight,
            None => sums.push((offer.to, offer.weight)),
        }
    }
    sums
}

/// Keeps, for every point, only the bids of the stone with the highest sum for this point. Of equal stones,
/// the first.
fn keep_strongest(offers: &mut Vec<Offer>) {
    let mut strongest_at = HashMap::new();
    for bids_of_stone in offers.chunk_by(is_same_stone) {
        for (to, sum) in sums_by_point(bids_of_stone) {
            let strongest = strongest_at.entry(to).or_insert((bids_of_stone[0].from, sum));
            if sum > strongest.1 {
                *strongest = (bids_of_stone[0].from, sum);
            }
        }
    }
    offers.retain(|offer| strongest_at.get(&offer.to).is_some_and(|&(stone, _)| stone == offer.from));
}

/// Keeps, for every stone, only the bids for the point with the highest sum of this stone's bids. Of equal
/// points, the first. Scales these bids to a sum of 1.
fn cast_votes(offers: &mut Vec<Offer>) {
    let mut votes = Vec::with_capacity(offers.len());
    for bids_of_stone in offers.chunk_by(is_same_stone) {
        let (mut best_point, mut best_sum) = (0, 0.0);
        for (to, sum) in sums_by_point(bids_of_stone) {
            if sum > best_sum {
                (best_point, best_sum) = (to, sum);
            }
        }
        let best_bids = bids_of_stone.iter().filter(|offer| offer.to == best_point);
        votes.extend(best_bids.map(|offer| Offer { weight: offer.weight / best_sum, ..*offer }));
    }
    *offers = votes;
}

fn is_same_stone(a: &Offer, b: &Offer) -> bool {
    a.from == b.from
}

/// Scales each stone's bids to a sum of 1.
fn scale_to_one(offers: &mut [Offer]) {
    for bids_of_stone in offers.chunk_by_mut(is_same_stone) {
        let sum: f32 = bids_of_stone.iter().map(|offer| offer.weight).sum();
        for offer in bids_of_stone {
            offer.weight /= sum;
        }
    }
}

/// Keeps the bids of one stone. Every stone with a bid is equally likely.
fn keep_random_stone(offers: &mut Vec<Offer>, rng: &mut Rng) {
    let stone_count = offers.chunk_by(is_same_stone).count();
    let Some(stone_count) = u32::try_from(stone_count).ok().filter(|&count| count > 0) else { return };
    let index = rng.random_range(0..stone_count) as usize;
    let chosen = offers.chunk_by(is_same_stone).nth(index).and_then(<[Offer]>::first).map(|offer| offer.from);
    offers.retain(|offer| Some(offer.from) == chosen);
}

#[cfg(test)]
mod tests {
    use super::super::scores::Scores;
    use super::*;
    use rand::SeedableRng;
    use std::collections::BTreeMap;
    use stonefield_search::Motive;

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

    /// Bids that count under this arbiter, and the scores from these bids.
    fn counted_bids(arbiter: Arbiter, rng: &mut Rng) -> (Vec<Offer>, Scores) {
        let mut offers = offers();
        arbiter.apply(&mut offers, rng);
        let mut scores = Scores::new(40);
        for offer in &offers {
            scores.add(offer.to, offer.weight);
        }
        (offers, scores)
    }

    fn points_and_scores(arbiter: Arbiter) -> Vec<(u32, f32)> {
        let (_, scores) = counted_bids(arbiter, &mut Rng::seed_from_u64(1));
        scores.positive().map(|point| (point, scores.of(point) as f32)).collect()
    }

    #[test]
    fn each_arbiter_counts_in_its_own_way() {
        assert_eq!(points_and_scores(Arbiter::Sum), [(10, 3.0), (20, 4.5), (30, 3.0)]);
        assert_eq!(points_and_scores(Arbiter::Max), [(10, 3.0), (20, 2.5), (30, 3.0)]);
        assert_eq!(points_and_scores(Arbiter::Vote), [(10, 1.0), (20, 1.0), (30, 1.0)]);
        assert_eq!(points_and_scores(Arbiter::Auction), [(10, 0.75), (20, 1.5), (30, 0.75)]);
    }

    #[test]
    fn a_stone_drawn_at_random_decides_alone() {
        let mut counts = BTreeMap::new();
        for seed in 0..300 {
            let mut rng = Rng::seed_from_u64(seed);
            let (bids, scores) = counted_bids(Arbiter::Random, &mut rng);
            assert!(bids.windows(2).all(|pair| pair[0].from == pair[1].from));
            *counts.entry((bids[0].from, scores.choose(0.0, &[], &mut rng))).or_insert(0) += 1;
        }
        let choices: Vec<_> = counts.keys().copied().collect();
        assert_eq!(choices, [(1, Some(10)), (2, Some(20)), (3, Some(30))]);
        assert!(counts.values().all(|&count| count > 60), "{counts:?}");
    }

    #[test]
    fn equal_scores_are_equally_likely_and_softmax_makes_lower_ones_possible() {
        let count_choices = |arbiter, softmax| {
            let mut counts = BTreeMap::new();
            for seed in 0..2000 {
                let mut rng = Rng::seed_from_u64(seed);
                let (_, scores) = counted_bids(arbiter, &mut rng);
                *counts.entry(scores.choose(softmax, &[], &mut rng)).or_insert(0) += 1;
            }
            counts
        };
        assert_eq!(count_choices(Arbiter::Sum, 0.0), BTreeMap::from([(Some(20), 2000)]));
        let even = count_choices(Arbiter::Vote, 0.0);
        assert!(even.len() == 3 && even.values().all(|&count| (570..770).contains(&count)), "{even:?}");
        // The two lower points have the weight e^(-1.5 ∕ 1.5) = 0.3679, and the highest one has 1. Of 2000
        // choices, each lower point gets 2000 · 0.3679 ∕ 1.7358 = 423.9.
        let soft = count_choices(Arbiter::Sum, 1.5);
        assert!((332..516).contains(&soft[&Some(10)]) && (332..516).contains(&soft[&Some(30)]), "{soft:?}");
    }

    #[test]
    fn excluded_points_are_not_chosen() {
        let mut rng = Rng::seed_from_u64(1);
        let (_, scores) = counted_bids(Arbiter::Sum, &mut rng);
        let chosen =
            [&[][..], &[20], &[10, 20], &[10, 20, 30]].map(|excluded| scores.choose(0.0, excluded, &mut rng));
        assert!(chosen[0] == Some(20) && matches!(chosen[1], Some(10 | 30)), "{chosen:?}");
        assert_eq!(chosen[2..], [Some(30), None]);
    }

    #[test]
    fn without_bids_no_point_is_chosen() {
        for arbiter in [Arbiter::Sum, Arbiter::Max, Arbiter::Vote, Arbiter::Auction, Arbiter::Random] {
            let mut rng = Rng::seed_from_u64(1);
            let mut offers = Vec::new();
            arbiter.apply(&mut offers, &mut rng);
            assert!(offers.is_empty());
            assert_eq!(Scores::new(4).choose(0.0, &[], &mut rng), None);
            assert_eq!(Scores::new(4).choose(1.0, &[], &mut rng), None);
        }
    }
}
