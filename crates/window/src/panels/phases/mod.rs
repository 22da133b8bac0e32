//! Phases of a tick: a flow chart with the last phase highlighted, and a sentence about it.

mod words;

use crate::marks::phases::{READ, WRITTEN};
use crate::shell::key_hints::with_keys;
use crate::shell::keys::Action;
use crate::shell::layout::{FreeSpace, PanelSystems};
use crate::shell::panel::{AddPanel, Panel, Place};
use crate::shell::requests::Requests;
use crate::shell::settings::Settings;
use crate::shell::state::panels_are_shown;
use crate::shell::theme::PanelColors;
use crate::shell::watched_goban::WatchedGoban;
use crate::shell::widgets::{Weight, button, cross, from_right, key_cap, stone};
use bevy::app::App;
use bevy::ecs::prelude::*;
use bevy_egui::egui::{
    self, Align2, CornerRadius, FontId, Label, Margin, Pos2, Rect, RichText, Sense, Stroke, StrokeKind, Ui,
    Vec2, WidgetInfo, WidgetType, pos2, vec2,
};
use bevy_egui::{EguiContexts, EguiPrimaryContextPass};
use stonefield_go::Color;
use stonefield_sim::{GobanSetup, Occupancy, Phase, PhaseTrace, Phases, RequestKind, Seats, TickChooser};

/// Height of a phase in the flow chart, in points.
const CHIP: f32 = 24.0;
/// Gap between two phases, in points.
const GAP: f32 = 9.0;

/// Height of the panel above the sentence, in points. The panel has a fixed height so that the board stays in
/// place.
const ABOVE: f32 = 74.0;
/// Height of a line of the sentence, in points.
const LINE: f32 = 17.0;

/// Width, in points, below which the panel has no legend, and four lines for the sentence instead of two.
const WIDE: f32 = 560.0;

/// Panel of the phases, below the board.
const PANEL: Panel = Panel::new("Phases", Place::Below, 30);

pub(super) fn plugin(app: &mut App) {
    app.add_closable(
        PANEL,
        |goban: WatchedGoban<&'static Phases>| goban.get().is_some(),
        |mut requests: Requests| requests.send([RequestKind::FinishTick]),
    )
    .add_systems(
        EguiPrimaryContextPass,
        show.in_set(PanelSystems::Below).after(super::search::show).run_if(panels_are_shown),
    );
}

fn show(
    mut contexts: EguiContexts,
    goban: WatchedGoban<(&Phases, &GobanSetup, &Seats, &Occupancy)>,
    settings: Res<Settings>,
    mut free: ResMut<FreeSpace>,
    mut requests: Requests,
    mut cached: Local<Option<(PhaseKey, String)>>,
) -> Result {
    let ctx = contexts.ctx_mut()?.clone();
    let Some((phases, setup, seats, occupancy)) = goban.get() else {
        *cached = None;
        return Ok(());
    };
    let trace = phases.trace();
    let key = (goban.id(), trace.tick, trace.mover, trace.phase, phases.is_waiting());
    let (_, sentence) = match cached.take().filter(|(last, _)| *last == key) {
        Some(same) => cached.insert(same),
        None => cached.insert((key, words::sentence(trace, setup, seats, occupancy))),
    };
    let view = PhasesView {
        trace,
        next: phases.next(),
        sentence,
        keys: [Action::Phase, Action::Step].map(|action| settings.keys.text(action)),
    };
    let request = free.take_strip(&ctx, "phases", |root| {
        let frame = egui::Frame::new().inner_margin(Margin { left: 12, right: 12, top: 7, bottom: 7 });
        let lines = if root.available_width() < WIDE { 4.0 } else { 2.0 };
        let strip = egui::Panel::bottom("phases").frame(frame).resizable(false);
        let strip = strip.exact_size(ABOVE + lines * LINE);
        strip.show(root, |ui| panel(ui, &view)).inner
    });
    match request {
        Some(PhasesRequest::On(count)) => requests.send((0..count).map(|_| RequestKind::Phase)),
        Some(PhasesRequest::Tick) => requests.send([RequestKind::Step(1)]),
        Some(PhasesRequest::Leave) => requests.send([RequestKind::FinishTick]),
        None => {}
    }
    Ok(())
}

/// Identity of a phase: goban, tick, mover, phase, and true while it waits for a move.
type PhaseKey = (Entity, u64, Color, Phase, bool);

/// Content of the panel.
pub struct PhasesView<'a> {
    /// Trace of the last phase.
    pub trace: &'a PhaseTrace,
    /// Next phase.
    pub next: Phase,
    /// Sentence about the last phase.
    pub sentence: &'a str,
    /// Keys for the next phase and for the rest of the tick. Empty: no key.
    pub keys: [String; 2],
}

