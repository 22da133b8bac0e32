//! Random moves for a planner that has no other move, for example if its search has no result.

use crate::uniform_mover::UniformMover;
use stonefield_go::{Move, Position};

/// Random legal move on a vacant point for which `fits` returns true. `None` if there is no such point.
fn random_play(uniform: &mut UniformMover, position: &Position, fits: impl Fn(Move) -> bool) -> Option<Move> {
    let candidate = |i| Move::Play(position.nth_empty(i));
    uniform.draw(position.empty_count(), candidate, |action| fits(action) && position.is_legal(action))
}

/// Random legal move that fills no eye of the mover. Without one: a pass. If passing is forbidden: any legal
/// move. `None` if no move is legal.
pub(super) fn random_sensible_move(uniform: &mut UniformMover, position: &Position) -> Option<Move> {
    let color = position.to_move();
    let fills_no_eye =
        |action: Move| action.point().is_some_and(|point| !position.is_eye_point(color, point));
    random_play(uniform, position, fills_no_eye)
        .or_else(|| position.is_legal(Move::Pass).then_some(Move::Pass))
        .or_else(|| random_play(uniform, position, |_| true))
}

/// Random legal move, passes included. `None` if no move is legal.
pub(super) fn random_legal_move(uniform: &mut UniformMover, position: &Position) -> Option<Move> {
    let empties = position.empty_count();
    let candidate = |i| if i < empties { Move::Play(position.nth_empty(i)) } else { Move::Pass };
    uniform.draw(empties + 1, candidate, |action| position.is_legal(action))
}
