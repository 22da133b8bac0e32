//! What the stones hear of their groups, looked up once a turn.

use crate::brain::{Agents, Surroundings};
use crate::go::Size;
use crate::search::Effort;

/// What every stone hears of its group.
#[derive(Clone, Debug)]
pub(super) struct Perception {
    size: Size,
    /// By point number; 0 where no stone stands.
    group: Vec<u32>,
    /// By point number: the last liberty of a stone's group, as its point number and one; 0 for none or more than one.
    last: Vec<u32>,
    /// By point number: the point of the stone by which a group goes, the first that is met; [`NOBODY`] where no stone stands.
    names: Vec<u32>,
}

/// No group.
pub(super) const NOBODY: u32 = u32::MAX;

impl Perception {
    /// Nothing felt yet.
    pub fn new(size: Size) -> Self {
        let area = size.area();
        Self { size, group: vec![0; area], last: vec![0; area], names: vec![NOBODY; area] }
    }

    /// The size of the board that is felt.
    pub const fn size(&self) -> Size {
        self.size
    }

    /// Listens to the agents of a board of the same size. `None` when it was told to stop.
    pub fn feel<A: Agents + ?Sized>(&mut self, agents: &A, effort: &mut Effort<'_>) -> Option<()> {
        self.names.fill(NOBODY);
        let width = usize::from(self.size.width());
        for index in 0..self.size.area() {
            if agents.color_at(index).is_none() {
                (self.group[index], self.last[index]) = (0, 0);
            } else if self.names[index] == NOBODY {
                let last = agents.sole_liberty(index).map_or(0, |point| number(point) + 1);
                for member in agents.members(index) {
                    self.names[member] = number(index);
                    self.group[member] = agents.group_liberties(member);
                    self.last[member] = last;
                }
                effort.spend(1)?;
            }
            if index % width == 0 {
                effort.spend(width)?;
            }
        }
        Some(())
    }

    /// The pseudo-liberties that the stone on a point hears of.
    pub fn group_of(&self, index: usize) -> u32 {
        self.group[index]
    }

    /// The only liberty of the stone's group.
    pub fn last_of(&self, index: usize) -> Option<usize> {
        (self.last[index] as usize).checked_sub(1)
    }

    /// The name of the stone's group.
    pub fn name_of(&self, index: usize) -> u32 {
        self.names[index]
    }
}

/// The number of a point, as it is kept.
#[expect(clippy::cast_possible_truncation, reason = "a board has at most 2^20 points")]
pub(super) const fn number(index: usize) -> u32 {
    index as u32
}
