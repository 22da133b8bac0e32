//! Run panels: the buttons Go and Step, the speed, and the switch of drawing.

use super::cards::card_panel;
use super::lessons::{Course, lesson_is_open};
use super::setup::{NextGame, SetupParts};
use crate::shell::card::Card;
use crate::shell::drawing::{Drawing, TickRate, grouped};
use crate::shell::key_hints::with_keys;
use crate::shell::keys::Action;
use crate::shell::panel::{AddPanel, OpenPanels, Panel, Place};
use crate::shell::requests::Requests;
use crate::shell::settings::Settings;
use crate::shell::theme::PanelColors;
use crate::shell::watched_goban::{RunningBoards, WatchedGoban};
use crate::shell::widgets::{Weight, button, name_group, number, row, switch, typed};
use bevy::app::App;
use bevy::ecs::prelude::*;
use bevy_egui::egui::{Align2, Sense, Slider, TextStyle, Ui, Vec2};
use stonefield_search::TimeControl;
use stonefield_sim::{Pace, RequestKind, Tally};

const RUN: Panel = Panel::new("Run", Place::Transport, 10);
const SPEED: Panel = Panel::new("Speed", Place::Status, 10);
const DRAWING: Panel = Panel::new("Drawing", Place::Card(Card::Looks), 30);

pub(super) fn plugin(app: &mut App) {
    app.add_view(RUN, show).add_view(SPEED, show_speed).add_view(DRAWING, show_drawing);
}

fn show(
    InMut(ui): InMut<Ui>,
    goban: WatchedGoban<(SetupParts, &Tally)>,
    boards: RunningBoards,
    panels: OpenPanels,
    mut next: ResMut<NextGame>,
    mut requests: Requests,
    course: Option<Res<Course>>,
) {
    let Some((game @ (setup, seats, _), tally)) = goban.get() else { return };
    let running = RunData {
        running: boards.any(),
        over: tally.outcome.is_some(),
        acts_elsewhere: lesson_is_open(course)
            || panels.is_open(card_panel(Card::NewGame))
            || next.is_changed_by_user()
            || next.error(game).is_some()
            || seats.waiting_for_person().is_some() && setup.0.time == TimeControl::default(),
    };
    requests.send(panel(ui, running));
}

fn show_speed(
    InMut(ui): InMut<Ui>,
    goban: WatchedGoban<&Pace>,
    measured: Res<TickRate>,
    mut requests: Requests,
) {
    let Some(pace) = goban.get() else { return };
    requests.send(speed(ui, pace.rate, measured.0).map(RequestKind::Rate));
}

fn show_drawing(InMut(ui): InMut<Ui>, settings: Res<Settings>, mut drawn: ResMut<Drawing>) {
    let mut changed = *drawn;
    drawing(ui, &mut changed, &settings.keys.text(Action::Drawing));
    drawn.set_if_neq(changed);
}

/// Window width, in points, from which on the speed is also a text.
const WITH_TEXT: f32 = 800.0;

/// Stops of the speed slider, in ticks per second.
const STOPS: [f32; 16] = [
    0.2,
    0.5,
    1.0,
    2.0,
    5.0,
    10.0,
    20.0,
    50.0,
    100.0,
    200.0,
    500.0,
    1000.0,
    2000.0,
    5000.0,
    10_000.0,
    f32::INFINITY,
];

/// Data of the buttons.
#[derive(Clone, Copy)]
pub struct RunData {
    /// True if the game runs, or boards that run together with it.
    pub running: bool,
    /// True if the game has ended.
    pub over: bool,
    /// True if the next action of the user is elsewhere: a move in a game without time limits, a step of a
    /// lesson, or a new game.
    pub acts_elsewhere: bool,
}

