//! Clocks of both players, shown if the game has a time limit.

use crate::shell::panel::{AddPanel, Panel, Place};
use crate::shell::state::Redraw;
use crate::shell::theme::{self, PanelColors};
use crate::shell::watched_goban::WatchedGoban;
use crate::shell::widgets::{hint, stone};
use bevy::app::{App, Update};
use bevy::ecs::prelude::*;
use bevy_egui::egui::{Align2, Pos2, Rect, Sense, Stroke, StrokeKind, Ui, Vec2, WidgetInfo, WidgetType};
use core::time::Duration;
use stonefield_go::Color;
use stonefield_search::{PlayerTime, TimeLeft};
use stonefield_sim::{Clocks, GameRecord, Pace, Seats, SimSystems, Tally};

/// Time left, in seconds, below which a clock shows tenths and is redrawn more often.
const SHORT: f64 = 10.0;

const PANEL: Panel = Panel::new("Clocks", Place::Temporary, 50);

pub(super) fn plugin(app: &mut App) {
    app.add_view(PANEL, show).add_systems(Update, request_frames.after(SimSystems::Pace));
}

/// Components of a goban that decide whose clock runs.
type Turn<'a> = (&'a Seats, &'a Tally, &'a Pace, &'a GameRecord);

/// Returns the colour whose clock runs, if any.
fn running((seats, tally, pace, record): Turn<'_>) -> Option<Color> {
    let is_paused = !pace.running || record.now() < record.last();
    seats.to_move().filter(|_| !is_paused && tally.outcome.is_none())
}

/// Requests frames while a clock runs, even if the panel is hidden: a player may lose on time.
fn request_frames(goban: WatchedGoban<(&Clocks, Turn)>, mut redraw: ResMut<Redraw>) {
    let Some((clocks, turn)) = goban.get() else { return };
    if let (Some(time), Some(color)) = (clocks.limited(), running(turn)) {
        let short = time.left[color].seconds < SHORT;
        redraw.within(Duration::from_millis(if short { 100 } else { 500 }));
    }
}

fn show(InMut(ui): InMut<Ui>, goban: WatchedGoban<(&Clocks, Turn)>) {
    let Some((clocks, turn @ (_, tally, ..))) = goban.get() else { return };
    let Some(time) = clocks.limited() else { return };
    let runs = running(turn);
    panel(ui, &time, runs);
    if tally.outcome.is_none() && runs.is_none() {
        hint(ui, "The clocks run after Go");
    }
    ui.add_space(6.0);
}

/// Draws both clocks. `runs`: colour whose clock runs and has a strong frame.
pub fn panel(ui: &mut Ui, time: &PlayerTime, runs: Option<Color>) {
    let colors = PanelColors::here(ui);
    let (rect, response) = ui.allocate_exact_size(Vec2::new(ui.available_width(), 46.0), Sense::hover());
    let width = (rect.width() - 8.0) / 2.0;
    for (color, left) in [(Color::Black, rect.left()), (Color::White, rect.right() - width)] {
        let place = Rect::from_min_size(Pos2::new(left, rect.top()), Vec2::new(width, rect.height()));
        let TimeLeft { seconds, periods } = time.left[color];
        let active = runs == Some(color);
        let rim =
            Stroke::new(if active { 1.5 } else { 1.0 }, if active { colors.accent } else { colors.line });
        ui.painter().rect(place, 5.0, colors.well, rim, StrokeKind::Inside);
        stone(ui, Pos2::new(place.left() + 15.0, place.center().y), 7.0, color);
        let is_critical = seconds < SHORT && (periods == 1 || !time.control.has_periods());
        let ink = if is_critical { colors.error } else { colors.strong };
        let at = Pos2::new(place.right() - 9.0, place.top() + 16.0);
        ui.painter().text(at, Align2::RIGHT_CENTER, figures(seconds), theme::title_font(), ink);
        let below = Pos2::new(place.right() - 9.0, place.bottom() - 10.0);
        ui.painter().text(below, Align2::RIGHT_CENTER, words(time, color), theme::text_font(), colors.weak);
    }
    response.widget_info(|| {
        let clock = |color| format!("{color} {}, {}", figures(time.left[color].seconds), words(time, color));
        let both = format!("{}; {}", clock(Color::Black), clock(Color::White));
        WidgetInfo::labeled(WidgetType::Label, true, both)
    });
    response.on_hover_text(
        "What each player has left: main time, then byo-yomi, a period of which is whole again after a move",
    );
}

/// Returns the kind of time that a clock counts: main time, or the byo-yomi periods left.
fn words(time: &PlayerTime, color: Color) -> String {
    match time.left[color].periods {
        0 => "main time".to_owned(),
        periods => format!("{periods} × {} s", time.control.period),
    }
}

/// Returns minutes and seconds, with hours from 60 minutes on, and with tenths below [`SHORT`]. Rounded up.
fn figures(seconds: f64) -> String {
    if seconds < SHORT {
        return format!("{:.1}", (seconds * 10.0).ceil() / 10.0);
    }
    let whole = seconds.ceil() as u64;
    match whole / 3600 {
        0 => format!("{}:{:02}", whole / 60, whole % 60),
        hours => format!("{hours}:{:02}:{:02}", whole / 60 % 60, whole % 60),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_shown_as_on_a_clock() {
        for (seconds, text) in [
            (600.0, "10:00"),
            (59.2, "1:00"),
            (9.96, "10.0"),
            (3.12, "3.2"),
            (0.0, "0.0"),
            (3661.0, "1:01:01"),
        ] {
            assert_eq!(figures(seconds), text);
        }
    }
}
