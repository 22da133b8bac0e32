//! What stands in the place of the laboratory in a page: a link to the game, and why there is no laboratory.

use crate::shell::panel::{AddPanel, Panel, Place};
use crate::shell::tabs::Tab;
use crate::shell::widgets::{hint, section};
use bevy::app::App;
use bevy::ecs::prelude::*;
use bevy_egui::egui::{Button, Ui, vec2};

/// The window of the laboratory, which is never open.
#[derive(Resource, Default)]
pub struct LabWindow {
    /// Whether it is open.
    pub open: bool,
}

/// A link to the game on the board is asked for.
#[derive(Message)]
pub struct CopyLink;

/// The panel, and its place.
const PANEL: Panel = Panel::new("Experiments", Place::Tab(Tab::Lab), 30);

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<LabWindow>().add_message::<CopyLink>().add_view(PANEL, show_section);
}

fn show_section(InMut(ui): InMut<Ui>, mut asked: MessageWriter<CopyLink>) {
    section(ui, "This page", true, |ui| {
        hint(ui, "A link shows this game at this tick to whoever opens it.");
        let button = ui.add_sized(vec2(ui.available_width(), 22.0), Button::new("Copy link"));
        if button.clicked() {
            asked.write(CopyLink);
        }
        hint(
            ui,
            "The laboratory plays plans of many games into a file, and a page has no files: start the program on a computer for it.",
        );
    });
}
