//! List from which plots are chosen, and the column of plots.

use super::draw::{PlotAnswer, PlotStyle};
use super::kind::PlotKind;
use super::view::{PlotData, PlotsView};
use super::{bars, curve};
use crate::shell::key_hints::with_keys;
use crate::shell::keys::Action;
use crate::shell::theme::{self, PanelColors};
use crate::shell::widgets::{Weight, button, hint};
use bevy_egui::egui::{Popup, PopupCloseBehavior, RichText, ScrollArea, Ui, Vec2};

/// Draws a plot of any kind. Returns the user's request.
pub fn plot(
    ui: &mut Ui,
    kind: PlotKind,
    view: &mut PlotsView,
    data: &PlotData<'_>,
    look: PlotStyle,
) -> Option<PlotAnswer> {
    ui.push_id(kind.name(), |ui| match kind {
        PlotKind::Curve(measure) => curve::show(ui, measure, view, data, look),
        PlotKind::Histogram(of) => bars::show(ui, of, view, data, look),
    })
    .inner
}

/// Draws the button that opens the list of all plots, each with a check box.
pub fn chooser(ui: &mut Ui, width: f32, view: &mut PlotsView) {
    let about = "Which plots are shown";
    let button = button(ui, Vec2::new(width, 22.0), "Choose plots", Weight::Plain, about);
    Popup::menu(&button).close_behavior(PopupCloseBehavior::CloseOnClickOutside).show(|ui| {
        let colors = PanelColors::here(ui);
        ScrollArea::vertical().max_height(420.0).show(ui, |ui| {
            ui.set_min_width(230.0);
            let mut heading = "";
            for kind in PlotKind::all() {
                if kind.heading() != heading {
                    heading = kind.heading();
                    ui.add_space(4.0);
                    ui.label(RichText::new(heading).text_style(theme::heading()).color(colors.strong));
                }
                let mut on = view.shown.contains(kind.name());
                if ui.checkbox(&mut on, view.title(kind)).on_hover_text(kind.about()).changed() {
                    if on {
                        view.shown.insert(kind.name());
                    } else {
                        view.shown.remove(kind.name());
                    }
                }
            }
        });
    });
}

/// Draws the button that shows the whole game, if only a part of it is visible.
pub fn whole_game_button(ui: &mut Ui, view: &mut PlotsView, last: u64) {
    if view.is_zoomed() {
        let [low, high] = view.span(last).map(f64::round);
        let about = format!("Ticks {low} to {high} are seen. Double click in a plot does the same");
        if button(ui, Vec2::new(92.0, 22.0), "Whole game", Weight::Plain, &about).clicked() {
            view.set_span(None, last);
        }
    }
}

/// Draws the chosen plots below each other, each with `height` points if there are at most two. The button
/// *Larger* sets `switched` to true. Returns the user's request.
pub fn panel(
    ui: &mut Ui,
    view: &mut PlotsView,
    data: &PlotData<'_>,
    height: f32,
    switched: &mut bool,
) -> Option<PlotAnswer> {
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = 4.0;
        chooser(ui, 96.0, view);
        let about = with_keys(ui, "All of them in a window of their own", Action::Plots);
        *switched = button(ui, Vec2::new(56.0, 22.0), "Larger", Weight::Plain, &about).clicked();
        whole_game_button(ui, view, data.last());
    });
    let chosen = plots_with_data(view, data);
    // More than two plots are lower, so that the sections below stay in sight.
    let height = if chosen.len() > 2 { (0.7 * height).max(76.0) } else { height };
    let look = PlotStyle { height, wide: false, printed: false };
    let mut answer = None;
    for kind in chosen {
        ui.add_space(3.0);
        let plot_answer = plot(ui, kind, view, data, look);
        answer = answer.or(plot_answer);
    }
    footer(ui, view, data);
    answer
}

/// Returns the chosen plots that have data.
pub fn plots_with_data(view: &PlotsView, data: &PlotData<'_>) -> Vec<PlotKind> {
    view.chosen().filter(|&kind| data.reason_if_empty(kind).is_none()).collect()
}

/// Draws hints below the plots: plots without data, and lit groups.
pub fn footer(ui: &mut Ui, view: &PlotsView, data: &PlotData<'_>) {
    if view.shown.is_empty() {
        hint(ui, "No plot is chosen");
    }
    for kind in view.chosen() {
        if let Some(why) = data.reason_if_empty(kind) {
            hint(ui, format!("{}: {why}", view.title(kind)));
        }
    }
    bars::show_lit(ui, data);
}