/// Request of the user.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PhasesRequest {
    /// Run this number of phases.
    On(usize),
    /// Run the tick to its end.
    Tick,
    /// Run the tick to its end and leave the phases.
    Leave,
}

/// Shows buttons, flow chart and sentence; returns the request of the user.
pub fn panel(ui: &mut Ui, view: &PhasesView<'_>) -> Option<PhasesRequest> {
    let colors = PanelColors::here(ui);
    let trace = view.trace;
    let mut request = None;
    ui.spacing_mut().item_spacing = vec2(6.0, 5.0);
    let is_wide = ui.available_width() >= WIDE;
    ui.horizontal(|ui| {
        let (rect, _) = ui.allocate_exact_size(vec2(16.0, 22.0), Sense::hover());
        stone(ui, rect.center(), 7.0, trace.mover);
        ui.label(RichText::new(format!("Tick {}", trace.tick)).color(colors.strong));
        ui.label(RichText::new(format!("{}'s turn", trace.mover)).color(colors.text));
        from_right(ui, |ui| {
            let about = with_keys(ui, "Do the rest of the tick and leave", Action::Close);
            if cross(ui, &about) {
                request = Some(PhasesRequest::Leave);
            }
            let [phase, tick] = &view.keys;
            if keyed_button(ui, "Whole tick", tick, Weight::Plain, "Do the rest of the tick") {
                request = Some(PhasesRequest::Tick);
            }
            let about = "Do the next phase of the tick and no more";
            if keyed_button(ui, "Next phase", phase, Weight::Accent, about) {
                request = Some(PhasesRequest::On(1));
            }
            if !is_wide {
                return;
            }
            ui.add_space(8.0);
            legend(ui, "written", WRITTEN);
            legend(ui, "read", READ);
            if matches!(trace.phase, Phase::Sense | Phase::Capture) {
                ui.label(RichText::new("own over group liberties").small().color(colors.weak));
            }
        });
    });
    if let Some(count) = chart(ui, view) {
        request = Some(PhasesRequest::On(count));
    }
    ui.horizontal_wrapped(|ui| {
        ui.label(RichText::new(name(trace.phase, trace.chooser)).strong().color(colors.accent));
        ui.add(Label::new(RichText::new(view.sentence).color(colors.strong)).wrap());
    });
    request
}

/// Shows a button with its key beside it; returns true if it was clicked.
fn keyed_button(ui: &mut Ui, text: &str, key: &str, weight: Weight, about: &str) -> bool {
    let pressed = button(ui, vec2(84.0, 22.0), text, weight, about).clicked();
    if !key.is_empty() {
        let right = pos2(ui.cursor().right(), ui.max_rect().center().y);
        let cap = key_cap(ui, right, key);
        ui.add_space(cap.width() + 2.0);
    }
    pressed
}

/// Shows the meaning of a colour on the board.
fn legend(ui: &mut Ui, text: &str, ink: egui::Color32) {
    let weak = PanelColors::here(ui).weak;
    ui.label(RichText::new(text).small().color(weak));
    let (rect, _) = ui.allocate_exact_size(Vec2::splat(12.0), Sense::hover());
    ui.painter().rect_stroke(rect.shrink(1.0), 2.0, Stroke::new(2.0, ink), StrokeKind::Inside);
}

/// Returns the name of a phase. A planner or a person is asked, so that `Decide` is called `Ask`.
const fn name(phase: Phase, chooser: TickChooser) -> &'static str {
    match (phase, chooser) {
        (Phase::Decide, TickChooser::Planner | TickChooser::Person | TickChooser::Nobody) => "Ask",
        _ => phase.name(),
    }
}

/// True if a phase does nothing with this chooser: only the stones of a swarm perceive and bid.
fn is_skipped(phase: Phase, chooser: TickChooser) -> bool {
    matches!(phase, Phase::Perceive | Phase::Bid) && chooser != TickChooser::Swarm
}

/// Returns the number of phases from the next one to this one, without skipped ones; `None` if this one is
/// past in the turn.
fn phases_until(view: &PhasesView<'_>, to: Phase) -> Option<usize> {
    let within = view.next != Phase::Warm && to >= view.next;
    let phases = Phase::ALL.into_iter().filter(|phase| (view.next..=to).contains(phase));
    within.then(|| phases.filter(|&phase| !is_skipped(phase, view.trace.chooser)).count())
}

