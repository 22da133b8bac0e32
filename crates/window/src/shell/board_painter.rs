//! Board painter: places of the board in points of the panels, and a painter that is clipped to the board.

use super::state::{BoardArea, Projector};
use bevy::math::Vec2;
use bevy_egui::egui::{Context, Id, LayerId, Painter, Pos2, Rect};
use stonefield_go::{Point, Size};

/// Id of the flag that [`hide_marks`] keeps in a context.
fn hidden_id() -> Id {
    Id::new("marks are hidden")
}

/// Hides or shows all that [`over_board`] paints. Hidden while the board itself is not drawn yet.
pub fn hide_marks(ctx: &Context, hidden: bool) {
    ctx.data_mut(|data| data.insert_temp(hidden_id(), hidden));
}

/// Returns a painter below the panels, clipped to the area of a board, or to the window if the area is empty.
#[must_use]
pub fn over_board(ctx: &Context, area: &BoardArea) -> Painter {
    let [min, max] = [area.min, area.max].map(|at| at / ctx.zoom_factor());
    let free = Rect::from_min_max(Pos2::new(min.x, min.y), Pos2::new(max.x, max.y));
    let free = if free.is_positive() { free } else { ctx.viewport_rect() };
    let mut painter = ctx.layer_painter(LayerId::background()).with_clip_rect(free);
    if ctx.data(|data| data.get_temp(hidden_id())).unwrap_or(false) {
        painter.set_invisible();
    }
    painter
}

/// Painter with the projection of a board.
#[derive(Clone, Copy)]
pub struct BoardPainter<'a> {
    /// Painter below the panels, clipped to the board's area.
    pub painter: &'a Painter,
    projector: &'a Projector,
    /// Logical pixels of the window in one point of the panels.
    zoom: f32,
}

impl<'a> BoardPainter<'a> {
    /// Returns a painter of a board. `zoom`: logical pixels of the window in one point of the panels.
    #[must_use]
    pub const fn new(painter: &'a Painter, projector: &'a Projector, zoom: f32) -> Self {
        Self { painter, projector, zoom }
    }

    /// Returns the distance of neighbouring board points at the board's centre, in points of the panels.
    #[must_use]
    pub fn cell(&self) -> f32 {
        self.projector.cell() / self.zoom
    }

    /// True if cells have at least this size, in logical pixels of the window.
    #[must_use]
    pub fn has_room(&self, pixels: f32) -> bool {
        self.projector.cell() >= pixels
    }

    /// Returns the position of a place in board coordinates; `None` if it is behind the camera.
    #[must_use]
    pub fn at(&self, board: Vec2) -> Option<Pos2> {
        self.above(board, 0.0)
    }

    /// Returns the position of a place `height` cells above the board; `None` if it is behind the camera.
    #[must_use]
    pub fn above(&self, board: Vec2, height: f32) -> Option<Pos2> {
        let at = self.projector.lifted(board, height)? / self.zoom;
        Some(Pos2::new(at.x, at.y))
    }

    /// Returns the position of a point, even if a panel covers it; `None` if it is behind the camera.
    #[must_use]
    pub fn anywhere(&self, point: Point) -> Option<Pos2> {
        self.at(Vec2::new(f32::from(point.x), f32::from(point.y)))
    }

    /// Returns the position of a point; `None` if its cell is not visible.
    #[must_use]
    pub fn place(&self, point: Point) -> Option<Pos2> {
        self.anywhere(point).filter(|&at| self.painter.clip_rect().expand(self.cell()).contains(at))
    }

    /// Returns the visible points, and the step between their columns and rows: 1 up to `max_points`, or else
    /// the smallest that leaves about `max_points`.
    pub fn points(&self, size: Size, max_points: usize) -> (impl Iterator<Item = Point> + use<>, usize) {
        let clip = self.painter.clip_rect();
        let [min, max] = [clip.min, clip.max].map(|at| Vec2::new(at.x, at.y) * self.zoom);
        let (columns, rows) = self.projector.visible_range(size, min, max);
        let every = step(columns.len() * rows.len(), max_points);
        let kept = move |at: &u16| usize::from(*at).is_multiple_of(every);
        let points =
            rows.filter(kept).flat_map(move |y| columns.clone().filter(kept).map(move |x| Point::new(x, y)));
        (points, every)
    }
}

/// Returns the smallest step of columns and rows that keeps no more than `max_points` of `points`.
fn step(points: usize, max_points: usize) -> usize {
    (1..).find(|step| points / (step * step) <= max_points).unwrap_or(1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_wait_for_the_board() {
        let ctx = Context::default();
        let is_visible = |hidden| {
            hide_marks(&ctx, hidden);
            over_board(&ctx, &BoardArea::default()).is_visible()
        };
        assert!(!is_visible(true));
        assert!(is_visible(false));
    }

    #[test]
    fn many_points_are_thinned_out() {
        let step = |side: usize| step(side * side, 40_000);
        assert_eq!([step(19), step(200), step(1000)], [1, 1, 5]);
    }
}
