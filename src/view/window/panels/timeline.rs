//! The way through time: a slider over all ticks, and the line that says how things stand.

use super::super::state::{NamedEngines, Redraw};
use super::super::theme::PanelColors;
use super::columns::frame;
use super::goban::{Requests, WatchedGoban};
use super::layout::{FreeSpace, PanelSystems};
use super::losses::{Losses, strip, words};
use super::minds::Adviser;
use super::notices::Notices;
use super::plots::Plots;
use super::status::status;
use super::widgets::{Weight, button, from_right};
use crate::go::Color;
use crate::sim::history::Severity;
use crate::sim::{RequestKind, before_last};
use bevy::app::{App, Update};
use bevy::ecs::prelude::*;
use bevy::time::{Real, Time};
use bevy_egui::egui::{
    self, Align2, FontId, Margin, Pos2, Rect, RichText, Sense, Shape, Stroke, Ui, Vec2, WidgetInfo,
    WidgetType,
};
use bevy_egui::{EguiContexts, EguiPrimaryContextPass};

/// How long a frame takes, in seconds: a mean over the last half second of frames that followed each other.
#[derive(Resource, Default)]
struct FrameTime(f32);

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<FrameTime>()
        .add_systems(Update, measure)
        .add_systems(EguiPrimaryContextPass, show.in_set(PanelSystems::Bottom));
}

fn measure(mut frame: ResMut<FrameTime>, time: Res<Time<Real>>, redraw: Res<Redraw>) {
    let delta = time.delta_secs();
    if delta > 0.0 && redraw.follows() {
        let share = (delta / 0.5).min(1.0);
        frame.0 += (delta - frame.0) * if frame.0 == 0.0 { 1.0 } else { share };
    }
}

fn show(
    mut contexts: EguiContexts,
    goban: WatchedGoban,
    notices: Res<Notices>,
    frame_time: Res<FrameTime>,
    plots: Res<Plots>,
    adviser: Res<Adviser>,
    engines: Res<NamedEngines>,
    mut free: ResMut<FreeSpace>,
    mut requests: Requests,
    mut losses: Local<Losses>,
) -> Result {
    let ctx = contexts.ctx_mut()?.clone();
    let id = goban.id();
    let Some(goban) = goban.get() else { return Ok(()) };
    losses.update(id, goban.record);
    let waiting = goban.seats.waiting_for_person();
    let failed = |color| Some((color, goban.seats.fault(color)?));
    let fault = Color::ALL.into_iter().find_map(failed).filter(|_| goban.tally.outcome.is_some());
    let mut absent = Color::ALL.into_iter().filter(|&color| goban.seats.is_absent(color));
    let unstarted = absent.find_map(|color| goban.newcomers.of(color)?.1);
    let state = status(&goban, &engines.0);
    // What the line below says already.
    let said = |text: &str| {
        fault.is_some_and(|(_, why)| text.contains(why))
            || unstarted.is_some_and(|why| text.contains(why) && state.contains(why))
    };
    let data = TimelineData {
        now: goban.record.now(),
        last: goban.record.last(),
        captures: plots.rows().captures().collect(),
        losses: losses.stretches(),
        state: &state,
        refusal: notices.refusal().filter(|text| !said(text)),
        notice: notices.notice(),
        frames: 1.0 / frame_time.0.max(1e-3),
        waiting: waiting.is_some(),
        can_take_back: before_last(goban.seats, goban.record, goban.referee, goban.tally).is_some()
            && Color::ALL.into_iter().any(|color| goban.seats.is_human(color)),
    };
    let frame = frame().inner_margin(Margin { left: 12, right: 12, top: 8, bottom: 6 });
    free.take(&ctx, "bottom", |root| {
        egui::Panel::bottom("moment").frame(frame).show_separator_line(true).show(root, |ui| {
            let kind = panel(ui, &data).map(|kind| match kind {
                RequestKind::Advise(None) => RequestKind::Advise(adviser.spec.clone()),
                kind => kind,
            });
            requests.send(kind);
        });
    });
    Ok(())
}

