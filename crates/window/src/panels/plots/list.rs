//! The list that plots are chosen from, and all plots below each other.

use super::draw::{Look, PlotAnswer};
use super::kind::PlotKind;
use super::view::{PlotData, PlotsView};
use super::{bars, curve};
use crate::shell::key_hints::with_keys;
use crate::shell::keys::Action;
use crate::shell::theme::{self, PanelColors};
use crate::shell::widgets::{Weight, button, hint};
use bevy_egui::egui::{Popup, PopupCloseBehavior, RichText, ScrollArea, Ui, Vec2};

/// Draws a plot of any kind.
pub fn plot(
    ui: &mut Ui,
    kind: PlotKind,
    view: &mut PlotsView,
    data: &PlotData<'_>,
    look: Look,
) -> Option<PlotAnswer> {
    ui.push_id(kind.name(), |ui| match kind {
        PlotKind::Curve(measure) => curve::show(ui, measure, view, data, look),
        PlotKind::Histogram(of) => bars::show(ui, of, view, data, look),
    })
    .inner
}

/// A button that opens the list of all plots; each is chosen, or not, by a box.
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

/// A button that shows the whole game again, where a part of it is seen.
pub fn whole(ui: &mut Ui, view: &mut PlotsView, last: u64) {
    if view.is_zoomed() {
        let [low, high] = view.span(last).map(f64::round);
        let about = format!("Ticks {low} to {high} are seen. Double click in a plot does the same");
        if button(ui, Vec2::new(92.0, 22.0), "Whole game", Weight::Plain, &about).clicked() {
            view.see(None, last);
        }
    }
}

/// Shows the plots that are chosen below each other, each so high where there are two; `larger` is pressed for a larger view. Returns what is asked for.
pub fn panel(
    ui: &mut Ui,
    view: &mut PlotsView,
    data: &PlotData<'_>,
    height: f32,
    larger: &mut bool,
) -> Option<PlotAnswer> {
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = 4.0;
        chooser(ui, 96.0, view);
        let about = with_keys(ui, "All of them in a window of their own", Action::Plots);
        if button(ui, Vec2::new(56.0, 22.0), "Larger", Weight::Plain, &about).clicked() {
            *larger = !*larger;
        }
        whole(ui, view, data.last());
    });
    let chosen = told(view, data);
    // More take little more room than two, so that what comes below stays in sight.
    let height = if chosen.len() > 2 { (0.7 * height).max(76.0) } else { height };
    let look = Look { height, wide: false, printed: false };
    let mut answer = None;
    for kind in chosen {
        ui.add_space(3.0);
        let asked = plot(ui, kind, view, data, look);
        answer = answer.or(asked);
    }
    footer(ui, view, data);
    answer
}

/// The plots that are chosen and have something to show.
pub fn told(view: &PlotsView, data: &PlotData<'_>) -> Vec<PlotKind> {
    view.chosen().filter(|&kind| data.untold(kind).is_none()).collect()
}

/// What there is to say below the plots: which have nothing to show, and which groups are lit.
pub fn footer(ui: &mut Ui, view: &PlotsView, data: &PlotData<'_>) {
    if view.shown.is_empty() {
        hint(ui, "No plot is chosen");
    }
    for kind in view.chosen() {
        if let Some(why) = data.untold(kind) {
            hint(ui, format!("{}: {why}", view.title(kind)));
        }
    }
    bars::tell_lit(ui, data);
}
