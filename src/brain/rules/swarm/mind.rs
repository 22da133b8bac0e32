//! The mind on top of the stones: passing, what to do without stones, thoughts.

use super::arbiter::Verdict;
use super::spots::{Spots, View};
use super::stones::Stones;
use super::{Params, Perception, explain};
use crate::brain::rules::draw::Drawer;
use crate::brain::rules::sensible;
use crate::brain::{Answer, Brain, BrainSpec, Seen};
use crate::go::board::Storage;
use crate::go::{Board, BoardVisitor, Move, Position, Size};
use crate::search::{Candidate, Effort, Rng, Thought, Watch};
use rand::{RngExt, SeedableRng};

pub(super) fn make(spec: &BrainSpec) -> Box<dyn Brain> {
    Box::new(Swarm { params: spec.read(), rng: Rng::seed_from_u64(0), room: None, drawer: Drawer::new() })
}

struct Swarm {
    params: Params,
    rng: Rng,
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

impl Brain for Swarm {
    fn begin(&mut self, _: &Seen<'_>, rng: Rng) {
        self.rng = rng.clone();
        self.drawer.start(rng);
    }

    fn batch(&mut self, seen: &Seen<'_>, watch: &mut dyn Watch) -> Option<Answer> {
        let Self { params, rng, room, drawer } = self;
        let Seen { position, heat, .. } = *seen;
        let size = position.size();
        let room = match room {
            Some(room) if room.felt.size() == size => room,
            room => room.insert(Room::new(size, params)),
        };
        let stop = || watch.stop();
        let (salt, effort) = (rng.random(), Effort::new(&stop));
        let any = position.visit(Bids { position, heat, params, salt, room, effort });
        if room.stones.standing == 0 && any == Some(true) {
            let chosen = Move::Play(size.point(room.coldest()));
            tell(watch, chosen, "no stone of the colour stands: the coldest point");
            return Some(Answer::Move(chosen));
        }
        room.verdict.judge(params.arbiter, &mut room.stones.offers, rng);
        if let Some(chosen) = room.verdict.choose(params.softmax, rng) {
            if watch.curious() {
                watch.thought(&explain::thought(size, &room.stones.offers, &room.verdict, chosen));
            }
            return Some(Answer::Move(Move::Play(size.point(chosen as usize))));
        }
        if any.is_some() && position.is_legal(Move::Pass) {
            tell(watch, Move::Pass, "no stone wants anything");
            return Some(Answer::Move(Move::Pass));
        }
        let chosen = sensible::choose(drawer, position, watch);
        let why = match any {
            Some(_) => "no stone wants anything, but there is no pass: any move",
            None => "told to move before any stone had bid: any move",
        };
        tell(watch, chosen, why);
        Some(Answer::Move(chosen))
    }
}

/// Lets the stones of the colour to move feel, look at the empty points and bid; whether there was a point to bid for, `None` when it was
/// told to stop before all had bid.
struct Bids<'a> {
    position: &'a Position,
    heat: &'a [f32],
    params: &'a Params,
    salt: u64,
    room: &'a mut Room,
    effort: Effort<'a>,
}

impl BoardVisitor for Bids<'_> {
    type Output = Option<bool>;

    fn visit<S: Storage>(self, board: &Board<S>) -> Option<bool> {
        let Self { position, heat, params, salt, room, mut effort } = self;
        let Room { felt, spots, stones, .. } = room;
        stones.begin();
        felt.feel(board, heat, &mut effort)?;
        let view = View { position, felt, params, color: position.to_move(), salt };
        let any = spots.refresh(board, &view, &mut effort)?;
        stones.bid(board, &view, spots, &mut effort)?;
        Some(any)
    }
}

/// Says what is played and why, where no bids are behind it.
fn tell(watch: &mut dyn Watch, chosen: Move, why: &str) {
    if watch.curious() {
        let candidate = Candidate { visits: 1, variation: vec![chosen], ..Candidate::new(chosen) };
        watch.thought(&Thought { candidates: vec![candidate], reason: why.to_owned(), ..Thought::default() });
    }
}
