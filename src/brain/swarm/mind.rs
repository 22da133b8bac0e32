//! The mind on top of the stones: passing, what to do without stones, thoughts.

use super::arbiter::Verdict;
use super::spots::{Spots, View};
use super::stones::Stones;
use super::{Params, Perception, words};
use crate::brain::draw::Drawer;
use crate::brain::{Brain, BrainSpec, Candidate, Progress, Rng, Seen, Thought, Watch, sensible};
use crate::go::board::Storage;
use crate::go::{Board, BoardVisitor, Move, Position, Size};
use rand::{RngExt, SeedableRng};

pub(super) fn make(spec: &BrainSpec) -> Box<dyn Brain> {
    Box::new(Swarm {
        params: Params::of(spec),
        rng: Rng::seed_from_u64(0),
        room: None,
        drawer: Drawer::new(),
    })
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
}

impl Brain for Swarm {
    fn begin(&mut self, _: &Seen<'_>, rng: Rng) {
        self.rng = rng.clone();
        self.drawer.start(rng);
    }

    fn advance(&mut self, seen: &Seen<'_>, _: u32, watch: &mut dyn Watch) -> Progress {
        let position = seen.position;
        let size = position.size();
        let Self { params, rng, room, .. } = self;
        let room = match room {
            Some(room) if room.felt.size() == size => room,
            room => room.insert(Room::new(size, params)),
        };
        let any = position.visit(Bidding { position, heat: seen.heat, params, salt: rng.random(), room });
        if room.stones.standing == 0 && any {
            let chosen = Move::Play(size.point(room.coldest()));
            tell(watch, chosen, "no stone of the colour stands: the coldest point");
            return Progress::Done(chosen);
        }
        room.verdict.judge(params.arbiter, &mut room.stones.offers, rng);
        if let Some(chosen) = room.verdict.choose(params.softmax, rng) {
            if watch.curious() {
                watch.thought(&words::thought(size, &room.stones.offers, &room.verdict, chosen));
            }
            return Progress::Done(Move::Play(size.point(chosen as usize)));
        }
        if position.is_legal(Move::Pass) {
            tell(watch, Move::Pass, "no stone wants anything");
            return Progress::Done(Move::Pass);
        }
        let chosen = sensible::choose(&mut self.drawer, position, watch);
        tell(watch, chosen, "no stone wants anything, but there is no pass: any move");
        Progress::Done(chosen)
    }
}

impl Room {
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

/// Lets the stones of the colour to move perceive and bid; tells whether any point may be bid for.
struct Bidding<'a> {
    position: &'a Position,
    heat: &'a [f32],
    params: &'a Params,
    salt: u64,
    room: &'a mut Room,
}

impl BoardVisitor for Bidding<'_> {
    type Output = bool;

    fn visit<S: Storage>(self, board: &Board<S>) -> bool {
        let Room { felt, spots, stones, .. } = self.room;
        felt.refresh(board, self.heat);
        let view = View {
            position: self.position,
            felt,
            params: self.params,
            color: self.position.to_move(),
            salt: self.salt,
        };
        let any = spots.refresh(board, &view);
        stones.bid(board, &view, spots);
        any
    }
}

/// Says what is played and why, where no bids are behind it.
fn tell(watch: &mut dyn Watch, chosen: Move, why: &str) {
    if watch.curious() {
        let candidate = Candidate { visits: 1, variation: vec![chosen], ..Candidate::new(chosen) };
        watch.thought(&Thought { candidates: vec![candidate], reason: why.to_owned(), ..Thought::default() });
    }
}
