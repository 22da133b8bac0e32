//! Cross table of a tournament: the rank of each player, and the points against each other player.

use super::table::{TableCell, TableClick, TableColumn, TableData, table};
use crate::shell::widgets::{hint, well};
use bevy_egui::egui::{Color32, Ui};
use std::collections::BTreeSet;
use stonefield_lab::{CrossCell, Plan, StandingLine, Standings, StoreReading};

/// Largest number of visible lines.
const LINES: usize = 8;

/// Columns to the left of the points against each player: title, tooltip, width in characters, and true for
/// numbers.
const LEFT: [(&str, &str, usize, bool); 6] = [
    ("#", "The place", 3, true),
    ("player", "As the plan calls it", 6, false),
    ("Elo", "How strong, by maximum likelihood; the mean of all players is 0", 6, true),
    ("95 % interval", "Of the Elo", 14, false),
    ("points", "A win is a point, a draw half a point", 9, true),
    ("share", "Points per game", 7, true),
];

/// Index of the column with names.
const PLAYER: usize = 1;

/// Shows the table of a tournament; returns the player whose line was clicked. `chosen`: player with a marked
/// line.
pub fn show(ui: &mut Ui, standings: &Standings, chosen: Option<usize>, ink: Color32) -> Option<usize> {
    let lines = standings.lines();
    let column = |title: &str, about: &str, wide: usize, number: bool| TableColumn {
        title: title.to_owned(),
        about: about.to_owned(),
        wide,
        number,
    };
    let mut columns: Vec<_> =
        LEFT.iter().map(|&(title, about, wide, number)| column(title, about, wide, number)).collect();
    let longest_name = lines.iter().map(|line| line.standing.name.chars().count()).max().unwrap_or(0);
    columns[PLAYER].wide = longest_name.clamp(6, 28);
    columns.extend((1..).zip(&lines).map(|(place, line)| {
        column(&format!("{place}"), &format!("Points against {}", line.standing.name), 7, true)
    }));
    columns.push(column("void", "Games that count for nothing", 5, true));
    columns.push(column("failed", "Those of them in which this player could not go on", 7, true));
    let data = TableData {
        columns: &columns,
        order: None,
        lines: lines.len(),
        visible_lines: LINES,
        about: "Click to list the games of this player",
        ink,
    };
    let clicked = well(ui, |ui| {
        table(ui, "cross table", &data, |at| (cells(&lines[at], at + 1), chosen == Some(lines[at].player)))
    });
    if let Some(words) = standings.left_out_words() {
        hint(ui, format!("{words}."));
    }
    let test = standings.test.as_ref().map(ToString::to_string);
    for words in standings.notes().into_iter().chain(standings.pair_words()).chain(test) {
        hint(ui, words);
    }
    match clicked? {
        TableClick::Line(at, _) => lines.get(at).map(|line| line.player),
        TableClick::Head(_) => None,
    }
}

/// Returns the cells of a player. `place`: rank, from 1.
fn cells(line: &StandingLine, place: usize) -> Vec<TableCell> {
    let text = |text: &str| TableCell::Text(text.to_owned());
    let none = || TableCell::Weak("–".to_owned());
    let mut cells = vec![text(&place.to_string()), text(&line.standing.name)];
    cells.extend(match &line.score {
        Some(score) => [&score.elo, &score.interval, &score.points, &score.share].map(|cell| text(cell)),
        None => [none(), none(), none(), none()],
    });
    cells.extend(line.against.iter().map(|cell| match cell {
        CrossCell::Own => TableCell::Weak("·".to_owned()),
        CrossCell::NoGame => none(),
        CrossCell::Points(points) => text(points),
    }));
    let count = |count: u64| match count {
        0 => TableCell::Weak("0".to_owned()),
        count => text(&count.to_string()),
    };
    let failed =
        if line.standing.failed > 0 { TableCell::Fault(line.standing.failed.to_string()) } else { count(0) };
    cells.extend([count(line.standing.void), failed]);
    cells
}

/// Returns the numbers of the combinations in which a player plays; empty if the plan cannot be read.
pub fn pairings_of(reading: &StoreReading, player: usize) -> BTreeSet<u64> {
    let Ok(plan) = Plan::read(&reading.header.plan) else { return BTreeSet::new() };
    let plays = |combination: &u64| {
        plan.players(*combination).is_some_and(|(first, second)| first == player || second == player)
    };
    (0..plan.combinations()).filter(plays).collect()
}
