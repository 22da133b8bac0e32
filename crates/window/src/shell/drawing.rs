//! Drawing of boards while games run, and the number of ticks per second.

use super::board_painter::over_board;
use super::keys::{Action, InputSystems, switched};
use super::layout::PanelSystems;
use super::settings::Settings;
use super::state::panels_are_shown;
use super::state::{BoardArea, Watched};
use super::theme::PanelColors;
use super::watched_goban::WatchedGoban;
use bevy::app::{App, Update};
use bevy::ecs::prelude::*;
use bevy::time::{Real, Time};
use bevy_egui::egui::{Align2, FontId, Rect, Stroke, StrokeKind, Vec2};
use bevy_egui::{EguiContexts, EguiPrimaryContextPass};
use stonefield_sim::{FrameShare, Pace, Seats, SimSystems, Tally};

/// Time per frame for ticks while boards are not drawn, in seconds.
const UNDRAWN_TICK_SECONDS: f32 = 0.1;

/// Time over which the tick rate is measured, in seconds.
const MEASURED_SECONDS: f32 = 0.5;

/// Drawing of boards while games run on them.
#[derive(Resource, Clone, Copy, Debug, PartialEq)]
pub struct Drawing {
    /// True if boards are not drawn while games run.
    pub off: bool,
    /// Interval at which boards are drawn even so, in seconds. 0: not before the games stop.
    pub every: f32,
    /// True if a game runs that waits for nobody.
    runs: bool,
    /// Time since boards were last drawn, in seconds.
    since: f32,
}

impl Default for Drawing {
    fn default() -> Self {
        Self { off: false, every: Self::EVERY, runs: false, since: 0.0 }
    }
}

impl Drawing {
    /// Default of [`Drawing::every`], in seconds.
    pub const EVERY: f32 = 2.0;
    /// Largest value of [`Drawing::every`], in seconds.
    pub const LONGEST: f32 = 60.0;

    /// True if the drawn boards lag behind their games.
    #[must_use]
    pub const fn lags(&self) -> bool {
        self.off && self.runs
    }

    /// True if this frame draws the boards.
    #[must_use]
    pub fn is_due(&self) -> bool {
        !self.lags() || self.every > 0.0 && self.since >= self.every
    }

    /// Begins a frame, a number of seconds after the last one. `runs`: true if a game runs.
    fn begin_frame(&mut self, runs: bool, seconds: f32) {
        self.since = if self.is_due() { 0.0 } else { self.since };
        self.runs = runs;
        self.since += if self.lags() { seconds } else { 0.0 };
    }
}

/// Run condition: true if this frame draws the boards.
pub(crate) fn is_due(drawing: Res<Drawing>) -> bool {
    drawing.is_due()
}

/// Run condition: true if the drawn boards do not lag behind, so that marks fit them.
pub(crate) fn keeps_up(drawing: Option<Res<Drawing>>) -> bool {
    drawing.is_none_or(|drawing| !drawing.lags())
}

/// Ticks per second of the watched goban, while it runs.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq)]
pub struct TickRate(pub Option<f32>);

pub(crate) fn plugin(app: &mut App) {
    let toggle = toggle.in_set(InputSystems::Act).run_if(switched(Action::Drawing));
    app.init_resource::<Drawing>()
        .init_resource::<TickRate>()
        .add_systems(
            Update,
            (toggle, (begin_frame, measure_tick_rate).after(InputSystems::Act).before(SimSystems::Pace)),
        )
        .add_systems(
            EguiPrimaryContextPass,
            show_sign.in_set(PanelSystems::Marks).run_if(not(panels_are_shown)),
        );
}

fn toggle(mut drawing: ResMut<Drawing>) {
    drawing.off = !drawing.off;
}

/// Begins a frame of the drawing, and sets the time per frame for ticks.
fn begin_frame(
    gobans: Query<(&Pace, &Seats, &Tally)>,
    time: Res<Time<Real>>,
    mut drawing: ResMut<Drawing>,
    mut share: ResMut<FrameShare>,
) {
    let is_running = |(pace, seats, tally): (&Pace, &Seats, &Tally)| {
        pace.is_busy() && tally.outcome.is_none() && seats.waiting().is_none()
    };
    drawing.begin_frame(gobans.iter().any(is_running), time.delta_secs());
    share.set_if_neq(if drawing.lags() { FrameShare(UNDRAWN_TICK_SECONDS) } else { FrameShare::default() });
}

