//! What the scene reads of a goban to draw it.

use super::motion::Moving;
use crate::shell::group_colors::GroupColors;
use crate::shell::layers::Layers;
use bevy::ecs::prelude::*;
use bevy::ecs::query::QueryData;
use stonefield_go::{Color, Point, Position, Size};
use stonefield_sim::{GobanSetup, Groups, Heat, Links, Occupancy, Referee, Seats};

/// The components of a goban that is shown.
#[derive(QueryData)]
pub(super) struct SceneGoban {
    pub(super) occupancy: Ref<'static, Occupancy>,
    pub(super) groups: Ref<'static, Groups>,
    pub(super) links: Ref<'static, Links>,
    pub(super) referee: Ref<'static, Referee>,
    pub(super) seats: Ref<'static, Seats>,
    pub(super) heat: Ref<'static, Heat>,
    pub(super) setup: &'static GobanSetup,
    pub(super) colors: Option<Ref<'static, GroupColors>>,
}

/// A board as it stands, with what is shown of it.
pub(super) struct BoardView<'a> {
    pub(super) occupancy: &'a Occupancy,
    pub(super) groups: &'a Groups,
    pub(super) colors: &'a GroupColors,
    pub(super) links: &'a Links,
    pub(super) position: &'a Position,
    pub(super) to_move: Option<Color>,
    pub(super) layers: Layers,
    pub(super) moving: &'a [Moving],
    /// Points whose stones have just come to rest.
    pub(super) settled: &'a [usize],
    /// Links are drawn as bands, all of them.
    pub(super) bands: bool,
    pub(super) last_move: Option<Point>,
    pub(super) selected: Option<Point>,
    /// The stone that a click would place.
    pub(super) ghost: Option<(Point, Color)>,
}

impl BoardView<'_> {
    pub(super) fn size(&self) -> Size {
        self.occupancy.size()
    }

    /// Id and colour of the stone on the point with this number.
    pub(super) fn stone(&self, index: usize) -> Option<(u32, Color)> {
        let id = self.occupancy.id_at(index)?;
        Some((id, self.occupancy.color_of(id)))
    }

    /// Every link whose stones are shown: the numbers of its points, the lower first, and the id of one stone.
    pub(super) fn pairs(&self) -> impl Iterator<Item = (usize, usize, u32)> + '_ {
        self.links.pairs().filter_map(|(one, other)| {
            let shown = self.layers.stones(self.occupancy.color_of(one));
            let (a, b) = (self.occupancy.index_of(one), self.occupancy.index_of(other));
            shown.then_some((a.min(b), a.max(b), one))
        })
    }
}
