//! Buttons that open the views with several boards.

use super::beside::Beside;
use super::wall::Wall;
use crate::shell::card::Card;
use crate::shell::key_hints::with_keys;
use crate::shell::keys::Action;
use crate::shell::panel::{AddPanel, Panel, Place};
use crate::shell::widgets::section;
use bevy::app::App;
use bevy::ecs::prelude::*;
use bevy_egui::egui::{Button, Ui, vec2};

const PANEL: Panel = Panel::new("Boards beside each other", Place::Card(Card::Lab), 20);

pub(super) fn plugin(app: &mut App) {
    app.add_view(PANEL, show);
}

fn show(InMut(ui): InMut<Ui>, (beside, wall): (Res<Beside>, Res<Wall>), mut actions: MessageWriter<Action>) {
    section(ui, "Many boards", true, |ui| {
        for (action, title, about, open) in [
            (
                Action::Beside,
                "Boards beside each other",
                "Two to six boards go on from the position, each played by minds of its own",
                beside.is_open(),
            ),
            (
                Action::Wall,
                "Wall of boards",
                "Sixteen games of the same set-up at once, each followed by the next",
                wall.is_open(),
            ),
        ] {
            let about = with_keys(ui, about, action);
            let button = ui.add_sized(vec2(ui.available_width(), 22.0), Button::new(title).selected(open));
            if button.on_hover_text(about).clicked() {
                actions.write(action);
            }
        }
    });
}
