//! Bar above the board: the words that begin an activity, and the switch of looks.

use super::cards::card_panel;
use crate::shell::card::Card;
use crate::shell::key_hints::with_keys;
use crate::shell::keys::{Action, InputSystems};
use crate::shell::layers::Layers;
use crate::shell::look::Look;
use crate::shell::panel::{AddPanel, OpenPanels, Panel, Place};
use crate::shell::theme::PanelColors;
use crate::shell::widgets::{name_group, outlined, stone};
use bevy::app::{App, Update};
use bevy::ecs::prelude::*;
use bevy_egui::egui::{RichText, Sense, TextStyle, Ui, Vec2, WidgetInfo, WidgetType, vec2};
use stonefield_go::Color;

const WORDS: Panel = Panel::new("Activities", Place::Bar, 10);
const LOOKS: Panel = Panel::new("Look switch", Place::Bar, 20);

/// Window width, in points, from which on the bar has the name of the program.
const WITH_NAME: f32 = 900.0;

/// Height of a button, and its margin beside the text, in points.
const HEIGHT: f32 = 26.0;
const PADDING: f32 = 8.0;

pub(super) fn plugin(app: &mut App) {
    app.add_view(WORDS, show_words)
        .add_view(LOOKS, show_looks)
        .add_systems(Update, look_by_key.in_set(InputSystems::Act));
}

/// Words of the bar, each with its tooltip and the action that it causes.
const ACTIVITIES: [(&str, &str, Action); 5] = [
    ("New game", "Choose size, rules and players, and start", Action::Card(Card::NewGame)),
    ("Compare", "Boards beside each other, each with its own minds", Action::Beside),
    ("Review", "The record: moves, variations, comments and mistakes", Action::Record),
    ("Lab", "Plans and results of many games", Action::Laboratory),
    ("Learn", "Lessons and example positions", Action::Lessons),
];

fn show_words(InMut(ui): InMut<Ui>, panels: OpenPanels, mut actions: MessageWriter<Action>) {
    name_group(ui, "Activities");
    let colors = PanelColors::here(ui);
    let (rect, _) = ui.allocate_exact_size(vec2(28.0, HEIGHT), Sense::hover());
    stone(ui, rect.center() + vec2(5.0, 1.5), 8.0, Color::White);
    stone(ui, rect.center() + vec2(-5.0, -1.5), 8.0, Color::Black);
    if ui.ctx().viewport_rect().width() >= WITH_NAME {
        ui.label(RichText::new("Stonefield").heading().color(colors.strong));
        ui.add_space(6.0);
    }
    ui.spacing_mut().item_spacing.x = 2.0;
    ui.spacing_mut().button_padding.x = PADDING;
    for (label, about, action) in ACTIVITIES.into_iter().filter(|(.., action)| action.is_possible()) {
        let open = match action {
            Action::Card(card) => panels.is_open(card_panel(card)),
            _ => false,
        };
        let button = outlined(ui, label, open).min_size(vec2(0.0, HEIGHT)).frame_when_inactive(false);
        let about = with_keys(ui, about, action);
        if ui.add(button).on_hover_text(about).clicked() {
            actions.write(action);
        }
    }
}

/// Switches to the look of a key.
fn look_by_key(mut actions: MessageReader<Action>, mut layers: ResMut<Layers>) {
    for action in actions.read() {
        if let Action::Look(look) = action {
            *layers = layers.with_look(look.layers());
        }
    }
}

fn show_looks(InMut(ui): InMut<Ui>, mut layers: ResMut<Layers>, mut panels: OpenPanels) {
    let looks = card_panel(Card::Looks);
    let (chosen, more) = switch(ui, Look::of(*layers), panels.is_open(looks));
    if let Some(look) = chosen {
        *layers = layers.with_look(look.layers());
    }
    if more {
        panels.toggle(looks);
    }
}

/// Shows the switch at the right end of the row. `now`: the look that is shown, if it is one; `open`: true if
/// the card of all layers is open. Returns the look that was clicked, and true if *More* was.
fn switch(ui: &mut Ui, now: Option<Look>, open: bool) -> (Option<Look>, bool) {
    const GAP: f32 = 3.0;
    ui.spacing_mut().item_spacing.x = GAP;
    ui.spacing_mut().button_padding.x = PADDING;
    let font = TextStyle::Button.resolve(ui.style());
    let color = PanelColors::here(ui).text;
    let width = |label: &str| {
        let text = ui.painter().layout_no_wrap(label.to_owned(), font.clone(), color);
        text.size().x + 2.0 * PADDING
    };
    let buttons = Look::ALL.map(|look| (look, width(look.title())));
    let total: f32 = buttons.iter().map(|(_, width)| width + GAP).sum::<f32>() + width("More");
    let room = ui.available_size_before_wrap().x - total - 2.0 * GAP;
    if room < 0.0 {
        ui.end_row();
    } else {
        ui.add_space(room);
    }
    let mut chosen = None;
    for (look, width) in buttons {
        let button = outlined(ui, look.title(), now == Some(look)).min_size(vec2(width, HEIGHT));
        let response = ui.add(button);
        let on = now == Some(look);
        let name = format!("{} look", look.title());
        response.widget_info(|| WidgetInfo::selected(WidgetType::RadioButton, true, on, name.clone()));
        let about = with_keys(ui, look.about(), Action::Look(look));
        if response.on_hover_text(about).clicked() {
            chosen = Some(look);
        }
    }
    let more = outlined(ui, "More", open).min_size(Vec2::new(0.0, HEIGHT)).frame_when_inactive(false);
    let more = ui.add(more).on_hover_text("All layers one by one, colours and appearance");
    (chosen, more.clicked())
}
