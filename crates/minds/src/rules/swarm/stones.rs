//! Swarm of all stones of a colour: their percepts, their bids, and the choice of one move.

use super::bid::{self, StoneBids};
use super::percepts::Percepts;
use super::scores::Scores;
use super::spot::{number, within};
use super::{Arbiter, Offer, SwarmParams, explain};
use crate::rules::sensible;
use crate::uniform::UniformMover;
use crate::{Agents, Answer, Surroundings};
use stonefield_go::{Color, Move, Size};
use stonefield_search::{Candidate, Effort, Rng, Stop, Thought, Watch};

/// Maximum number of illegal points that are tried before the swarm plays a random move.
///
/// A point with bids can be illegal, since stones do not perceive superko. Superko seldom forbids more than
/// one point.
const MAX_ILLEGAL: usize = 8;

/// Swarm of the stones of a colour, on a board of one size.
///
/// A turn has three steps. The stones perceive, the stones with changed percepts bid again, and one move is
/// chosen from all bids. The caller stores the bids of each stone; the swarm stores only their sums.
#[derive(Clone, Debug)]
pub struct Swarm {
    percepts: Percepts,
    /// Sum of all bids for each point.
    scores: Scores,
}

impl Swarm {
    /// Swarm before its first perception.
    #[must_use]
    pub fn new(size: Size, params: SwarmParams, color: Color) -> Self {
        Self { percepts: Percepts::new(size, params, color), scores: Scores::new(size.area()) }
    }

    /// Returns true if this swarm has this colour and board size.
    #[must_use]
    pub fn is_of(&self, size: Size, color: Color) -> bool {
        self.percepts.size == size && self.percepts.color == color
    }

    /// Parameters of the swarm.
    #[must_use]
    pub const fn params(&self) -> &SwarmParams {
        &self.percepts.params
    }

    /// Discards all percepts and bids.
    pub(super) fn forget(&mut self) {
        self.percepts.forget();
        self.scores.clear();
    }

    /// Updates the percepts of the stones of the colour to move. Returns false if `stop` ended it early. In
    /// that case no stone bids in this turn.
    pub fn perceive<A: Agents + ?Sized>(&mut self, agents: &A, stop: Stop<'_>) -> bool {
        self.percepts.perceive(agents, &mut Effort::new(stop)).is_some()
    }

