//! The board's surface as the panels' painter reaches it: where its points are, which of them may be seen.

use super::state::{BoardArea, Projector};
use bevy::math::Vec2;
use bevy_egui::egui::{Context, LayerId, Painter, Pos2, Rect};
use stonefield_go::{Point, Size};

/// A painter under the panels, for what of the window is the board's.
#[must_use]
pub fn over_board(ctx: &Context, area: &BoardArea) -> Painter {
    let [min, max] = [area.min, area.max].map(|at| at / ctx.zoom_factor());
    let free = Rect::from_min_max(Pos2::new(min.x, min.y), Pos2::new(max.x, max.y));
    let free = if free.is_positive() { free } else { ctx.viewport_rect() };
    ctx.layer_painter(LayerId::background()).with_clip_rect(free)
}

/// What drawing on the board takes.
#[derive(Clone, Copy)]
pub struct BoardPainter<'a> {
    /// Draws where the panels leave room.
    pub painter: &'a Painter,
    projector: &'a Projector,
    /// Logical pixels of the window in one point of the panels.
    zoom: f32,
}

impl<'a> BoardPainter<'a> {
    /// The surface a painter reaches; `zoom` is how many logical pixels of the window a point of the panels has.
    #[must_use]
    pub const fn new(painter: &'a Painter, projector: &'a Projector, zoom: f32) -> Self {
        Self { painter, projector, zoom }
    }

    /// How far neighbouring points are from each other, in points of the panels.
    #[must_use]
    pub fn cell(&self) -> f32 {
        self.projector.cell() / self.zoom
    }

    /// Whether cells have at least so many pixels of the window.
    #[must_use]
    pub fn has_room(&self, pixels: f32) -> bool {
        self.projector.cell() >= pixels
    }

    /// Where a place between the points is; `None` behind the camera.
    #[must_use]
    pub fn at(&self, board: Vec2) -> Option<Pos2> {
        self.above(board, 0.0)
    }

    /// Where a place between the points is, so many cells above the board; `None` behind the camera.
    #[must_use]
    pub fn above(&self, board: Vec2, height: f32) -> Option<Pos2> {
        let at = self.projector.lifted(board, height)? / self.zoom;
        Some(Pos2::new(at.x, at.y))
    }

    /// Where a point is, be it under a panel; `None` behind the camera.
    #[must_use]
    pub fn anywhere(&self, point: Point) -> Option<Pos2> {
        self.at(Vec2::new(f32::from(point.x), f32::from(point.y)))
    }

    /// Where a point is whose cell may be seen.
    #[must_use]
    pub fn place(&self, point: Point) -> Option<Pos2> {
        self.anywhere(point).filter(|&at| self.painter.clip_rect().expand(self.cell()).contains(at))
    }

    /// The points that may be seen, and every how many columns and rows one is among them: every one where they are at most `most`.
    pub fn points(&self, size: Size, most: usize) -> (impl Iterator<Item = Point> + use<>, usize) {
        let clip = self.painter.clip_rect();
        let [least, greatest] = [clip.min, clip.max].map(|at| Vec2::new(at.x, at.y) * self.zoom);
        let (columns, rows) = self.projector.seen(size, least, greatest);
        let every = step(columns.len() * rows.len(), most);
        let kept = move |at: &u16| usize::from(*at).is_multiple_of(every);
        let points =
            rows.filter(kept).flat_map(move |y| columns.clone().filter(kept).map(move |x| Point::new(x, y)));
        (points, every)
    }
}

/// Every how many columns and rows one is kept, for at most `most` points in all.
fn step(points: usize, most: usize) -> usize {
    (1..).find(|step| points / (step * step) <= most).unwrap_or(1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn many_points_are_thinned_out() {
        let step = |side: usize| step(side * side, 40_000);
        assert_eq!([step(19), step(200), step(1000)], [1, 1, 5]);
    }
}