/// Shows the buttons Go or Pause, and Step. Returns the request of the user.
pub fn panel(ui: &mut Ui, data: RunData) -> Option<RequestKind> {
    let (label, kind) = if data.running { ("Pause", RequestKind::Pause) } else { ("Go", RequestKind::Play) };
    let about = match (data.over, data.running) {
        (true, false) => "The game is over: New game begins another".to_owned(),
        (_, true) => with_keys(ui, "Pause the game", Action::RunPause),
        (_, false) => with_keys(ui, "Run the game", Action::RunPause),
    };
    let runs = button(ui, Vec2::new(68.0, 26.0), label, go_weight(data), &about).clicked();
    let weight = if data.over { Weight::Off } else { Weight::Plain };
    let about = with_keys(ui, "One tick", Action::Step);
    let steps = button(ui, Vec2::new(52.0, 26.0), "Step", weight, &about).clicked();
    runs.then_some(kind).or(steps.then_some(RequestKind::Step(1)))
}

/// Returns the style of Go. It has the accent only if it is the next action.
const fn go_weight(data: RunData) -> Weight {
    match data {
        RunData { running: true, .. } => Weight::On,
        RunData { over: true, .. } => Weight::Off,
        RunData { acts_elsewhere: true, .. } => Weight::Plain,
        _ => Weight::Accent,
    }
}

/// Shows the slider of the speed. Returns the speed that the user chose. `now`: current speed. `measured`:
/// measured speed, if known. All are in ticks per second.
pub fn speed(ui: &mut Ui, now: f32, measured: Option<f32>) -> Option<f32> {
    let mut chosen = None;
    ui.horizontal(|ui| {
        name_group(ui, "Speed");
        let mut at = position(now);
        ui.spacing_mut().slider_width = 92.0;
        let last = (STOPS.len() - 1) as f32;
        let slider = Slider::new(&mut at, 0.0..=last).step_by(1.0).show_value(false);
        let text = match measured {
            Some(measured) if now.is_infinite() => format!("fastest: {}/s", grouped(measured.round() as u64)),
            _ => rate_text(now),
        };
        let names = [0, 2, 5, 8, 11, 14, 15].map(|at| rate_text(STOPS[at])).join(", ");
        let about = format!("Speed: {text}. {} stops: {names}", STOPS.len());
        let response = ui.add(slider).on_hover_text(about);
        // A speed between two stops is kept until the user moves the slider.
        let moved = response.dragged() || at.round() != position(now).round();
        let stop = STOPS[at.round().clamp(0.0, last) as usize];
        if response.changed() && moved && stop != now {
            chosen = Some(stop);
        }
        if ui.ctx().viewport_rect().width() < WITH_TEXT {
            return;
        }
        let (rect, response) = ui.allocate_exact_size(Vec2::new(106.0, 20.0), Sense::hover());
        let font = TextStyle::Small.resolve(ui.style());
        ui.painter().text(rect.left_center(), Align2::LEFT_CENTER, text, font, PanelColors::here(ui).weak);
        if let Some(measured) = measured {
            response.on_hover_text(format!("{} are done a second", ticks(measured)));
        }
    });
    chosen
}

/// Returns the position of a speed on the slider, in stops from 0. Between two stops it is interpolated.
fn position(rate: f32) -> f32 {
    let above = STOPS.iter().position(|&stop| stop >= rate).unwrap_or(STOPS.len() - 1);
    let share = match (above.checked_sub(1).map(|below| STOPS[below]), STOPS[above]) {
        (None, _) => 1.0,
        (Some(below), stop) if stop.is_infinite() => {
            if rate > below {
                1.0
            } else {
                0.0
            }
        }
        (Some(below), stop) => (rate / below).ln() / (stop / below).ln(),
    };
    (above as f32 - 1.0 + share).max(0.0)
}

/// Returns a number of ticks as text.
fn ticks(count: f32) -> String {
    match count {
        count if (count - 1.0).abs() < 0.05 => "1 tick".to_owned(),
        count if count < 10.0 => format!("{count:.1} ticks"),
        count => format!("{} ticks", grouped(count.round() as u64)),
    }
}

