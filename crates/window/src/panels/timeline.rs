//! Rows below the board: the timeline with its arrows, and the status line.

use super::bookmarks::BookmarkList;
use super::losses::Losses;
use super::minds::Adviser;
use super::status::{StatusParts, status};
use super::time_marks::TimeMarks;
use super::time_strip::{StripData, height, time_strip};
use crate::shell::drawing::{Drawing, TickRate, undrawn};
use crate::shell::key_hints::with_keys;
use crate::shell::keys::Action;
use crate::shell::notices::Notices;
use crate::shell::panel::{AddPanel, Panel, Place};
use crate::shell::requests::Requests;
use crate::shell::settings::Settings;
use crate::shell::state::{NamedEngines, Redraw};
use crate::shell::theme::{self, PanelColors};
use crate::shell::watched_goban::{RunningBoards, WatchedGoban};
use crate::shell::widgets::{Weight, button, from_right, two_lines};
use bevy::app::{App, Update};
use bevy::ecs::prelude::*;
use bevy::time::{Real, Time};
use bevy_egui::egui::{
    self, Align, Align2, Color32, Layout, RichText, Sense, Shape, Stroke, Ui, Vec2, WidgetInfo, WidgetType,
};
use stonefield_go::Color;
use stonefield_sim::history::Navigate;
use stonefield_sim::{Breakpoints, GameRecord, Referee, RequestKind, Seats, Tally, tick_before_last_turn};

const TIMELINE: Panel = Panel::new("Timeline", Place::Transport, 20);
const STATUS: Panel = Panel::new("Status", Place::Status, 20);

/// Mean duration of a frame, in seconds: exponential average over half a second, of successive frames only.
#[derive(Resource, Default)]
struct FrameTime(f32);

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<FrameTime>()
        .add_systems(Update, measure)
        .add_view(TIMELINE, show)
        .add_view(STATUS, show_status);
}

fn measure(mut frame: ResMut<FrameTime>, time: Res<Time<Real>>, redraw: Res<Redraw>) {
    let delta = time.delta_secs();
    if delta > 0.0 && redraw.follows() {
        let share = (delta / 0.5).min(1.0);
        frame.0 += (delta - frame.0) * if frame.0 == 0.0 { 1.0 } else { share };
    }
}

fn show(
    InMut(ui): InMut<Ui>,
    goban: WatchedGoban<(&Seats, &Tally, &GameRecord, Option<&Breakpoints>)>,
    bookmarks: Res<BookmarkList>,
    mut requests: Requests,
    (mut losses, mut marks): (Local<Losses>, Local<TimeMarks>),
) {
    let id = goban.id();
    let Some((seats, tally, record, breakpoints)) = goban.get() else { return };
    losses.update(id, record);
    marks.update(|first| record.line_from(first));
    let strikes = breakpoints.into_iter().flat_map(|breakpoints| breakpoints.strikes(record));
    let strikes: Vec<_> = strikes.map(|strike| (strike.tick, strike.why.as_str())).collect();
    let strip = StripData {
        now: record.now(),
        last: record.last(),
        marks: &marks,
        bookmarks: bookmarks.all(),
        strikes: &strikes,
        losses: losses.stretches(),
    };
    requests.send(panel(ui, &strip, tally.outcome.is_none() && seats.waiting().is_none()));
}

