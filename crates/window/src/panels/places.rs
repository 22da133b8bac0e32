//! Places of panels: the bar above the board, the rows below it, and the order of the panels in a place.

use super::time_strip;
use crate::shell::layout::{FreeSpace, PanelSystems, context};
use crate::shell::panel::{Panel, Place, View};
use crate::shell::widgets::section;
use bevy::app::App;
use bevy::ecs::prelude::*;
use bevy_egui::EguiPrimaryContextPass;
use bevy_egui::egui::{self, Align, Frame, Layout, Margin, Ui, Vec2};

/// Margin at each side of a card, in points.
pub(super) const INSET: f32 = 12.0;

pub(super) fn plugin(app: &mut App) {
    use PanelSystems::{Bottom, Top};
    let show = (context.pipe(show_top).in_set(Top), context.pipe(show_bottom).in_set(Bottom));
    app.add_systems(EguiPrimaryContextPass, show);
}

/// Returns the frame of a card. It has no fill, which is faster: the window is cleared to the same colour.
pub(super) fn frame() -> Frame {
    Frame::new().inner_margin(Margin { left: INSET as i8, right: INSET as i8, top: 10, bottom: 0 })
}

/// Draws the panels whose places are here, sorted by their order. Exclusive, because each panel is a system.
pub(super) fn show_sections(world: &mut World, ui: &mut Ui, is_here: impl Fn(Place) -> bool) {
    let mut panels = world.query::<(&Panel, &View)>();
    let here = panels.iter(world).filter(|(panel, _)| is_here(panel.place));
    let mut sections: Vec<_> = here.map(|(panel, view)| (*panel, *view)).collect();
    sections.sort_by_key(|(panel, _)| panel.order);
    for (panel, View(system)) in sections {
        let mut show = |ui: &mut Ui| {
            if let Err(error) = world.run_system_with(system, ui) {
                bevy::log::warn_once!("{} is not shown: {error}", panel.title);
            }
        };
        match panel.place {
            Place::Facts => section(ui, panel.title, true, show),
            _ => show(ui),
        }
    }
}

/// Draws the bar above the board. Exclusive, because each panel is a system.
fn show_top(In(ctx): In<Option<egui::Context>>, world: &mut World) {
    let Some(ctx) = ctx else { return };
    world.resource_scope(|world, mut free: Mut<FreeSpace>| {
        free.take(&ctx, "top", |root| {
            let frame = Frame::new().inner_margin(Margin { left: 8, right: 8, top: 5, bottom: 5 });
            egui::Panel::top("bar").frame(frame).resizable(false).show(root, |ui| {
                ui.horizontal_wrapped(|ui| show_sections(world, ui, |place| place == Place::Bar));
            });
        });
    });
}

/// Draws the rows below the board. Exclusive, because each panel is a system.
fn show_bottom(In(ctx): In<Option<egui::Context>>, world: &mut World) {
    let Some(ctx) = ctx else { return };
    world.resource_scope(|world, mut free: Mut<FreeSpace>| {
        free.take(&ctx, "bottom", |root| {
            let frame = frame().inner_margin(Margin { left: 12, right: 12, top: 8, bottom: 6 });
            egui::Panel::bottom("moment").frame(frame).show_separator_line(true).show(root, |ui| {
                let row = Vec2::new(ui.available_width(), time_strip::height(ui));
                ui.allocate_ui_with_layout(row, Layout::left_to_right(Align::Center), |ui| {
                    show_sections(world, ui, |place| place == Place::Transport);
                });
                ui.horizontal(|ui| show_sections(world, ui, |place| place == Place::Status));
            });
        });
    });
}
