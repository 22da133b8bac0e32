//! The phases of a tick: its flow chart, with the phase that was done last lit, in one sentence and on the board.

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
use stonefield_sim::{Phase, PhaseTrace, RequestKind, TickChooser};

/// Height of a phase in the flow chart, and room between two, in points.
const CHIP: f32 = 24.0;
const GAP: f32 = 9.0;

/// Height of what stands above the sentence, and of one of its lines, in points: the board is not to move as sentences change.
const ABOVE: f32 = 74.0;
const LINE: f32 = 17.0;

/// Less room than this, in points, has shorter names of phases, a longer sentence, and no legend.
const ROOM: f32 = 560.0;

/// The panel, and its place.
const PANEL: Panel = Panel::new("Phases", Place::Below, 30);

pub(super) fn plugin(app: &mut App) {
    app.add_closable(
        PANEL,
        |goban: WatchedGoban| goban.get().is_some_and(|goban| goban.phases.is_some()),
        |mut requests: Requests| requests.send([RequestKind::FinishTick]),
    )
    .add_systems(
        EguiPrimaryContextPass,
        show.in_set(PanelSystems::Below).after(super::search::show).run_if(panels_are_shown),
    );
}

fn show(
    mut contexts: EguiContexts,
    goban: WatchedGoban,
    settings: Res<Settings>,
    mut free: ResMut<FreeSpace>,
    mut requests: Requests,
    mut told: Local<Option<(ToldPhase, String)>>,
) -> Result {
    let ctx = contexts.ctx_mut()?.clone();
    let id = goban.id();
    let Some(goban) = goban.get() else { return Ok(()) };
    let Some(phases) = goban.phases else {
        *told = None;
        return Ok(());
    };
    let trace = phases.trace();
    let of = (id, trace.tick, trace.mover, trace.phase, phases.is_waiting());
    let (_, sentence) = match told.take().filter(|(last, _)| *last == of) {
        Some(known) => told.insert(known),
        None => told.insert((of, words::sentence(trace, &goban))),
    };
    let shown = ShownPhases {
        trace,
        next: phases.next(),
        sentence,
        keys: [Action::Phase, Action::Step].map(|action| settings.keys.text(action)),
    };
    let asked = free.take_strip(&ctx, "phases", |root| {
        let frame = egui::Frame::new().inner_margin(Margin { left: 12, right: 12, top: 7, bottom: 7 });
        let lines = if root.available_width() < ROOM { 4.0 } else { 2.0 };
        let strip = egui::Panel::bottom("phases").frame(frame).resizable(false);
        let strip = strip.exact_size(ABOVE + lines * LINE);
        strip.show(root, |ui| panel(ui, &shown)).inner
    });
    match asked {
        Some(PhasesRequest::On(count)) => requests.send((0..count).map(|_| RequestKind::Phase)),
        Some(PhasesRequest::Tick) => requests.send([RequestKind::Step(1)]),
        Some(PhasesRequest::Leave) => requests.send([RequestKind::FinishTick]),
        None => {}
    }
    Ok(())
}

/// What tells one phase from another: goban, tick, turn, phase, and whether it waits.
type ToldPhase = (Entity, u64, Color, Phase, bool);

/// What the flow chart shows.
pub struct ShownPhases<'a> {
    /// The phase done last.
    pub trace: &'a PhaseTrace,
    /// The one that comes next.
    pub next: Phase,
    /// What the last one did.
    pub sentence: &'a str,
    /// The keys for the next phase and for the whole tick.
    pub keys: [String; 2],
}

/// What is asked for in the flow chart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PhasesRequest {
    /// So many phases more.
    On(usize),
    /// The tick to its end.
    Tick,
    /// The tick to its end, and no more phases.
    Leave,
}