/// What the bottom panel shows.
pub struct TimelineData<'a> {
    /// The tick shown.
    pub now: u64,
    /// The last tick played.
    pub last: u64,
    /// Stones that died, by the first and the last tick of a stretch.
    pub captures: Vec<([u64; 2], u32)>,
    /// The worst move of each of as many stretches of the game; none where no move is judged.
    pub losses: &'a [Option<Severity>],
    /// Whose turn it is, or the result.
    pub state: &'a str,
    /// What was refused lately.
    pub refusal: Option<&'a str>,
    /// A notice that is not a refusal.
    pub notice: Option<&'a str>,
    /// Frames a second.
    pub frames: f32,
    /// Whether a person is to move.
    pub waiting: bool,
    /// Whether a person has a move to take back.
    pub can_take_back: bool,
}

/// Shows the timeline, the buttons of a person whose turn it is, and how things stand.
pub fn panel(ui: &mut Ui, data: &TimelineData<'_>) -> Option<RequestKind> {
    let mut kind = None;
    let &TimelineData { now, last, .. } = data;
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = 3.0;
        let back = now > 0;
        let on = now < last;
        if arrow(ui, JumpArrow::First, back, "To the beginning (Home)") {
            kind = Some(RequestKind::Seek(0));
        }
        if arrow(ui, JumpArrow::Back, back, "One tick back (←)") {
            kind = Some(RequestKind::Seek(now - 1));
        }
        if arrow(ui, JumpArrow::Forward, on, "One tick forward (→)") {
            kind = Some(RequestKind::Seek(now + 1));
        }
        if arrow(ui, JumpArrow::Last, on, "To the last tick (End)") {
            kind = Some(RequestKind::Seek(last));
        }
        ui.add_space(6.0);
        let text = 118.0;
        let width = (ui.available_width() - text).max(60.0);
        if let Some(to) = slider(ui, width, now, last, data) {
            kind = Some(RequestKind::Seek(to));
        }
        let colors = PanelColors::here(ui);
        let (rect, _) = ui.allocate_exact_size(Vec2::new(ui.available_width(), 24.0), Sense::hover());
        let font = FontId::proportional(13.5);
        let painter = ui.painter();
        let of = format!(" / {last}");
        let galley = painter.layout_no_wrap(of, font.clone(), colors.weak);
        let right = rect.right_center();
        painter.galley(
            right - Vec2::new(galley.size().x, galley.size().y / 2.0),
            galley.clone(),
            colors.weak,
        );
        let at = right - Vec2::new(galley.size().x, 0.0);
        painter.text(at, Align2::RIGHT_CENTER, format!("tick {now}"), font, colors.strong);
    });
    ui.horizontal(|ui| {
        let colors = PanelColors::here(ui);
        for (label, about, shown, wanted) in [
            ("Pass", "Pass (P)", data.waiting, RequestKind::Move(crate::go::Move::Pass)),
            ("Hint", "What a mind would play (E)", data.waiting, RequestKind::Advise(None)),
            (
                "Take back",
                "Take back your last move and the answer to it (Ctrl+Z)",
                data.can_take_back,
                RequestKind::TakeBack,
            ),
            ("Resign", "Give the game up", data.waiting, RequestKind::Resign),
        ] {
            let width = 24.0 + 7.0 * label.len() as f32;
            if shown && button(ui, Vec2::new(width, 22.0), label, Weight::Plain, about).clicked() {
                kind = Some(wanted);
            }
        }
        ui.label(RichText::new(data.state).color(colors.strong));
        if let Some(refusal) = data.refusal {
            ui.add(egui::Label::new(RichText::new(refusal).color(colors.error)).truncate());
        } else if let Some(notice) = data.notice {
            ui.add(egui::Label::new(RichText::new(notice).color(colors.weak)).truncate());
        }
        from_right(ui, |ui| {
            ui.label(RichText::new(format!("{:.0} fps", data.frames)).small().color(colors.weak));
        });
    });
    kind
}

