//! Full game of Go on the fast board: played until two passes, then counted.

use super::game::{SearchGame, cell_of};
use super::node::Seed;
use super::params::{MctsParams, Playouts};
use super::prior::MoveFeatures;
use crate::effort::each_unless_stopped;
use crate::playout::{Player, PlayoutMoves, Start, Stoppable, cap};
use crate::policy::Policy;
use crate::{Rng, Stop};
use std::sync::Arc;
use stonefield_go::board::Storage;
use stonefield_go::{Board, ByColor, Color, Point, Position, Scoring, Size, territory};

/// Game of Go.
pub(super) struct Full<S: Storage> {
    start: Arc<Position>,
    board: Board<S>,
    to_move: Color,
    passes: u32,
    prisoners: ByColor<u32>,
    /// Stones that each colour has placed on the board. They convert a lead in area into a lead in territory
    /// and prisoners.
    placed: ByColor<u32>,
    /// Cell of the last move; 0 for none or a pass.
    last: u32,
    /// Black's lead at the end, in points, without komi.
    lead: i64,
    /// Keys of the positions since `start`.
    path: Vec<u64>,
    player: Player,
    features: MoveFeatures,
}

impl<S: Storage> Full<S> {
    pub(super) fn new(start: &Arc<Position>, board: &Board<S>, params: &MctsParams) -> Self {
        let last = start.last_move().map_or(0, |action| cell_of(start.size(), action));
        Self {
            start: Arc::clone(start),
            board: board.clone(),
            to_move: start.to_move(),
            passes: start.passes(),
            prisoners: start.captured_by(),
            placed: ByColor::from_fn(|color| board.stones(color) + start.captured_by()[!color]),
            last,
            lead: 0,
            path: Vec::new(),
            player: Player::new(match params.policy {
                Playouts::Light => Policy::LIGHT,
                Playouts::Heavy => Policy::HEAVY,
            }),
            features: MoveFeatures::new(params.weights),
        }
    }

    fn repeats(&self, cell: usize) -> bool {
        let stones = self.board.hash_after(self.to_move, cell);
        self.start
            .key(stones, !self.to_move)
            .is_some_and(|key| self.path.contains(&key) || self.start.has_occurred(key))
    }

    /// Returns true if the rules forbid repetition and a repetition is possible.
    fn may_repeat(&self) -> bool {
        let rules = self.start.rules();
        self.start.key(0, Color::Black).is_some() && (rules.suicide || self.prisoners != ByColor::default())
    }

    /// Returns Black's lead, in points without komi, once the board is played out and every empty point is
    /// surrounded.
    fn lead_of(&self, area: [u32; 2]) -> i64 {
        let [black, white] = area.map(i64::from);
        let placed = i64::from(self.placed.black) - i64::from(self.placed.white);
        black - white - if self.counts_territory() { placed } else { 0 }
    }

    /// Stores Black's lead at the end, in points without komi, and returns the result in half points for
    /// Black.
    #[inline]
    fn end(&mut self, lead: i64) -> u32 {
        self.lead = lead;
        let lead = lead as f64 - self.start.rules().komi;
        if lead > 0.0 { 2 } else { u32::from(lead == 0.0) }
    }

    /// Returns true if each placed stone costs one point at the end. With pass stones a pass costs
    /// the same, so no cost is subtracted.
    fn counts_territory(&self) -> bool {
        let rules = self.start.rules();
        rules.scoring == Scoring::Territory && !rules.pass_stones
    }

    /// Returns Black's lead on the current board, in points without komi.
    fn count(&self) -> i64 {
        let size = self.board.size();
        let stones: Vec<_> = size.points().map(|point| self.board.at(self.board.cell(point))).collect();
        let territory_points = territory(size, &stones);
        let [black, white] = Color::ALL.map(|color| {
            i64::from(match self.start.rules().scoring {
                Scoring::Territory => territory_points[color] + self.prisoners[color],
                _ => territory_points[color] + self.board.stones(color),
            })
        });
        black - white
    }
}

