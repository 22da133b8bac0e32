//! Section of the page build in place of the laboratory: a link to the game, and the reason why the
//! laboratory is missing.

use crate::shell::card::Card;
use crate::shell::panel::{AddPanel, Panel, Place};
use crate::shell::widgets::{hint, section};
use bevy::app::App;
use bevy::ecs::prelude::*;
use bevy_egui::egui::{Button, Ui, vec2};

/// Request to copy a link to the game on the board.
#[derive(Message)]
pub struct CopyLink;

const PANEL: Panel = Panel::new("Experiments", Place::Card(Card::Lab), 30);

pub(super) fn plugin(app: &mut App) {
    app.add_message::<CopyLink>().add_view(PANEL, show_section);
}

fn show_section(InMut(ui): InMut<Ui>, mut requests: MessageWriter<CopyLink>) {
    section(ui, "This page", true, |ui| {
        hint(ui, "A link shows this game at this tick to whoever opens it.");
        let button = ui.add_sized(vec2(ui.available_width(), 22.0), Button::new("Copy link"));
        if button.clicked() {
            requests.write(CopyLink);
        }
        hint(
            ui,
            "The laboratory plays plans of many games into a file, and a page has no files: start the program on a computer for it.",
        );
    });
}
