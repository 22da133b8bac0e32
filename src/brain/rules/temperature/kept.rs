//! The field that a mind measures itself, and keeps from turn to turn.

use crate::field::{HeatField, HeatParams};
use crate::go::board::Storage;
use crate::go::{Board, BoardVisitor, Color, Position, Size, Turn};
use crate::search::Effort;

/// Its own field, and how it came to be.
pub(super) struct Kept {
    pub(super) field: HeatField,
    /// Stones beside each point.
    near: Vec<u8>,
    /// Where it goes on from turn to turn: the position as far as the game has been followed, and the turn of the colour.
    followed: Option<(Position, u32)>,
}

impl Kept {
    pub(super) fn new(size: Size) -> Self {
        Self { field: HeatField::new(size), near: vec![0; size.area()], followed: None }
    }

    /// Measures a position, heat spreading so many times; `None` when it was told to stop: half measured it is of no game.
    pub(super) fn measure(
        mut self,
        position: &Position,
        params: &HeatParams,
        steps: u32,
        effort: &mut Effort<'_>,
    ) -> Option<Self> {
        position.visit(Near { near: &mut self.near, effort })?;
        let first = HeatParams { rate: if steps == 0 { 0.0 } else { params.rate }, ..*params };
        self.field.step(&self.near, &first);
        for _ in 1..steps {
            effort.spend(self.near.len())?;
            self.field.diffuse(params.rate, params.neighbourhood);
        }
        Some(self)
    }

    /// The kept field brought to where the game stands: from where it is, if the game has gone on from there; else from the beginning of the
    /// game. It is measured whenever it is the colour's turn, so the same game always makes the same field. Told to stop it may stand at an
    /// earlier turn.
    pub(super) fn follow(
        kept: Option<Self>,
        position: &Position,
        turn: u32,
        params: &HeatParams,
        steps: u32,
        effort: &mut Effort<'_>,
    ) -> Option<Self> {
        let color = position.to_move();
        // A world whose positions have no past: turn by turn.
        let lone = position.turns().next().is_none() && turn > 0;
        let goes_on = |(old, last): &(Position, u32)| {
            if lone { last + 1 == turn } else { *last < turn && position.goes_on_from(old) }
        };
        let kept = kept.filter(|kept| kept.followed.as_ref().is_some_and(goes_on));
        let mut kept = kept.unwrap_or_else(|| Self::new(position.size()));
        if lone {
            kept.followed = Some((position.clone(), turn));
            return kept.measure(position, params, steps, effort);
        }
        let mut game = match kept.followed.take() {
            Some((game, _)) => game,
            None => {
                let origin = position.origin();
                if is_turn_of(color, position.turns().next(), position) {
                    kept = kept.measure(origin, params, steps, effort)?;
                }
                origin.clone()
            }
        };
        let mut turns = position.turns().skip(game.turns().count()).peekable();
        while effort.spend(1).is_some()
            && let Some(next) = turns.next()
        {
            game.hand_turn(next.color);
            game.play_unchecked(next.action);
            if is_turn_of(color, turns.peek().copied(), position) {
                kept = kept.measure(&game, params, steps, effort)?;
            }
        }
        kept.followed = Some((game, turn));
        Some(kept)
    }
}

/// Whether the colour moves next: by the turn that followed, or in the position that stands.
fn is_turn_of(color: Color, next: Option<Turn>, position: &Position) -> bool {
    next.map_or(position.to_move(), |turn| turn.color) == color
}

/// Counts the stones beside each point; `None` when it was told to stop.
struct Near<'a, 'b> {
    near: &'a mut [u8],
    effort: &'a mut Effort<'b>,
}

impl BoardVisitor for Near<'_, '_> {
    type Output = Option<()>;

    fn visit<S: Storage>(self, board: &Board<S>) -> Option<()> {
        for (near, point) in self.near.iter_mut().zip(board.size().points()) {
            *near = board.stones_around(board.cell(point));
            self.effort.spend(1)?;
        }
        Some(())
    }
}
