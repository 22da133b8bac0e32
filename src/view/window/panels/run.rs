//! Setup, Go, Step, and how fast.

use super::super::keys::Action;
use super::super::settings::Settings;
use super::super::theme::PanelColors;
use super::columns::{AddSection, Section};
use super::goban::{Requests, WatchedGoban};
use super::lessons::{Course, lesson_is_open};
use super::setup::NextGame;
use super::widgets::{Weight, button, named};
use crate::search::TimeControl;
use crate::sim::RequestKind;
use bevy::app::App;
use bevy::ecs::prelude::*;
use bevy_egui::egui::{Align2, Sense, Slider, TextStyle, Ui, Vec2};

pub(super) fn plugin(app: &mut App) {
    app.add_section(Section::Run, show);
}

fn show(
    InMut(ui): InMut<Ui>,
    goban: WatchedGoban,
    settings: Res<Settings>,
    mut next: ResMut<NextGame>,
    mut requests: Requests,
    mut actions: MessageWriter<Action>,
    course: Option<Res<Course>>,
) {
    let runs = goban.runs();
    let Some(goban) = goban.get() else { return };
    let keys = [Action::Setup, Action::RunPause, Action::Step].map(|action| settings.keys.text(action));
    let changed = next.is_changed_by_user();
    let running = Running {
        running: runs,
        over: goban.tally.outcome.is_some(),
        elsewhere: lesson_is_open(course)
            || goban.seats.waiting_for_person().is_some() && goban.setup.0.time == TimeControl::default(),
        rate: goban.pace.rate,
        changed,
        wrong: next.wrong(&goban),
        keys: keys.each_ref().map(String::as_str),
    };
    match panel(ui, &running) {
        Some(Pressed::Setup) => {
            actions.write(Action::Setup);
        }
        Some(Pressed::Request(kind)) => requests.send([kind]),
        None => {}
    }
    ui.add_space(2.0);
}

/// The slowest and fastest speed that has a number, in ticks a second.
pub const RATES: (f32, f32) = (1.0, 10_000.0);

/// What the buttons show.
#[derive(Clone, Copy)]
pub struct Running<'a> {
    /// Whether ticks follow one another by themselves.
    pub running: bool,
    /// Whether the game has ended.
    pub over: bool,
    /// Whether the next action is elsewhere: a person's move, for which no clock needs to run, or a step of a lesson.
    pub elsewhere: bool,
    /// Ticks a second, infinite for as fast as possible.
    pub rate: f32,
    /// Whether the fields differ from the game on the board.
    pub changed: bool,
    /// Why the fields make no game.
    pub wrong: Option<&'a str>,
    /// The keys of Setup, Go and Step.
    pub keys: [&'a str; 3],
}

/// What was pressed.
#[derive(Clone, Debug, PartialEq)]
pub enum Pressed {
    /// Setup: the panel around knows the fields.
    Setup,
    /// A button of the game itself.
    Request(RequestKind),
}

/// Shows the buttons and the speed.
pub fn panel(ui: &mut Ui, data: &Running<'_>) -> Option<Pressed> {
    let mut pressed = None;
    let gap = 5.0;
    let width = (ui.available_width() - 2.0 * gap) / 3.0;
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = gap;
        let [setup, go, step] = data.keys;
        let size = Vec2::new(width, 30.0);
        let label = if data.changed { "Setup •" } else { "Setup" };
        let (weight, about) = match data.wrong {
            Some(wrong) => (Weight::Off, wrong.to_owned()),
            // What was changed takes effect with it, and after a game it leads on.
            None if !data.running && (data.changed || data.over) => {
                (Weight::Accent, format!("Set up a new game as the fields say ({setup})"))
            }
            None => (Weight::Plain, format!("Set up a new game as the fields say ({setup})")),
        };
        if button(ui, size, label, weight, &about).clicked() {
            pressed = Some(Pressed::Setup);
        }
        let (label, kind) =
            if data.running { ("Pause", RequestKind::Pause) } else { ("Go", RequestKind::Play) };
        let about = match (data.over, data.running) {
            (true, false) => "The game is over: Setup begins another".to_owned(),
            (_, true) => format!("Pause the game ({go})"),
            (_, false) => format!("Run the game ({go})"),
        };
        let weight = go_weight(data);
        if button(ui, size, label, weight, &about).clicked() {
            pressed = Some(Pressed::Request(kind));
        }
        let weight = if data.over { Weight::Off } else { Weight::Plain };
        if button(ui, size, "Step", weight, &format!("One tick ({step})")).clicked() {
            pressed = Some(Pressed::Request(RequestKind::Step(1)));
        }
    });
    if let Some(rate) = speed(ui, data.rate) {
        pressed = Some(Pressed::Request(RequestKind::Rate(rate)));
    }
    pressed
}

