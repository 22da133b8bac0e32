//! Breakpoints: the conditions that stop the game, each with a switch.

use crate::shell::card::Card;
use crate::shell::key_hints::with_keys;
use crate::shell::keys::Action;
use crate::shell::notices::Notices;
use crate::shell::panel::{AddPanel, Panel, Place};
use crate::shell::requests::Requests;
use crate::shell::state::Watched;
use crate::shell::theme::PanelColors;
use crate::shell::watched_goban::WatchedGoban;
use crate::shell::widgets::{complaint, cross, hint, name_group, number, section};
use bevy::app::{App, Update};
use bevy::ecs::prelude::*;
use bevy_egui::egui::{Button, ComboBox, RichText, Ui, WidgetInfo, WidgetType, vec2};
use stonefield_go::Color;
use stonefield_sim::{Breakpoint, Breakpoints, GameRecord, RequestKind, SimSystems, StopCondition, Struck};

const PANEL: Panel = Panel::new("Breakpoints", Place::Card(Card::Lab), 10);

pub(super) fn plugin(app: &mut App) {
    app.add_view(PANEL, show).add_systems(Update, notify.after(SimSystems::Pace));
}

/// Shows a notice with the condition and the tick when a breakpoint stops the game.
fn notify(mut struck: MessageReader<Struck>, watched: Res<Watched>, mut notices: ResMut<Notices>) {
    for strike in struck.read().filter(|strike| strike.goban == watched.0) {
        notices.show_notice(format!("Stopped at tick {} by {}", strike.tick, strike.why));
    }
}

fn show(
    InMut(ui): InMut<Ui>,
    goban: WatchedGoban<(&GameRecord, Option<&Breakpoints>)>,
    mut requests: Requests,
    mut actions: MessageWriter<Action>,
) {
    let Some((record, stops)) = goban.get() else { return };
    let breakpoints = stops.map_or(&[][..], |breakpoints| &breakpoints.all);
    let here = stops.and_then(|breakpoints| breakpoints.here(record));
    section(ui, "Breakpoints", true, |ui| {
        requests.send(panel(ui, breakpoints).map(RequestKind::Breakpoints));
        if let Some(strike) = here {
            complaint(ui, format!("Stopped here by {}", strike.why));
        }
    });
    section(ui, "Moments and stones", true, |ui| {
        for (action, title, about) in [
            (Action::Bookmark, "Name this moment…", "A bookmark here, and the list of all others"),
            (Action::StoneTable, "Table of stones", "All stones as a table: sorted, filtered, as CSV"),
        ] {
            let about = with_keys(ui, about, action);
            let button = ui.add_sized(vec2(ui.available_width(), 22.0), Button::new(title));
            if button.on_hover_text(about).clicked() {
                actions.write(action);
            }
        }
    });
}

/// Draws the breakpoints. Returns the new list if the user has changed something.
pub fn panel(ui: &mut Ui, breakpoints: &[Breakpoint]) -> Option<Vec<Breakpoint>> {
    let mut edited = breakpoints.to_vec();
    let mut removed = None;
    for (at, breakpoint) in edited.iter_mut().enumerate() {
        ui.push_id(at, |ui| {
            ui.horizontal(|ui| {
                ui.spacing_mut().item_spacing.x = 5.0;
                let words = breakpoint.when.words();
                name_group(ui, &format!("{words}: the number"));
                let check = ui.checkbox(&mut breakpoint.on, "");
                check.widget_info(|| WidgetInfo::selected(WidgetType::Checkbox, true, breakpoint.on, &words));
                check.on_hover_text(format!("{words}: on or off"));
                condition(ui, &mut breakpoint.when);
                crate::shell::widgets::from_right(ui, |ui| {
                    if cross(ui, &format!("Remove: {words}")) {
                        removed = Some(at);
                    }
                });
            });
        });
    }
    if let Some(at) = removed {
        edited.remove(at);
    }
    ComboBox::from_id_salt("add a breakpoint")
        .selected_text("Stop at…")
        .width(ui.available_width() - 8.0)
        .show_ui(ui, |ui| {
            for when in StopCondition::ALL {
                if ui.selectable_label(false, title(when)).clicked() {
                    edited.push(Breakpoint { when, on: true });
                }
            }
        });
    if breakpoints.is_empty() {
        hint(ui, "A game that runs stops at the tick in which one of them comes true, at any speed.");
    }
    (edited != breakpoints).then_some(edited)
}

/// Returns the name of a kind of condition in the list *Stop at…*.
const fn title(when: StopCondition) -> &'static str {
    match when {
        StopCondition::Tick(_) => "a tick",
        StopCondition::Capture(_) => "a capture of n stones or more",
        StopCondition::Group(_) => "a group of n stones or more",
        StopCondition::WinRate(Color::Black, _) => "Black's win rate across a value",
        StopCondition::WinRate(Color::White, _) => "White's win rate across a value",
        StopCondition::Disagreement => "agents and referee disagree",
    }
}

/// Draws a condition as text, with a field for its number.
fn condition(ui: &mut Ui, when: &mut StopCondition) {
    let text = PanelColors::here(ui).text;
    let word = |ui: &mut Ui, word: &str| drop(ui.label(RichText::new(word).color(text)));
    match when {
        StopCondition::Tick(tick) => {
            word(ui, "tick");
            ui.add(number(tick).range(1..=u64::MAX));
        }
        StopCondition::Capture(stones) => {
            word(ui, "capture of");
            ui.add(number(stones).range(1..=u32::MAX)).on_hover_text("Stones that die in one tick, at least");
            word(ui, "or more");
        }
        StopCondition::Group(stones) => {
            word(ui, "group of");
            ui.add(number(stones).range(1..=u32::MAX)).on_hover_text("Stones of a group, at least");
            word(ui, "or more");
        }
        StopCondition::WinRate(color, percent) => {
            word(ui, if *color == Color::Black { "Black wins:" } else { "White wins:" });
            let about = "The chances of the colour, as one mind sees them from move to move, cross this";
            ui.add(number(percent).range(0.0..=100.0).suffix(" %")).on_hover_text(about);
        }
        StopCondition::Disagreement => {
            let about = "The referee finds that the agents differ from the law, which ends the game; under netlogo-2016 a group comes to stand \
                         without a liberty";
            ui.label(RichText::new("referee disagrees").color(text)).on_hover_text(about);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::harness;
    use egui_kittest::kittest::Queryable;

    #[test]
    fn breakpoints_are_added_switched_and_removed() {
        let all = vec![
            Breakpoint { when: StopCondition::Capture(5), on: true },
            Breakpoint { when: StopCondition::Disagreement, on: true },
        ];
        let mut window = harness([250.0, 400.0], all, |ui, all| {
            if let Some(edited) = panel(ui, all) {
                *all = edited;
            }
        });
        window.run_ok();
        window.get_by_label("a capture of 5 stones or more").click();
        window.run_ok();
        assert_eq!(window.state()[0], Breakpoint { when: StopCondition::Capture(5), on: false });
        window.get_by_label("agents and referee disagree").click();
        window.run_ok();
        assert!(!window.state()[1].on);
        window.get_by_label("Remove: a capture of 5 stones or more").click();
        window.run_ok();
        assert_eq!(window.state().len(), 1);
        let choices = window.query_all_by_label("a tick").count();
        assert_eq!(choices, 0, "the list is closed");
    }
}
