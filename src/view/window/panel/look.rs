//! Theme, scale, motion and quality.

use super::super::palette::Theme;
use super::super::quality::Quality;
use super::super::settings::Settings;
use super::widgets::{either, row, segments, slider, switch};
use bevy_egui::egui::{Slider, Ui};

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
        let options = [
            (None, "Auto", auto.as_str()),
            (Some(Quality::Low), "Low", "One shader draws the whole board"),
            (Some(Quality::High), "High", "Solid stones, light and shadow"),
        ];
        if let Some(chosen) = segments(ui, settings.quality, &options) {
            settings.quality = chosen;
        }
    });
    switch(ui, &mut settings.reduced_motion, "Reduced motion", "Stones appear and vanish at once", "");
}
