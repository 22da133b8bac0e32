//! The layers: a switch, a key and a legend for each.

use super::super::bids::motive_ink;
use super::super::fields::{self, FieldMap, FieldMaps};
use super::super::keys::{Action, Bindings, InputSystems};
use super::super::layers::{Layer, Layers};
use super::super::palette::{HEAT_MAX, HeatScale, group_color, heat_color};
use super::super::settings::Settings;
use super::super::state::Watched;
use super::super::theme::{PanelColors, rgb};
use super::columns::{AddSection, Section};
use super::widgets::{section, stone, switch};
use crate::go::Color;
use crate::search::Motive;
use bevy::app::{App, Update};
use bevy::ecs::prelude::*;
use bevy_egui::egui::{
    Align2, Color32, FontId, Label, Mesh, Pos2, Rect, RichText, Sense, Shape, Stroke, StrokeKind, Ui, Vec2,
    pos2,
};

/// Steps of the heat legend between which colours change in a straight line.
const STEPS: u8 = 6;

pub(super) fn plugin(app: &mut App) {
    app.add_section(Section::Layers, show).add_systems(Update, switch_by_key.in_set(InputSystems::Act));
}

fn show(
    InMut(ui): InMut<Ui>,
    mut layers: ResMut<Layers>,
    settings: Res<Settings>,
    scale: Res<HeatScale>,
    (maps, watched): (Res<FieldMaps>, Res<Watched>),
) {
    let mut shown = *layers;
    let field = maps.last(watched.0).cloned().unwrap_or_default();
    section(ui, "Layers", true, |ui| panel(ui, &mut shown, &settings.keys, *scale, &field));
    layers.set_if_neq(shown);
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

/// Shows the switches. `scale` is where the heat map's colours end.
pub fn panel(ui: &mut Ui, layers: &mut Layers, bindings: &Bindings, scale: HeatScale, field: &FieldMap) {
    ui.spacing_mut().item_spacing.y = 2.0;
    for layer in Layer::ALL {
        ui.push_id(layer, |ui| {
            let left = ui.available_rect_before_wrap().left_top();
            let key = bindings.text(Action::Layer(layer));
            let key = key.split(", ").next().unwrap_or("");
            let mut on = layers.get(layer);
            let label = format!("        {}", layer.title());
            let about = if matches!(layer, Layer::Black | Layer::White) { "" } else { layer.about() };
            let response = switch(ui, &mut on, &label, about, key);
            if response.changed() || on != layers.get(layer) {
                layers.set(layer, on);
            }
            let swatch = Rect::from_min_size(
                pos2(left.x, response.rect.top()),
                Vec2::new(22.0, response.rect.height()),
            );
            legend(ui, layer, swatch);
            if layer == Layer::Temperature && layers.get(Layer::Temperature) {
                heat(ui, scale);
            }
            if Layer::FIELDS.contains(&layer) && layers.get(layer) {
                measured(ui, field);
            }
        });
    }
}

/// What the layer looks like on the board, small.
fn legend(ui: &Ui, layer: Layer, rect: Rect) {
    let colors = PanelColors::here(ui);
    let center = rect.center() - Vec2::new(1.0, 0.0);
    let painter = ui.painter();
    let wood = Rect::from_center_size(center, Vec2::new(20.0, 16.0));
    painter.rect_filled(wood, 3.0, rgb(heat_color(0.0)));
    let text = |text: &str, color: Color32| {
        painter.text(center, Align2::CENTER_CENTER, text, FontId::proportional(11.0), color);
    };
    let ink = Color32::from_rgb(0x4a, 0x33, 0x1a);
    match layer {
        Layer::Temperature => {
            painter.add(gradient(wood.shrink2(Vec2::new(2.0, 3.0))));
        }
        Layer::Links => {
            for (color, y) in [(Color::Black, -3.0), (Color::White, 3.0)] {
                let stroke = Stroke::new(2.5, rgb(group_color(1, color)));
                painter.hline(wood.shrink(3.0).x_range(), center.y + y, stroke);
            }
        }
        Layer::FarLinks => {
            let stroke = Stroke::new(1.5, rgb(group_color(1, Color::Black)).gamma_multiply(0.6));
            painter.line_segment([wood.left_bottom(), wood.right_top()], stroke);
        }
        Layer::Hulls => {
            let stroke = Stroke::new(2.0, rgb(group_color(1, Color::White)));
            painter.rect_stroke(wood.shrink(3.0), 1.0, stroke, StrokeKind::Inside);
        }
        Layer::Liberties => {
            stone(ui, center, 7.0, Color::Black);
            text("3", colors.white);
        }
        Layer::Atari => {
            stone(ui, center, 6.0, Color::White);
            painter.circle_stroke(center, 6.0, Stroke::new(2.0, Color32::from_rgb(0xd6, 0x28, 0x1c)));
        }
        Layer::Letters => {
            stone(ui, center, 7.0, Color::White);
            text("A", colors.black);
        }
        Layer::LastMove => {
            stone(ui, center, 7.0, Color::Black);
            painter.circle_stroke(center, 3.2, Stroke::new(1.5, colors.white));
        }
        Layer::Next => {
            painter.circle_stroke(center - Vec2::new(4.0, 0.0), 4.5, Stroke::new(1.5, colors.black));
            let at = center + Vec2::new(5.0, 0.0);
            painter.text(at, Align2::CENTER_CENTER, "A", FontId::proportional(11.0), ink);
        }
        Layer::Numbers => {
            stone(ui, center, 7.0, Color::White);
            text("7", colors.black);
        }
        Layer::Coordinates => text("D4", ink),
        Layer::Suicide => {
            let stroke = Stroke::new(2.0, Color32::from_rgb(0xb0, 0x1e, 0x14));
            for side in [-1.0, 1.0] {
                let arm = Vec2::new(4.0 * side, 4.0);
                painter.line_segment([center - arm, center + arm], stroke);
            }
        }
        Layer::Candidates => {
            painter.circle_filled(center, 7.0, Color32::from_rgb(0x12, 0x8a, 0x92));
            text("54", Color32::WHITE);
        }
        Layer::Variation => {
            painter.circle_filled(center, 7.0, colors.black.gamma_multiply(0.6));
            text("2", Color32::WHITE);
        }
        Layer::Territory | Layer::Bouzy | Layer::Influence | Layer::Control | Layer::Life => {
            for (x, side, color) in
                [(-5.5, 7.0, colors.black), (1.0, 4.0, colors.black), (6.0, 5.5, colors.white)]
            {
                let square = Rect::from_center_size(center + Vec2::new(x, 0.0), Vec2::splat(side));
                painter.rect_filled(square, 1.0, color.gamma_multiply(0.8));
            }
        }
        Layer::Bids => {
            for (y, motive) in [(-5.0, Motive::Connect), (0.0, Motive::Strike), (5.0, Motive::Extend)] {
                let from = center + Vec2::new(-8.0, y);
                let to = center + Vec2::new(6.0, 0.3 * y);
                painter.line_segment([from, to], Stroke::new(2.0, motive_ink(motive)));
            }
            painter.circle_filled(center + Vec2::new(7.0, 0.0), 2.5, ink);
        }
        Layer::Ownership => {
            for (x, color) in [(-4.5, colors.black), (4.5, colors.white)] {
                let square = Rect::from_center_size(center + Vec2::new(x, 0.0), Vec2::splat(6.0));
                painter.rect_filled(square, 0.0, color);
            }
        }
        Layer::Black => stone(ui, center, 6.5, Color::Black),
        Layer::White => stone(ui, center, 6.5, Color::White),
    }
}

/// What is said of the field that is shown: how firmly its points are whose, and how many.
fn measured(ui: &mut Ui, field: &FieldMap) {
    let colors = PanelColors::here(ui);
    let (rect, _) = ui.allocate_exact_size(Vec2::new(ui.available_width(), 15.0), Sense::hover());
    let painter = ui.painter();
    let font = FontId::proportional(10.5);
    painter.rect_filled(rect, 2.0, rgb(heat_color(0.0)));
    for place in -3..=3_i8 {
        let firm = f32::from(place.abs()) / 3.0;
        let color = if place < 0 { colors.black } else { colors.white };
        let at = rect.center() + Vec2::new(f32::from(place) * 0.11 * rect.width(), 0.0);
        let square = Rect::from_center_size(at, Vec2::splat(3.0 + 8.0 * firm));
        if place != 0 {
            painter.rect_filled(square, 1.0, color.gamma_multiply(0.35 + 0.43 * firm));
        }
    }
    let ink = Color32::from_rgb(0x4a, 0x33, 0x1a);
    let (left, right) = (rect.left_center() + Vec2::new(5.0, 0.0), rect.right_center() - Vec2::new(5.0, 0.0));
    painter.text(left, Align2::LEFT_CENTER, "Black", font.clone(), ink);
    painter.text(right, Align2::RIGHT_CENTER, "White", font, ink);
    ui.add(Label::new(RichText::new(field.said()).small().weak()).wrap());
}

fn heat(ui: &mut Ui, scale: HeatScale) {
    let colors = PanelColors::here(ui);
    let (rect, response) = ui.allocate_exact_size(Vec2::new(ui.available_width(), 28.0), Sense::hover());
    response.on_hover_text("Stones next to a point, after diffusion");
    let bar = Rect::from_min_max(rect.min + Vec2::new(0.0, 2.0), pos2(rect.right(), rect.top() + 12.0));
    let painter = ui.painter();
    painter.add(gradient(bar));
    painter.rect_stroke(bar, 0.0, Stroke::new(1.0, colors.line), StrokeKind::Outside);
    let font = FontId::proportional(10.5);
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
        let value = scale.max * share;
        let text = if value.fract() == 0.0 { format!("{value:.0}") } else { format!("{value:.1}") };
        painter.text(at, align, text, font.clone(), colors.weak);
    }
}

/// The heat scale from left to right. Its colours are those of the board, since they too change in straight lines
/// between the same steps.
fn gradient(rect: Rect) -> Shape {
    let mut mesh = Mesh::default();
    for step in 0..=STEPS {
        let share = f32::from(step) / f32::from(STEPS);
        let color = rgb(heat_color(share * HEAT_MAX));
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