/// Shows the flow chart, and says what the last phase did.
pub fn panel(ui: &mut Ui, shown: &ShownPhases<'_>) -> Option<PhasesRequest> {
    let colors = PanelColors::here(ui);
    let trace = shown.trace;
    let mut asked = None;
    ui.spacing_mut().item_spacing = vec2(6.0, 5.0);
    let roomy = ui.available_width() >= ROOM;
    ui.horizontal(|ui| {
        let (rect, _) = ui.allocate_exact_size(vec2(16.0, 22.0), Sense::hover());
        stone(ui, rect.center(), 7.0, trace.mover);
        ui.label(RichText::new(format!("Tick {}", trace.tick)).color(colors.strong));
        ui.label(RichText::new(format!("{}'s turn", trace.mover)).color(colors.text));
        from_right(ui, |ui| {
            let about = with_keys(ui, "Do the rest of the tick and leave", Action::Close);
            if cross(ui, &about) {
                asked = Some(PhasesRequest::Leave);
            }
            let [phase, tick] = &shown.keys;
            if keyed_button(ui, "Whole tick", tick, Weight::Plain, "Do the rest of the tick") {
                asked = Some(PhasesRequest::Tick);
            }
            let about = "Do the next phase of the tick and no more";
            if keyed_button(ui, "Next phase", phase, Weight::Accent, about) {
                asked = Some(PhasesRequest::On(1));
            }
            if !roomy {
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
    if let Some(count) = chart(ui, shown) {
        asked = Some(PhasesRequest::On(count));
    }
    ui.horizontal_wrapped(|ui| {
        ui.label(RichText::new(name(trace.phase, trace.chooser)).strong().color(colors.accent));
        ui.add(Label::new(RichText::new(shown.sentence).color(colors.strong)).wrap());
    });
    asked
}

/// A button with its key on it.
fn keyed_button(ui: &mut Ui, text: &str, key: &str, weight: Weight, about: &str) -> bool {
    let pressed = button(ui, vec2(84.0, 22.0), text, weight, about).clicked();
    if !key.is_empty() {
        let right = pos2(ui.cursor().right(), ui.max_rect().center().y);
        let cap = key_cap(ui, right, key);
        ui.add_space(cap.width() + 2.0);
    }
    pressed
}

/// What a colour on the board means.
fn legend(ui: &mut Ui, text: &str, ink: egui::Color32) {
    let weak = PanelColors::here(ui).weak;
    ui.label(RichText::new(text).small().color(weak));
    let (rect, _) = ui.allocate_exact_size(Vec2::splat(12.0), Sense::hover());
    ui.painter().rect_stroke(rect.shrink(1.0), 2.0, Stroke::new(2.0, ink), StrokeKind::Inside);
}

/// What a phase is called: who is no rule of the agents is asked.
const fn name(phase: Phase, chooser: TickChooser) -> &'static str {
    match (phase, chooser) {
        (Phase::Decide, TickChooser::Planner | TickChooser::Person | TickChooser::Nobody) => "Ask",
        _ => phase.name(),
    }
}

/// Whether a phase does nothing where this one chooses.
fn is_passed_over(phase: Phase, chooser: TickChooser) -> bool {
    matches!(phase, Phase::Perceive | Phase::Bid) && chooser != TickChooser::Swarm
}

/// How many phases lead from the next one to this one, in the same turn; `None` where it is past.
fn ahead(shown: &ShownPhases<'_>, to: Phase) -> Option<usize> {
    let within = shown.next != Phase::Warm && to >= shown.next;
    let phases = Phase::ALL.into_iter().filter(|phase| (shown.next..=to).contains(phase));
    within.then(|| phases.filter(|&phase| !is_passed_over(phase, shown.trace.chooser)).count())
}

/// The flow chart; returns how many phases are wanted, where one that comes was clicked.
fn chart(ui: &mut Ui, shown: &ShownPhases<'_>) -> Option<usize> {
    let colors = PanelColors::here(ui);
    let count = Phase::ALL.len() as f32;
    let (row, _) = ui.allocate_exact_size(vec2(ui.available_width(), CHIP), Sense::hover());
    let width = ((row.width() - GAP * (count - 1.0)) / count).min(96.0);
    let font = FontId::proportional(if width < 58.0 { 11.5 } else { 13.0 });
    let mut wanted = None;
    for (place, phase) in Phase::ALL.into_iter().enumerate() {
        let left = row.left() + place as f32 * (width + GAP);
        let rect = Rect::from_min_size(pos2(left, row.top()), vec2(width, CHIP));
        let chooser = shown.trace.chooser;
        let (over, now) = (is_passed_over(phase, chooser), phase == shown.trace.phase);
        let further = ahead(shown, phase).filter(|_| !over && !now);
        let sense = if further.is_some() { Sense::click() } else { Sense::hover() };
        let response = ui.interact(rect, ui.id().with(("phase", place)), sense);
        let label = name(phase, chooser);
        response.widget_info(|| WidgetInfo::selected(WidgetType::Button, further.is_some(), now, label));
        let done = phase < shown.trace.phase;
        let (fill, rim, ink) = match (now, over, done) {
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
        if over {
            let y = rect.center().y;
            painter.hline(rect.x_range().shrink(6.0), y, Stroke::new(1.0, colors.off));
        }
        if place > 0 {
            arrow(ui, pos2(left - GAP / 2.0, rect.center().y), colors.weak);
        }
        if response.on_hover_text(words::about(phase, chooser)).clicked() {
            wanted = further;
        }
    }
    wanted
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
    fn a_phase_that_comes_is_gone_to_by_a_click() {
        for (chooser, label, further) in [
            (TickChooser::Swarm, "Place", 4),
            (TickChooser::Planner, "Place", 2),
            (TickChooser::Planner, "Ask", 1),
        ] {
            let trace = trace(Phase::Warm, chooser);
            let show = |ui: &mut Ui, asked: &mut Option<PhasesRequest>| {
                let sentence = "nothing";
                let keys = ["Shift+.".to_owned(), ".".to_owned()];
                let shown = ShownPhases { trace: &trace, next: Phase::Perceive, sentence, keys };
                *asked = asked.or(panel(ui, &shown));
            };
            let mut harness = Harness::builder().with_size(vec2(760.0, 140.0)).build_ui_state(show, None);
            harness.get_by_label(label).click();
            harness.run();
            assert_eq!(*harness.state(), Some(PhasesRequest::On(further)), "{label}");
        }
    }

    #[test]
    fn past_phases_and_those_passed_over_are_not_gone_to() {
        let trace = trace(Phase::Link, TickChooser::Rule);
        let shown = ShownPhases { trace: &trace, next: Phase::Sense, sentence: "", keys: Default::default() };
        assert_eq!(ahead(&shown, Phase::Warm), None);
        assert_eq!(ahead(&shown, Phase::Tally), Some(3));
        assert!(
            is_passed_over(Phase::Bid, TickChooser::Rule)
                && !is_passed_over(Phase::Decide, TickChooser::Rule)
        );
    }
}
