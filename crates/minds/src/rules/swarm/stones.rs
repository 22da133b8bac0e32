//! The stones of a colour as a swarm: what they perceive, what they bid, and the one move that comes of it.

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

/// Points with bids that are tried before the colour plays another move. Only the goban knows which stones
/// superko forbids, seldom more than one point.
const TRIES: usize = 8;

/// The stones of a colour on a board of one size.
///
/// Each turn goes in three steps: the stones perceive, those whose percepts have changed bid again, and one
/// move is made of all bids. The bids themselves are kept with the stones, not here.
#[derive(Clone, Debug)]
pub struct Swarm {
    percepts: Percepts,
    /// Sums of all bids.
    scores: Scores,
}

impl Swarm {
    /// A swarm that has perceived nothing.
    #[must_use]
    pub fn new(size: Size, params: SwarmParams, color: Color) -> Self {
        Self { percepts: Percepts::new(size, params, color), scores: Scores::new(size.area()) }
    }

    /// Whether it is the swarm of a colour on a board of this size.
    #[must_use]
    pub fn is_of(&self, size: Size, color: Color) -> bool {
        self.percepts.size == size && self.percepts.color == color
    }

    /// The parameters that the swarm plays by.
    #[must_use]
    pub const fn params(&self) -> &SwarmParams {
        &self.percepts.params
    }

    /// Forgets what was perceived and bid.
    pub(super) fn forget(&mut self) {
        self.percepts.forget();
        self.scores.clear();
    }

    /// Lets the stones of the colour to move perceive; `false` when it was told to stop before all had. Then
    /// no stone bids in this turn.
    pub fn perceive<A: Agents + ?Sized>(&mut self, agents: &A, stop: Stop<'_>) -> bool {
        self.percepts.perceive(agents, &mut Effort::new(stop)).is_some()
    }

    /// The points of the stones that have to bid again, as their percepts have changed. After a fresh start
    /// all, in their order.
    pub fn stirred(&self) -> impl Iterator<Item = usize> + '_ {
        self.percepts.stirred()
    }

    /// What the stone on a point bids.
    #[must_use]
    pub fn bids(&self, stone: usize) -> StoneBids {
        bid::bids(&self.percepts, stone)
    }

    /// Notes that a stone bids something else than before.
    pub fn exchange(&mut self, old: &StoneBids, new: &StoneBids) {
        self.scores.exchange(old, new);
    }

    /// The sum of all bids for a point, by its number.
    #[must_use]
    pub fn sum(&self, point: usize) -> f64 {
        self.scores.of(number(point))
    }

    /// The bids for a point, stone by stone, each with the point of its stone; `bids_of` tells what the stone
    /// on a point bids.
    pub fn bids_for<'b>(
        &self,
        point: usize,
        bids_of: &'b dyn Fn(usize) -> Option<&'b StoneBids>,
    ) -> impl Iterator<Item = (usize, bid::StoneBid)> {
        let (to, own) = (number(point), Some(self.percepts.color));
        let near = within(self.percepts.size, point, self.percepts.params.reach());
        near.filter(move |&stone| self.percepts.stands[stone] == own).flat_map(move |stone| {
            let bids = bids_of(stone).into_iter().flat_map(StoneBids::iter);
            bids.filter(move |bid| bid.to == to).map(move |bid| (stone, *bid))
        })
    }

    /// Makes one move of what all stones bid.
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
            return anything(agents, rng, watch, "told to move before any stone had bid: any move");
        }
        if self.percepts.standing == 0
            && let Some(point) = self.percepts.coldest(|point| agents.is_playable(point), &mut rng)
        {
            let chosen = Move::Play(size.point(point));
            tell(watch, chosen, "no stone of the colour stands: the coldest point");
            return Answer::Move(chosen);
        }
        let mut counting = None;
        if arbiter != Arbiter::Sum {
            let mut offers = self.all_offers(bids_of);
            arbiter.judge(&mut offers, &mut rng);
            offers.sort_by_key(|offer| offer.to);
            let mut scores = Scores::new(size.area());
            offers.iter().for_each(|offer| scores.add(offer.to, offer.weight));
            counting = Some((offers, scores));
        }
        let scores = counting.as_ref().map_or(&self.scores, |(_, scores)| scores);
        let mut barred = Vec::new();
        while let Some(chosen) = scores.choose(softmax, &barred, &mut rng).filter(|_| barred.len() < TRIES) {
            if !agents.is_playable(chosen as usize) {
                barred.push(chosen);
                continue;
            }
            if watch.curious() {
                let offers_for = |point: u32| match &counting {
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
                watch.thought(&explain::thought(agents, scores, chosen, &offers_for));
            }
            return Answer::Move(Move::Play(size.point(chosen as usize)));
        }
        if !barred.is_empty() {
            return anything(agents, rng, watch, "nothing that is wanted may be played: any move");
        }
        if agents.is_legal(Move::Pass) {
            tell(watch, Move::Pass, "no stone wants anything");
            return Answer::Move(Move::Pass);
        }
        anything(agents, rng, watch, "no stone wants anything, but there is no pass: any move")
    }

    /// All bids, stone by stone.
    fn all_offers<'b>(&self, bids_of: &'b dyn Fn(usize) -> Option<&'b StoneBids>) -> Vec<Offer> {
        let own = Some(self.percepts.color);
        let stones = (0..self.percepts.size.area()).filter(|&stone| self.percepts.stands[stone] == own);
        stones
            .flat_map(|stone| {
                bids_of(stone).into_iter().flat_map(StoneBids::iter).map(move |bid| Offer::new(stone, bid))
            })
            .collect()
    }
}

/// Any sensible move, for this reason.
fn anything(agents: &dyn Agents, rng: Rng, watch: &mut dyn Watch, why: &str) -> Answer {
    let mut uniform = UniformMover::new();
    uniform.start(rng);
    let chosen = sensible::choose(&mut uniform, agents, watch);
    tell(watch, chosen, why);
    Answer::Move(chosen)
}

/// Says what is played and why, where no bids are behind it.
fn tell(watch: &mut dyn Watch, chosen: Move, why: &str) {
    if watch.curious() {
        let candidate = Candidate { visits: 1, variation: vec![chosen], ..Candidate::new(chosen) };
        watch.thought(&Thought { candidates: vec![candidate], reason: why.to_owned(), ..Thought::default() });
    }
}
