//! Heat panel: the parameters of diffusion, and what the colours of heat stand for.

use crate::shell::card::Card;
use crate::shell::palette::AbsoluteHeat;
use crate::shell::panel::{AddPanel, Panel, Place};
use crate::shell::requests::Requests;
use crate::shell::settings::Settings;
use crate::shell::watched_goban::WatchedGoban;
use crate::shell::widgets::{either, row, section, slider, switch};
use bevy::app::{App, Update};
use bevy::ecs::prelude::*;
use bevy_egui::egui::{Slider, Ui};
use stonefield_go::field::{HeatParams, Neighbourhood};
use stonefield_sim::{GobanSetup, RequestKind};

const PANEL: Panel = Panel::new("Heat", Place::Card(Card::Game), 20);

pub(super) fn plugin(app: &mut App) {
    app.add_view(PANEL, show)
        .add_systems(Update, apply_settings.run_if(resource_exists_and_changed::<Settings>));
}

fn show(
    InMut(ui): InMut<Ui>,
    goban: WatchedGoban<&GobanSetup>,
    mut requests: Requests,
    mut settings: ResMut<Settings>,
) {
    let Some(setup) = goban.get() else { return };
    let mut absolute = settings.absolute_heat;
    section(ui, "Heat", true, |ui| {
        requests.send(panel(ui, setup.0.heat, &mut absolute).map(RequestKind::Heat));
    });
    if absolute != settings.absolute_heat {
        settings.absolute_heat = absolute;
    }
}

fn apply_settings(settings: Res<Settings>, mut absolute: ResMut<AbsoluteHeat>) {
    absolute.set_if_neq(AbsoluteHeat(settings.absolute_heat));
}

/// Shows the parameters of heat, and whether its colours are `absolute`. Returns the parameters if the user
/// changed one.
pub fn panel(ui: &mut Ui, now: HeatParams, absolute: &mut bool) -> Option<HeatParams> {
    let mut heat = now;
    row(ui, "Diffusion", "The share of its heat that a patch gives to its neighbours each tick", |ui| {
        slider(ui, Slider::new(&mut heat.rate, 0.0..=1.0).max_decimals(2));
    });
    either(
        ui,
        "Neighbours",
        "Who gets it: all eight around a patch, or four without the diagonals",
        &mut heat.neighbourhood,
        [(Neighbourhood::Eight, "8"), (Neighbourhood::Four, "4")],
    );
    switch(
        ui,
        &mut heat.keep,
        "Heat stays and decays",
        "Off: each tick measures anew, as the model of 2016 does. On: heat builds up and fades.",
        "",
    );
    if heat.keep {
        row(ui, "Decay", "The share of its heat that a patch loses each tick", |ui| {
            slider(ui, Slider::new(&mut heat.decay, 0.0..=1.0).max_decimals(2));
        });
    }
    let about = "Off: colours rank the points of this board. On: a colour is the same heat on every board.";
    switch(ui, absolute, "Absolute colours", about, "");
    (heat != now).then_some(heat)
}
