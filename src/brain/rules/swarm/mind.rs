//! The mind on top of the stones: passing, what to do without stones, thoughts.

use super::arbiter::Verdict;
use super::perception::Perception;
use super::spots::{Spots, View};
use super::stones::Stones;
use super::{Params, explain};
use crate::brain::draw::Drawer;
use crate::brain::rules::sensible;
use crate::brain::{Agents, Answer, BrainSpec, Rule};
use crate::go::{Move, Size};
use crate::search::{Candidate, Effort, Rng, Thought, Watch};
use rand::RngExt;

pub(super) fn make(spec: &BrainSpec) -> Box<dyn Rule> {
    Box::new(Swarm { params: spec.read(), room: None, drawer: Drawer::new() })
}

struct Swarm {
    params: Params,
    room: Option<Room>,
    /// For moves that nobody wants but the law demands.
    drawer: Drawer,
}

/// All that a board of one size takes, kept from turn to turn.
struct Room {
    felt: Perception,
    spots: Spots,
    stones: Stones,
    verdict: Verdict,
}

impl Room {
    fn new(size: Size, params: &Params) -> Self {
        Self {
            felt: Perception::new(size),
            spots: Spots::new(size, params),
            stones: Stones::new(size.area()),
            verdict: Verdict::new(size.area()),
        }
    }

    /// Lets the stones of the colour to move feel, look at the vacant patches and bid; whether there was a patch to bid for, `None` when it was
    /// told to stop before all had bid.
    fn bid(
        &mut self,
        agents: &dyn Agents,
        params: &Params,
        salt: u64,
        mut effort: Effort<'_>,
    ) -> Option<bool> {
        let Self { felt, spots, stones, .. } = self;
        stones.begin();
        felt.feel(agents, &mut effort)?;
        let view = View { agents, felt, params, color: agents.to_move(), salt };
        let any = spots.refresh(&view, &mut effort)?;
        stones.bid(&view, spots, &mut effort)?;
        Some(any)
    }

    /// The number of the coldest of the points that may be bid for.
    fn coldest(&self) -> usize {
        let mut best = (-1.0, 0);
        for (cold, spot) in self.spots.cold.iter().zip(&self.spots.spots) {
            if *cold > best.0 {
                best = (*cold, spot.index as usize);
            }
        }
        best.1
    }
}

impl Rule for Swarm {
    fn decide(&mut self, agents: &dyn Agents, mut rng: Rng, watch: &mut dyn Watch) -> Answer {
        let Self { params, room, drawer } = self;
        drawer.start(rng.clone());
        let size = agents.size();
        let room = match room {
            Some(room) if room.felt.size() == size => room,
            room => room.insert(Room::new(size, params)),
        };
        let stop = || watch.stop();
        let any = room.bid(agents, params, rng.random(), Effort::new(&stop));
        if room.stones.standing == 0 && any == Some(true) {
            let chosen = Move::Play(size.point(room.coldest()));
            tell(watch, chosen, "no stone of the colour stands: the coldest point");
            return Answer::Move(chosen);
        }
        room.verdict.judge(params.arbiter, &mut room.stones.offers, &mut rng);
        if let Some(chosen) = room.verdict.choose(params.softmax, &mut rng) {
            if watch.curious() {
                watch.thought(&explain::thought(size, &room.stones.offers, &room.verdict, chosen));
            }
            return Answer::Move(Move::Play(size.point(chosen as usize)));
        }
        if any.is_some() && agents.is_legal(Move::Pass) {
            tell(watch, Move::Pass, "no stone wants anything");
            return Answer::Move(Move::Pass);
        }
        let chosen = sensible::choose(drawer, agents, watch);
        let why = match any {
            Some(_) => "no stone wants anything, but there is no pass: any move",
            None => "told to move before any stone had bid: any move",
        };
        tell(watch, chosen, why);
        Answer::Move(chosen)
    }
}

/// Says what is played and why, where no bids are behind it.
fn tell(watch: &mut dyn Watch, chosen: Move, why: &str) {
    if watch.curious() {
        let candidate = Candidate { visits: 1, variation: vec![chosen], ..Candidate::new(chosen) };
        watch.thought(&Thought { candidates: vec![candidate], reason: why.to_owned(), ..Thought::default() });
    }
}
