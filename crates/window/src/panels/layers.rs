//! Layers panel: a switch and its key for each layer, and legends of heat and fields.

use super::icons;
use crate::marks::fields::{self, FieldMap, FieldMaps};
use crate::shell::card::Card;
use crate::shell::keys::{Action, Bindings, InputSystems};
use crate::shell::layers::{Layer, Layers};
use crate::shell::palette::HeatScale;
use crate::shell::panel::{AddPanel, Panel, Place};
use crate::shell::settings::Settings;
use crate::shell::state::Watched;
use crate::shell::theme::{self, PanelColors, rgb};
use crate::shell::widgets::{section, switch, tooltip_beside};
use bevy::app::{App, Update};
use bevy::ecs::prelude::*;
use bevy_egui::egui::{
    Align2, Label, Mesh, Pos2, Rect, RichText, Sense, Shape, Stroke, StrokeKind, Ui, Vec2, pos2,
};

/// Number of parts of the heat legend, with linear colour gradients.
const STEPS: u8 = 24;

const PANEL: Panel = Panel::new("Layers", Place::Card(Card::Looks), 10);

pub(super) fn plugin(app: &mut App) {
    app.add_view(PANEL, show).add_systems(Update, switch_by_key.in_set(InputSystems::Act));
}

fn show(
    InMut(ui): InMut<Ui>,
    mut layers: ResMut<Layers>,
    settings: Res<Settings>,
    scale: Res<HeatScale>,
    (maps, watched): (Res<FieldMaps>, Res<Watched>),
) {
    let mut edited = *layers;
    let field = maps.last(watched.0).cloned().unwrap_or_default();
    section(ui, "Layers", true, |ui| panel(ui, &mut edited, &settings.keys, *scale, &field));
    layers.set_if_neq(edited);
}

fn switch_by_key(mut actions: MessageReader<Action>, mut layers: ResMut<Layers>) {
    for action in actions.read() {
        match (action, fields::shown(&layers)) {
            (Action::Layer(layer), _) => {
                let on = !layers.get(*layer);
                layers.set(*layer, on);
            }
            (Action::NextField, shown) => match (fields::next(&layers), shown) {
                (Some(next), _) => layers.set(next, true),
                (None, Some(shown)) => layers.set(shown, false),
                (None, None) => {}
            },
            _ => {}
        }
    }
}

/// Shows the switches and legends. `scale`: range and colours of the heat map. `field`: the map of the shown
/// field.
pub fn panel(ui: &mut Ui, layers: &mut Layers, bindings: &Bindings, scale: HeatScale, field: &FieldMap) {
    ui.spacing_mut().item_spacing.y = 1.0;
    ui.spacing_mut().interact_size.y = 20.0;
    for layer in Layer::ALL {
        ui.push_id(layer, |ui| {
            let left = ui.available_rect_before_wrap().left_top();
            let key = bindings.text(Action::Layer(layer));
            let key = key.split(", ").next().unwrap_or("");
            let mut on = layers.get(layer);
            let label = format!("        {}", layer.title());
            let about = if matches!(layer, Layer::Black | Layer::White) { "" } else { layer.about() };
            let response = switch(ui, &mut on, &label, "", key);
            if !about.is_empty() {
                tooltip_beside(&response, |ui| drop(ui.label(about)));
            }
            if response.changed() || on != layers.get(layer) {
                layers.set(layer, on);
            }
            let swatch = Rect::from_min_size(
                pos2(left.x, response.rect.top()),
                Vec2::new(22.0, response.rect.height()),
            );
            let colors = PanelColors::here(ui);
            icons::layer(ui.painter(), icons::square(swatch, 18.0), colors, layer, true, colors.panel);
            if layer == Layer::Temperature && layers.get(Layer::Temperature) {
                heat_legend(ui, scale);
            }
            if Layer::FIELDS.contains(&layer) && layers.get(layer) {
                field_legend(ui, field, scale);
            }
        });
    }
}

/// Shows the legend of a field, and the counts of both colours.
fn field_legend(ui: &mut Ui, field: &FieldMap, scale: HeatScale) {
    let (rect, _) = ui.allocate_exact_size(Vec2::new(ui.available_width(), 15.0), Sense::hover());
    field_scale(ui, rect, scale);
    ui.add(Label::new(RichText::new(field.said()).small().weak()).wrap());
}

/// Draws the scale of a field: larger squares for more certain owners.
pub(super) fn field_scale(ui: &Ui, rect: Rect, scale: HeatScale) {
    let colors = PanelColors::here(ui);
    let painter = ui.painter();
    let font = theme::text_font();
    painter.rect_filled(rect, 2.0, rgb(scale.ground));
    for place in -3..=3_i8 {
        let certainty = f32::from(place.abs()) / 3.0;
        let color = if place < 0 { colors.black } else { colors.white };
        let at = rect.center() + Vec2::new(f32::from(place) * 0.08 * rect.width(), 0.0);
        let square = Rect::from_center_size(at, Vec2::splat(3.0 + 8.0 * certainty));
        if place != 0 {
            painter.rect_filled(square, 1.0, color.gamma_multiply(0.35 + 0.43 * certainty));
        }
    }
    let ink = colors.board_ink;
    let (left, right) = (rect.left_center() + Vec2::new(5.0, 0.0), rect.right_center() - Vec2::new(5.0, 0.0));
    painter.text(left, Align2::LEFT_CENTER, "Black", font.clone(), ink);
    painter.text(right, Align2::RIGHT_CENTER, "White", font, ink);
}

/// Shows the legend of the heat map.
fn heat_legend(ui: &mut Ui, scale: HeatScale) {
    let colors = PanelColors::here(ui);
    let (rect, response) = ui.allocate_exact_size(Vec2::new(ui.available_width(), 28.0), Sense::hover());
    response.on_hover_text(scale.about());
    let bar = Rect::from_min_max(rect.min + Vec2::new(0.0, 2.0), pos2(rect.right(), rect.top() + 12.0));
    let painter = ui.painter();
    painter.add(gradient(bar, scale));
    painter.rect_stroke(bar, 0.0, Stroke::new(1.0, colors.line), StrokeKind::Outside);
    let font = theme::text_font();
    for quarter in 0..=4_u8 {
        let share = f32::from(quarter) / 4.0;
        let at = pos2(bar.left() + share * bar.width(), bar.bottom() + 2.0);
        painter.vline(
            at.x.clamp(bar.left() + 0.5, bar.right() - 0.5),
            at.y - 4.0..=at.y,
            Stroke::new(1.0, colors.weak),
        );
        let align = [Align2::LEFT_TOP, Align2::CENTER_TOP, Align2::RIGHT_TOP][match quarter {
            0 => 0,
            4 => 2,
            _ => 1,
        }];
        painter.text(at, align, scale.label(share), font.clone(), colors.weak);
    }
}

/// Returns the heat scale as a gradient from left to right, in the colours of the board.
pub(super) fn gradient(rect: Rect, scale: HeatScale) -> Shape {
    let mut mesh = Mesh::default();
    for step in 0..=STEPS {
        let share = f32::from(step) / f32::from(STEPS);
        let color = rgb(scale.color(share));
        let x = rect.left() + share * rect.width();
        mesh.colored_vertex(Pos2::new(x, rect.top()), color);
        mesh.colored_vertex(Pos2::new(x, rect.bottom()), color);
        if step > 0 {
            let at = 2 * u32::from(step);
            mesh.add_triangle(at - 2, at - 1, at);
            mesh.add_triangle(at - 1, at, at + 1);
        }
    }
    Shape::mesh(mesh)
}