fn show_status(
    InMut(ui): InMut<Ui>,
    goban: WatchedGoban<(StatusParts, &GameRecord, &Referee, Option<&Breakpoints>)>,
    running: RunningBoards,
    notices: Res<Notices>,
    frame_time: Res<FrameTime>,
    adviser: Res<Adviser>,
    engines: Res<NamedEngines>,
    (drawing, rate, settings): (Option<Res<Drawing>>, Option<Res<TickRate>>, Res<Settings>),
    mut requests: Requests,
) {
    let Some((goban, record, referee, breakpoints)) = goban.get() else { return };
    let stopped = breakpoints.and_then(|breakpoints| breakpoints.here(record));
    let stopped = stopped.filter(|_| !goban.pace.running).map(|strike| format!("stopped by {}", strike.why));
    let waiting = goban.seats.waiting_for_person();
    let failed = |color| Some((color, goban.seats.fault(color)?));
    let fault = Color::ALL.into_iter().find_map(failed).filter(|_| goban.tally.outcome.is_some());
    let mut absent = Color::ALL.into_iter().filter(|&color| goban.seats.is_absent(color));
    let unstarted = absent.find_map(|color| goban.newcomers.of(color)?.1);
    let state = status(&goban, running.any(), &engines.0);
    // True if the status line already has this text.
    let is_in_status = |text: &str| {
        fault.is_some_and(|(_, why)| text.contains(why))
            || unstarted.is_some_and(|why| text.contains(why) && state.contains(why))
    };
    let undrawn = drawing
        .filter(|drawing| drawing.lags())
        .map(|_| undrawn(rate.as_deref().copied().unwrap_or_default(), &settings.keys.text(Action::Drawing)));
    let data = StatusData {
        undrawn: undrawn.as_deref(),
        state: &state,
        refusal: notices.refusal().filter(|text| !is_in_status(text)),
        notice: notices.notice().or(stopped.as_deref()),
        frames: 1.0 / frame_time.0.max(1e-3),
        waiting: waiting.is_some(),
        can_take_back: tick_before_last_turn(goban.seats, record, referee, goban.tally).is_some()
            && Color::ALL.into_iter().any(|color| goban.seats.is_human(color)),
    };
    requests.send(status_row(ui, &data).map(|kind| match kind {
        RequestKind::Advise(None) => RequestKind::Advise(adviser.spec.clone()),
        kind => kind,
    }));
}

/// Data of the status row.
pub struct StatusData<'a> {
    /// Text shown while the drawn board is behind the game.
    pub undrawn: Option<&'a str>,
    /// The status line: the side to move, or the result.
    pub state: &'a str,
    /// Text of the latest refusal.
    pub refusal: Option<&'a str>,
    /// A notice that is not a refusal.
    pub notice: Option<&'a str>,
    /// Frames per second.
    pub frames: f32,
    /// True if a person is to move.
    pub waiting: bool,
    /// True if a person has a move to take back.
    pub can_take_back: bool,
}

/// Shows the arrows, the timeline and the number of the tick. `plays_on`: true if one tick forward from the
/// last plays another tick. Returns the request of the user.
pub fn panel(ui: &mut Ui, strip: &StripData<'_>, plays_on: bool) -> Option<RequestKind> {
    let mut kind = None;
    let &StripData { now, last, .. } = strip;
    let row = Vec2::new(ui.available_width(), height(ui));
    ui.allocate_ui_with_layout(row, Layout::left_to_right(Align::Center), |ui| {
        ui.spacing_mut().item_spacing.x = 3.0;
        let has_previous = now > 0;
        let has_next = now < last;
        if arrow(ui, JumpArrow::First, has_previous, ("To the beginning", Action::First)) {
            kind = Some(RequestKind::Seek(0));
        }
        if arrow(ui, JumpArrow::Back, has_previous, ("One tick back", Action::MoveBy(-1))) {
            kind = Some(RequestKind::Seek(now - 1));
        }
        // At the end of the record this arrow plays the next tick, as its key does.
        let about = ("One tick forward, or the next", Action::MoveBy(1));
        if arrow(ui, JumpArrow::Forward, has_next || plays_on, about) {
            kind = Some(if has_next {
                RequestKind::Seek(now + 1)
            } else {
                RequestKind::Navigate(Navigate::By(1))
            });
        }
        if arrow(ui, JumpArrow::Last, has_next, ("To the last tick", Action::Last)) {
            kind = Some(RequestKind::Seek(last));
        }
        ui.add_space(6.0);
        // The text is as wide as for the last tick, so that the strip keeps its width at every tick.
        let font = theme::text_font();
        let longest =
            ui.painter().layout_no_wrap(format!("tick {last} / {last}"), font.clone(), Color32::PLACEHOLDER);
        let least = if ui.available_width() < 260.0 { 0.0 } else { 118.0 };
        let text_width = (longest.size().x + 12.0).max(least);
        let width = (ui.available_width() - text_width).max(60.0);
        if let Some(to) = time_strip(ui, width, strip) {
            kind = Some(RequestKind::Seek(to));
        }
        let colors = PanelColors::here(ui);
        let (rect, _) = ui.allocate_exact_size(Vec2::new(ui.available_width(), 24.0), Sense::hover());
        let painter = ui.painter();
        let total = format!(" / {last}");
        let galley = painter.layout_no_wrap(total, font.clone(), colors.weak);
        let right = rect.right_center();
        painter.galley(
            right - Vec2::new(galley.size().x, galley.size().y / 2.0),
            galley.clone(),
            colors.weak,
        );
        let at = right - Vec2::new(galley.size().x, 0.0);
        painter.text(at, Align2::RIGHT_CENTER, format!("tick {now}"), font, colors.strong);
    });
    kind
}

