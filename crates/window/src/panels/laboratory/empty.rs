//! First page of the laboratory, while no store is open: its purpose, and ways to begin.

use super::form::{PlanForm, column};
use super::{LabPage, LabRequest, LabWindow};
use crate::shell::theme::PanelColors;
use crate::shell::widgets::{Weight, button};
use bevy_egui::egui::{Label, RichText, Ui, vec2};

/// Example plans: question and text.
const PLANS: [(&str, &str); 5] = [
    ("How much is the first move worth?", include_str!("../../../../../assets/experiments/fairness.toml")),
    ("The study of 2016 again", include_str!("../../../../../assets/experiments/netlogo-2016.toml")),
    ("What does each quirk of 2016 do?", include_str!("../../../../../assets/experiments/quirks.toml")),
    (
        "Tree search against exhaustive search",
        include_str!("../../../../../assets/experiments/mcts-against-negamax.toml"),
    ),
    (
        "What do stones gain by temperature?",
        include_str!("../../../../../assets/experiments/temperature.toml"),
    ),
];

/// Widths of the introduction and of the list of plans, in points.
const WIDTHS: (f32, f32) = (470.0, 320.0);

/// Gap between the two, in points.
const GAP: f32 = 28.0;

/// Shows the page: two columns, or one if the window is narrow.
pub fn show(ui: &mut Ui, window: &mut LabWindow, requests: &mut Vec<LabRequest>) {
    let room = ui.available_width();
    if room < WIDTHS.0 + WIDTHS.1 + GAP {
        begin(ui, window, requests);
        ui.add_space(12.0);
        column(ui, WIDTHS.1.min(room), |ui| plans(ui, window));
        return;
    }
    ui.horizontal_top(|ui| {
        ui.spacing_mut().item_spacing.x = GAP;
        column(ui, WIDTHS.0, |ui| begin(ui, window, requests));
        column(ui, WIDTHS.1, |ui| plans(ui, window));
    });
}

/// Shows the introduction, and buttons to write a plan and to open a store.
fn begin(ui: &mut Ui, window: &mut LabWindow, requests: &mut Vec<LabRequest>) {
    let words = "The laboratory plays many games by a plan and adds them up: who wins, by how much, and how that depends on size, rules and minds. \
                 The games are kept in a file: a run can be halted and gone on with, and every game can be looked at.";
    ui.add(Label::new(RichText::new(words).color(PanelColors::here(ui).text)).wrap());
    ui.add_space(8.0);
    ui.horizontal(|ui| {
        let about = "A plan says which games are played; then Play plays them";
        if button(ui, vec2(150.0, 26.0), "Write a plan", Weight::Accent, about).clicked() {
            window.page = LabPage::Plan;
        }
        let about = "A file of games that were played before (a store); or drop it on the window";
        if button(ui, vec2(150.0, 26.0), "Open games", Weight::Plain, about).clicked() {
            requests.push(LabRequest::OpenStore);
        }
    });
}

/// Shows the list of example plans.
fn plans(ui: &mut Ui, window: &mut LabWindow) {
    ui.label(RichText::new("Or begin with one of these plans:").color(PanelColors::here(ui).weak));
    for (name, plan) in PLANS {
        let about = "Puts this plan into the form, where it can be changed and run";
        if button(ui, vec2(ui.available_width(), 24.0), name, Weight::Plain, about).clicked() {
            window.form = PlanForm::new(plan.to_owned());
            window.page = LabPage::Plan;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::harness;
    use egui_kittest::kittest::Queryable;

    struct BenchState {
        window: LabWindow,
        requests: Vec<LabRequest>,
    }

    #[test]
    fn the_first_page_introduces_and_offers_plans() {
        let state = BenchState { window: LabWindow::default(), requests: Vec::new() };
        let mut bench = harness([900.0, 400.0], state, |ui, state: &mut BenchState| {
            show(ui, &mut state.window, &mut state.requests);
        });
        bench.get_by_label_contains("plays many games by a plan");
        bench.get_by_label("Open games").click();
        bench.run();
        assert_eq!(bench.state().requests, [LabRequest::OpenStore]);
        for (name, text) in PLANS {
            bench.get_by_label(name).click();
            bench.run();
            let window = &mut bench.state_mut().window;
            assert_eq!((window.page, window.form.text()), (LabPage::Plan, text));
            assert!(window.form.parse().is_ok(), "{name} is a plan");
        }
    }
}
