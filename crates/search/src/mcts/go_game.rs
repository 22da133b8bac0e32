//! Game of Go on the fast board, for rules under which two passes end the game.

use super::game::{SearchGame, cell_of};
use super::node::NewChild;
use super::params::{MctsParams, PlayoutPolicy};
use super::prior::MoveFeatures;
use crate::effort::each_unless_stopped;
use crate::playout::{Player, PlayoutMoves, Start, Stoppable, cap};
use crate::policy::Policy;
use crate::{Rng, Stop};
use std::sync::Arc;
use stonefield_go::board::Storage;
use stonefield_go::{Board, ByColor, Color, Point, Position, Scoring, Size, territory};

/// Game of Go that ends by passes and is won by points.
pub(super) struct GoGame<S: Storage> {
    /// Position at the root: rules, and positions that have occurred.
    start: Arc<Position>,
    board: Board<S>,
    to_move: Color,
    passes: u32,
    prisoners: ByColor<u32>,
    /// Number of stones that each colour has placed on the board. A lead in area minus the difference of
    /// these numbers is the lead in territory and prisoners.
    placed: ByColor<u32>,
    /// Cell of the last move; 0 for none or a pass.
    last_move: u32,
    /// Black's lead at the end, in points, without komi.
    lead: i64,
    /// Keys of the positions after `start`, for the superko rules.
    keys: Vec<u64>,
    playout_player: Player,
    features: MoveFeatures,
}

impl<S: Storage> GoGame<S> {
    pub(super) fn new(start: &Arc<Position>, board: &Board<S>, params: &MctsParams) -> Self {
        let last = start.last_move().map_or(0, |action| cell_of(start.size(), action));
        Self {
            start: Arc::clone(start),
            board: board.clone(),
            to_move: start.to_move(),
            passes: start.passes(),
            prisoners: start.captured_by(),
            placed: ByColor::from_fn(|color| board.stones(color) + start.captured_by()[!color]),
            last_move: last,
            lead: 0,
            keys: Vec::new(),
            playout_player: Player::new(match params.policy {
                PlayoutPolicy::Light => Policy::LIGHT,
                PlayoutPolicy::Heavy => Policy::HEAVY,
            }),
            features: MoveFeatures::new(params.weights),
        }
    }

    /// Returns true if a move on `cell` repeats a position that the rules forbid to repeat.
    fn repeats(&self, cell: usize) -> bool {
        let stones_hash = self.board.hash_after(self.to_move, cell);
        self.start
            .key(stones_hash, !self.to_move)
            .is_some_and(|key| self.keys.contains(&key) || self.start.has_occurred(key))
    }

    /// Returns true if the rules forbid repetition, and it is possible because stones were or may be removed.
    fn can_repeat(&self) -> bool {
        let rules = self.start.rules();
        self.start.key(0, Color::Black).is_some() && (rules.suicide || self.prisoners != ByColor::default())
    }

    /// Returns Black's lead, in points without komi, from the areas of Black and White. The board must be
    /// played out, so that every empty point belongs to a colour.
    fn lead_of_area(&self, area: [u32; 2]) -> i64 {
        let [black, white] = area.map(i64::from);
        let extra_stones = i64::from(self.placed.black) - i64::from(self.placed.white);
        black - white - if self.stones_cost_points() { extra_stones } else { 0 }
    }

    /// Ends the game with Black's lead, in points without komi. Returns the result in half points for Black.
    #[inline]
    fn end_with_lead(&mut self, lead: i64) -> u32 {
        self.lead = lead;
        let lead_with_komi = lead as f64 - self.start.rules().komi;
        if lead_with_komi > 0.0 { 2 } else { u32::from(lead_with_komi == 0.0) }
    }

    /// Returns true if each placed stone costs one point at the end, compared with area scoring. With pass
    /// stones a pass costs a point too, so the colours' costs cancel.
    fn stones_cost_points(&self) -> bool {
        let rules = self.start.rules();
        rules.scoring == Scoring::Territory && !rules.pass_stones
    }

    /// Returns Black's lead on the current board, in points without komi. All stones count as alive.
    fn current_lead(&self) -> i64 {
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

impl<S: Storage> SearchGame for GoGame<S> {
    #[inline]
    fn copy_from(&mut self, other: &Self) {
        self.board.clone_from(&other.board);
        self.to_move = other.to_move;
        self.passes = other.passes;
        self.prisoners = other.prisoners;
        self.placed = other.placed;
        self.last_move = other.last_move;
        self.keys.clear();
        self.keys.extend_from_slice(&other.keys);
    }

    fn to_move(&self) -> Color {
        self.to_move
    }

    #[inline]
    fn result_if_over(&mut self) -> Option<u32> {
        // With pass stones White must pass last.
        let is_over = self.passes >= 2 && (!self.start.rules().pass_stones || self.to_move == Color::Black);
        is_over.then(|| self.end_with_lead(self.current_lead()))
    }

    fn list_moves(&mut self, prior: bool, new_children: &mut Vec<NewChild>, stop: Stop<'_>) -> bool {
        let color = self.to_move;
        let suicide = self.start.rules().suicide;
        let repetition_possible = self.can_repeat();
        if prior {
            self.features.read_board(&self.board, self.last_move);
        }
        let complete = each_unless_stopped(self.board.empty_count(), stop, |i| {
            let cell = self.board.nth_empty(i);
            if !self.board.is_legal(color, cell, suicide)
                || self.board.is_eye_point(color, cell) && !may_save_stones(&self.board, cell)
                || repetition_possible && self.repeats(cell)
            {
                return;
            }
            new_children.push(if prior {
                self.features.new_child(&self.board, color, cell)
            } else {
                NewChild::without_prior(cell as u32)
            });
        });
        if complete {
            let is_only_move = new_children.is_empty();
            new_children.push(if prior && !is_only_move {
                self.features.new_pass()
            } else {
                NewChild::without_prior(0)
            });
        }
        complete
    }

    #[inline]
    fn play(&mut self, cell: u32) {
        let color = self.to_move;
        self.last_move = cell;
        self.to_move = !color;
        if cell == 0 {
            self.board.clear_ko();
            self.passes += 1;
            self.prisoners[!color] += u32::from(self.start.rules().pass_stones);
            self.keys.extend(self.start.key(self.board.hash(), self.to_move));
            return;
        }
        let removed = self.board.play(color, cell as usize);
        self.passes = 0;
        self.placed[color] += 1;
        self.prisoners[color] += removed.captured;
        self.prisoners[!color] += removed.suicide;
        self.keys.extend(self.start.key(self.board.hash(), self.to_move));
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
            last: Some(self.last_move as usize).filter(|&cell| cell != 0),
            suicide: self.start.rules().suicide,
            cap: cap(self.board.size().area()),
        };
        let playout = if traced {
            self.playout_player.play_out(&mut self.board, start, rng, &mut Stoppable(trace, stop))
        } else {
            self.playout_player.play_out(&mut self.board, start, rng, &mut Stoppable(&mut (), stop))
        };
        if playout.stopped { None } else { Some(self.end_with_lead(self.lead_of_area(playout.area))) }
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

/// Returns true if a chain next to the eye point `cell` is in atari. A move on the eye may then save stones.
fn may_save_stones<S: Storage>(board: &Board<S>, cell: usize) -> bool {
    board
        .neighbours(cell)
        .into_iter()
        .any(|next| board.at(next).is_some() && board.sole_liberty(next).is_some())
}
