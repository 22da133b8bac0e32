//! What the laboratory shows while no store is open: what it is for, and how to begin.

use super::super::super::theme::PanelColors;
use super::super::widgets::{Weight, button};
use super::form::PlanForm;
use super::{LabPage, LabRequest, LabWindow};
use bevy_egui::egui::{Label, RichText, Ui, vec2};

/// Plans to begin with: what each asks, and the plan.
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

/// Width of the words and the buttons, in points.
const WIDTH: f32 = 560.0;

/// Shows it.
pub fn show(ui: &mut Ui, window: &mut LabWindow, asked: &mut Vec<LabRequest>) {
    let colors = PanelColors::here(ui);
    ui.scope(|ui| {
        ui.set_max_width(WIDTH);
        let words = "The laboratory plays many games by a plan and adds them up: who wins, by how much, and how that depends on size, rules and minds. \
                     The games are kept in a file, a store: a run can be halted and gone on with, and every game can be looked at.";
        ui.add(Label::new(RichText::new(words).color(colors.text)).wrap());
        ui.add_space(8.0);
        ui.horizontal(|ui| {
            let about = "A plan says which games are played; then Run asks for the file of the store";
            if button(ui, vec2(150.0, 26.0), "Write a plan", Weight::Accent, about).clicked() {
                window.page = LabPage::Plan;
            }
            let about = "A file of games that were played before; or drop it on the window";
            if button(ui, vec2(150.0, 26.0), "Open a store", Weight::Plain, about).clicked() {
                asked.push(LabRequest::OpenStore);
            }
        });
        ui.add_space(8.0);
        ui.label(RichText::new("Or begin with one of these plans:").color(colors.weak));
        for (name, plan) in PLANS {
            let about = "Puts this plan into the form, where it can be changed and run";
            if button(ui, vec2(306.0, 24.0), name, Weight::Plain, about).clicked() {
                window.form = PlanForm::new(plan.to_owned());
                window.page = LabPage::Plan;
            }
        }
        ui.add_space(4.0);
    });
}

#[cfg(test)]
mod tests {
    use super::super::super::harness::harness;
    use super::*;
    use egui_kittest::kittest::Queryable;

    struct Shown {
        window: LabWindow,
        asked: Vec<LabRequest>,
    }

    #[test]
    fn it_says_what_the_laboratory_is_and_leads_on() {
        let state = Shown { window: LabWindow::default(), asked: Vec::new() };
        let mut bench = harness([700.0, 400.0], state, |ui, shown: &mut Shown| {
            show(ui, &mut shown.window, &mut shown.asked);
        });
        bench.get_by_label_contains("plays many games by a plan");
        bench.get_by_label("Open a store").click();
        bench.run();
        assert_eq!(bench.state().asked, [LabRequest::OpenStore]);
        for (name, text) in PLANS {
            bench.get_by_label(name).click();
            bench.run();
            let window = &mut bench.state_mut().window;
            assert_eq!((window.page, window.form.text()), (LabPage::Plan, text));
            assert!(window.form.look().is_ok(), "{name} is a plan");
        }
    }
}