/// Measurement of the tick rate: the goban, its tick at the beginning, and the time since, in seconds.
type Measurement = Option<(Entity, u64, f32)>;

/// Measures the tick rate of the watched goban.
fn measure_tick_rate(
    watched: Res<Watched>,
    gobans: Query<(&Pace, &Tally)>,
    time: Res<Time<Real>>,
    mut rate: ResMut<TickRate>,
    mut measurement: Local<Measurement>,
) {
    let Ok((pace, tally)) = gobans.get(watched.0) else { return };
    let tick = tally.tick;
    let running =
        measurement.filter(|&(goban, from, _)| goban == watched.0 && tick >= from && pace.is_busy());
    let Some((goban, from, seconds)) = running else {
        *measurement = Some((watched.0, tick, 0.0));
        if !pace.is_busy() {
            rate.set_if_neq(TickRate(None));
        }
        return;
    };
    let seconds = seconds + time.delta_secs();
    *measurement = Some((goban, from, seconds));
    if seconds >= MEASURED_SECONDS {
        rate.set_if_neq(TickRate(Some((tick - from) as f32 / seconds)));
        *measurement = Some((goban, tick, 0.0));
    }
}

/// Returns the text for a board that lags behind, with the key of the action and the tick rate.
pub(crate) fn undrawn(rate: TickRate, key: &str) -> String {
    let speed =
        rate.0.map_or_else(String::new, |rate| format!(", {} ticks a second", grouped(rate.round() as u64)));
    let key = if key.is_empty() { String::new() } else { format!(" ({key})") };
    format!("Drawing is off{key}{speed}")
}

/// Draws a sign in a corner while the board lags behind and the panels, with the status line, are hidden.
fn show_sign(
    mut contexts: EguiContexts,
    drawing: Res<Drawing>,
    rate: Res<TickRate>,
    goban: WatchedGoban<&Tally>,
    settings: Res<Settings>,
    area: Res<BoardArea>,
) -> Result {
    let ctx = contexts.ctx_mut()?;
    let Some(tally) = goban.get().filter(|_| drawing.lags()) else { return Ok(()) };
    let painter = over_board(ctx, &area);
    let colors = PanelColors::of_context(ctx);
    let key = settings.keys.text(Action::Drawing);
    let lines = [undrawn(*rate, &key), format!("tick {}", grouped(tally.tick))];
    let [head, line] = [(15.0, colors.strong), (12.5, colors.text)];
    let galleys = [(&lines[0], head), (&lines[1], line)]
        .map(|(text, (size, ink))| painter.layout_no_wrap(text.clone(), FontId::proportional(size), ink));
    let width = galleys.iter().map(|galley| galley.size().x).fold(0.0, f32::max);
    let height: f32 = galleys.iter().map(|galley| galley.size().y).sum();
    let room = Vec2::new(width, height) + Vec2::new(24.0, 14.0);
    let sign = Align2::LEFT_BOTTOM.align_size_within_rect(room, painter.clip_rect().shrink(10.0));
    painter.rect(sign, 6.0, colors.panel, Stroke::new(1.5, colors.chosen), StrokeKind::Inside);
    let mut top = sign.top() + 7.0;
    for galley in galleys {
        let at = Rect::from_center_size(sign.center(), galley.size()).min;
        let (height, ink) =
            (galley.size().y, galley.job.sections.first().map_or(colors.text, |part| part.format.color));
        painter.galley(bevy_egui::egui::pos2(at.x, top), galley, ink);
        top += height;
    }
    Ok(())
}

/// Returns a number with commas between thousands.
pub(crate) fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_board_is_drawn_when_its_game_stops_and_at_intervals() {
        let mut drawing = Drawing { off: true, ..Drawing::default() };
        let due: Vec<bool> = (0..12)
            .map(|_| {
                drawing.begin_frame(true, 0.5);
                drawing.is_due()
            })
            .collect();
        assert_eq!(due.iter().filter(|&&due| due).count(), 3, "{due:?}");
        assert!(drawing.lags());
        drawing.begin_frame(false, 0.5);
        assert!(drawing.is_due() && !drawing.lags(), "the game has stopped");
        drawing.every = 0.0;
        for _ in 0..1000 {
            drawing.begin_frame(true, 1.0);
            assert!(!drawing.is_due(), "the game has not stopped");
        }
        drawing.off = false;
        assert!(drawing.is_due());
    }

    #[test]
    fn thousands_are_separated() {
        assert_eq!([7, 999, 1000, 1_234_567].map(grouped), ["7", "999", "1,000", "1,234,567"]);
    }
}
