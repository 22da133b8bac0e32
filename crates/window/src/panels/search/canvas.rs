//! A tree on paper that can be scrolled: leaves beside each other, plies below each other.

use crate::shell::theme::PanelColors;
use crate::shell::widgets::well;
use bevy_egui::egui::{Align, Color32, FontId, Pos2, Rect, ScrollArea, Sense, Ui, Vec2};

/// How much closer than usual plies may stand.
const CLOSEST: f32 = 0.72;

/// How a tree lies on its paper, in points.
#[derive(Clone, Copy)]
pub(super) struct TreeCanvas {
    /// Between two leaves, and between two plies.
    pub apart: Vec2,
    /// Leaves stand at most so many times as far apart, where there is room.
    pub widest: f32,
    /// Around the outermost nodes, both sides together.
    pub margin: Vec2,
    /// Above the root.
    pub above: f32,
}

/// Writes around a point, over the lines that cross it.
pub(super) fn write(ui: &Ui, at: Pos2, text: String, size: f32, ink: Color32) {
    let painter = ui.painter();
    let galley = painter.layout_no_wrap(text, FontId::proportional(size), ink);
    let ground = Rect::from_center_size(at, galley.size() + Vec2::new(2.0, -2.0));
    painter.rect_filled(ground, 2.0, PanelColors::here(ui).well);
    painter.galley(ground.center() - galley.size() / 2.0, galley, ink);
}

impl TreeCanvas {
    /// Shows the nodes of a tree, which stand at so many leaves from the left and plies from above, in so much height. `paint` is told where on the
    /// screen such a place is. A tree other than the last, by its position's ply, its number of nodes and
    /// which of them is looked at, is scrolled to that one and, where there is room, to the root.
    pub(super) fn show<T>(
        self,
        ui: &mut Ui,
        height: f32,
        seen: (u32, usize, usize),
        places: impl Iterator<Item = (f32, usize)>,
        paint: impl FnOnce(&Ui, &dyn Fn((f32, usize)) -> Pos2) -> T,
    ) -> T {
        let places: Vec<_> = places.collect();
        let focus = places.get(seen.2).copied().unwrap_or_default();
        let (wide, deep) = places.iter().fold((0.0_f32, 0), |(x, y), place| (x.max(place.0), y.max(place.1)));
        well(ui, |ui| {
            let inner = Vec2::new(ui.available_width(), (height - 14.0).max(60.0));
            // That there is more is seen without the pointer.
            ui.spacing_mut().scroll.dormant_handle_opacity = 0.5;
            let paper = ScrollArea::both().max_height(inner.y).auto_shrink(false).show(ui, |ui| {
                // Few leaves spread over the width there is.
                let step = (inner.x - self.margin.x) / wide.max(1.0);
                // Plies move together where there is little room.
                let down = (inner.y - 12.0 - self.margin.y) / deep.max(1) as f32;
                let down = down.clamp(CLOSEST * self.apart.y, self.apart.y);
                let apart = Vec2::new(step.clamp(self.apart.x, self.widest * self.apart.x), down);
                let tree = Vec2::new(wide * apart.x, deep as f32 * apart.y);
                let size = (tree + self.margin).max(inner - Vec2::splat(8.0));
                let (rect, _) = ui.allocate_exact_size(size, Sense::hover());
                let origin = rect.left_top() + Vec2::new((size.x - tree.x) / 2.0, self.above);
                let at = |(leaf, ply): (f32, usize)| origin + Vec2::new(leaf * apart.x, ply as f32 * apart.y);
                let last = ui.id().with("seen");
                if ui.data(|data| data.get_temp(last)) != Some(seen) {
                    ui.data_mut(|data| data.insert_temp(last, seen));
                    let around = |place| Rect::from_center_size(at(place), Vec2::splat(20.0));
                    let node = around(focus);
                    // With the root that leads to it, as far as both fit.
                    let way = places.first().map_or(node, |&root| node.union(around(root)));
                    let wide = if way.width() < inner.x - 40.0 { way } else { node };
                    let high = if way.height() < inner.y - 40.0 { way } else { node };
                    let sight = Rect::from_x_y_ranges(wide.x_range(), high.y_range());
                    ui.scroll_to_rect(sight, Some(Align::Center));
                }
                paint(ui, &at)
            });
            paper.inner
        })
    }
}