/// A slider over ticks, above it a bar for each stretch in which stones died, the higher the more of them, below it the worst moves; returns where it
/// was put.
fn slider(ui: &mut Ui, width: f32, now: u64, last: u64, data: &TimelineData<'_>) -> Option<u64> {
    let (captures, losses) = (&data.captures, data.losses);
    let colors = PanelColors::here(ui);
    let (rect, mut response) = ui.allocate_exact_size(Vec2::new(width, 24.0), Sense::click_and_drag());
    let rail = Rect::from_center_size(rect.center(), Vec2::new(width - 14.0, 5.0));
    let mut chosen = None;
    response.widget_info(|| WidgetInfo::slider(true, now as f64, format!("Tick {now} of {last}")));
    if last > 0
        && (response.dragged() || response.clicked())
        && let Some(at) = response.interact_pointer_pos()
    {
        let share = f64::from(((at.x - rail.left()) / rail.width()).clamp(0.0, 1.0));
        let to = (share * last as f64).round() as u64;
        chosen = (to != now).then_some(to);
    }
    if let Some(at) = response.hover_pos().filter(|_| last > 0) {
        let share = f64::from(((at.x - rail.left()) / rail.width()).clamp(0.0, 1.0));
        let tick = (share * last as f64).round() as u64;
        let worst =
            tick.checked_sub(1).and_then(|at| *losses.get((at * losses.len() as u64 / last) as usize)?);
        let worst = worst.map(|severity| format!("\n{}", words(severity))).unwrap_or_default();
        response = response.on_hover_text_at_pointer(format!("tick {tick}{worst}"));
    }
    let share = if last == 0 { 0.0 } else { (now as f64 / last as f64) as f32 };
    let knob = Pos2::new(egui::lerp(rail.left()..=rail.right(), share), rail.center().y);
    let painter = ui.painter();
    let most = captures.iter().map(|(_, count)| *count).max().unwrap_or(1) as f32;
    for &([first, end], count) in captures {
        let along = |tick: f64| rail.left() + (tick / last.max(1) as f64) as f32 * rail.width();
        let (left, right) = (along(first as f64 - 0.5), along(end as f64 + 0.5));
        let bar = Rect::from_x_y_ranges(left..=right.max(left + 2.0), rect.top()..=rail.top());
        // Few stones are seen beside many.
        let height = (count as f32 / most).sqrt() * bar.height();
        painter.rect_filled(bar.with_min_y(bar.bottom() - height).intersect(rect), 0.0, colors.warm);
    }
    strip(ui, rail, rect.bottom(), losses, last);
    painter.rect_filled(rail, 2.5, colors.button[1]);
    painter.rect_filled(rail.with_max_x(knob.x), 2.5, colors.sand);
    let fill = if last == 0 { colors.button[2] } else { colors.chosen };
    let radius = if response.hovered() || response.dragged() { 8.0 } else { 7.0 };
    painter.circle(knob, radius, fill, Stroke::new(2.0, colors.panel));
    chosen
}

#[derive(Clone, Copy, PartialEq)]
enum JumpArrow {
    First,
    Back,
    Forward,
    Last,
}

fn arrow(ui: &mut Ui, kind: JumpArrow, enabled: bool, about: &str) -> bool {
    let weight = if enabled { Weight::Plain } else { Weight::Off };
    let response = button(ui, Vec2::new(30.0, 24.0), "", weight, about);
    response.widget_info(|| WidgetInfo::labeled(WidgetType::Button, enabled, about));
    let color = if enabled { ui.style().interact(&response).text_color() } else { PanelColors::here(ui).off };
    let side = if matches!(kind, JumpArrow::First | JumpArrow::Back) { -1.0 } else { 1.0 };
    let center = response.rect.center();
    let corner = |x: f32, y: f32| center + Vec2::new(x * side, y);
    let shift = if matches!(kind, JumpArrow::First | JumpArrow::Last) { -1.5 } else { 0.5 };
    let points = vec![corner(shift - 3.0, -5.0), corner(shift + 4.0, 0.0), corner(shift - 3.0, 5.0)];
    ui.painter().add(Shape::convex_polygon(points, color, Stroke::NONE));
    if matches!(kind, JumpArrow::First | JumpArrow::Last) {
        ui.painter().line_segment([corner(4.0, -5.0), corner(4.0, 5.0)], Stroke::new(1.75, color));
    }
    response.clicked()
}
