//! Looks of the user: choices of layers that are saved under a name, and shared as a line of text.

use crate::shell::card::Card;
use crate::shell::layers::{Layer, Layers};
use crate::shell::look::Look;
use crate::shell::panel::{AddPanel, Panel, Place};
use crate::shell::settings::Settings;
use crate::shell::widgets::{complaint, cross, from_right, hint, name_group, outlined, section};
use bevy::app::App;
use bevy::ecs::prelude::*;
use bevy_egui::egui::{Align, Button, TextEdit, Ui, Vec2, WidgetInfo, WidgetType};
use std::collections::BTreeMap;
use stonefield_minds::toml_text::read_toml;

/// Longest name of a look, and longest text of the field, in characters.
const MAX_NAME: usize = 40;
const MAX_TEXT: usize = 500;

/// Largest number of looks.
const MAX_LOOKS: usize = 50;

/// Looks by name: the names of their layers.
type OwnLooks = BTreeMap<String, Vec<String>>;

const PANEL: Panel = Panel::new("Own looks", Place::Card(Card::Looks), 5);

pub(super) fn plugin(app: &mut App) {
    app.add_view(PANEL, show);
}

/// Text of the field, and the reason why it is refused.
#[derive(Default)]
struct Field {
    text: String,
    refused: Option<String>,
}

fn show(
    InMut(ui): InMut<Ui>,
    mut layers: ResMut<Layers>,
    mut settings: ResMut<Settings>,
    mut field: Local<Field>,
) {
    let (mut looks, mut edited) = (settings.looks.clone(), *layers);
    section(ui, "Own looks", true, |ui| panel(ui, &mut looks, &mut edited, &mut field));
    layers.set_if_neq(edited);
    if looks != settings.looks {
        settings.looks = looks;
    }
}

/// Shows the looks with buttons that apply, copy and remove them, and a field that adds one.
fn panel(ui: &mut Ui, looks: &mut OwnLooks, layers: &mut Layers, field: &mut Field) {
    if looks.is_empty() {
        hint(ui, "Layers that you have chosen below can be kept under a name");
    }
    let mut removed = None;
    for (name, names) in &*looks {
        ui.horizontal(|ui| {
            name_group(ui, name);
            let look = layers_of(names);
            let button = outlined(ui, name, layers.has_look(&look)).truncate();
            let size = Vec2::new((ui.available_width() - 84.0).max(40.0), 22.0);
            if ui.add_sized(size, button).on_hover_text(names.join(", ")).clicked() {
                *layers = layers.with_look(&look);
            }
            from_right(ui, |ui| {
                if cross(ui, &format!("Remove {name}")) {
                    removed = Some(name.clone());
                }
                let copy = ui.add(Button::new("Copy").small());
                if copy.on_hover_text("Copies the look as a line that others can add here").clicked() {
                    ui.ctx().copy_text(line(name, names));
                }
            });
        });
    }
    if let Some(name) = removed {
        looks.remove(&name);
    }
    ui.horizontal(|ui| {
        let size = Vec2::new((ui.available_width() - 54.0).max(40.0), 22.0);
        let edit = TextEdit::singleline(&mut field.text)
            .vertical_align(Align::Center)
            .char_limit(MAX_TEXT)
            .hint_text("Name, or a copied look");
        let response = ui.add_sized(size, edit);
        response.widget_info(|| WidgetInfo::labeled(WidgetType::TextEdit, true, "Name of the look"));
        if response.changed() {
            field.refused = None;
        }
        let saved = ui.add_sized(Vec2::new(ui.available_width(), 22.0), Button::new("Save"));
        let about = "Keeps the layers that are shown now under this name, or adds a copied look";
        if saved.on_hover_text(about).clicked() {
            match add(looks, field.text.trim(), *layers) {
                Ok(look) => {
                    *layers = layers.with_look(&layers_of(&look));
                    field.text.clear();
                }
                Err(refused) => field.refused = Some(refused),
            }
        }
    });
    if let Some(refused) = &field.refused {
        complaint(ui, refused.clone());
    }
}

/// Returns the layers with these names. Names of unknown layers and of the board's own marks are skipped.
fn layers_of(names: &[String]) -> Vec<Layer> {
    let known = names.iter().filter_map(|name| name.parse().ok());
    known.filter(|layer: &Layer| !layer.is_of_board()).collect()
}

