//! Swarm: all stones of a colour, with their percepts, their bids, and the choice of one move.

use super::bid::{self, StoneBids};
use super::features::{points_within, to_u32};
use super::percepts::Percepts;
use super::scores::Scores;
use super::{Arbiter, Offer, SwarmParams, explain};
use crate::rules::sensible;
use crate::uniform_mover::UniformMover;
use crate::{Agents, Answer, Surroundings};
use stonefield_go::{Color, Move, Size};
use stonefield_search::{Candidate, Effort, Rng, Stop, Thought, Watch};

/// Number of illegal points that are chosen before the swarm plays a random move.
///
/// A point with bids can be illegal, because stones do not perceive superko. Superko seldom forbids more than
/// one point.
const MAX_ILLEGAL: usize = 8;

/// Swarm of the stones of a colour, on a board of one size.
///
/// A turn has three steps. The stones perceive. The stones with changed percepts bid again. One move is
/// chosen from all bids. The caller stores the bids of each stone. The swarm stores only their sums.
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
    pub fn matches(&self, size: Size, color: Color) -> bool {
        self.percepts.size == size && self.percepts.color == color
    }

    /// Parameters of the swarm.
    #[must_use]
    pub const fn params(&self) -> &SwarmParams {
        &self.percepts.params
    }

    /// Discards all bids, and makes the next update of the percepts start from scratch.
    pub(super) fn reset(&mut self) {
        self.percepts.reset();
        self.scores.clear();
    }

    /// Updates the percepts from the agents, at the beginning of a turn of the swarm's colour. Returns false
    /// if `stop` ended the update early. Then no stone bids in this turn.
    pub fn perceive<A: Agents + ?Sized>(&mut self, agents: &A, stop: Stop<'_>) -> bool {
        self.percepts.perceive(agents, &mut Effort::new(stop)).is_some()
    }

    /// Points of the stones that must bid again, because their percepts have changed. After an update from
    /// scratch these are all stones, in the order of their points. Empty if the last update was stopped.
    pub fn stones_to_bid(&self) -> impl Iterator<Item = usize> + '_ {
        self.percepts.stones_to_bid()
    }

    /// Bids of the stone on the point `stone`.
    #[must_use]
    pub fn bids(&self, stone: usize) -> StoneBids {
        bid::bids(&self.percepts, stone)
    }

    /// Replaces the old bids of a stone by its new ones in the sums.
    pub fn replace_bids(&mut self, old: &StoneBids, new: &StoneBids) {
        self.scores.replace_bids(old, new);
    }

    /// Sum of all bids for a point.
    #[must_use]
    pub fn bid_sum(&self, point: usize) -> f64 {
        self.scores.of(to_u32(point))
    }

    /// Bids for a point, each with the point of its stone. `bids_of` returns the bids of the stone on a
    /// point.
    pub fn bids_for<'b>(
        &self,
        point: usize,
        bids_of: &'b dyn Fn(usize) -> Option<&'b StoneBids>,
    ) -> impl Iterator<Item = (usize, bid::StoneBid)> {
        let (to, own) = (to_u32(point), Some(self.percepts.color));
        let points = points_within(self.percepts.size, point, self.percepts.params.reach());
        points.filter(move |&stone| self.percepts.stones[stone] == own).flat_map(move |stone| {
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
        // Bids that count and their scores, unless all bids count as they are.
        let mut arbitrated = None;
        if arbiter != Arbiter::Sum {
            let mut offers = self.all_offers(bids_of);
            arbiter.apply(&mut offers, &mut rng);
            offers.sort_by_key(|offer| offer.to);
            let mut scores = Scores::new(size.area());
            offers.iter().for_each(|offer| scores.add(offer.to, offer.weight));
            arbitrated = Some((offers, scores));
        }
        let scores = arbitrated.as_ref().map_or(&self.scores, |(_, scores)| scores);
        let mut illegal_points = Vec::new();
        while let Some(chosen) =
            scores.choose(softmax, &illegal_points, &mut rng).filter(|_| illegal_points.len() < MAX_ILLEGAL)
        {
            if !agents.is_playable(chosen as usize) {
                illegal_points.push(chosen);
                continue;
            }
            if watch.wants_thoughts() {
                let offers_for = |point: u32| match &arbitrated {
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
        if !illegal_points.is_empty() {
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

/// Chooses a move as the mind `sensible`, and reports this reason.
fn play_any(agents: &dyn Agents, rng: Rng, watch: &mut dyn Watch, reason: &str) -> Answer {
    let mut uniform = UniformMover::new();
    uniform.set_rng(rng);
    let chosen = sensible::choose(&mut uniform, agents, watch);
    report(watch, chosen, reason);
    Answer::Move(chosen)
}

/// Reports a move that is not chosen by bids, with its reason.
fn report(watch: &mut dyn Watch, chosen: Move, reason: &str) {
    if watch.wants_thoughts() {
        let candidate = Candidate { visits: 1, variation: vec![chosen], ..Candidate::new(chosen) };
        watch.receive_thought(&Thought {
            candidates: vec![candidate],
            reason: reason.to_owned(),
            ..Thought::default()
        });
    }
}
