//! What is counted: stones, groups, captures, scores.

use super::super::theme::PanelColors;
use super::columns::{AddSection, Section};
use super::goban::WatchedGoban;
use super::widgets::stone;
use crate::go::{ByColor, Color};
use crate::sim::Tally;
use bevy::app::App;
use bevy::ecs::prelude::*;
use bevy_egui::egui::{Align2, FontId, Pos2, Sense, Stroke, TextStyle, Ui, Vec2};

pub(super) fn plugin(app: &mut App) {
    app.add_section(Section::Counters, show);
}

fn show(InMut(ui): InMut<Ui>, goban: WatchedGoban) {
    let Some(goban) = goban.get() else { return };
    let witness = goban.witness.words_of(goban.occupancy, goban.groups, goban.links);
    panel(ui, goban.tally, &witness);
}

/// Shows the counters as a table, a column for each colour; below it what the referee has seen.
pub fn panel(ui: &mut Ui, tally: &Tally, witness: &str) {
    let colors = PanelColors::here(ui);
    let (head, _) = ui.allocate_exact_size(Vec2::new(ui.available_width(), 20.0), Sense::hover());
    let columns = ByColor::new(head.right() - 62.0, head.right());
    let font = TextStyle::Body.resolve(ui.style());
    for (color, &right) in columns.iter() {
        let middle = Pos2::new(right - 6.5, head.center().y);
        stone(ui, middle, 6.5, color);
    }
    let tick = tally.tick.to_string();
    let painter = ui.painter();
    let label = painter.text(head.left_center(), Align2::LEFT_CENTER, "Tick", font.clone(), colors.weak);
    let at = Pos2::new(label.right() + 8.0, head.center().y);
    painter.text(at, Align2::LEFT_CENTER, tick, FontId::proportional(17.0), colors.strong);
    painter.hline(head.x_range(), head.bottom() + 2.0, Stroke::new(1.0, colors.line));
    ui.add_space(1.0);
    let whole = |counts: ByColor<u32>| counts.map(|count| count.to_string());
    let rows = [
        ("Stones", "On the board", whole(tally.stones)),
        ("Groups", "Chains of linked stones", whole(tally.groups)),
        ("Captures", "Enemy stones that have died", whole(tally.captures)),
        ("Score", "What the Score plot shows: stones and captures", tally.score.map(figure)),
    ];
    for (name, about, values) in rows {
        let (row, response) = ui.allocate_exact_size(Vec2::new(ui.available_width(), 17.0), Sense::hover());
        ui.painter().text(row.left_center(), Align2::LEFT_CENTER, name, font.clone(), colors.weak);
        for (color, &right) in columns.iter() {
            let at = Pos2::new(right, row.center().y);
            let value = values[color].clone();
            ui.painter().text(at, Align2::RIGHT_CENTER, value, font.clone(), colors.strong);
        }
        response.on_hover_text(about);
    }
    super::widgets::fact(
        ui,
        "Mean group size",
        "Stones in a group, on average",
        format!("{:.2}", tally.mean_group),
    );
    super::widgets::hint(ui, witness)
        .on_hover_text("The agents decide; the referee follows and looks whether it agrees");
}

/// Whole numbers without a point.
fn figure(value: f64) -> String {
    if value.fract() == 0.0 { format!("{value:.0}") } else { format!("{value:.1}") }
}

/// Whose turn it is or how the game ended, in words; `dead` says which stones were taken off for the count.
#[must_use]
pub fn state_text(
    tally: &Tally,
    to_move: Option<Color>,
    waiting: Option<Color>,
    empty: Option<Color>,
    fault: Option<(Color, &str)>,
    disagreement: Option<&str>,
    dead: Option<&str>,
) -> String {
    if let Some((color, why)) = fault {
        return format!("Game over: {color}'s mind failed: {why}");
    }
    if let Some(why) = disagreement {
        return format!("Game void: {why}. The record shows what led there");
    }
    if let (None, Some(color)) = (&tally.outcome, empty) {
        return format!("{color}'s seat is empty: fill it under Minds");
    }
    match (&tally.outcome, waiting, to_move) {
        (Some(crate::go::Outcome::Void), ..) => "Game over: void, a colour was wiped out".to_owned(),
        (Some(outcome), ..) => match dead {
            Some(dead) => format!("Game over: {outcome}, {dead}"),
            None => format!("Game over: {outcome}"),
        },
        (None, Some(color), _) => format!("Your move, {color}: click a point, or pass"),
        (None, None, Some(color)) => format!("{color} to move"),
        (None, None, None) => String::new(),
    }
}
