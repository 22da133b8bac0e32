//! The swarm's thoughts: its bids, and in words why it moves.

use super::Offer;
use super::scores::Scores;
use crate::{Agents, Surroundings};
use stonefield_go::Move;
use stonefield_go::notation::counted;
use stonefield_search::{Bid, Candidate, Motive, Thought};

/// Points that are told of at the most, each with the bids for it: a list as long as a large board is of no
/// use.
const TOLD: usize = 1024;

/// What is said of the scores of points, `chosen` being the one that is played; `offers_for` lists what
/// counts for a point.
pub(super) fn thought(
    agents: &dyn Agents,
    scores: &Scores,
    chosen: u32,
    offers_for: &dyn Fn(u32) -> Vec<Offer>,
) -> Thought {
    let size = agents.size();
    let mut wanted = scores.wanted().collect::<Vec<_>>();
    let mut total: f64 = wanted.iter().map(|&point| scores.of(point)).sum();
    let order = |&a: &u32, &b: &u32| {
        let order = scores.of(b).total_cmp(&scores.of(a));
        (a != chosen).cmp(&(b != chosen)).then(order).then(a.cmp(&b))
    };
    if wanted.len() > TOLD {
        wanted.select_nth_unstable_by(TOLD, order);
        wanted.truncate(TOLD);
    }
    wanted.retain(|&point| {
        let playable = agents.is_playable(point as usize);
        total -= if playable { 0.0 } else { scores.of(point) };
        playable
    });
    wanted.sort_by(order);
    let point = |number: u32| size.point(number as usize);
    let candidates = wanted.iter().map(|&number| {
        let (action, score) = (Move::Play(point(number)), scores.of(number));
        Candidate {
            visits: u64::from(number == chosen),
            prior: Some(score / total),
            score: Some(score),
            variation: vec![action],
            ..Candidate::new(action)
        }
    });
    let bids = wanted.iter().flat_map(|&to| {
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

/// `7 stones: connect 3.1, strike 2.4`: who bids for the point, and for what they want it.
fn reason(offers: &[Offer]) -> String {
    let mut sums = Motive::ALL.map(|motive| (motive, 0.0_f32));
    let (mut stones, mut last) = (0, None);
    for offer in offers {
        sums[offer.motive as usize].1 += offer.weight;
        // Bids come stone by stone.
        stones += usize::from(last != Some(offer.from));
        last = Some(offer.from);
    }
    sums.sort_by(|a, b| b.1.total_cmp(&a.1));
    let told: Vec<_> = sums
        .iter()
        .filter(|(_, sum)| *sum > 0.0)
        .map(
            |(motive, sum)| {
                if *sum < 0.05 { format!("{motive} {sum:.2}") } else { format!("{motive} {sum:.1}") }
            },
        )
        .collect();
    format!("{}: {}", counted(stones, "stone"), told.join(", "))
}
