//! The field that a mind keeps from turn to turn, and its measurements, a part at a time.

use crate::field::{HeatField, HeatParams};
use crate::go::board::Storage;
use crate::go::{Board, BoardVisitor, Position, Size};

/// Points that a unit of work goes over.
pub(super) const PART: usize = 1024;

/// Its own field, and how it came to be.
pub(super) struct Kept {
    pub(super) field: HeatField,
    /// Stones beside each point.
    near: Vec<u8>,
    /// The position that it was measured in last, where it goes on from turn to turn; and in which turn of the colour.
    pub(super) position: Option<Position>,
    pub(super) turn: u32,
    pub(super) measure: Measure,
}

/// How far a measurement has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Measure {
    /// There is none.
    Idle,
    /// Stones are counted; this point comes next.
    Count(usize),
    /// Heat has still to spread so many times.
    Spread(u32),
}

impl Kept {
    pub(super) fn new(size: Size) -> Self {
        Self {
            field: HeatField::new(size),
            near: vec![0; size.area()],
            position: None,
            turn: 0,
            measure: Measure::Idle,
        }
    }

    /// Goes on with a measurement of a position, heat spreading so many times.
    pub(super) fn go_on(&mut self, position: &Position, params: &HeatParams, steps: u32) {
        match self.measure {
            Measure::Idle => {}
            Measure::Count(from) => {
                let to = self.near.len().min(from + PART);
                position.visit(Near { from, near: &mut self.near[from..to] });
                if to < self.near.len() {
                    self.measure = Measure::Count(to);
                    return;
                }
                let first = HeatParams { rate: if steps == 0 { 0.0 } else { params.rate }, ..*params };
                self.field.step(&self.near, &first);
                self.spread(steps.saturating_sub(1));
            }
            Measure::Spread(left) => {
                self.field.diffuse(params.rate, params.neighbourhood);
                self.spread(left - 1);
            }
        }
    }

    fn spread(&mut self, left: u32) {
        self.measure = if left == 0 { Measure::Idle } else { Measure::Spread(left) };
    }
}

/// Counts the stones beside some points.
struct Near<'a> {
    from: usize,
    near: &'a mut [u8],
}

impl BoardVisitor for Near<'_> {
    type Output = ();

    fn visit<S: Storage>(self, board: &Board<S>) {
        for (index, near) in (self.from..).zip(self.near) {
            *near = board.stones_around(board.cell(board.size().point(index)));
        }
    }
}
