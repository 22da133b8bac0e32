//! Tools: the section that selects the effect of a click on the board.

use crate::shell::card::Card;
use crate::shell::panel::{AddPanel, Panel, Place};
use crate::shell::tool::Tool;
use crate::shell::widgets::segments;
use bevy::app::App;
use bevy::ecs::prelude::*;
use bevy_egui::egui::Ui;
use stonefield_sim::Brush;

const PANEL: Panel = Panel::new("Tools", Place::Card(Card::Game), 5);

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Tool>().add_view(PANEL, show);
}

fn show(InMut(ui): InMut<Ui>, mut tool: ResMut<Tool>) {
    if let Some(chosen) = panel(ui, *tool) {
        *tool = chosen;
    }
    ui.add_space(2.0);
}

/// Shows the tools. Returns the tool that the user chose.
pub fn panel(ui: &mut Ui, tool: Tool) -> Option<Tool> {
    segments(
        ui,
        tool,
        &[
            (
                Tool::Hand,
                "Play",
                "Click to play where it is a person's turn, and to look into stones and patches",
            ),
            (Tool::Brush(Brush::Black), "+ Black", "Add black stones"),
            (Tool::Brush(Brush::White), "+ White", "Add white stones"),
            (Tool::Brush(Brush::Remove), "Remove", "Remove stones"),
        ],
    )
}
