//! Arbiter: the way in which one move is chosen from all bids.

use super::Offer;
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
    /// Keeps the bids that count, and changes their weights where the arbiter does so.
    ///
    /// All bids of a stone must follow each other.
    pub(super) fn judge(self, offers: &mut Vec<Offer>, rng: &mut Rng) {
        match self {
            Self::Sum => {}
            Self::Max => keep_strongest(offers),
            Self::Vote => cast_votes(offers),
            Self::Auction => scale_to_one(offers),
            Self::Random => keep_random_stone(offers, rng),
        }
    }
}

/// Sum of one stone's bids for each point, in the order of its bids.
fn sums_by_point(stone: &[Offer]) -> ArrayVec<(u32, f32), 12> {
    let mut sums = ArrayVec::<(u32, f32), 12>::new();
    for offer in stone {
        match sums.iter_mut().find(|(to, _)| *to == offer.to) {
            Some((_, sum)) => *sum += offer.weight,
            None => sums.push((offer.to, offer.weight)),
        }
    }
    sums
}

/// Keeps for every point the bids of the stone with the highest sum for it, the first of equals.
fn keep_strongest(offers: &mut Vec<Offer>) {
    let mut strongest_at = HashMap::new();
    for stone in offers.chunk_by(same_stone) {
        for (to, sum) in sums_by_point(stone) {
            let strongest = strongest_at.entry(to).or_insert((stone[0].from, sum));
            if sum > strongest.1 {
                *strongest = (stone[0].from, sum);
            }
        }
    }
    offers.retain(|offer| strongest_at.get(&offer.to).is_some_and(|&(stone, _)| stone == offer.from));
}

/// Keeps each stone's bids for the point with its highest sum, the first of equals. Scales them to a sum of
/// 1.
fn cast_votes(offers: &mut Vec<Offer>) {
    let mut counted = Vec::with_capacity(offers.len());
    for stone in offers.chunk_by(same_stone) {
        let mut top = (0, 0.0);
        for (to, sum) in sums_by_point(stone) {
            if sum > top.1 {
                top = (to, sum);
            }
        }
        let votes = stone.iter().filter(|offer| offer.to == top.0);
        counted.extend(votes.map(|offer| Offer { weight: offer.weight / top.1, ..*offer }));
    }
    *offers = counted;
}

fn same_stone(a: &Offer, b: &Offer) -> bool {
    a.from == b.from
}

/// Scales each stone's bids to a sum of 1.
fn scale_to_one(offers: &mut [Offer]) {
    for stone in offers.chunk_by_mut(same_stone) {
        let sum: f32 = stone.iter().map(|offer| offer.weight).sum();
        for offer in stone {
            offer.weight /= sum;
        }
    }
}

/// Keeps the bids of one stone. Every stone with a bid is equally likely.
fn keep_random_stone(offers: &mut Vec<Offer>, rng: &mut Rng) {
    let count = offers.chunk_by(same_stone).count();
    let Some(stones) = u32::try_from(count).ok().filter(|&stones| stones > 0) else { return };
    let drawn = rng.random_range(0..stones) as usize;
    let chosen = offers.chunk_by(same_stone).nth(drawn).and_then(<[Offer]>::first).map(|offer| offer.from);
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

    /// Bids that count under this arbiter, and the scores from them.
    fn judged(arbiter: Arbiter, rng: &mut Rng) -> (Vec<Offer>, Scores) {
        let mut offers = offers();
        arbiter.judge(&mut offers, rng);
        let mut scores = Scores::new(40);
        for offer in &offers {
            scores.add(offer.to, offer.weight);
        }
        (offers, scores)
    }

    fn points_and_scores(arbiter: Arbiter) -> Vec<(u32, f32)> {
        let (_, scores) = judged(arbiter, &mut Rng::seed_from_u64(1));
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
        let mut drawn = BTreeMap::new();
        for seed in 0..300 {
            let mut rng = Rng::seed_from_u64(seed);
            let (bids, scores) = judged(Arbiter::Random, &mut rng);
            assert!(bids.windows(2).all(|pair| pair[0].from == pair[1].from));
            *drawn.entry((bids[0].from, scores.choose(0.0, &[], &mut rng))).or_insert(0) += 1;
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
                let mut rng = Rng::seed_from_u64(seed);
                let (_, scores) = judged(arbiter, &mut rng);
                *counts.entry(scores.choose(softmax, &[], &mut rng)).or_insert(0) += 1;
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
    fn barred_points_are_not_chosen() {
        let mut rng = Rng::seed_from_u64(1);
        let (_, scores) = judged(Arbiter::Sum, &mut rng);
        let chosen =
            [&[][..], &[20], &[10, 20], &[10, 20, 30]].map(|barred| scores.choose(0.0, barred, &mut rng));
        assert!(chosen[0] == Some(20) && matches!(chosen[1], Some(10 | 30)), "{chosen:?}");
        assert_eq!(chosen[2..], [Some(30), None]);
    }

    #[test]
    fn without_bids_no_point_is_chosen() {
        for arbiter in [Arbiter::Sum, Arbiter::Max, Arbiter::Vote, Arbiter::Auction, Arbiter::Random] {
            let mut rng = Rng::seed_from_u64(1);
            let mut offers = Vec::new();
            arbiter.judge(&mut offers, &mut rng);
            assert!(offers.is_empty());
            assert_eq!(Scores::new(4).choose(0.0, &[], &mut rng), None);
            assert_eq!(Scores::new(4).choose(1.0, &[], &mut rng), None);
        }
    }
}