impl<S: Storage> SearchGame for Full<S> {
    #[inline]
    fn copy_from(&mut self, other: &Self) {
        self.board.clone_from(&other.board);
        self.to_move = other.to_move;
        self.passes = other.passes;
        self.prisoners = other.prisoners;
        self.placed = other.placed;
        self.last = other.last;
        self.path.clear();
        self.path.extend_from_slice(&other.path);
    }

    fn to_move(&self) -> Color {
        self.to_move
    }

    #[inline]
    fn over(&mut self) -> Option<u32> {
        // With pass stones White must pass last.
        let over = self.passes >= 2 && (!self.start.rules().pass_stones || self.to_move == Color::Black);
        over.then(|| self.end(self.count()))
    }

    fn moves(&mut self, prior: bool, seeds: &mut Vec<Seed>, stop: Stop<'_>) -> bool {
        let color = self.to_move;
        let suicide = self.start.rules().suicide;
        let may_repeat = self.may_repeat();
        if prior {
            self.features.read(&self.board, self.last);
        }
        let complete = each_unless_stopped(self.board.empty_count(), stop, |i| {
            let cell = self.board.nth_empty(i);
            if !self.board.is_legal(color, cell, suicide)
                || self.board.is_eye_point(color, cell) && !rescues(&self.board, cell)
                || may_repeat && self.repeats(cell)
            {
                return;
            }
            seeds.push(if prior {
                self.features.seed(&self.board, color, cell)
            } else {
                Seed::plain(cell as u32)
            });
        });
        if complete {
            let is_only_move = seeds.is_empty();
            seeds.push(if prior && !is_only_move { self.features.pass() } else { Seed::plain(0) });
        }
        complete
    }

    #[inline]
    fn play(&mut self, cell: u32) {
        let color = self.to_move;
        self.last = cell;
        self.to_move = !color;
        if cell == 0 {
            self.board.clear_ko();
            self.passes += 1;
            self.prisoners[!color] += u32::from(self.start.rules().pass_stones);
            self.path.extend(self.start.key(self.board.hash(), self.to_move));
            return;
        }
        let played = self.board.play(color, cell as usize);
        self.passes = 0;
        self.placed[color] += 1;
        self.prisoners[color] += played.captured;
        self.prisoners[!color] += played.suicide;
        self.path.extend(self.start.key(self.board.hash(), self.to_move));
    }

    fn play_out(
        &mut self,
        rng: &mut Rng,
        traced: bool,
        trace: &mut PlayoutMoves,
        stop: Stop<'_>,
    ) -> Option<u32> {
        let start = Start {
            to_move: self.to_move,
            last: Some(self.last as usize).filter(|&cell| cell != 0),
            suicide: self.start.rules().suicide,
            cap: cap(self.board.size().area()),
        };
        let playout = if traced {
            self.player.play_out(&mut self.board, start, rng, &mut Stoppable(trace, stop))
        } else {
            self.player.play_out(&mut self.board, start, rng, &mut Stoppable(&mut (), stop))
        };
        if playout.stopped { None } else { Some(self.end(self.lead_of(playout.area))) }
    }

    fn lead(&self) -> Option<i64> {
        Some(self.lead)
    }

    fn size(&self) -> Size {
        self.board.size()
    }

    fn owner(&self, point: Point) -> Option<Color> {
        let cell = self.board.cell(point);
        self.board.at(cell).or_else(|| {
            let [black, white] = Color::ALL.map(|color| self.board.is_surrounded(color, cell));
            (black != white).then_some(if black { Color::Black } else { Color::White })
        })
    }
}

/// Returns true if a chain next to an eye point is in atari. Filling the eye may then save stones.
fn rescues<S: Storage>(board: &Board<S>, cell: usize) -> bool {
    board
        .neighbours(cell)
        .into_iter()
        .any(|next| board.at(next).is_some() && board.sole_liberty(next).is_some())
}
