//! List of rows: the chosen games, sorted by any column. A click opens a game.

use super::LabRequest;
use super::drawn::DrawnPlace;
use super::picture::Picture;
use super::store::{ShownStore, column_about, column_words};
use super::table::{TableCell, TableClick, TableColumn, TableData, TableOrder, table};
use crate::shell::theme::INKS;
use crate::shell::theme::PanelColors;
use crate::shell::widgets::{hint, well};
use bevy_egui::egui::{Label, RichText, Ui};
use std::collections::{BTreeSet, HashMap};
use stonefield_go::notation::counted;
use stonefield_lab::{AHEAD_COLUMN, CombinationSummary, GameLine, StoreReading};

/// Listed games and their order.
#[derive(Default)]
pub struct RowList {
    /// Id of the store whose games are listed if no bar or point is picked.
    pub store: Option<u64>,
    /// Order of the games. `None`: by row.
    pub order: Option<TableOrder>,
    /// Game that was opened on the board last: store and row.
    pub opened: Option<(u64, u64)>,
    /// Indices of the listed games in the reading, in order.
    lines: Vec<u32>,
    source: Option<RowsSource>,
}

/// Source of a list.
#[derive(Clone, Debug, PartialEq)]
struct RowsSource {
    store: u64,
    serial: u64,
    chosen: BTreeSet<u64>,
    picked: Option<(bool, DrawnPlace)>,
    order: Option<TableOrder>,
}

/// Index of the column with rows.
const ROW: usize = 0;

impl RowList {
    /// Returns the index of the store whose games are listed; `None` without a store that was read.
    pub fn listed_store(&self, stores: &[ShownStore], picture: &Picture) -> Option<usize> {
        let wanted = picture.picked_store().or(self.store);
        let index = wanted.and_then(|id| stores.iter().position(|store| store.id == id));
        index.or_else(|| stores.iter().position(|store| store.reading.is_some()))
    }

    /// Updates the list if its source has changed.
    pub fn make(&mut self, store: &ShownStore, picture: &Picture) {
        let Some(reading) = &store.reading else {
            self.lines.clear();
            self.source = None;
            return;
        };
        let source = RowsSource {
            store: store.id,
            serial: store.serial,
            chosen: store.chosen.clone(),
            picked: picture.picked_of(store.id),
            order: self.order,
        };
        if self.source.as_ref() == Some(&source) {
            return;
        }
        self.source = Some(source);
        let games = &reading.games;
        let is_listed = |game: &GameLine| match picture.picked_of(store.id) {
            Some(_) => picture.holds(store.id, game),
            None => store.is_chosen(game),
        };
        let all = games.iter().enumerate().filter(|(_, game)| is_listed(game));
        self.lines = all.filter_map(|(at, _)| u32::try_from(at).ok()).collect();
        let Some(TableOrder { column, falling }) = self.order else { return };
        let names = reading.summary.names.len();
        let number: Box<dyn Fn(&GameLine) -> f64> = match column {
            ROW => Box::new(|game| game.row as f64),
            column if column <= names => {
                let ranks = combination_ranks(reading, column - 1);
                Box::new(move |game| ranks.get(&game.combination).copied().unwrap_or(f64::NAN))
            }
            column => match column - names {
                1 => Box::new(|game| f64::from(game.end as u8)),
                2 => Box::new(|game| reading.result_rank(game)),
                3 => Box::new(|game| game.ahead),
                4 => Box::new(|game| game.ticks as f64),
                _ => Box::new(|game| game.value),
            },
        };
        // Games without a number come last in both directions.
        let none = if falling { f64::NEG_INFINITY } else { f64::INFINITY };
        let key = |at: u32| {
            let number = number(&games[at as usize]);
            (if number.is_nan() { none } else { number }, at)
        };
        let mut keys: Vec<(f64, u32)> = self.lines.iter().map(|&at| key(at)).collect();
        keys.sort_unstable_by(|one, other| one.0.total_cmp(&other.0).then(one.1.cmp(&other.1)));
        self.lines = keys.into_iter().map(|(_, at)| at).collect();
        if falling {
            self.lines.reverse();
        }
    }

    /// Returns the row after this one in the list, or with `forward` false the one before it.
    pub fn beside(&self, reading: &StoreReading, row: u64, forward: bool) -> Option<u64> {
        let at = self.lines.iter().position(|&at| reading.games[at as usize].row == row)?;
        let next = if forward { at.checked_add(1)? } else { at.checked_sub(1)? };
        self.lines.get(next).map(|&at| reading.games[at as usize].row)
    }
}

/// Returns the rank of each combination by the varying key of index `at`: numbers by size, then texts. Equal
/// values have the same rank.
fn combination_ranks(reading: &StoreReading, at: usize) -> HashMap<u64, f64> {
    let mut values: Vec<(f64, &str, u64)> = reading
        .summary
        .combinations
        .iter()
        .map(|one| {
            let text = one.values.get(at).map_or("", String::as_str);
            (text.parse().unwrap_or(f64::INFINITY), text, one.number)
        })
        .collect();
    values.sort_by(|one, other| one.0.total_cmp(&other.0).then(one.1.cmp(other.1)));
    let (mut ranks, mut rank) = (HashMap::new(), 0.0);
    for (place, (_, text, number)) in values.iter().enumerate() {
        if place > 0 && values[place - 1].1 != *text {
            rank = place as f64;
        }
        ranks.insert(*number, rank);
    }
    ranks
}

