//! Chooses a mind that plays no colour of the game: by its name, or by a line as on the command line.

use crate::shell::widgets::{complaint, row};
use bevy_egui::egui::{Align, ComboBox, TextEdit, Ui};
use stonefield_minds::engine::Engine;
use stonefield_minds::{BRAINS, BrainInfo, BrainSpec};

/// What is typed for a mind that is chosen, and why it is not taken.
#[derive(Clone, Debug, Default)]
pub struct Chooser {
    typed: Option<String>,
    refused: Option<String>,
}

/// Chooses a mind that plays no colour of the game: the usual one, called so, or one by its name. Returns whether the choice has changed.
pub fn choose(
    ui: &mut Ui,
    (label, about): (&str, &str),
    usual: &str,
    chosen: &mut Option<BrainSpec>,
    engines: &[Engine],
    state: &mut Chooser,
) -> bool {
    let named = |spec: &BrainSpec| engines.iter().find(|engine| engine.spec == *spec);
    let text = chosen.as_ref().map_or(usual, |spec| named(spec).map_or(spec.name(), |engine| &engine.name));
    let before = chosen.clone();
    let mut next = None;
    let mut list = |ui: &mut Ui| {
        ComboBox::from_id_salt("choice").width(ui.available_width()).selected_text(text).show_ui(ui, |ui| {
            if ui.selectable_label(chosen.is_none(), usual).clicked() {
                next = Some(None);
            }
            for info in BRAINS.iter().filter(|info| !info.human && info.is_possible()) {
                if ui.selectable_label(info.name == text, info.name).on_hover_text(info.about).clicked() {
                    next = Some(BrainSpec::named(info.name).ok());
                }
            }
            for engine in engines {
                if ui.selectable_label(engine.name == text, &engine.name).clicked() {
                    next = Some(Some(engine.spec.clone()));
                }
            }
        });
    };
    if label.is_empty() {
        list(ui);
    } else {
        row(ui, label, about, list);
    }
    if let Some(next) = next {
        (*chosen, *state) = (next, Chooser::default());
    }
    let Some(spec) = chosen else { return before.is_some() };
    let mut line = |ui: &mut Ui| {
        let mut line = state.typed.clone().unwrap_or_else(|| spec.to_string());
        let field =
            TextEdit::singleline(&mut line).vertical_align(Align::Center).desired_width(ui.available_width());
        let response = ui.add(field);
        if response.changed() {
            *state = Chooser { typed: Some(line.clone()), refused: None };
        }
        if response.lost_focus() && state.typed.is_some() {
            match line.trim().parse::<BrainSpec>() {
                Ok(new) if new.info().human => {
                    state.refused = Some("a person cannot give advice: choose a mind".to_owned());
                }
                Ok(new) if !new.info().is_possible() => {
                    state.refused = Some(BrainInfo::IMPOSSIBLE.to_owned());
                }
                Ok(new) => (*spec, *state) = (new, Chooser::default()),
                Err(error) => state.refused = Some(error.to_string()),
            }
        }
    };
    const PARAMETERS: &str = "Its name and parameters, as on the command line";
    if label.is_empty() {
        line(ui);
    } else {
        row(ui, "", PARAMETERS, line);
    }
    if let Some(why) = &state.refused {
        complaint(ui, why.clone());
    }
    before != *chosen
}
