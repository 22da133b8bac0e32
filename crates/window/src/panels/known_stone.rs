//! A stone that is looked after: whether it stands, and when it died.

use bevy::ecs::entity::Entity;
use std::fmt;
use stonefield_go::notation::sgf::NodeId;
use stonefield_go::{Color, Point};
use stonefield_sim::{GameRecord, Occupancy};

/// A stone that is looked after.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct KnownStone {
    /// The goban it stands on, or stood on.
    pub goban: Entity,
    /// Its number in the order of placement.
    pub id: u32,
    /// Its colour.
    pub color: Color,
    /// Where it stands, or stood.
    pub point: Point,
    /// When it was last seen on the board: at the end of this tick, at this node of the record.
    seen: Option<(u64, NodeId)>,
    /// When it died, if it has.
    pub died: Option<Death>,
}

/// When a stone died, as far as it is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Death {
    /// In this tick.
    In(u64),
    /// In this tick or one before it, over which the game went without telling.
    By(u64),
}

impl Death {
    /// The tick, or the last that it can be.
    pub const fn tick(self) -> u64 {
        match self {
            Self::In(tick) | Self::By(tick) => tick,
        }
    }
}

impl fmt::Display for Death {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::In(tick) => write!(f, "died in tick {tick}"),
            Self::By(tick) => write!(f, "died by tick {tick}"),
        }
    }
}

impl KnownStone {
    /// A stone that was not looked at yet.
    pub const fn new(goban: Entity, id: u32, color: Color, point: Point) -> Self {
        Self { goban, id, color, point, seen: None, died: None }
    }

    /// Whether it is this one. Another variation gives its number to another stone.
    pub fn is(&self, other: &Self) -> bool {
        (self.goban, self.id, self.color, self.point) == (other.goban, other.id, other.color, other.point)
    }

    /// Whether it stands on its goban.
    pub fn stands(&self, board: &Occupancy) -> bool {
        board.entity(self.id).is_some()
            && board.index_of(self.id) == board.size().index(self.point)
            && board.color_of(self.id) == self.color
    }

    /// Looks whether it stands, or has died since it was last seen, which is told where that happened while the game went along its record.
    pub fn look(&mut self, board: &Occupancy, record: &GameRecord) -> Option<Death> {
        let now = record.now();
        if self.stands(board) {
            self.seen = Some((now, record.node_of(now)));
            return None;
        }
        let (before, node) = self.seen.filter(|_| self.died.is_none())?;
        if before >= now || !record.passes_node(node, before) {
            return None;
        }
        self.died = Some(if before + 1 == now { Death::In(now) } else { Death::By(now) });
        self.died
    }
    /// Says that it died, and when.
    pub fn obituary(&self, death: Death) -> String {
        let Self { id, color, point, .. } = self;
        format!("Stone {id} ({color}, {point}) {death}")
    }
}
