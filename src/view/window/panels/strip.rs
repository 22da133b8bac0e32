//! The strip beside the board: a button for each layer.

use super::super::keys::{Action, Bindings};
use super::super::layers::{Layer, Layers};
use super::super::settings::Settings;
use super::super::theme::PanelColors;
use super::columns::{AddSection, Section};
use super::icons;
use bevy::app::App;
use bevy::ecs::prelude::*;
use bevy_egui::egui::{
    RichText, ScrollArea, Sense, Stroke, StrokeKind, Ui, Vec2, WidgetInfo, WidgetType,
    scroll_area::ScrollBarVisibility,
};

/// The least and the greatest height of a button, in points.
const HEIGHTS: (f32, f32) = (20.0, 26.0);

/// Between two groups of layers, in points.
const GAP: f32 = 7.0;

pub(super) fn plugin(app: &mut App) {
    app.add_section(Section::Strip, show);
}

fn show(InMut(ui): InMut<Ui>, mut layers: ResMut<Layers>, settings: Res<Settings>) {
    let mut shown = *layers;
    panel(ui, &mut shown, &settings.keys);
    layers.set_if_neq(shown);
}

/// Whether a layer begins a group: what stones do, what is said of them, what minds think, fields over the board, and the rest.
const fn begins_group(layer: Layer) -> bool {
    matches!(layer, Layer::Liberties | Layer::Candidates | Layer::Territory | Layer::Bids)
}

/// Shows the buttons, in the order of the layers.
pub fn panel(ui: &mut Ui, layers: &mut Layers, bindings: &Bindings) {
    let colors = PanelColors::here(ui);
    let gaps = Layer::ALL.into_iter().filter(|&layer| begins_group(layer)).count() as f32 * GAP;
    let room = ui.available_height() - gaps;
    let height = (room / Layer::ALL.len() as f32).floor().clamp(HEIGHTS.0, HEIGHTS.1);
    let size = Vec2::new(ui.available_width(), height);
    let scroll =
        ScrollArea::vertical().auto_shrink(false).scroll_bar_visibility(ScrollBarVisibility::AlwaysHidden);
    scroll.show(ui, |ui| {
        ui.spacing_mut().item_spacing.y = 0.0;
        for layer in Layer::ALL {
            if begins_group(layer) {
                let (gap, _) = ui.allocate_exact_size(Vec2::new(size.x, GAP), Sense::hover());
                let line = gap.x_range().shrink(6.0);
                ui.painter().hline(line, gap.center().y.round() + 0.5, Stroke::new(1.0, colors.line));
            }
            let on = layers.get(layer);
            let (rect, response) = ui.allocate_exact_size(size, Sense::click());
            response.widget_info(|| WidgetInfo::selected(WidgetType::Checkbox, true, on, layer.title()));
            if ui.is_rect_visible(rect) {
                let painter = ui.painter();
                let place = icons::square(rect, height - 4.0);
                let pointed = response.hovered() || response.has_focus();
                let ground = if pointed { colors.button[0] } else { colors.panel };
                if pointed {
                    painter.rect_filled(place.expand(2.0), 5.0, ground);
                }
                icons::layer(painter, place, colors, layer, on, ground);
                if response.has_focus() {
                    painter.rect_stroke(
                        place.expand(2.0),
                        5.0,
                        Stroke::new(1.5, colors.chosen),
                        StrokeKind::Inside,
                    );
                }
            }
            let key = bindings.text(Action::Layer(layer));
            let clicked = response.clicked();
            response.on_hover_ui(|ui| {
                let key = if key.is_empty() { String::new() } else { format!("  ({key})") };
                ui.label(RichText::new(format!("{}{key}", layer.title())).color(colors.strong));
                ui.label(RichText::new(layer.about()).small());
            });
            if clicked {
                layers.set(layer, !on);
            }
        }
    });
}
