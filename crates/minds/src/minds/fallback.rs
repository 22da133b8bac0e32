//! Fallback moves of a planner whose search has no result: a uniformly random move.

use crate::uniform::UniformMover;
use stonefield_go::{Move, Position};

/// Random legal move on a point for which `fits` returns true. `None` if there is no such point.
fn any_point(uniform: &mut UniformMover, position: &Position, fits: impl Fn(Move) -> bool) -> Option<Move> {
    let candidate = |i| Move::Play(position.nth_empty(i));
    uniform.draw(position.empty_count(), candidate, |choice| fits(choice) && position.is_legal(choice))
}

/// Random legal move that fills no eye of the mover. Without one: a pass. If passing is forbidden: any legal
/// move. `None` if no move is legal.
pub(super) fn any_sensible(uniform: &mut UniformMover, position: &Position) -> Option<Move> {
    let color = position.to_move();
    let fills_no_eye =
        |choice: Move| choice.point().is_some_and(|point| !position.is_eye_point(color, point));
    any_point(uniform, position, fills_no_eye)
        .or_else(|| position.is_legal(Move::Pass).then_some(Move::Pass))
        .or_else(|| any_point(uniform, position, |_| true))
}

/// Random legal move, passes included. `None` if no move is legal.
pub(super) fn any_legal(uniform: &mut UniformMover, position: &Position) -> Option<Move> {
    let empties = position.empty_count();
    let candidate = |i| if i < empties { Move::Play(position.nth_empty(i)) } else { Move::Pass };
    uniform.draw(empties + 1, candidate, |choice| position.is_legal(choice))
}