    /// Points of the stones whose percepts have changed and that must bid again. After an update from scratch
    /// these are all stones, in the order of their points.
    pub fn bids_due(&self) -> impl Iterator<Item = usize> + '_ {
        self.percepts.bids_due()
    }

    /// Bids of the stone on the point `stone`.
    #[must_use]
    pub fn bids(&self, stone: usize) -> StoneBids {
        bid::bids(&self.percepts, stone)
    }

    /// Replaces a stone's old bids with its new ones in the sums.
    pub fn exchange(&mut self, old: &StoneBids, new: &StoneBids) {
        self.scores.exchange(old, new);
    }

    /// Sum of all bids for a point.
    #[must_use]
    pub fn sum(&self, point: usize) -> f64 {
        self.scores.of(number(point))
    }

    /// Bids for a point, each with the point of its stone. `bids_of` returns the bids of the stone on a
    /// point.
    pub fn bids_for<'b>(
        &self,
        point: usize,
        bids_of: &'b dyn Fn(usize) -> Option<&'b StoneBids>,
    ) -> impl Iterator<Item = (usize, bid::StoneBid)> {
        let (to, own) = (number(point), Some(self.percepts.color));
        let near = within(self.percepts.size, point, self.percepts.params.reach());
        near.filter(move |&stone| self.percepts.stones[stone] == own).flat_map(move |stone| {
            let bids = bids_of(stone).into_iter().flat_map(StoneBids::iter);
            bids.filter(move |bid| bid.to == to).map(move |bid| (stone, *bid))
        })
    }

    /// Chooses one move from the bids of all stones. `bids_of` returns the bids of the stone on a point.
    pub fn decide<'b>(
        &self,
        agents: &dyn Agents,
        bids_of: &'b dyn Fn(usize) -> Option<&'b StoneBids>,
        mut rng: Rng,
        watch: &mut dyn Watch,
    ) -> Answer {
        let SwarmParams { arbiter, softmax, .. } = self.percepts.params;
        let size = self.percepts.size;
        if !self.percepts.are_complete() {
            return play_any(agents, rng, watch, "told to move before any stone had bid: any move");
        }
        if self.percepts.stone_count == 0
            && let Some(point) = self.percepts.coldest(|point| agents.is_playable(point), &mut rng)
        {
            let chosen = Move::Play(size.point(point));
            report(watch, chosen, "no stone of the colour stands: the coldest point");
            return Answer::Move(chosen);
        }
        let mut judged = None;
        if arbiter != Arbiter::Sum {
            let mut offers = self.all_offers(bids_of);
            arbiter.judge(&mut offers, &mut rng);
            offers.sort_by_key(|offer| offer.to);
            let mut scores = Scores::new(size.area());
            offers.iter().for_each(|offer| scores.add(offer.to, offer.weight));
            judged = Some((offers, scores));
        }
        let scores = judged.as_ref().map_or(&self.scores, |(_, scores)| scores);
        let mut barred = Vec::new();
        while let Some(chosen) =
            scores.choose(softmax, &barred, &mut rng).filter(|_| barred.len() < MAX_ILLEGAL)
        {
            if !agents.is_playable(chosen as usize) {
                barred.push(chosen);
                continue;
            }
            if watch.wants_thoughts() {
                let offers_for = |point: u32| match &judged {
                    Some((offers, _)) => {
                        let first = offers.partition_point(|offer| offer.to < point);
                        offers[first..]
                            .iter()
                            .take_while(|offer| offer.to == point)
                            .copied()
                            .collect::<Vec<_>>()
                    }
                    None => {
                        let bids = self.bids_for(point as usize, bids_of);
                        bids.map(|(from, bid)| Offer::new(from, &bid)).collect()
                    }
                };
                watch.receive_thought(&explain::thought(agents, scores, chosen, &offers_for));
            }
            return Answer::Move(Move::Play(size.point(chosen as usize)));
        }
        if !barred.is_empty() {
            return play_any(agents, rng, watch, "nothing that is wanted may be played: any move");
        }
        if agents.is_legal(Move::Pass) {
            report(watch, Move::Pass, "no stone wants anything");
            return Answer::Move(Move::Pass);
        }
        play_any(agents, rng, watch, "no stone wants anything, but there is no pass: any move")
    }

    /// All bids. The bids of one stone follow each other.
    fn all_offers<'b>(&self, bids_of: &'b dyn Fn(usize) -> Option<&'b StoneBids>) -> Vec<Offer> {
        let own = Some(self.percepts.color);
        let stones = (0..self.percepts.size.area()).filter(|&stone| self.percepts.stones[stone] == own);
        stones
            .flat_map(|stone| {
                bids_of(stone).into_iter().flat_map(StoneBids::iter).map(move |bid| Offer::new(stone, bid))
            })
            .collect()
    }
}

/// Chooses a random sensible move, and reports `why`.
fn play_any(agents: &dyn Agents, rng: Rng, watch: &mut dyn Watch, why: &str) -> Answer {
    let mut uniform = UniformMover::new();
    uniform.start(rng);
    let chosen = sensible::choose(&mut uniform, agents, watch);
    report(watch, chosen, why);
    Answer::Move(chosen)
}

/// Reports a move that does not come from bids, with its reason.
fn report(watch: &mut dyn Watch, chosen: Move, why: &str) {
    if watch.wants_thoughts() {
        let candidate = Candidate { visits: 1, variation: vec![chosen], ..Candidate::new(chosen) };
        watch.receive_thought(&Thought {
            candidates: vec![candidate],
            reason: why.to_owned(),
            ..Thought::default()
        });
    }
}
