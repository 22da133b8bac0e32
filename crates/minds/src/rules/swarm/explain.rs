//! Thoughts of the swarm: its bids, and the reason for the move in words.

use super::Offer;
use super::scores::Scores;
use crate::{Agents, Surroundings};
use stonefield_go::Move;
use stonefield_go::notation::counted;
use stonefield_search::{Bid, Candidate, Motive, Thought};

/// Maximum number of reported points, each with its bids. On large boards a full list would be too long to be
/// useful.
const MAX_POINTS: usize = 1024;

/// Thought about the scores of all points. `chosen` is the point that is played. `offers_for` returns the
/// bids that count for a point.
pub(super) fn thought(
    agents: &dyn Agents,
    scores: &Scores,
    chosen: u32,
    offers_for: &dyn Fn(u32) -> Vec<Offer>,
) -> Thought {
    let size = agents.size();
    let mut points = scores.positive().collect::<Vec<_>>();
    let mut total: f64 = points.iter().map(|&point| scores.of(point)).sum();
    let order = |&a: &u32, &b: &u32| {
        let order = scores.of(b).total_cmp(&scores.of(a));
        (a != chosen).cmp(&(b != chosen)).then(order).then(a.cmp(&b))
    };
    if points.len() > MAX_POINTS {
        points.select_nth_unstable_by(MAX_POINTS, order);
        points.truncate(MAX_POINTS);
    }
    points.retain(|&point| {
        let playable = agents.is_playable(point as usize);
        total -= if playable { 0.0 } else { scores.of(point) };
        playable
    });
    points.sort_by(order);
    let point = |number: u32| size.point(number as usize);
    let candidates = points.iter().map(|&number| {
        let (action, score) = (Move::Play(point(number)), scores.of(number));
        Candidate {
            visits: u64::from(number == chosen),
            prior: Some(score / total),
            score: Some(score),
            variation: vec![action],
            ..Candidate::new(action)
        }
    });
    let bids = points.iter().flat_map(|&to| {
        let mut offers = offers_for(to);
        offers.sort_by(|a, b| b.weight.total_cmp(&a.weight).then(a.from.cmp(&b.from)));
        offers
    });
    let bids = bids.map(|offer| Bid {
        from: point(offer.from),
        to: point(offer.to),
        motive: offer.motive,
        weight: offer.weight,
    });
    Thought {
        candidates: candidates.collect(),
        bids: bids.collect(),
        reason: reason(&offers_for(chosen)),
        ..Thought::default()
    }
}

/// Number of stones that bid for the point, and the sum of their bids by motive:
/// `7 stones: connect 3.1, strike 2.4`.
fn reason(offers: &[Offer]) -> String {
    let mut sums = Motive::ALL.map(|motive| (motive, 0.0_f32));
    let (mut stones, mut last) = (0, None);
    for offer in offers {
        sums[offer.motive as usize].1 += offer.weight;
        // All bids of a stone follow each other.
        stones += usize::from(last != Some(offer.from));
        last = Some(offer.from);
    }
    sums.sort_by(|a, b| b.1.total_cmp(&a.1));
    let motives: Vec<_> = sums
        .iter()
        .filter(|(_, sum)| *sum > 0.0)
        .map(
            |(motive, sum)| {
                if *sum < 0.05 { format!("{motive} {sum:.2}") } else { format!("{motive} {sum:.1}") }
            },
        )
        .collect();
    format!("{}: {}", counted(stones, "stone"), motives.join(", "))
}