/// Shows the flow chart. Returns the number of phases to run if a coming phase was clicked.
fn chart(ui: &mut Ui, view: &PhasesView<'_>) -> Option<usize> {
    let colors = PanelColors::here(ui);
    let count = Phase::ALL.len() as f32;
    let (row, _) = ui.allocate_exact_size(vec2(ui.available_width(), CHIP), Sense::hover());
    let width = ((row.width() - GAP * (count - 1.0)) / count).min(96.0);
    let font = FontId::proportional(if width < 58.0 { 11.5 } else { 13.0 });
    let mut clicked = None;
    for (place, phase) in Phase::ALL.into_iter().enumerate() {
        let left = row.left() + place as f32 * (width + GAP);
        let rect = Rect::from_min_size(pos2(left, row.top()), vec2(width, CHIP));
        let chooser = view.trace.chooser;
        let (skipped, now) = (is_skipped(phase, chooser), phase == view.trace.phase);
        let count_to = phases_until(view, phase).filter(|_| !skipped && !now);
        let sense = if count_to.is_some() { Sense::click() } else { Sense::hover() };
        let response = ui.interact(rect, ui.id().with(("phase", place)), sense);
        let label = name(phase, chooser);
        response.widget_info(|| WidgetInfo::selected(WidgetType::Button, count_to.is_some(), now, label));
        let done = phase < view.trace.phase;
        let (fill, rim, ink) = match (now, skipped, done) {
            (true, ..) => (colors.accent, colors.accent, colors.on_accent),
            (_, true, _) => (colors.panel, colors.line, colors.off),
            (_, _, true) => (colors.button[1], colors.line, colors.strong),
            _ if response.hovered() => (colors.button[0], colors.accent, colors.strong),
            _ => (colors.well, colors.line, colors.weak),
        };
        let painter = ui.painter();
        painter.rect(rect, CornerRadius::same(5), fill, Stroke::new(1.0, rim), StrokeKind::Inside);
        let text = label.get(..4).filter(|_| width < 50.0).unwrap_or(label);
        painter.text(rect.center(), Align2::CENTER_CENTER, text, font.clone(), ink);
        if skipped {
            let y = rect.center().y;
            painter.hline(rect.x_range().shrink(6.0), y, Stroke::new(1.0, colors.off));
        }
        if place > 0 {
            arrow(ui, pos2(left - GAP / 2.0, rect.center().y), colors.weak);
        }
        if response.on_hover_text(words::about(phase, chooser)).clicked() {
            clicked = count_to;
        }
    }
    clicked
}

fn arrow(ui: &Ui, at: Pos2, ink: egui::Color32) {
    let corner = |x, y| at + vec2(x, y);
    let points = vec![corner(-1.5, -3.0), corner(1.5, 0.0), corner(-1.5, 3.0)];
    ui.painter().add(egui::Shape::line(points, Stroke::new(1.2, ink)));
}

#[cfg(test)]
mod tests {
    use super::*;
    use egui_kittest::Harness;
    use egui_kittest::kittest::Queryable;
    use stonefield_sim::PhaseWork;

    fn trace(phase: Phase, chooser: TickChooser) -> PhaseTrace {
        let work = PhaseWork::Perceive;
        PhaseTrace {
            phase,
            tick: 4,
            mover: Color::Black,
            chooser,
            read: Vec::new(),
            written: Vec::new(),
            work,
        }
    }

    #[test]
    fn a_click_on_a_coming_phase_requests_all_up_to_it() {
        for (chooser, label, count_to) in [
            (TickChooser::Swarm, "Place", 4),
            (TickChooser::Planner, "Place", 2),
            (TickChooser::Planner, "Ask", 1),
        ] {
            let trace = trace(Phase::Warm, chooser);
            let show = |ui: &mut Ui, request: &mut Option<PhasesRequest>| {
                let sentence = "nothing";
                let keys = ["Shift+.".to_owned(), ".".to_owned()];
                let view = PhasesView { trace: &trace, next: Phase::Perceive, sentence, keys };
                *request = request.or(panel(ui, &view));
            };
            let mut harness = Harness::builder().with_size(vec2(760.0, 140.0)).build_ui_state(show, None);
            harness.get_by_label(label).click();
            harness.run();
            assert_eq!(*harness.state(), Some(PhasesRequest::On(count_to)), "{label}");
        }
    }

    #[test]
    fn past_phases_have_no_count_and_skipped_ones_are_known() {
        let trace = trace(Phase::Link, TickChooser::Rule);
        let view = PhasesView { trace: &trace, next: Phase::Sense, sentence: "", keys: Default::default() };
        assert_eq!(phases_until(&view, Phase::Warm), None);
        assert_eq!(phases_until(&view, Phase::Tally), Some(3));
        assert!(is_skipped(Phase::Bid, TickChooser::Rule) && !is_skipped(Phase::Decide, TickChooser::Rule));
    }
}