/// Returns a look as a line of text, in the form of the settings.
fn line(name: &str, names: &[String]) -> String {
    let names: toml_edit::Array = names.iter().map(String::as_str).collect();
    format!("{} = {}", toml_edit::Key::new(name), toml_edit::Value::from(names))
}

/// Adds a look: `text` is the name for the layers that are shown, or a line of [`line`]. Returns the names of
/// its layers.
fn add(looks: &mut OwnLooks, text: &str, shown: Layers) -> Result<Vec<String>, String> {
    let (name, names) = if text.contains('=') {
        let added: OwnLooks = read_toml(text).map_err(|error| error.to_string())?;
        let mut added = added.into_iter();
        match (added.next(), added.next()) {
            (Some(look), None) => look,
            _ => return Err("one look at a time: NAME = [LAYER, …]".to_owned()),
        }
    } else {
        let on = Layer::ALL.into_iter().filter(|layer| shown.get(*layer) && !layer.is_of_board());
        (text.to_owned(), on.map(|layer| layer.name().to_owned()).collect())
    };
    let length = name.chars().count();
    if length == 0 || length > MAX_NAME || name.chars().any(char::is_control) {
        return Err(format!("a look has a name of 1 to {MAX_NAME} characters"));
    }
    for name in &names {
        name.parse::<Layer>().map_err(|error| error.to_string())?;
    }
    if Look::ALL.iter().any(|look| look.title().eq_ignore_ascii_case(&name)) {
        return Err(format!("'{name}' is a look already: choose another name"));
    }
    if looks.len() >= MAX_LOOKS && !looks.contains_key(&name) {
        return Err(format!("there are {MAX_LOOKS} looks already: remove one"));
    }
    looks.insert(name, names.clone());
    Ok(names)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::harness;
    use egui_kittest::kittest::Queryable;

    #[test]
    fn a_copied_look_is_added_again_and_nonsense_is_refused() {
        let mut looks = OwnLooks::new();
        let shown = Layers::BARE.with(Layer::Hulls).with(Layer::Atari).with(Layer::Coordinates);
        assert_eq!(add(&mut looks, "my groups", shown), Ok(vec!["hulls".to_owned(), "atari".to_owned()]));
        let copied = line("my groups", &looks["my groups"]);
        assert_eq!(copied, "\"my groups\" = [\"hulls\", \"atari\"]");
        let mut others = OwnLooks::new();
        assert!(add(&mut others, &copied, Layers::BARE).is_ok());
        assert_eq!(others, looks);
        for (text, refusal) in [
            ("", "a look has a name"),
            ("Heat", "is a look already"),
            ("a = [\"no-layer\"]", "no layer 'no-layer'"),
            ("a = 3", "expected a list"),
            ("a = [\"hulls\"]\nb = []", "one look at a time"),
            ("= =", "line 1"),
            (&"x".repeat(41), "1 to 40 characters"),
        ] {
            let refused = add(&mut looks, text, shown).expect_err(text);
            assert!(refused.contains(refusal) && !refused.contains('\n'), "{text}: {refused}");
        }
        assert_eq!(looks.len(), 1);
        let unknown = ["later", "hulls", "black"].map(str::to_owned);
        assert_eq!(layers_of(&unknown), [Layer::Hulls], "unknown layers are skipped");
    }

    #[test]
    fn a_look_is_saved_applied_and_removed_by_clicks() {
        let state = (OwnLooks::new(), Layers::BARE.with(Layer::Letters), Field::default());
        let mut window = harness([260.0, 200.0], state, |ui, (looks, layers, field)| {
            panel(ui, looks, layers, field);
        });
        window.state_mut().2.text = "letters".to_owned();
        window.run_ok();
        window.get_by_label("Save").click();
        window.run_ok();
        assert_eq!(window.state().0["letters"], ["letters"]);
        window.state_mut().1 = Layers::BARE;
        window.run_ok();
        window.get_all_by_label("letters").last().expect("a button").click();
        window.run_ok();
        assert!(window.state().1.get(Layer::Letters));
        window.get_by_label("Remove letters").click();
        window.run_ok();
        assert!(window.state().0.is_empty());
    }
}
