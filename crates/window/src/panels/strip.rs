//! The strip beside the board: a button for each layer.

use super::icons;
use crate::shell::keys::{Action, Bindings};
use crate::shell::layers::{Layer, Layers};
use crate::shell::panel::{AddPanel, Panel, Place};
use crate::shell::settings::Settings;
use crate::shell::theme::PanelColors;
use crate::shell::widgets::{more_beyond, tooltip_beside};
use bevy::app::App;
use bevy::ecs::prelude::*;
use bevy_egui::egui::{
    Pos2, Rect, RichText, ScrollArea, Sense, Stroke, Ui, Vec2, WidgetInfo, WidgetType,
    scroll_area::ScrollBarVisibility,
};

/// The least height of a button, in one column and in two, and the greatest, in points.
const LEAST: [f32; 2] = [20.0, 17.0];
const MOST: f32 = 26.0;

/// Between two groups of layers, in points.
const GAP: f32 = 7.0;

/// How wide a column of buttons is, and what is above and below them, in points.
const WIDTH: f32 = 30.0;
const MARGIN: f32 = 10.0;

/// The panel, and its place.
const PANEL: Panel = Panel::new("Layer buttons", Place::Strip, 10);

pub(super) fn plugin(app: &mut App) {
    app.add_view(PANEL, show);
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

/// How many groups of layers there are.
fn groups() -> f32 {
    Layer::ALL.into_iter().filter(|&layer| begins_group(layer)).count() as f32
}

/// How wide the strip is where there is room of this height, in points: in a low window its buttons stand in two columns.
pub(super) fn width(height: f32) -> f32 {
    WIDTH * columns(height - MARGIN) as f32
}

/// How many columns of buttons there are.
fn columns(room: f32) -> usize {
    let least = LEAST[0] * Layer::ALL.len() as f32 + GAP * groups();
    if room < least { 2 } else { 1 }
}

/// Shows the buttons, in the order of the layers.
pub fn panel(ui: &mut Ui, layers: &mut Layers, bindings: &Bindings) {
    let columns = columns(ui.available_height());
    let mut rows = 0.0;
    let mut at = 0;
    for layer in Layer::ALL {
        at = if begins_group(layer) { 0 } else { at % columns };
        rows += if at == 0 { 1.0 } else { 0.0 };
        at += 1;
    }
    let height = ((ui.available_height() - groups() * GAP) / rows).floor().clamp(LEAST[columns - 1], MOST);
    let size = Vec2::new(ui.available_width(), height);
    let scroll =
        ScrollArea::vertical().auto_shrink(false).scroll_bar_visibility(ScrollBarVisibility::AlwaysHidden);
    let scrolled = scroll.show(ui, |ui| {
        ui.spacing_mut().item_spacing.y = 0.0;
        let mut row = Rect::NOTHING;
        let mut at = 0;
        for layer in Layer::ALL {
            if begins_group(layer) {
                let (gap, _) = ui.allocate_exact_size(Vec2::new(size.x, GAP), Sense::hover());
                let line = gap.x_range().shrink(6.0);
                let stroke = Stroke::new(1.0, PanelColors::here(ui).line);
                ui.painter().hline(line, gap.center().y.round() + 0.5, stroke);
                at = 0;
            }
            if at % columns == 0 {
                row = ui.allocate_exact_size(size, Sense::hover()).0;
            }
            let width = size.x / columns as f32;
            let left = row.left() + width * (at % columns) as f32;
            let place = Rect::from_min_size(Pos2::new(left, row.top()), Vec2::new(width, height));
            at += 1;
            layer_button(ui, place, layer, layers, bindings);
        }
    });
    more_beyond(ui, &scrolled);
}

fn layer_button(ui: &mut Ui, rect: Rect, layer: Layer, layers: &mut Layers, bindings: &Bindings) {
    let colors = PanelColors::here(ui);
    let on = layers.get(layer);
    let response = ui.interact(rect, ui.id().with(layer), Sense::click());
    response.widget_info(|| WidgetInfo::selected(WidgetType::Checkbox, true, on, layer.title()));
    if ui.is_rect_visible(rect) {
        let painter = ui.painter();
        let place = icons::square(rect, rect.height() - 4.0);
        let pointed = response.hovered() || response.has_focus();
        let ground = if pointed { colors.button[0] } else { colors.panel };
        if pointed {
            painter.rect_filled(place.expand(2.0), 5.0, ground);
        }
        icons::layer(painter, place, colors, layer, on, ground);
    }
    let key = bindings.text(Action::Layer(layer));
    let clicked = response.clicked();
    // Beside the strip, so that the next buttons stay in sight.
    tooltip_beside(&response, |ui| {
        let key = if key.is_empty() { String::new() } else { format!("  ({key})") };
        ui.label(RichText::new(format!("{}{key}", layer.title())).color(colors.strong));
        ui.label(RichText::new(layer.about()).small());
    });
    if clicked {
        layers.set(layer, !on);
    }
}