/// How Go stands out: as the next action only where it is.
const fn go_weight(data: &Running<'_>) -> Weight {
    match data {
        Running { running: true, .. } => Weight::On,
        Running { over: true, .. } => Weight::Off,
        // The next action is Setup, or not here.
        Running { changed: true, .. } | Running { elsewhere: true, .. } => Weight::Plain,
        _ => Weight::Accent,
    }
}

/// A slider for the speed, in ticks a second; returns the one chosen.
pub fn speed(ui: &mut Ui, now: f32) -> Option<f32> {
    let mut chosen = None;
    ui.horizontal(|ui| {
        named(ui, "Speed");
        let (rect, _) = ui.allocate_exact_size(Vec2::new(44.0, 20.0), Sense::hover());
        let weak = PanelColors::here(ui).weak;
        let font = TextStyle::Body.resolve(ui.style());
        ui.painter().text(rect.left_center(), Align2::LEFT_CENTER, "Speed", font, weak);
        let mut at = position(now);
        ui.spacing_mut().slider_width = (ui.available_width() - 108.0).max(24.0);
        let response = ui
            .add(Slider::new(&mut at, 0.0..=1.0).show_value(false))
            .on_hover_text("From one tick a second to as fast as possible");
        if response.changed() {
            chosen = Some(rate(at));
        }
        let (rect, _) = ui.allocate_exact_size(Vec2::new(ui.available_width(), 20.0), Sense::hover());
        let strong = PanelColors::here(ui).strong;
        let font = TextStyle::Small.resolve(ui.style());
        ui.painter().text(rect.right_center(), Align2::RIGHT_CENTER, rate_text(now), font, strong);
    });
    chosen
}

/// Where on the slider a rate stands, 0…1; the last twentieth is "as fast as possible".
fn position(rate: f32) -> f32 {
    if rate.is_finite() {
        ((rate / RATES.0).max(1.0).ln() / (RATES.1 / RATES.0).ln()).clamp(0.0, 1.0) * 0.95
    } else {
        1.0
    }
}

fn rate(position: f32) -> f32 {
    if position > 0.975 {
        return f32::INFINITY;
    }
    let rate = RATES.0 * (RATES.1 / RATES.0).powf((position / 0.95).clamp(0.0, 1.0));
    // Two figures are as much as a hand can set.
    let unit = 10_f32.powf(rate.log10().floor() - 1.0).max(0.1);
    (rate / unit).round() * unit
}

/// A rate in words.
#[must_use]
pub fn rate_text(rate: f32) -> String {
    match rate {
        rate if !rate.is_finite() => "as fast as possible".to_owned(),
        rate if (rate - 1.0).abs() < 0.05 => "1 tick a second".to_owned(),
        rate if rate < 10.0 => format!("{rate:.1} ticks a second"),
        rate => format!("{rate:.0} ticks a second"),
    }
}

/// Twice as fast, or half; beyond the last number it is as fast as possible.
#[must_use]
pub fn faster(rate: f32, by: f32) -> f32 {
    match rate * by {
        _ if !rate.is_finite() && by < 1.0 => RATES.1,
        next if next > RATES.1 => f32::INFINITY,
        next => next.max(RATES.0),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_slider_goes_from_one_to_as_fast_as_possible() {
        assert_eq!(rate(0.0), 1.0);
        assert_eq!(rate(0.95), 10_000.0);
        assert_eq!(rate(1.0), f32::INFINITY);
        for known in [1.0, 2.0, 7.5, 25.0, 130.0, 10_000.0] {
            assert!((rate(position(known)) / known - 1.0).abs() < 0.01, "{known}");
        }
        assert_eq!(position(f32::INFINITY), 1.0);
    }

    #[test]
    fn go_stands_out_only_where_it_comes_next() {
        let keys = ["", "", ""];
        let paused = Running {
            running: false,
            over: false,
            elsewhere: false,
            rate: 8.0,
            changed: false,
            wrong: None,
            keys,
        };
        assert_eq!(go_weight(&paused), Weight::Accent);
        assert_eq!(go_weight(&Running { elsewhere: true, ..paused }), Weight::Plain);
        assert_eq!(go_weight(&Running { changed: true, ..paused }), Weight::Plain);
        assert_eq!(go_weight(&Running { over: true, elsewhere: true, ..paused }), Weight::Off);
        assert_eq!(go_weight(&Running { running: true, elsewhere: true, ..paused }), Weight::On);
    }

    #[test]
    fn speeds_double_and_halve_within_their_range() {
        assert_eq!(faster(8.0, 2.0), 16.0);
        assert_eq!(faster(1.0, 0.5), 1.0);
        assert_eq!(faster(8000.0, 2.0), f32::INFINITY);
        assert_eq!(faster(f32::INFINITY, 0.5), 10_000.0);
        assert_eq!(faster(f32::INFINITY, 2.0), f32::INFINITY);
    }
}
