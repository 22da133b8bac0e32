//! What stones feel, told from a position: the same that the agents of a world feel.

use crate::field::{HeatField, HeatParams};
use crate::go::board::Storage;
use crate::go::{Board, BoardVisitor, Point, Position, Size};
use crate::search::Effort;

/// What every stone and every point of a position feels.
///
/// Own and group liberties are those of the agents' `OwnLiberties` and `GroupLiberties` under the rules of true Go, heat that of
/// `Temperature` as a world measures it by default.
#[derive(Clone, Debug)]
pub struct Perception {
    size: Size,
    /// By point number; 0 where no stone stands.
    own: Vec<u8>,
    /// By point number; 0 where no stone stands.
    group: Vec<u32>,
    /// By point number: the last liberty of a stone's group, as its point number and one; 0 for none or more than one.
    last: Vec<u32>,
    heat: Vec<f32>,
    /// Room for measuring heat.
    near: Vec<u8>,
    field: HeatField,
}

impl Perception {
    /// What is felt in a position. `heat` is the temperature by point number where a world has measured it; else it is measured here.
    #[must_use]
    pub fn of(position: &Position, heat: &[f32]) -> Self {
        struct Of<'a>(&'a [f32]);
        impl BoardVisitor for Of<'_> {
            type Output = Perception;

            fn visit<S: Storage>(self, board: &Board<S>) -> Perception {
                let mut felt = Perception::new(board.size());
                felt.feel(board, self.0, &mut Effort::new(&|| false));
                felt
            }
        }
        position.visit(Of(heat))
    }

    /// Nothing felt yet.
    pub(super) fn new(size: Size) -> Self {
        let area = size.area();
        Self {
            size,
            own: vec![0; area],
            group: vec![0; area],
            last: vec![0; area],
            heat: vec![0.0; area],
            near: vec![0; area],
            field: HeatField::new(size),
        }
    }

    /// The size of the board that is felt.
    pub(super) const fn size(&self) -> Size {
        self.size
    }

    /// Feels what stands on a board of the same size, and the heat: what a world has measured, or else what comes of the stones. `None` when it
    /// was told to stop.
    pub(super) fn feel<S: Storage>(
        &mut self,
        board: &Board<S>,
        heat: &[f32],
        effort: &mut Effort<'_>,
    ) -> Option<()> {
        let is_cold = heat.len() != self.heat.len();
        let mut index = 0;
        for y in 0..self.size.height() {
            for x in 0..self.size.width() {
                let cell = board.cell(Point::new(x, y));
                let (mut own, mut group, mut last) = (0, 0, 0);
                if board.at(cell).is_some() {
                    own = board.beside(cell).1;
                    group = board.pseudo_liberties(cell);
                    last = board.sole_liberty(cell).map_or(0, |cell| self.size.index(board.point(cell)) + 1);
                }
                self.own[index] = u8::try_from(own).unwrap_or(4);
                self.group[index] = group;
                self.last[index] = u32::try_from(last).unwrap_or(0);
                if is_cold {
                    self.near[index] = board.stones_around(cell);
                }
                index += 1;
            }
            effort.spend(usize::from(self.size.width()))?;
        }
        if is_cold {
            self.field.step(&self.near, &HeatParams::default());
            self.heat.copy_from_slice(self.field.values());
        } else {
            self.heat.copy_from_slice(heat);
        }
        Some(())
    }

    /// What the stone on a point counts around itself, 0…4: neighbouring cells less neighbouring stones; 0 where no stone stands.
    #[must_use]
    pub fn own_liberties(&self, point: Point) -> u32 {
        u32::from(self.own[self.size.index(point)])
    }

    /// The sum of the own liberties over the group of the stone on a point; 0 where no stone stands.
    #[must_use]
    pub fn group_liberties(&self, point: Point) -> u32 {
        self.group[self.size.index(point)]
    }

    /// The only liberty that the group of the stone on a point has: it is in atari.
    #[must_use]
    pub fn last_liberty(&self, point: Point) -> Option<Point> {
        self.last_of(self.size.index(point)).map(|index| self.size.point(index))
    }

    /// The temperature of a point.
    #[must_use]
    pub fn heat(&self, point: Point) -> f32 {
        self.heat[self.size.index(point)]
    }

    pub(super) fn group_of(&self, index: usize) -> u32 {
        self.group[index]
    }

    pub(super) fn last_of(&self, index: usize) -> Option<usize> {
        (self.last[index] as usize).checked_sub(1)
    }

    pub(super) fn heats(&self) -> &[f32] {
        &self.heat
    }
}
