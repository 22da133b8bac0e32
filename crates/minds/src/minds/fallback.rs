//! What a planner plays that has found nothing better: any move, each as likely as any other.

use crate::uniform::UniformMover;
use stonefield_go::{Move, Position};

/// Any legal point for which `fits` holds; `None` where there is none.
fn any(uniform: &mut UniformMover, position: &Position, fits: impl Fn(Move) -> bool) -> Option<Move> {
    let candidate = |i| Move::Play(position.empty(i));
    uniform.draw(position.empties(), candidate, |choice| fits(choice) && position.is_legal(choice))
}

/// Any legal point that fills no own eye; else a pass; where that is forbidden, any. `None` where the law allows nothing.
pub(super) fn any_sensible(uniform: &mut UniformMover, position: &Position) -> Option<Move> {
    let color = position.to_move();
    let fills_no_eye =
        |choice: Move| choice.point().is_some_and(|point| !position.is_eye_point(color, point));
    any(uniform, position, fills_no_eye)
        .or_else(|| position.is_legal(Move::Pass).then_some(Move::Pass))
        .or_else(|| any(uniform, position, |_| true))
}

/// Any legal move or pass.
pub(super) fn any_legal(uniform: &mut UniformMover, position: &Position) -> Option<Move> {
    let empties = position.empties();
    let candidate = |i| if i < empties { Move::Play(position.empty(i)) } else { Move::Pass };
    uniform.draw(empties + 1, candidate, |choice| position.is_legal(choice))
}
