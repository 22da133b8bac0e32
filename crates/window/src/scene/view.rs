//! View of a goban: data that the scene reads to draw it.

use super::motion::Moving;
use crate::shell::group_colors::GroupColors;
use crate::shell::layers::Layers;
use bevy::ecs::prelude::*;
use bevy::ecs::query::QueryData;
use stonefield_go::{Color, Point, Position, Size};
use stonefield_sim::{GobanSetup, Groups, Heat, Links, Occupancy, Referee, Seats};

/// Components of a shown goban.
#[derive(QueryData)]
pub struct SceneGoban {
    pub(super) occupancy: Ref<'static, Occupancy>,
    pub(super) groups: Ref<'static, Groups>,
    pub(super) links: Ref<'static, Links>,
    pub(super) referee: Ref<'static, Referee>,
    pub(super) seats: Ref<'static, Seats>,
    pub(super) heat: Ref<'static, Heat>,
    pub(super) setup: &'static GobanSetup,
    pub(super) colors: Option<Ref<'static, GroupColors>>,
}

/// State of a board, with what is shown of it.
pub(super) struct BoardView<'a> {
    pub(super) occupancy: &'a Occupancy,
    pub(super) groups: &'a Groups,
    pub(super) colors: &'a GroupColors,
    pub(super) links: &'a Links,
    pub(super) position: &'a Position,
    pub(super) to_move: Option<Color>,
    pub(super) layers: Layers,
    pub(super) moving: &'a [Moving],
    /// Numbers of points whose stones have just come to rest.
    pub(super) settled: &'a [usize],
    /// True if all links are drawn as bands.
    pub(super) bands: bool,
    pub(super) last_move: Option<Point>,
    pub(super) selected: Option<Point>,
    /// Stone that a click would place.
    pub(super) ghost: Option<(Point, Color)>,
}

impl BoardView<'_> {
    pub(super) fn size(&self) -> Size {
        self.occupancy.size()
    }

    /// Returns id and colour of the stone on a point, by its number.
    pub(super) fn stone(&self, index: usize) -> Option<(u32, Color)> {
        let id = self.occupancy.id_at(index)?;
        Some((id, self.occupancy.color_of(id)))
    }

    /// Returns every link between shown stones: two point numbers, the lower first, and the id of one stone.
    pub(super) fn pairs(&self) -> impl Iterator<Item = (usize, usize, u32)> + '_ {
        self.links.pairs().filter_map(|(one, other)| {
            let shown = self.layers.stones(self.occupancy.color_of(one));
            let (a, b) = (self.occupancy.index_of(one), self.occupancy.index_of(other));
            shown.then_some((a.min(b), a.max(b), one))
        })
    }
}
