//! Counters: stones, groups, captures and score of both colours.

use super::score::{LastCount, ScoreParts, ShownScore};
use crate::shell::panel::{AddPanel, Panel, Place};
use crate::shell::theme::{self, PanelColors};
use crate::shell::watched_goban::WatchedGoban;
use crate::shell::widgets::stone;
use bevy::app::App;
use bevy::ecs::prelude::*;
use bevy_egui::egui::{Align2, Pos2, Sense, Stroke, TextStyle, Ui, Vec2, WidgetInfo, WidgetType};
use stonefield_go::ByColor;
use stonefield_sim::{Groups, Links, Tally, Witness};

const PANEL: Panel = Panel::new("Counters", Place::Facts, 70);

pub(super) fn plugin(app: &mut App) {
    app.add_view(PANEL, show);
}

fn show(
    InMut(ui): InMut<Ui>,
    watched: WatchedGoban<(ScoreParts, &Witness, &Groups, &Links)>,
    mut count: Local<LastCount>,
) {
    let Some((goban @ (_, occupancy, tally, ..), witness, groups, links)) = watched.get() else { return };
    let score = count.score(watched.id(), goban);
    let witness = witness.words_of(occupancy, groups, links);
    panel(ui, tally, score, &witness);
}

/// Draws the counters as a table with one column for each colour. `witness`: text on the agreement between
/// agents and referee, below the table.
pub fn panel(ui: &mut Ui, tally: &Tally, score: Option<ShownScore>, witness: &str) {
    let colors = PanelColors::here(ui);
    let (head, head_response) = ui.allocate_exact_size(Vec2::new(ui.available_width(), 20.0), Sense::hover());
    let columns = ByColor::new(head.right() - 62.0, head.right());
    let font = TextStyle::Body.resolve(ui.style());
    for (color, &right) in columns.iter() {
        let middle = Pos2::new(right - 6.5, head.center().y);
        stone(ui, middle, 6.5, color);
    }
    let tick = tally.tick.to_string();
    head_response.widget_info(|| WidgetInfo::labeled(WidgetType::Label, true, format!("Tick: {tick}")));
    let painter = ui.painter();
    let label = painter.text(head.left_center(), Align2::LEFT_CENTER, "Tick", font.clone(), colors.weak);
    let at = Pos2::new(label.right() + 8.0, head.center().y);
    painter.text(at, Align2::LEFT_CENTER, tick, theme::section_font(), colors.strong);
    painter.hline(head.x_range(), head.bottom() + 2.0, Stroke::new(1.0, colors.line));
    ui.add_space(1.0);
    let whole = |counts: ByColor<u32>| counts.map(|count| count.to_string());
    let score_row = score.map(|score| {
        let about = match score.lead {
            Some(_) if tally.outcome.is_some() => {
                format!("As counted, with {} points of komi for White", score.komi)
            }
            Some(_) => format!("As the board stands, with {} points of komi for White", score.komi),
            None => "Stones and the other colour's losses, as the NetLogo model counts them".to_owned(),
        };
        (score.name, about, score.points.map(figure))
    });
    let rows = [
        ("Stones", "On the board".to_owned(), whole(tally.stones)),
        ("Groups", "Chains of linked stones".to_owned(), whole(tally.groups)),
        ("Captures", "Enemy stones that have died".to_owned(), whole(tally.captures)),
    ];
    for (name, about, values) in rows.into_iter().chain(score_row) {
        let (row, response) = ui.allocate_exact_size(Vec2::new(ui.available_width(), 17.0), Sense::hover());
        ui.painter().text(row.left_center(), Align2::LEFT_CENTER, name, font.clone(), colors.weak);
        for (color, &right) in columns.iter() {
            let at = Pos2::new(right, row.center().y);
            let value = values[color].clone();
            ui.painter().text(at, Align2::RIGHT_CENTER, value, font.clone(), colors.strong);
        }
        response.widget_info(|| {
            let both = format!("{name}: Black {}, White {}", values.black, values.white);
            WidgetInfo::labeled(WidgetType::Label, true, both)
        });
        response.on_hover_text(about);
    }
    if let Some(lead) = score.and_then(|score| score.lead) {
        let about = "Who leads by the count, all stones taken as alive before the end";
        crate::shell::widgets::fact(ui, "Counted lead", about, lead.to_string());
    }
    crate::shell::widgets::fact(
        ui,
        "Mean group size",
        "Stones in a group, on average",
        format!("{:.2}", tally.mean_group),
    );
    crate::shell::widgets::fact(
        ui,
        "Total heat",
        "The temperature of all patches together, as it was before the last stone came (capacity)",
        figure(tally.capacity),
    );
    crate::shell::widgets::hint(ui, witness)
        .on_hover_text("The agents decide; the referee follows and looks whether it agrees");
}

/// Returns a number with one decimal, or without decimals if it is whole.
fn figure(value: f64) -> String {
    if value.fract() == 0.0 { format!("{value:.0}") } else { format!("{value:.1}") }
}
