//! Any game that the rules describe, on the position itself: slow, and always right.

use super::full::halves;
use super::game::SearchGame;
use super::node::Seed;
use super::params::MctsParams;
use super::prior::MoveFeatures;
use crate::dice::below;
use crate::effort::each_unless_stopped;
use crate::playout::{PlayoutMoves, Trace, cap, plies_between_stops};
use crate::{Rng, Stop};
use stonefield_go::board::Storage;
use stonefield_go::{Board, BoardVisitor, Color, Goal, Move, Outcome, Point, Position, Size};

/// A game played by the law.
pub(super) struct Lawful {
    position: Position,
    last: u32,
    features: MoveFeatures,
    found: Vec<Move>,
}

/// The cell of a point, as [`Board::cell`] has it.
pub(super) fn cell(size: Size, action: Move) -> u32 {
    let of = |point: Point| (u32::from(point.y) + 1) * (u32::from(size.width()) + 1) + u32::from(point.x) + 1;
    action.point().map_or(0, of)
}

/// The move on a cell.
pub(super) fn action(size: Size, cell: u32) -> Move {
    if cell == 0 {
        return Move::Pass;
    }
    let stride = u32::from(size.width()) + 1;
    #[expect(clippy::cast_possible_truncation, reason = "sides are at most 1024")]
    Move::Play(Point::new((cell % stride - 1) as u16, (cell / stride - 1) as u16))
}

impl Lawful {
    pub(super) fn new(start: &Position, params: &MctsParams) -> Self {
        let last = start.last_move().map_or(0, |action| cell(start.size(), action));
        Self { position: start.clone(), last, features: MoveFeatures::new(params.weights), found: Vec::new() }
    }

    fn fits(&self, point: Point) -> bool {
        let color = self.position.to_move();
        !self.position.is_eye_point(color, point) && self.position.is_legal(Move::Play(point))
    }

    /// A move that fills no own eye, each equally likely; else a pass; where there is none, any legal move.
    fn draw(&mut self, rng: &mut Rng) -> Option<Move> {
        let empties = self.position.empties();
        for _ in 0..empties / 4 {
            let point = self.position.empty(below(rng, empties));
            if self.fits(point) {
                return Some(Move::Play(point));
            }
        }
        let mut found = std::mem::take(&mut self.found);
        self.list(&mut found, &|| false);
        let chosen = if found.is_empty() { None } else { Some(found[below(rng, found.len())]) };
        self.found = found;
        chosen
    }

    /// Lists the moves that fit; `false` when it was told to stop before it had them all.
    fn list(&self, found: &mut Vec<Move>, stop: Stop<'_>) -> bool {
        found.clear();
        let all = self.position.empties();
        let whole = each_unless_stopped(all, stop, |i| {
            let point = self.position.empty(i);
            if self.fits(point) {
                found.push(Move::Play(point));
            }
        });
        if !found.is_empty() || !whole {
            return whole;
        }
        if self.position.is_legal(Move::Pass) {
            found.push(Move::Pass);
            return true;
        }
        let actions = (0..all).map(|i| Move::Play(self.position.empty(i)));
        found.extend(actions.filter(|&action| self.position.is_legal(action)));
        true
    }

    fn make(&mut self, action: Move) {
        self.last = cell(self.position.size(), action);
        self.position.play_unchecked(action);
    }
}

/// Gives moves their priors by the board, whatever its storage.
struct SeedMoves<'a> {
    features: &'a mut MoveFeatures,
    last: u32,
    color: Color,
    found: &'a [Move],
    seeds: &'a mut Vec<Seed>,
    stop: Stop<'a>,
}

impl BoardVisitor for SeedMoves<'_> {
    /// Whether all have got one.
    type Output = bool;

    fn visit<S: Storage>(self, board: &Board<S>) -> bool {
        self.features.read(board, self.last);
        each_unless_stopped(self.found.len(), self.stop, |i| {
            self.seeds.push(match self.found[i].point() {
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
        // First they are listed, then given their priors.
        let mut found = std::mem::take(&mut self.found);
        let whole = self.list(&mut found, stop);
        if whole && found != [Move::Pass] && self.position.is_legal(Move::Pass) {
            found.push(Move::Pass);
        }
        self.found = found;
        if !whole {
            return false;
        }
        let Self { position, features, last, found } = self;
        if !prior {
            seeds.extend(found.iter().map(|&action| Seed::plain(cell(position.size(), action))));
            return true;
        }
        let color = position.to_move();
        let whole = position.visit(SeedMoves { features, last: *last, color, found, seeds, stop });
        if whole
            && found.len() > 1
            && let Some(seed) = seeds.iter_mut().find(|seed| seed.cell == 0)
        {
            *seed = features.pass();
        }
        whole
    }

    fn play(&mut self, cell: u32) {
        self.make(action(self.position.size(), cell));
    }

    fn play_out(
        &mut self,
        rng: &mut Rng,
        traced: bool,
        trace: &mut PlayoutMoves,
        stop: Stop<'_>,
    ) -> Option<u32> {
        let size = self.position.size();
        let between = plies_between_stops(size.area());
        for ply in 0..cap(size.area()) {
            if let Some(result) = self.over() {
                return Some(result);
            }
            if ply.is_multiple_of(between) && stop() {
                return None;
            }
            let Some(action) = self.draw(rng) else { break };
            if traced && action != Move::Pass {
                trace.stone(self.position.to_move(), cell(size, action) as usize);
            }
            self.make(action);
        }
        // Cut off: as the board stands.
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
