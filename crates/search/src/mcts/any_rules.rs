//! Game under any rules, played on the position itself: slow, but always exact.

use super::game::{SearchGame, cell_of, half_points_for_black, move_on};
use super::node::NewChild;
use super::params::MctsParams;
use super::prior::MoveFeatures;
use crate::dice::random_below;
use crate::effort::each_unless_stopped;
use crate::playout::{PlayoutMoves, Trace, cap, plies_per_stop_check};
use crate::{Rng, Stop};
use stonefield_go::board::Storage;
use stonefield_go::{Board, BoardVisitor, Color, Goal, Move, Outcome, Point, Position, Size};

/// Game under any rules. The position itself tests the legality of moves and finds the winner.
pub(super) struct AnyRulesGame {
    position: Position,
    /// Cell of the last move; 0 for none or a pass.
    last_move: u32,
    features: MoveFeatures,
    /// Buffer: the moves that playouts may draw.
    moves: Vec<Move>,
}

impl AnyRulesGame {
    pub(super) fn new(start: &Position, params: &MctsParams) -> Self {
        let last = start.last_move().map_or(0, |action| cell_of(start.size(), action));
        Self {
            position: start.clone(),
            last_move: last,
            features: MoveFeatures::new(params.weights),
            moves: Vec::new(),
        }
    }

    /// Returns true if playouts may draw a move on this point: it is legal and does not fill an own eye.
    fn is_candidate(&self, point: Point) -> bool {
        let color = self.position.to_move();
        !self.position.is_eye_point(color, point) && self.position.is_legal(Move::Play(point))
    }

    /// Draws a legal move that does not fill an own eye; all of them are equally likely. If there is none,
    /// the result is a pass. If a pass is illegal, the result is any legal move.
    fn draw_move(&mut self, rng: &mut Rng) -> Option<Move> {
        let empties = self.position.empty_count();
        for _ in 0..empties / 4 {
            let point = self.position.nth_empty(random_below(rng, empties));
            if self.is_candidate(point) {
                return Some(Move::Play(point));
            }
        }
        let mut moves = std::mem::take(&mut self.moves);
        self.list_playout_moves(&mut moves, &|| false);
        let chosen = if moves.is_empty() { None } else { Some(moves[random_below(rng, moves.len())]) };
        self.moves = moves;
        chosen
    }

    /// Fills `moves` with the moves that playouts may draw. Returns `false` if it was stopped before the list
    /// was complete.
    fn list_playout_moves(&self, moves: &mut Vec<Move>, stop: Stop<'_>) -> bool {
        moves.clear();
        let empties = self.position.empty_count();
        let complete = each_unless_stopped(empties, stop, |i| {
            let point = self.position.nth_empty(i);
            if self.is_candidate(point) {
                moves.push(Move::Play(point));
            }
        });
        if !moves.is_empty() || !complete {
            return complete;
        }
        if self.position.is_legal(Move::Pass) {
            moves.push(Move::Pass);
            return true;
        }
        let actions = (0..empties).map(|i| Move::Play(self.position.nth_empty(i)));
        moves.extend(actions.filter(|&action| self.position.is_legal(action)));
        true
    }

    fn apply_move(&mut self, action: Move) {
        self.last_move = cell_of(self.position.size(), action);
        self.position.play_unchecked(action);
    }
}

/// Visitor that turns moves into new children with priors, for any board storage.
struct PriorVisitor<'a> {
    features: &'a mut MoveFeatures,
    last_move: u32,
    color: Color,
    moves: &'a [Move],
    new_children: &'a mut Vec<NewChild>,
    stop: Stop<'a>,
}

impl BoardVisitor for PriorVisitor<'_> {
    /// True if the list is complete, false if it was stopped.
    type Output = bool;

    fn visit<S: Storage>(self, board: &Board<S>) -> bool {
        self.features.read_board(board, self.last_move);
        each_unless_stopped(self.moves.len(), self.stop, |i| {
            self.new_children.push(match self.moves[i].point() {
                Some(point) => self.features.new_child(board, self.color, board.cell(point)),
                None => NewChild::without_prior(0),
            });
        })
    }
}

impl SearchGame for AnyRulesGame {
    fn copy_from(&mut self, other: &Self) {
        self.position.clone_from(&other.position);
        self.last_move = other.last_move;
    }

    fn to_move(&self) -> Color {
        self.position.to_move()
    }

    fn result_if_over(&mut self) -> Option<u32> {
        self.position.outcome().map(|outcome| half_points_for_black(outcome.winner()))
    }

    fn list_moves(&mut self, prior: bool, new_children: &mut Vec<NewChild>, stop: Stop<'_>) -> bool {
        // The priors follow: they are computed on the board that `visit` passes to `PriorVisitor`.
        let mut moves = std::mem::take(&mut self.moves);
        let complete = self.list_playout_moves(&mut moves, stop);
        if complete && moves != [Move::Pass] && self.position.is_legal(Move::Pass) {
            moves.push(Move::Pass);
        }
        self.moves = moves;
        if !complete {
            return false;
        }
        let Self { position, features, last_move, moves } = self;
        if !prior {
            new_children.extend(
                moves.iter().map(|&action| NewChild::without_prior(cell_of(position.size(), action))),
            );
            return true;
        }
        let color = position.to_move();
        let complete = position.visit(PriorVisitor {
            features,
            last_move: *last_move,
            color,
            moves,
            new_children,
            stop,
        });
        if complete
            && moves.len() > 1
            && let Some(new_child) = new_children.iter_mut().find(|new_child| new_child.cell == 0)
        {
            *new_child = features.new_pass();
        }
        complete
    }

    fn play(&mut self, cell: u32) {
        self.apply_move(move_on(self.position.size(), cell));
    }

    fn play_out(
        &mut self,
        rng: &mut Rng,
        traced: bool,
        trace: &mut PlayoutMoves,
        stop: Stop<'_>,
    ) -> Option<u32> {
        let size = self.position.size();
        let plies_between = plies_per_stop_check(size.area());
        for ply in 0..cap(size.area()) {
            if let Some(result) = self.result_if_over() {
                return Some(result);
            }
            if ply.is_multiple_of(plies_between) && stop() {
                return None;
            }
            let Some(action) = self.draw_move(rng) else { break };
            if traced && action != Move::Pass {
                trace.add_stone(self.position.to_move(), cell_of(size, action) as usize);
            }
            self.apply_move(action);
        }
        // A playout that was cut off is scored on its current board.
        Some(
            self.result_if_over()
                .unwrap_or_else(|| half_points_for_black(Outcome::of(self.position.score()).winner())),
        )
    }

    fn lead(&self) -> Option<i64> {
        let score = self.position.score();
        #[expect(clippy::cast_possible_truncation, reason = "points, and fewer than a board has")]
        let lead = (score.black - score.white + self.position.rules().komi).round() as i64;
        (self.position.rules().goal == Goal::Territory).then_some(lead)
    }

    fn size(&self) -> Size {
        self.position.size()
    }

    fn owner(&self, point: Point) -> Option<Color> {
        let has_eye = |&color: &Color| self.position.is_eye_point(color, point);
        self.position.at(point).or_else(|| Color::ALL.into_iter().find(has_eye))
    }
}
