//! The mind on top of the stones: passing, what to do without stones, thoughts.

use super::arbiter::Verdict;
use super::spots::{Spots, View};
use super::stones::Stones;
use super::{Params, Perception, words};
use crate::brain::draw::Drawer;
use crate::brain::{Answer, Brain, BrainSpec, Candidate, Progress, Rng, Seen, Thought, Watch, sensible};
use crate::go::board::Storage;
use crate::go::{Board, BoardVisitor, Move, Position, Size};
use rand::{RngExt, SeedableRng};
use std::ops::Range;

/// Points that a unit of work goes over.
const PART: u16 = 1024;

pub(super) fn make(spec: &BrainSpec) -> Box<dyn Brain> {
    Box::new(Swarm {
        params: Params::of(spec),
        rng: Rng::seed_from_u64(0),
        salt: None,
        stage: Stage::Feel,
        row: 0,
        any: false,
        room: None,
        drawer: Drawer::new(),
    })
}

struct Swarm {
    params: Params,
    rng: Rng,
    /// What tells equals apart this turn.
    salt: Option<u64>,
    stage: Stage,
    /// The row that comes next.
    row: u16,
    /// Whether any point may be bid for.
    any: bool,
    room: Option<Room>,
    /// For moves that nobody wants but the law demands.
    drawer: Drawer,
}

/// What the stones do, row by row.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Stage {
    /// They feel what is around them.
    Feel,
    /// They look at the empty points.
    Look,
    /// They bid.
    Bid,
    /// They have bid.
    Judge,
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
        (self.salt, self.stage, self.row, self.any) = (None, Stage::Feel, 0, false);
    }

    fn advance(&mut self, seen: &Seen<'_>, quota: u32, watch: &mut dyn Watch) -> Progress {
        let position = seen.position;
        let mut left = quota.max(1);
        while self.stage != Stage::Judge && !watch.stop() {
            if left == 0 {
                return Progress::More;
            }
            left -= 1;
            self.go_on(seen);
        }
        let Self { params, rng, room, stage, any, .. } = self;
        if let Some(room) = room.as_mut().filter(|_| matches!(stage, Stage::Bid | Stage::Judge)) {
            let size = position.size();
            if room.stones.standing == 0 && *any && *stage == Stage::Judge {
                let chosen = Move::Play(size.point(room.coldest()));
                tell(watch, chosen, "no stone of the colour stands: the coldest point");
                return Progress::Done(Answer::Move(chosen));
            }
            room.verdict.judge(params.arbiter, &mut room.stones.offers, rng);
            if let Some(chosen) = room.verdict.choose(params.softmax, rng) {
                if watch.curious() {
                    watch.thought(&words::thought(size, &room.stones.offers, &room.verdict, chosen));
                }
                return Progress::Done(Answer::Move(Move::Play(size.point(chosen as usize))));
            }
        }
        if *stage != Stage::Judge {
            let chosen = sensible::choose(&mut self.drawer, position, watch);
            tell(watch, chosen, "told to move before any stone had bid: any move");
            return Progress::Done(Answer::Move(chosen));
        }
        if position.is_legal(Move::Pass) {
            tell(watch, Move::Pass, "no stone wants anything");
            return Progress::Done(Answer::Move(Move::Pass));
        }
        let chosen = sensible::choose(&mut self.drawer, position, watch);
        tell(watch, chosen, "no stone wants anything, but there is no pass: any move");
        Progress::Done(Answer::Move(chosen))
    }
}

impl Swarm {
    /// Does a unit of work.
    fn go_on(&mut self, seen: &Seen<'_>) {
        let Self { params, rng, salt, stage, row, any, room, .. } = self;
        let (position, size) = (seen.position, seen.position.size());
        let salt = *salt.get_or_insert_with(|| rng.random());
        let room = match room {
            Some(room) if room.felt.size() == size => room,
            room => room.insert(Room::new(size, params)),
        };
        let end = size.height().min(row.saturating_add((PART / size.width()).max(1)));
        let rows = *row..end;
        *any |= position.visit(Part { position, heat: seen.heat, params, salt, stage: *stage, rows, room });
        *row = end;
        if end == size.height() {
            *row = 0;
            *stage = match stage {
                Stage::Feel => Stage::Look,
                Stage::Look => Stage::Bid,
                Stage::Bid | Stage::Judge => Stage::Judge,
            };
        }
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

/// Lets the stones of the colour to move do something in some rows; tells whether they found a point that may be bid for.
struct Part<'a> {
    position: &'a Position,
    heat: &'a [f32],
    params: &'a Params,
    salt: u64,
    stage: Stage,
    rows: Range<u16>,
    room: &'a mut Room,
}

impl BoardVisitor for Part<'_> {
    type Output = bool;

    fn visit<S: Storage>(self, board: &Board<S>) -> bool {
        let Self { position, params, salt, rows, .. } = self;
        let Room { felt, spots, stones, .. } = self.room;
        if self.stage == Stage::Feel {
            let last = rows.end == board.size().height();
            felt.feel(board, rows, self.heat);
            if last {
                felt.warm(self.heat);
            }
            return false;
        }
        let view = View { position, felt, params, color: position.to_move(), salt };
        if self.stage == Stage::Look {
            if rows.start == 0 {
                spots.begin(board, &view);
            }
            return spots.refresh(board, &view, rows);
        }
        if rows.start == 0 {
            stones.begin();
        }
        stones.bid(board, &view, spots, rows);
        false
    }
}

/// Says what is played and why, where no bids are behind it.
fn tell(watch: &mut dyn Watch, chosen: Move, why: &str) {
    if watch.curious() {
        let candidate = Candidate { visits: 1, variation: vec![chosen], ..Candidate::new(chosen) };
        watch.thought(&Thought { candidates: vec![candidate], reason: why.to_owned(), ..Thought::default() });
    }
}
