//! Atari Go: the first capture wins.
// CITE: the search of Atari Go in NetLogo, report of 2021: if there are captures, only captures are
// considered; a win counts 1, a loss 0, a draw ½.

use super::game::SearchGame;
use super::game::half_points_for_black;
use super::node::NewChild;
use super::params::MctsParams;
use super::prior::MoveFeatures;
use crate::dice::random_below;
use crate::effort::each_unless_stopped;
use crate::playout::{PlayoutMoves, Trace, plies_per_stop_check};
use crate::{Rng, Stop};
use std::collections::HashSet;
use stonefield_go::board::Storage;
use stonefield_go::{Board, Color, NoMove, Point, Position, Size};

/// Game of Atari Go. No stone is removed before the end, so no position can repeat.
pub(super) struct AtariGame<S: Storage> {
    board: Board<S>,
    to_move: Color,
    /// Result in half points for Black, once the game is over.
    result: Option<u32>,
    /// Consequence for a side without a legal move.
    no_move: NoMove,
    /// Cells of the last two moves, the latest first; 0 for none or a pass.
    last_moves: [u32; 2],
    features: MoveFeatures,
}

impl<S: Storage> AtariGame<S> {
    pub(super) fn new(start: &Position, board: &Board<S>, params: &MctsParams) -> Self {
        let mut game = Self {
            board: board.clone(),
            to_move: start.to_move(),
            result: None,
            no_move: start.rules().no_move,
            last_moves: [0; 2],
            features: MoveFeatures::new(params.weights),
        };
        for turn in start.turns() {
            game.last_moves =
                [turn.action.point().map_or(0, |point| board.cell(point) as u32), game.last_moves[0]];
        }
        game
    }

    /// Returns a cell where the side to move captures a chain that one of the last two moves put in atari. A
    /// chain that was in atari before would already have been captured.
    fn recent_capture(&self) -> Option<usize> {
        let enemy = !self.to_move;
        let [enemy_move, own_move] = self.last_moves.map(|cell| cell as usize);
        let capture_at = |cell: usize| {
            (cell != 0 && self.board.at(cell) == Some(enemy)).then(|| self.board.sole_liberty(cell)).flatten()
        };
        capture_at(enemy_move).or_else(|| {
            if own_move == 0 {
                None
            } else {
                self.board.neighbours(own_move).into_iter().find_map(capture_at)
            }
        })
    }

    /// Returns the cell where the side to move captures the chain whose id is `stone`. `None` if there is no
    /// such enemy chain or no legal capture.
    fn capture_of(&self, stone: usize) -> Option<usize> {
        let is_enemy_chain_id =
            self.board.at(stone) == Some(!self.to_move) && self.board.chain_id(stone) == stone;
        let cell = if is_enemy_chain_id { self.board.sole_liberty(stone)? } else { return None };
        self.board.is_legal(self.to_move, cell, false).then_some(cell)
    }

    /// Returns a cell where the side to move captures a chain, after a look at all chains.
    fn any_capture(&self) -> Option<usize> {
        self.board.size().points().find_map(|point| self.capture_of(self.board.cell(point)))
    }

    fn apply_move(&mut self, cell: usize) {
        let color = self.to_move;
        self.last_moves = [cell as u32, self.last_moves[0]];
        self.to_move = !color;
        if self.board.play(color, cell).captured > 0 {
            self.result = Some(half_points_for_black(Some(color)));
        }
    }

    /// Returns the result if the side to move has no legal move, in half points for Black.
    fn result_without_moves(&self) -> u32 {
        half_points_for_black((self.no_move == NoMove::Loss).then_some(!self.to_move))
    }

    /// Draws a legal cell. All legal cells are equally likely.
    fn draw_cell(&mut self, rng: &mut Rng) -> Option<usize> {
        let empties = self.board.empty_count();
        for _ in 0..empties / 4 {
            let cell = self.board.nth_empty(random_below(rng, empties));
            if self.board.is_legal(self.to_move, cell, false) {
                return Some(cell);
            }
        }
        let is_legal = |&cell: &usize| self.board.is_legal(self.to_move, cell, false);
        let cells = || (0..empties).map(|i| self.board.nth_empty(i)).filter(is_legal);
        let count = cells().count();
        if count == 0 { None } else { cells().nth(random_below(rng, count)) }
    }
}

impl<S: Storage> SearchGame for AtariGame<S> {
    fn copy_from(&mut self, other: &Self) {
        self.board.clone_from(&other.board);
        self.to_move = other.to_move;
        self.result = other.result;
        self.last_moves = other.last_moves;
    }

    fn to_move(&self) -> Color {
        self.to_move
    }

    fn result_if_over(&mut self) -> Option<u32> {
        let can_move = || {
            (0..self.board.empty_count())
                .any(|i| self.board.is_legal(self.to_move, self.board.nth_empty(i), false))
        };
        self.result.or_else(|| if can_move() { None } else { Some(self.result_without_moves()) })
    }

    fn list_moves(&mut self, prior: bool, new_children: &mut Vec<NewChild>, stop: Stop<'_>) -> bool {
        let color = self.to_move;
        let size = self.board.size();
        let mut captures = HashSet::new();
        let complete = each_unless_stopped(size.area(), stop, |i| {
            if let Some(cell) = self.capture_of(self.board.cell(size.point(i)))
                && captures.insert(cell)
            {
                new_children.push(NewChild::without_prior(cell as u32));
            }
        });
        // If there are captures, no other move is considered.
        if !complete || !new_children.is_empty() || stop() {
            return complete && !new_children.is_empty();
        }
        if prior {
            self.features.read_board(&self.board, self.last_moves[0]);
        }
        each_unless_stopped(self.board.empty_count(), stop, |i| {
            let cell = self.board.nth_empty(i);
            if self.board.is_legal(color, cell, false) {
                new_children.push(if prior {
                    self.features.new_child(&self.board, color, cell)
                } else {
                    NewChild::without_prior(cell as u32)
                });
            }
        })
    }

    fn play(&mut self, cell: u32) {
        self.apply_move(cell as usize);
    }

    fn play_out(
        &mut self,
        rng: &mut Rng,
        traced: bool,
        trace: &mut PlayoutMoves,
        stop: Stop<'_>,
    ) -> Option<u32> {
        let plies_between = plies_per_stop_check(self.board.size().area());
        // The loop ends: until a move captures, every move fills a point.
        for ply in 0_u32.. {
            if let Some(result) = self.result {
                return Some(result);
            }
            if (ply < 2 || ply.is_multiple_of(plies_between)) && stop() {
                return None;
            }
            // On its first turn each side also looks for chains that were in atari before the playout.
            let capture = if ply < 2 { self.any_capture() } else { self.recent_capture() };
            let Some(cell) = capture.or_else(|| self.draw_cell(rng)) else { break };
            if traced {
                trace.add_stone(self.to_move, cell);
            }
            self.apply_move(cell);
        }
        Some(self.result_without_moves())
    }

    fn lead(&self) -> Option<i64> {
        None
    }

    fn size(&self) -> Size {
        self.board.size()
    }

    fn owner(&self, point: Point) -> Option<Color> {
        self.board.at(self.board.cell(point))
    }
}
