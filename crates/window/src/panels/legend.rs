//! Legend of the shown layers, in a row between the board and the timeline. While the pointer is on the
//! timeline, the row explains its marks.

use super::layers::{field_scale, gradient};
use super::time_strip;
use crate::marks::bids::motive_ink;
use crate::marks::board_marks::FinalTerritory;
use crate::marks::fields::{FieldMap, FieldMaps};
use crate::shell::layers::{Layer, Layers};
use crate::shell::layout::{FreeSpace, PanelSystems};
use crate::shell::palette::{HeatScale, group_color};
use crate::shell::state::{Watched, panels_are_shown};
use crate::shell::theme::{PanelColors, rgb};
use crate::shell::widgets::name_group;
use bevy::app::App;
use bevy::ecs::prelude::*;
use bevy_egui::egui::{Color32, Frame, Label, Margin, Panel, Rect, RichText, Sense, Ui, Vec2};
use bevy_egui::{EguiContexts, EguiPrimaryContextPass};
use stonefield_go::Color;
use stonefield_search::Motive;

/// Room for a mark and a word, in points. Marks that have less are left out.
const LEAST: f32 = 84.0;

/// Height of the row, in points.
const HEIGHT: f32 = 22.0;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(EguiPrimaryContextPass, show.in_set(PanelSystems::Legend).run_if(panels_are_shown));
}

fn show(
    mut contexts: EguiContexts,
    layers: Res<Layers>,
    scale: Res<HeatScale>,
    (maps, watched, ended): (Res<FieldMaps>, Res<Watched>, Res<FinalTerritory>),
    mut free: ResMut<FreeSpace>,
) -> Result {
    let ctx = contexts.ctx_mut()?.clone();
    let has_field = ended.0.is_some() || Layer::FIELDS.into_iter().any(|layer| layers.get(layer));
    let field = maps.last(watched.0).filter(|_| has_field).map(FieldMap::said);
    free.take_strip(&ctx, "legend", |root| {
        let frame = Frame::new().inner_margin(Margin { left: 12, right: 12, top: 2, bottom: 2 });
        let strip = Panel::bottom("legend").frame(frame).resizable(false).show_separator_line(false);
        strip.exact_size(HEIGHT).show(root, |ui| {
            name_group(ui, "Legend");
            ui.horizontal_centered(|ui| {
                if time_strip::explains_marks(&ctx) {
                    time_strip::legend(ui);
                } else {
                    panel(ui, &layers, *scale, field.as_deref());
                }
            });
        });
    });
    Ok(())
}

/// Shows the legends side by side. `field`: text of the shown field, if there is one.
fn panel(ui: &mut Ui, layers: &Layers, scale: HeatScale, field: Option<&str>) {
    ui.spacing_mut().item_spacing.x = 5.0;
    let colors = PanelColors::here(ui);
    if layers.get(Layer::Temperature) {
        text(ui, &format!("Temperature  {}", scale.label(0.0)));
        let (rect, response) = ui.allocate_exact_size(Vec2::new(120.0, 10.0), Sense::hover());
        response.on_hover_text(scale.about());
        ui.painter().add(gradient(rect, scale));
        text(ui, &scale.label(1.0));
    }
    if layers.get(Layer::Links) {
        for color in Color::ALL {
            for group in 0..3 {
                bar(ui, rgb(group_color(group, color)));
            }
            text(
                ui,
                match color {
                    Color::Black => "Black's groups",
                    Color::White => "White's groups",
                },
            );
        }
    }
    if let Some(field) = field {
        let (rect, _) = ui.allocate_exact_size(Vec2::new(190.0, 16.0), Sense::hover());
        field_scale(ui, rect, scale);
        text(ui, field);
    }
    if layers.get(Layer::Candidates) {
        let (rect, _) = ui.allocate_exact_size(Vec2::new(30.0, 14.0), Sense::hover());
        for (x, radius) in [(-9.0, 3.0), (0.0, 4.5), (11.0, 6.0)] {
            ui.painter().circle_filled(rect.center() + Vec2::new(x, 0.0), radius, colors.chosen);
        }
        text(ui, "moves considered: larger is more often");
    }
    if layers.get(Layer::Bids) {
        for motive in Motive::ALL {
            if ui.available_width() < LEAST {
                break;
            }
            bar(ui, motive_ink(motive));
            text(ui, motive.word());
        }
    }
}

fn text(ui: &mut Ui, text: &str) {
    let color = PanelColors::here(ui).weak;
    ui.add(Label::new(RichText::new(text).small().color(color)).truncate());
    ui.add_space(4.0);
}

fn bar(ui: &mut Ui, color: Color32) {
    let (rect, _) = ui.allocate_exact_size(Vec2::new(12.0, 12.0), Sense::hover());
    let bar = Rect::from_center_size(rect.center(), Vec2::new(11.0, 4.0));
    ui.painter().rect_filled(bar, 2.0, color);
}
