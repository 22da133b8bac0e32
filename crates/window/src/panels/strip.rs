//! Layer strip beside the board, with a button for each layer.

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

/// Smallest height of a button, with one column and with two; and the largest height; in points.
const MIN_HEIGHT: [f32; 2] = [20.0, 17.0];
const MAX_HEIGHT: f32 = 26.0;

/// Gap between two groups of layers, in points.
const GAP: f32 = 7.0;

/// Width of a column of buttons; margin above and below the buttons, together; in points.
const WIDTH: f32 = 30.0;
const MARGIN: f32 = 10.0;

const PANEL: Panel = Panel::new("Layer buttons", Place::Strip, 10);

pub(super) fn plugin(app: &mut App) {
    app.add_view(PANEL, show);
}

fn show(InMut(ui): InMut<Ui>, mut layers: ResMut<Layers>, settings: Res<Settings>) {
    let mut edited = *layers;
    panel(ui, &mut edited, &settings.keys);
    layers.set_if_neq(edited);
}

/// True if a layer is the first of a group that has a line above it.
const fn begins_group(layer: Layer) -> bool {
    matches!(layer, Layer::Liberties | Layer::Candidates | Layer::Territory | Layer::Bids)
}

/// Returns the number of groups that have a line above them.
fn groups() -> f32 {
    Layer::ALL.into_iter().filter(|&layer| begins_group(layer)).count() as f32
}

/// Returns the width of a strip of this height, in points. A low strip has two columns of buttons.
pub(super) fn width(height: f32) -> f32 {
    WIDTH * columns(height - MARGIN) as f32
}

/// Returns the number of columns of buttons for a height, in points.
fn columns(height: f32) -> usize {
    let min_height = MIN_HEIGHT[0] * Layer::ALL.len() as f32 + GAP * groups();
    if height < min_height { 2 } else { 1 }
}

/// Shows the buttons in the order of the layers.
pub fn panel(ui: &mut Ui, layers: &mut Layers, bindings: &Bindings) {
    let columns = columns(ui.available_height());
    let mut rows = 0.0;
    let mut at = 0;
    for layer in Layer::ALL {
        at = if begins_group(layer) { 0 } else { at % columns };
        rows += if at == 0 { 1.0 } else { 0.0 };
        at += 1;
    }
    let height =
        ((ui.available_height() - groups() * GAP) / rows).floor().clamp(MIN_HEIGHT[columns - 1], MAX_HEIGHT);
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
    // The tooltip is beside the strip, so that it does not cover the next buttons.
    tooltip_beside(&response, |ui| {
        let key = if key.is_empty() { String::new() } else { format!("  ({key})") };
        ui.label(RichText::new(format!("{}{key}", layer.title())).color(colors.strong));
        ui.label(RichText::new(layer.about()).small());
    });
    if clicked {
        layers.set(layer, !on);
    }
}