/// Returns the combination with this number.
fn combination(reading: &StoreReading, number: u64) -> Option<&CombinationSummary> {
    let all = &reading.summary.combinations;
    all.binary_search_by_key(&number, |one| one.number).ok().map(|at| &all[at])
}

/// True if the number in the charts is one for each game, and no other column shows it.
fn has_own_column(reading: &StoreReading) -> bool {
    reading.course.is_none() && !matches!(reading.column.as_str(), "ticks" | AHEAD_COLUMN)
}

fn columns(reading: &StoreReading) -> Vec<TableColumn> {
    let column = |title: &str, about: &str, wide: usize, number: bool| TableColumn {
        title: title.to_owned(),
        about: about.to_owned(),
        wide,
        number,
    };
    let mut columns = vec![column("game", "Number of the game in the plan. In files: row", 7, true)];
    columns.extend(super::store::columns(reading).into_iter().take(reading.summary.names.len()));
    columns.extend([
        column("winner", "Who won; void, unfinished or failed where the game counts for nothing", 10, false),
        column("result", "The result as in SGF", 10, false),
        column("ahead", "Points by which it was won", 8, true),
        column("ticks", "Ticks that the game took", 7, true),
    ]);
    if has_own_column(reading) {
        let name = &reading.column;
        columns.push(column(&column_words(name), &column_about("The number in the picture", name), 10, true));
    }
    columns.push(column("fault", "Why the game counts for nothing", 40, false));
    columns
}

fn line(reading: &StoreReading, values: Option<&[String]>, game: &GameLine) -> Vec<TableCell> {
    let number = |number: f64| match number {
        number if number.is_nan() => TableCell::Weak("–".to_owned()),
        number => TableCell::Text(format!("{}", (number * 1000.0).round() / 1000.0)),
    };
    let mut cells = vec![TableCell::Text(game.row.to_string())];
    cells.extend(values.unwrap_or_default().iter().cloned().map(TableCell::Text));
    let end = game.end.word();
    let swapped = if game.swapped && game.end.counts() { " ⇄" } else { "" };
    cells.extend([
        if game.end.counts() {
            TableCell::Text(format!("{end}{swapped}"))
        } else {
            TableCell::Fault(end.to_owned())
        },
        TableCell::Text(reading.result(game).to_owned()),
        number(game.ahead),
        TableCell::Text(game.ticks.to_string()),
    ]);
    if has_own_column(reading) {
        cells.push(number(game.value));
    }
    cells.push(TableCell::Fault(reading.fault(game).unwrap_or_default().to_owned()));
    cells
}

/// Shows the list; returns a request to open the row that was clicked. `visible_lines`: largest number of
/// lines before the list scrolls.
pub fn panel(
    ui: &mut Ui,
    list: &mut RowList,
    stores: &mut [ShownStore],
    picture: &Picture,
    visible_lines: usize,
) -> Option<LabRequest> {
    let at = list.listed_store(stores, picture)?;
    list.make(&stores[at], picture);
    let store = &stores[at];
    let reading = store.reading.as_ref()?;
    let colors = PanelColors::here(ui);
    let title = match (picture.picked_words(), store.chosen.len()) {
        (Some(words), _) => words,
        (None, 0) => format!("All games of {}", store.name()),
        (None, 1) => {
            let number = store.chosen.first().copied().unwrap_or(0);
            let chosen = combination(reading, number);
            let words = chosen.map_or_else(String::new, |one| ShownStore::words(reading, one));
            format!("{}: {words}", store.name())
        }
        (None, some) => format!("{}: {}", store.name(), counted(some as u64, "combination")),
    };
    let words = format!("{title}, {}", counted(list.lines.len() as u64, "game"));
    ui.add(Label::new(RichText::new(words).color(colors.strong)).truncate());
    if list.lines.is_empty() {
        hint(ui, "No game of it has been played yet.");
        return None;
    }
    let columns = columns(reading);
    let data = TableData {
        columns: &columns,
        order: list.order,
        lines: list.lines.len(),
        visible_lines,
        about: "Click to open this game on the board",
        ink: INKS[at % INKS.len()],
    };
    let game = |at: usize| &reading.games[list.lines[at] as usize];
    let clicked = well(ui, |ui| {
        table(ui, "rows", &data, |at| {
            let game = game(at);
            let values = combination(reading, game.combination).map(|one| &one.values[..]);
            (line(reading, values, game), list.opened == Some((store.id, game.row)))
        })
    });
    match clicked? {
        TableClick::Head(column) => {
            let order = TableOrder::clicked(list.order, column, columns[column].number && column != ROW);
            // The last column, the fault, cannot be sorted: a click there sorts by row.
            list.order = (column + 1 < columns.len()).then_some(order);
            None
        }
        TableClick::Line(at, _) => Some(LabRequest::Row(store.id, game(at).row)),
    }
}
