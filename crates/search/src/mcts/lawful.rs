//! Game under any rules, played on the position itself: slow, and always exact.

use super::game::{SearchGame, cell_of, halves, move_on};
use super::node::Seed;
use super::params::MctsParams;
use super::prior::MoveFeatures;
use crate::dice::below;
use crate::effort::each_unless_stopped;
use crate::playout::{PlayoutMoves, Trace, cap, plies_between_stops};
use crate::{Rng, Stop};
use stonefield_go::board::Storage;
use stonefield_go::{Board, BoardVisitor, Color, Goal, Move, Outcome, Point, Position, Size};

/// Game that uses the legality test of the position.
pub(super) struct Lawful {
    position: Position,
    last: u32,
    features: MoveFeatures,
    moves: Vec<Move>,
}

impl Lawful {
    pub(super) fn new(start: &Position, params: &MctsParams) -> Self {
        let last = start.last_move().map_or(0, |action| cell_of(start.size(), action));
        Self { position: start.clone(), last, features: MoveFeatures::new(params.weights), moves: Vec::new() }
    }

    fn is_candidate(&self, point: Point) -> bool {
        let color = self.position.to_move();
        !self.position.is_eye_point(color, point) && self.position.is_legal(Move::Play(point))
    }

    /// Draws a legal move that does not fill an own eye; all are equally likely. Without such a move it
    /// passes, and if a pass is illegal it draws any legal move.
    fn draw(&mut self, rng: &mut Rng) -> Option<Move> {
        let empties = self.position.empty_count();
        for _ in 0..empties / 4 {
            let point = self.position.nth_empty(below(rng, empties));
            if self.is_candidate(point) {
                return Some(Move::Play(point));
            }
        }
        let mut moves = std::mem::take(&mut self.moves);
        self.list(&mut moves, &|| false);
        let chosen = if moves.is_empty() { None } else { Some(moves[below(rng, moves.len())]) };
        self.moves = moves;
        chosen
    }

    /// Fills `moves` with the moves that playouts may draw. Returns `false` if it was stopped before the list
    /// was complete.
    fn list(&self, moves: &mut Vec<Move>, stop: Stop<'_>) -> bool {
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
        self.last = cell_of(self.position.size(), action);
        self.position.play_unchecked(action);
    }
}

/// Visitor that adds priors to moves, for any board storage.
struct SeedMoves<'a> {
    features: &'a mut MoveFeatures,
    last: u32,
    color: Color,
    moves: &'a [Move],
    seeds: &'a mut Vec<Seed>,
    stop: Stop<'a>,
}

impl BoardVisitor for SeedMoves<'_> {
    /// True if all moves have got a prior.
    type Output = bool;

    fn visit<S: Storage>(self, board: &Board<S>) -> bool {
        self.features.read(board, self.last);
        each_unless_stopped(self.moves.len(), self.stop, |i| {
            self.seeds.push(match self.moves[i].point() {
                Some(point) => self.features.seed(board, self.color, board.cell(point)),
                None => Seed::plain(0),
            });
        })
    }
}

impl SearchGame for Lawful {
    fn copy_from(&mut self, other: &Self) {
        self.position.clone_from(&other.position);
        self.last = other.last;
    }

    fn to_move(&self) -> Color {
        self.position.to_move()
    }

    fn over(&mut self) -> Option<u32> {
        self.position.outcome().map(|outcome| halves(outcome.winner()))
    }

    fn moves(&mut self, prior: bool, seeds: &mut Vec<Seed>, stop: Stop<'_>) -> bool {
        // List the moves first: the priors are read from the board.
        let mut moves = std::mem::take(&mut self.moves);
        let complete = self.list(&mut moves, stop);
        if complete && moves != [Move::Pass] && self.position.is_legal(Move::Pass) {
            moves.push(Move::Pass);
        }
        self.moves = moves;
        if !complete {
            return false;
        }
        let Self { position, features, last, moves } = self;
        if !prior {
            seeds.extend(moves.iter().map(|&action| Seed::plain(cell_of(position.size(), action))));
            return true;
        }
        let color = position.to_move();
        let complete = position.visit(SeedMoves { features, last: *last, color, moves, seeds, stop });
        if complete
            && moves.len() > 1
            && let Some(seed) = seeds.iter_mut().find(|seed| seed.cell == 0)
        {
            *seed = features.pass();
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
        let plies_between = plies_between_stops(size.area());
        for ply in 0..cap(size.area()) {
            if let Some(result) = self.over() {
                return Some(result);
            }
            if ply.is_multiple_of(plies_between) && stop() {
                return None;
            }
            let Some(action) = self.draw(rng) else { break };
            if traced && action != Move::Pass {
                trace.stone(self.position.to_move(), cell_of(size, action) as usize);
            }
            self.apply_move(action);
        }
        // A playout that was cut off is scored on its current board.
        Some(self.over().unwrap_or_else(|| halves(Outcome::of(self.position.score()).winner())))
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
