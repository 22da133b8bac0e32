//! The swarm's thoughts: its bids, and in words why it moves.

use super::Offer;
use super::arbiter::Verdict;
use crate::go::{Move, Size};
use crate::notation::counted;
use crate::search::{Bid, Candidate, Motive, Thought};

/// Points that are told of at the most, each with the bids for it: nobody reads a list as long as a large board.
const TOLD: usize = 1024;

/// What is said of bids that count, `chosen` being the point that is played.
pub(super) fn thought(size: Size, offers: &[Offer], verdict: &Verdict, chosen: u32) -> Thought {
    let mut wanted = verdict.wanted.clone();
    let order = |&a: &u32, &b: &u32| {
        let order = verdict.score(b).total_cmp(&verdict.score(a));
        (a != chosen).cmp(&(b != chosen)).then(order).then(a.cmp(&b))
    };
    let rest = if wanted.len() > TOLD {
        wanted.select_nth_unstable_by(TOLD - 1, order).2.to_vec()
    } else {
        Vec::new()
    };
    wanted.truncate(wanted.len() - rest.len());
    wanted.sort_by(order);
    let total: f64 = wanted.iter().chain(&rest).map(|&point| f64::from(verdict.score(point))).sum();
    let point = |number: u32| size.point(number as usize);
    let candidates = wanted.iter().map(|&number| {
        let (action, score) = (Move::Play(point(number)), f64::from(verdict.score(number)));
        Candidate {
            visits: u64::from(number == chosen),
            prior: Some(score / total),
            score: Some(score),
            variation: vec![action],
            ..Candidate::new(action)
        }
    });
    let mut rank = vec![usize::MAX; size.area()];
    for (order, &number) in wanted.iter().enumerate() {
        rank[number as usize] = order;
    }
    let mut order: Vec<&Offer> = offers.iter().filter(|offer| rank[offer.to as usize] < usize::MAX).collect();
    order.sort_by(|a, b| {
        rank[a.to as usize]
            .cmp(&rank[b.to as usize])
            .then(b.weight.total_cmp(&a.weight))
            .then(a.from.cmp(&b.from))
    });
    let bids = order.into_iter().map(|offer| Bid {
        from: point(offer.from),
        to: point(offer.to),
        motive: offer.motive,
        weight: offer.weight,
    });
    Thought {
        candidates: candidates.collect(),
        bids: bids.collect(),
        reason: reason(offers, chosen),
        ..Thought::default()
    }
}

/// `7 stones: connect 3.1, strike 2.4`: who bids for the point, and for what they want it.
fn reason(offers: &[Offer], chosen: u32) -> String {
    let mut sums = Motive::ALL.map(|motive| (motive, 0.0_f32));
    let (mut stones, mut last) = (0, None);
    for offer in offers.iter().filter(|offer| offer.to == chosen) {
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
