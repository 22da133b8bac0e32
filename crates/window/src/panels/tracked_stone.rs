//! Tracked stone: a watched or followed stone, and the tick of its death.

use bevy::ecs::entity::Entity;
use std::fmt;
use stonefield_go::notation::sgf::NodeId;
use stonefield_go::{Color, Point};
use stonefield_sim::{GameRecord, Occupancy};

/// Stone in the list of watched stones, or stone that the camera follows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TrackedStone {
    /// The goban of the stone.
    pub goban: Entity,
    /// Number in the order of placement.
    pub id: u32,
    /// Colour of the stone.
    pub color: Color,
    /// Point where the stone is, or was.
    pub point: Point,
    /// Last tick at whose end the stone was seen on the board, and the node of the record at that tick.
    last_seen: Option<(u64, NodeId)>,
    /// Death of the stone, if it has died.
    pub died: Option<Death>,
}

/// Tick of a stone's death.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Death {
    /// The stone died in this tick.
    In(u64),
    /// The stone died in this tick or earlier. A jump along the record skipped the ticks before.
    By(u64),
}

impl Death {
    /// The tick of the death, or the latest possible one.
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

impl TrackedStone {
    /// Returns a stone that was not seen on its board yet.
    pub const fn new(goban: Entity, id: u32, color: Color, point: Point) -> Self {
        Self { goban, id, color, point, last_seen: None, died: None }
    }

    /// True if both are the same stone. The number is not enough: in another variation another stone has it.
    pub fn is_same(&self, other: &Self) -> bool {
        (self.goban, self.id, self.color, self.point) == (other.goban, other.id, other.color, other.point)
    }

    /// True if the stone is on the board.
    pub fn stands(&self, board: &Occupancy) -> bool {
        board.entity(self.id).is_some()
            && board.index_of(self.id) == board.size().index(self.point)
            && board.color_of(self.id) == self.color
    }

    /// Updates the stone from the board. Returns its death, once, if the stone is no longer on the board but
    /// was seen at an earlier tick of the current line.
    pub fn check_death(&mut self, board: &Occupancy, record: &GameRecord) -> Option<Death> {
        let now = record.now();
        if self.stands(board) {
            self.last_seen = Some((now, record.node_of(now)));
            return None;
        }
        let (before, node) = self.last_seen.filter(|_| self.died.is_none())?;
        if before >= now || !record.passes_node(node, before) {
            return None;
        }
        self.died = Some(if before + 1 == now { Death::In(now) } else { Death::By(now) });
        self.died
    }

    /// Returns the notice of the death: number, colour, point and tick.
    pub fn obituary(&self, death: Death) -> String {
        let Self { id, color, point, .. } = self;
        format!("Stone {id} ({color}, {point}) {death}")
    }
}