/// Returns a speed as text. `rate` is in ticks per second.
#[must_use]
pub fn rate_text(rate: f32) -> String {
    match rate {
        rate if !rate.is_finite() => "as fast as possible".to_owned(),
        rate if rate < 0.95 => format!("1 tick in {:.0} seconds", 1.0 / rate),
        rate if rate < 10.0 && rate.fract() == 0.0 && rate > 1.0 => format!("{rate:.0} ticks a second"),
        rate => format!("{} a second", ticks(rate)),
    }
}

/// Returns the next stop above a speed, or below it. Beyond the last stop, returns the last stop.
#[must_use]
pub fn next_speed(rate: f32, faster: bool) -> f32 {
    let (first, last) = (STOPS[0], STOPS[STOPS.len() - 1]);
    if faster {
        STOPS.into_iter().find(|&stop| stop > rate * 1.001).unwrap_or(last)
    } else {
        STOPS.into_iter().rev().find(|&stop| stop < rate * 0.999).unwrap_or(first)
    }
}

/// Shows the switch that stops drawing while games run, and the interval of drawing, in seconds.
pub fn drawing(ui: &mut Ui, drawing: &mut Drawing, key: &str) {
    let about = "Boards are drawn when their games stop, and every few seconds: ticks have the time instead";
    switch(ui, &mut drawing.off, "Drawing off", about, key);
    if drawing.off {
        row(ui, "Drawn every", "0: not before the game stops", |ui| {
            let field = number(&mut drawing.every).range(0.0..=Drawing::LONGEST).speed(0.1).max_decimals(1);
            let field = field.custom_parser(|text| typed(text.trim_end_matches([' ', 's'])));
            ui.add(field.custom_formatter(|seconds, _| match seconds {
                0.0 => "when it stops".to_owned(),
                seconds => format!("{seconds} s"),
            }));
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_on_the_slider_are_stops_or_between_them() {
        for (at, stop) in STOPS.into_iter().enumerate() {
            assert!((position(stop) - at as f32).abs() < 1e-4, "{stop} at {}", position(stop));
        }
        assert!(STOPS.is_sorted());
        for between in [0.3, 3.0, 7.5, 130.0, 9_000.0] {
            let at = position(between);
            assert!(STOPS[at as usize] < between && between < STOPS[at as usize + 1], "{between} at {at}");
        }
        assert_eq!(position(0.01), 0.0);
        assert_eq!(position(20_000.0), 15.0);
        let texts = [0.2, 0.5, 1.0, 2.0, 100.0, 10_000.0].map(rate_text);
        let expected = [
            "1 tick in 5 seconds",
            "1 tick in 2 seconds",
            "1 tick a second",
            "2 ticks a second",
            "100 ticks a second",
            "10,000 ticks a second",
        ];
        assert_eq!(texts, expected);
    }

    #[test]
    fn go_has_the_accent_only_if_it_is_the_next_action() {
        let paused = RunData { running: false, over: false, acts_elsewhere: false };
        assert_eq!(go_weight(paused), Weight::Accent);
        assert_eq!(go_weight(RunData { acts_elsewhere: true, ..paused }), Weight::Plain);
        assert_eq!(go_weight(RunData { over: true, acts_elsewhere: true, ..paused }), Weight::Off);
        assert_eq!(go_weight(RunData { running: true, acts_elsewhere: true, ..paused }), Weight::On);
    }

    #[test]
    fn next_speed_goes_from_stop_to_stop() {
        assert_eq!(next_speed(2.0, true), 5.0);
        assert_eq!(next_speed(8.0, true), 10.0);
        assert_eq!(next_speed(8.0, false), 5.0);
        assert_eq!(next_speed(0.2, false), 0.2);
        assert_eq!(next_speed(10_000.0, true), f32::INFINITY);
        assert_eq!(next_speed(f32::INFINITY, false), 10_000.0);
        assert_eq!(next_speed(f32::INFINITY, true), f32::INFINITY);
    }
}
