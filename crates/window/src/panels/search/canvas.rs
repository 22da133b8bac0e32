//! Scrollable drawing of a tree: leaves side by side, plies below each other.

use crate::shell::theme::PanelColors;
use crate::shell::widgets::well;
use bevy_egui::egui::{Align, Color32, FontId, Pos2, Rect, ScrollArea, Sense, Ui, Vec2};

/// Least distance of plies, as a share of the usual distance.
const CLOSEST: f32 = 0.72;

/// Layout of a tree, in points.
#[derive(Clone, Copy)]
pub(super) struct TreeCanvas {
    /// Least distance of two leaves, and usual distance of two plies.
    pub spacing: Vec2,
    /// Largest factor by which the distance of leaves may grow to fill the width.
    pub stretch: f32,
    /// Room around the outermost nodes, both sides together.
    pub margin: Vec2,
    /// Room above the root.
    pub top: f32,
}

/// Draws text centred on a point, on a background that hides the lines below it.
pub(super) fn label(ui: &Ui, at: Pos2, text: String, size: f32, ink: Color32) {
    let painter = ui.painter();
    let galley = painter.layout_no_wrap(text, FontId::proportional(size), ink);
    let background = Rect::from_center_size(at, galley.size() + Vec2::new(2.0, -2.0));
    painter.rect_filled(background, 2.0, PanelColors::here(ui).well);
    painter.galley(background.center() - galley.size() / 2.0, galley, ink);
}

impl TreeCanvas {
    /// Draws a tree in `height` points. `places` are the nodes: leaves from the left, and plies from the
    /// root. `paint` gets a function from such a place to the screen. `key` is the ply of the position,
    /// the number of nodes, and the node to look at. When it changes, the view scrolls to that node and, if
    /// both fit, to the root.
    pub(super) fn show<T>(
        self,
        ui: &mut Ui,
        height: f32,
        key: (u32, usize, usize),
        places: impl Iterator<Item = (f32, usize)>,
        paint: impl FnOnce(&Ui, &dyn Fn((f32, usize)) -> Pos2) -> T,
    ) -> T {
        let places: Vec<_> = places.collect();
        let focus = places.get(key.2).copied().unwrap_or_default();
        let (wide, deep) = places.iter().fold((0.0_f32, 0), |(x, y), place| (x.max(place.0), y.max(place.1)));
        well(ui, |ui| {
            let inner = Vec2::new(ui.available_width(), (height - 14.0).max(60.0));
            // The scroll bars stay visible without the pointer.
            ui.spacing_mut().scroll.dormant_handle_opacity = 0.5;
            let paper = ScrollArea::both().max_height(inner.y).auto_shrink(false).show(ui, |ui| {
                // Few leaves spread over the available width.
                let step = (inner.x - self.margin.x) / wide.max(1.0);
                // Plies move closer together if there is little height.
                let down = (inner.y - 12.0 - self.margin.y) / deep.max(1) as f32;
                let down = down.clamp(CLOSEST * self.spacing.y, self.spacing.y);
                let spacing = Vec2::new(step.clamp(self.spacing.x, self.stretch * self.spacing.x), down);
                let tree = Vec2::new(wide * spacing.x, deep as f32 * spacing.y);
                let size = (tree + self.margin).max(inner - Vec2::splat(8.0));
                let (rect, _) = ui.allocate_exact_size(size, Sense::hover());
                let origin = rect.left_top() + Vec2::new((size.x - tree.x) / 2.0, self.top);
                let at =
                    |(leaf, ply): (f32, usize)| origin + Vec2::new(leaf * spacing.x, ply as f32 * spacing.y);
                let id = ui.id().with("seen");
                if ui.data(|data| data.get_temp(id)) != Some(key) {
                    ui.data_mut(|data| data.insert_temp(id, key));
                    let around = |place| Rect::from_center_size(at(place), Vec2::splat(20.0));
                    let node = around(focus);
                    // The root is included in a direction in which both fit.
                    let with_root = places.first().map_or(node, |&root| node.union(around(root)));
                    let wide = if with_root.width() < inner.x - 40.0 { with_root } else { node };
                    let high = if with_root.height() < inner.y - 40.0 { with_root } else { node };
                    let target = Rect::from_x_y_ranges(wide.x_range(), high.y_range());
                    ui.scroll_to_rect(target, Some(Align::Center));
                }
                paint(ui, &at)
            });
            paper.inner
        })
    }
}