/// Shows the buttons of a person and the status line. Returns the request of the user.
pub fn status_row(ui: &mut Ui, data: &StatusData<'_>) -> Option<RequestKind> {
    let mut kind = None;
    let colors = PanelColors::here(ui);
    let pass = with_keys(ui, "Pass", Action::Pass);
    let hint = with_keys(ui, "What a mind would play", Action::Evaluate);
    let back = with_keys(ui, "Take back your last move and the answer to it", Action::TakeBack);
    for (label, about, visible, request) in [
        ("Pass", pass.as_str(), data.waiting, RequestKind::Move(stonefield_go::Move::Pass)),
        ("Hint", &hint, data.waiting, RequestKind::Advise(None)),
        ("Take back", &back, data.can_take_back, RequestKind::TakeBack),
        ("Resign", "Give the game up", data.waiting, RequestKind::Resign),
    ] {
        let width = 24.0 + 7.0 * label.len() as f32;
        if visible && button(ui, Vec2::new(width, 22.0), label, Weight::Plain, about).clicked() {
            kind = Some(request);
        }
    }
    from_right(ui, |ui| {
        let frames = RichText::new(format!("{:.0} fps", data.frames)).small().color(colors.weak);
        ui.add(egui::Label::new(frames).extend());
        ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
            if let Some(undrawn) = data.undrawn {
                let words = RichText::new(undrawn).text_style(theme::heading()).color(colors.chosen);
                ui.add(egui::Label::new(words).truncate());
            }
            let notice = data.notice.map(|notice| (notice, colors.weak));
            let message = data.refusal.map(|refusal| (refusal, colors.error)).or(notice);
            two_lines(ui, (data.state, colors.strong), message);
        });
    });
    kind
}

#[derive(Clone, Copy, PartialEq)]
enum JumpArrow {
    First,
    Back,
    Forward,
    Last,
}

fn arrow(ui: &mut Ui, kind: JumpArrow, enabled: bool, (about, action): (&str, Action)) -> bool {
    let about = with_keys(ui, about, action);
    let weight = if enabled { Weight::Plain } else { Weight::Off };
    let response = button(ui, Vec2::new(30.0, 24.0), "", weight, &about);
    response.widget_info(|| WidgetInfo::labeled(WidgetType::Button, enabled, &about));
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::harness;
    use egui_kittest::kittest::Queryable;

    #[test]
    fn texts_of_the_status_line_do_not_overlap() {
        let state = "Game over: White wins by 32.5 points, dead stones estimated: click a group to change it";
        let refusal = "D4 is occupied: a stone is played on an empty point, whoever is to move";
        let undrawn = "Drawing is off (Shift+D), 123,456 ticks a second";
        for width in [440.0, 600.0, 1240.0, 1880.0] {
            for (undrawn, refusal) in [(None, None), (None, Some(refusal)), (Some(undrawn), Some(refusal))] {
                let mut window = harness([width, 90.0], (), |ui, ()| {
                    let data = StatusData {
                        undrawn,
                        state,
                        refusal,
                        notice: None,
                        frames: 60.0,
                        waiting: true,
                        can_take_back: true,
                    };
                    ui.horizontal(|ui| status_row(ui, &data));
                });
                window.run_steps(3);
                let labels =
                    ["Resign"].into_iter().chain(undrawn).chain([state]).chain(refusal).chain(["60 fps"]);
                // In a narrow window the texts at the end may be missing.
                let nodes = labels.filter_map(|label| window.query_by_label(label));
                let rects: Vec<_> = nodes.map(|node| node.rect()).collect();
                assert!(rects.len() >= 3, "{width}: {rects:?}");
                let expected = 3 + usize::from(undrawn.is_some()) + usize::from(refusal.is_some());
                assert!(width < 1240.0 || rects.len() == expected, "{width}: {rects:?}");
                for pair in rects.windows(2) {
                    assert!(pair[0].right() <= pair[1].left() + 0.5, "{width}: {rects:?}");
                }
                assert!(rects.last().is_some_and(|last| last.right() <= width), "{width}: {rects:?}");
            }
        }
    }
}
