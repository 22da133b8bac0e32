//! Theme, scale, motion and quality.

use super::super::files::SettingsFile;
use super::super::palette::Theme;
use super::super::quality::{AutoQuality, Quality};
use super::super::settings::Settings;
use super::super::state::ReducedMotion;
use super::columns::{AddSection, Section};
use super::layout::PanelSystems;
use super::notices::Notices;
use super::widgets::{either, row, section, segments, slider, switch};
use bevy::app::{App, Update};
use bevy::ecs::prelude::*;
use bevy_egui::egui::{Slider, Ui};
use bevy_egui::{EguiContexts, EguiPrimaryContextPass};

pub(super) fn plugin(app: &mut App) {
    app.add_section(Section::Appearance, show)
        .add_systems(Update, apply.run_if(resource_exists_and_changed::<Settings>))
        .add_systems(EguiPrimaryContextPass, save.in_set(PanelSystems::Modal));
}

/// The scale is kept while it is dragged.
fn show(
    InMut(ui): InMut<Ui>,
    mut settings: ResMut<Settings>,
    suited: Res<AutoQuality>,
    mut scale: Local<Option<f32>>,
) {
    let mut changed = settings.clone();
    section(ui, "Appearance", false, |ui| panel(ui, &mut changed, &mut scale, suited.0));
    settings.set_if_neq(changed);
}

/// The settings take effect.
fn apply(
    settings: Res<Settings>,
    suited: Res<AutoQuality>,
    mut theme: ResMut<Theme>,
    mut motion: ResMut<ReducedMotion>,
    mut quality: ResMut<Quality>,
) {
    theme.set_if_neq(settings.theme);
    motion.set_if_neq(ReducedMotion(settings.reduced_motion));
    quality.set_if_neq(settings.quality.unwrap_or(suited.0));
}

/// Writes the settings once a change of them is done.
fn save(
    mut contexts: EguiContexts,
    settings: Res<Settings>,
    file: Res<SettingsFile>,
    mut saved: Local<Option<Settings>>,
    mut notices: ResMut<Notices>,
) -> Result {
    let saved = saved.get_or_insert_with(|| settings.clone());
    if *saved != *settings && !contexts.ctx_mut()?.input(|input| input.pointer.any_down()) {
        saved.clone_from(&settings);
        if let Err(error) = file.save(&settings) {
            notices.refuse(error.to_string());
        }
    }
    Ok(())
}

/// Shows the looks. `scale` is the slider's place while it is dragged: it takes effect on letting go, or the slider
/// would run away from the hand.
pub fn panel(ui: &mut Ui, settings: &mut Settings, scale: &mut Option<f32>, suited: Quality) {
    either(ui, "Theme", "", &mut settings.theme, [(Theme::Light, "Light"), (Theme::Dark, "Dark")]);
    row(ui, "UI scale", "How large panels and text are", |ui| {
        let mut value = scale.unwrap_or(settings.ui_scale);
        let range = Settings::UI_SCALES;
        let response = slider(ui, Slider::new(&mut value, range).step_by(0.05).fixed_decimals(2));
        if response.dragged() {
            *scale = Some(value);
        } else if scale.take().is_some() || response.changed() {
            settings.ui_scale = value;
        }
    });
    row(ui, "Quality", "Low suits machines without a graphics card", |ui| {
        let auto = format!("What suits the graphics adapter: {suited} here");
        let high = format!(
            "Solid stones, light and shadow; more than {} boards at once, and boards of more than 64×64 points, have low quality",
            Quality::MOST_HIGH
        );
        let options = [
            (None, "Auto", auto.as_str()),
            (Some(Quality::Low), "Low", "One shader draws the whole board"),
            (Some(Quality::High), "High", high.as_str()),
        ];
        if let Some(chosen) = segments(ui, settings.quality, &options) {
            settings.quality = chosen;
        }
    });
    switch(ui, &mut settings.reduced_motion, "Reduced motion", "Stones appear and vanish at once", "");
}
