//! Appearance: theme, heat colours, text size, quality, motion, and the reset of the layout.

use crate::shell::card::Card;
use crate::shell::files::SettingsFile;
use crate::shell::layout::PanelSystems;
use crate::shell::notices::Notices;
use crate::shell::palette::{Colormap, Theme, WantedColormap};
use crate::shell::panel::{AddPanel, Panel, Place};
use crate::shell::quality::{AskedQuality, AutoQuality, Quality};
use crate::shell::settings::{Sections, Settings};
use crate::shell::state::{Redraw, ReducedMotion, ResetLayout};
use crate::shell::widgets::{row, section, segments, set_sections, slider_read, switch, typed};
use bevy::app::{App, Update};
use bevy::ecs::prelude::*;
use bevy_egui::egui::{RichText, Slider, Ui};
use bevy_egui::{EguiContexts, EguiPrimaryContextPass};

const PANEL: Panel = Panel::new("Appearance", Place::Card(Card::Looks), 20);

pub(super) fn plugin(app: &mut App) {
    app.add_view(PANEL, show)
        .init_resource::<AskedQuality>()
        .add_systems(
            Update,
            apply.run_if(
                resource_exists_and_changed::<Settings>.or_else(resource_exists_and_changed::<AskedQuality>),
            ),
        )
        .add_systems(EguiPrimaryContextPass, save.in_set(PanelSystems::Modal));
}

/// Draws the panel and changes the settings. `scale`: text size while its slider is dragged; 1.0 is 100 %.
fn show(
    InMut(ui): InMut<Ui>,
    mut settings: ResMut<Settings>,
    (auto_quality, mut asked): (Res<AutoQuality>, ResMut<AskedQuality>),
    mut scale: Local<Option<f32>>,
    mut reset: MessageWriter<ResetLayout>,
    mut redraw: ResMut<Redraw>,
) {
    let quality = asked.0.or(settings.quality);
    let mut changed = Settings { quality, ..settings.clone() };
    let mut resets = false;
    section(ui, "Appearance", false, |ui| resets = panel(ui, &mut changed, &mut scale, auto_quality.0));
    if resets {
        changed.sections.clear();
        changed.window = None;
        set_sections(ui.ctx(), Sections::new());
        reset.write(ResetLayout);
        redraw.frames(2);
    }
    if changed.quality == quality {
        changed.quality = settings.quality;
    } else {
        asked.0 = None;
    }
    settings.set_if_neq(changed);
}

/// Applies the settings. The quality is that of the command line, else of the settings, else of the adapter.
fn apply(
    settings: Res<Settings>,
    (auto_quality, asked): (Res<AutoQuality>, Res<AskedQuality>),
    mut theme: ResMut<Theme>,
    mut colormap: ResMut<WantedColormap>,
    mut motion: ResMut<ReducedMotion>,
    mut quality: ResMut<Quality>,
) {
    theme.set_if_neq(settings.theme);
    colormap.set_if_neq(WantedColormap(settings.heat_colors));
    motion.set_if_neq(ReducedMotion(settings.reduced_motion));
    quality.set_if_neq(asked.0.or(settings.quality).unwrap_or(auto_quality.0));
}

/// Writes changed settings to the file once no mouse button is down. Keys are written only if they were
/// changed here, because the file may have been edited.
fn save(
    mut contexts: EguiContexts,
    settings: Res<Settings>,
    file: Res<SettingsFile>,
    (mut saved, mut fails): (Local<Option<Settings>>, Local<bool>),
    mut notices: ResMut<Notices>,
) -> Result {
    let saved = saved.get_or_insert_with(|| settings.clone());
    if *saved != *settings && !contexts.ctx_mut()?.input(|input| input.pointer.any_down()) {
        let keys_changed = saved.keys != settings.keys;
        saved.clone_from(&settings);
        let result = file.save(&settings);
        let keys = if keys_changed { file.save_keys(&settings) } else { Ok(()) };
        let failure = result.and(keys).err();
        let failed_before = std::mem::replace(&mut *fails, failure.is_some());
        // Only the first of successive failures is shown: every moved window writes the settings.
        if let Some(error) = failure.filter(|_| !failed_before) {
            notices.show_refusal(error.to_string());
        }
    }
    Ok(())
}

/// Draws the settings. `scale`: text size while its slider is dragged. It takes effect on release, because
/// the slider would otherwise move under the pointer. Returns true if the user resets the layout.
pub fn panel(ui: &mut Ui, settings: &mut Settings, scale: &mut Option<f32>, auto_quality: Quality) -> bool {
    let themes = Theme::ALL.map(|theme| {
        let (title, about) = theme.words();
        (theme, title, about)
    });
    for themes in themes.chunks(2) {
        if let Some(theme) = segments(ui, settings.theme, themes) {
            settings.theme = theme;
        }
    }
    let maps = Colormap::ALL.map(|map| {
        let (title, about) = map.words();
        (map, title, about)
    });
    let heading = ui.label(RichText::new("Colours of heat").weak());
    heading.on_hover_text("The legend is under the layer Temperature");
    if let Some(map) = segments(ui, settings.heat_colors, &maps) {
        settings.heat_colors = map;
    }
    row(ui, "Text size", "How large panels and text are, 75 to 200 %", |ui| {
        let mut value = 100.0 * scale.unwrap_or(settings.ui_scale);
        let (least, most) = (100.0 * Settings::UI_SCALES.start(), 100.0 * Settings::UI_SCALES.end());
        let percent = Slider::new(&mut value, least..=most).step_by(5.0).fixed_decimals(0).suffix(" %");
        let response = slider_read(ui, percent, |text| typed(text.trim_end_matches([' ', '%'])));
        let value = (value / 100.0).clamp(*Settings::UI_SCALES.start(), *Settings::UI_SCALES.end());
        if response.dragged() {
            *scale = Some(value);
        } else if scale.take().is_some() || response.changed() {
            settings.ui_scale = value;
        }
    });
    row(ui, "Quality", "Low suits machines without a graphics card", |ui| {
        let auto = format!("What suits the graphics adapter: {auto_quality} here");
        let high = format!(
            "Solid stones, light and shadow; more than {} boards at once, boards of more than 64×64 points, and print have low quality",
            Quality::MAX_HIGH_BOARDS
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
    let about =
        "The cards, what is folded, where windows stand and the size of this one, as they were at first";
    ui.button("Reset layout").on_hover_text(about).clicked()
}
