//! The cross table of a tournament: who stands where, who took how many points from whom.

use super::super::widgets::{hint, well};
use super::table::{TableCell, TableClick, TableColumn, TableData, table};
use crate::lab::{Plan, Standings, StoreReading};
use bevy_egui::egui::{Color32, Ui};
use std::collections::BTreeSet;

/// Lines of the table that are in sight at most.
const LINES: usize = 8;

/// Columns on the left of the results against each player.
const LEFT: [(&str, &str, usize, bool); 6] = [
    ("#", "The place", 3, true),
    ("player", "As the plan calls it", 6, false),
    ("Elo", "How strong, by maximum likelihood; the mean of all players is 0", 6, true),
    ("95 % interval", "Of the Elo", 14, false),
    ("points", "A win is a point, a draw half a point", 9, true),
    ("share", "Points of each game", 7, true),
];

/// The place of the names among them.
const PLAYER: usize = 1;

/// Shows the table of a tournament; returns the player whose line was clicked.
pub fn show(ui: &mut Ui, standings: &Standings, chosen: Option<usize>, ink: Color32) -> Option<usize> {
    let order = standings.order();
    let column = |title: &str, about: &str, wide: usize, number: bool| TableColumn {
        title: title.to_owned(),
        about: about.to_owned(),
        wide,
        number,
    };
    let mut columns: Vec<_> =
        LEFT.iter().map(|&(title, about, wide, number)| column(title, about, wide, number)).collect();
    let longest = standings.players.iter().map(|player| player.name.chars().count()).max().unwrap_or(0);
    columns[PLAYER].wide = longest.clamp(6, 28);
    columns.extend((1..).zip(&order).map(|(place, &player)| {
        let about = format!("Points against {}", standings.players[player].name);
        column(&place.to_string(), &about, 7, true)
    }));
    columns.push(column("void", "Games that count for nothing", 5, true));
    columns.push(column("failed", "Those of them in which this player could not go on", 7, true));
    let data = TableData {
        columns: &columns,
        order: None,
        lines: order.len(),
        shown: LINES,
        about: "Click to list the games of this player",
        ink,
    };
    let clicked = well(ui, |ui| {
        table(ui, "cross table", &data, |at| {
            let player = order[at];
            (line(standings, &order, at), chosen == Some(player))
        })
    });
    if standings.left_out > 0 {
        let count = standings.left_out;
        hint(ui, format!("{count} games were played after the test had decided, and count for nothing."));
    }
    let test = standings.test.as_ref().map(ToString::to_string);
    for words in standings.notes().into_iter().chain(standings.pair_words()).chain(test) {
        hint(ui, words);
    }
    match clicked? {
        TableClick::Line(at, _) => order.get(at).copied(),
        TableClick::Head(_) => None,
    }
}

/// The line of a player.
fn line(standings: &Standings, order: &[usize], at: usize) -> Vec<TableCell> {
    let number = order[at];
    let (player, rating) = (&standings.players[number], standings.ratings.rating(number));
    let results = player.results;
    let text = TableCell::Text;
    let none = || TableCell::Weak("–".to_owned());
    let mut cells = vec![text((at + 1).to_string()), text(player.name.clone())];
    if results.games() > 0 {
        let (low, high) = rating.interval();
        cells.extend([
            text(format!("{:+.0}", rating.elo)),
            text(format!("{low:+.0} to {high:+.0}")),
            text(format!("{}/{}", results.points(), results.games())),
            text(format!("{:.1} %", 100.0 * results.points() / results.games() as f64)),
        ]);
    } else {
        cells.extend([none(), none(), none(), none()]);
    }
    cells.extend(order.iter().map(|&other| {
        let results = standings.cross.between(number, other);
        match results.games() {
            _ if number == other => TableCell::Weak("·".to_owned()),
            0 => none(),
            games => text(format!("{}/{games}", results.points())),
        }
    }));
    let count =
        |count: u64| if count > 0 { text(count.to_string()) } else { TableCell::Weak("0".to_owned()) };
    let failed = player.failed;
    let fault = if failed > 0 { TableCell::Fault(failed.to_string()) } else { count(0) };
    cells.extend([count(player.void), fault]);
    cells
}

/// The combinations in which a player plays.
pub fn pairings_of(reading: &StoreReading, player: usize) -> BTreeSet<u64> {
    let Ok(plan) = Plan::read(&reading.header.plan) else { return BTreeSet::new() };
    let plays = |combination: &u64| {
        plan.players(*combination).is_some_and(|(first, second)| first == player || second == player)
    };
    (0..plan.combinations()).filter(plays).collect()
}
