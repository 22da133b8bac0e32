//! Chooser: chooses a mind that plays no colour, by its name or as text like on the command line.

use crate::shell::widgets::{complaint, row};
use bevy_egui::egui::{Align, ComboBox, TextEdit, Ui};
use stonefield_minds::engine::Engine;
use stonefield_minds::{BRAINS, BrainInfo, BrainSpec};

/// Text that the user types for a chosen mind, and the reason why it is refused.
#[derive(Clone, Debug, Default)]
pub struct Chooser {
    typed: Option<String>,
    refused: Option<String>,
}

/// Draws a list of minds and, below, a field for the text of the chosen one. `usual`: name of the default,
/// for which `chosen` is `None`. Returns true if the choice has changed.
pub fn choose(
    ui: &mut Ui,
    (label, about): (&str, &str),
    usual: &str,
    chosen: &mut Option<BrainSpec>,
    engines: &[Engine],
    state: &mut Chooser,
) -> bool {
    let find = |spec: &BrainSpec| engines.iter().find(|engine| engine.spec == *spec);
    let text = chosen.as_ref().map_or(usual, |spec| find(spec).map_or(spec.name(), |engine| &engine.name));
    let before = chosen.clone();
    let mut next = None;
    let mut show_list = |ui: &mut Ui| {
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
        show_list(ui);
    } else {
        row(ui, label, about, show_list);
    }
    if let Some(next) = next {
        (*chosen, *state) = (next, Chooser::default());
    }
    let Some(spec) = chosen else { return before.is_some() };
    let mut show_field = |ui: &mut Ui| {
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
        show_field(ui);
    } else {
        row(ui, "", PARAMETERS, show_field);
    }
    if let Some(why) = &state.refused {
        complaint(ui, why.clone());
    }
    before != *chosen
}
