//! Thoughts of the swarm: its bids, and the reason for the move in words.

use super::Offer;
use super::scores::Scores;
use crate::{Agents, Surroundings};
use stonefield_go::Move;
use stonefield_go::notation::counted;
use stonefield_search::{Bid, Candidate, Motive, Thought};

/// Maximum number of reported points, each with its bids. A longer list would not be useful.
const MAX_POINTS: usize = 1024;

/// Thought with the scores and bids of all points that may be played. `chosen`: point that is played.
/// `offers_for`: returns the bids that count for a point.
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
        let by_score = scores.of(b).total_cmp(&scores.of(a));
        (a != chosen).cmp(&(b != chosen)).then(by_score).then(a.cmp(&b))
    };
    if points.len() > MAX_POINTS {
        points.select_nth_unstable_by(MAX_POINTS, order);
        points.truncate(MAX_POINTS);
    }
    points.retain(|&point| {
        let is_playable = agents.is_playable(point as usize);
        total -= if is_playable { 0.0 } else { scores.of(point) };
        is_playable
    });
    points.sort_by(order);
    let point_of = |index: u32| size.point(index as usize);
    let candidates = points.iter().map(|&point| {
        let (action, score) = (Move::Play(point_of(point)), scores.of(point));
        Candidate {
            visits: u64::from(point == chosen),
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
        from: point_of(offer.from),
        to: point_of(offer.to),
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

/// Reason for the move in words: the number of stones that bid for it, and the sum of their bids for each
/// motive, as in `7 stones: connect 3.1, strike 2.4`. `offers`: bids for the move.
fn reason(offers: &[Offer]) -> String {
    let mut sums = Motive::ALL.map(|motive| (motive, 0.0_f32));
    let (mut stone_count, mut last_stone) = (0, None);
    for offer in offers {
        sums[offer.motive as usize].1 += offer.weight;
        // All bids of a stone follow each other.
        stone_count += usize::from(last_stone != Some(offer.from));
        last_stone = Some(offer.from);
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
    format!("{}: {}", counted(stone_count, "stone"), motives.join(", "))
}
