//! BehaviorSpace table of NetLogo. A game is a run; the number of the run is the row plus 1.

use super::TableExportError;
use crate::Plan;
use crate::store::{Datum, ResultStore, StoreColumn, StoreTable};
use std::fmt::Display;
use std::io::Write;
use stonefield_go::notation::cell;

/// Last column of the settings. All columns after it are measures, except [`STEP`].
const LAST_SETTING: &str = "swapped";

/// Column with the number of steps of a game.
const STEP: &str = "ticks";

/// Largest number of combinations whose board sizes are compared. Further combinations are ignored.
const MAX_CHECKED: u64 = 20_000;

/// Writes six lines about the experiment, and a line of column names. Then follows a line for each game with
/// its final measures. If the table is that of ticks: a line for each measured tick.
// CITE: U. Wilensky, S. Tisue and others, NetLogo 6.4 (2023), BehaviorSpace, "Table version 2.0".
pub(super) fn write(
    store: &ResultStore,
    table: StoreTable,
    out: &mut dyn Write,
) -> Result<(), TableExportError> {
    let runs = RunColumns::of(store, table, "behaviorspace-table")?;
    write_head(store, "Table version 2.0", out)?;
    let settings = runs.settings.iter().map(|column| column.name.as_str());
    write_line(["[run number]"].into_iter().chain(settings).chain(["[step]"]).chain(runs.measures()), out)?;
    let last = runs.settings.len();
    // Row and values of the game whose ticks are written.
    let mut game = (Datum::Missing, Vec::new());
    store.each(table, |values| {
        let number = &run_of(&values[0]);
        if !runs.has_ticks {
            return write_step(number, &values[1..=last], runs.step(values), runs.measured(values), out);
        }
        if game.0 != values[0] {
            let row = values[0].number().map_or(0, |row| row as u64);
            game = (values[0].clone(), store.game(row)?.map(|(game, _)| game).unwrap_or_default());
        }
        let settings = game.1.get(1..=last).unwrap_or(&[]);
        write_step(number, settings, &values[1], runs.measured(values), out)
    })?;
    Ok(out.flush()?)
}

/// Columns of a store, by their meaning in a run.
pub(super) struct RunColumns<'a> {
    /// True if every measured tick is a step. If false, a run has one step, its last.
    pub has_ticks: bool,
    /// Columns of the settings in the table of games: from the second one to `swapped`.
    pub settings: &'a [StoreColumn],
    /// Index of the column of games with the number of steps.
    step: Option<usize>,
    /// Measures, each with its index among the columns of the table.
    measures: Vec<(usize, &'a str)>,
}

impl<'a> RunColumns<'a> {
    /// Returns the columns of the table `games` or `ticks`. Refuses other tables; the error names `format`.
    pub(super) fn of(
        store: &'a ResultStore,
        table: StoreTable,
        format: &'static str,
    ) -> Result<Self, TableExportError> {
        let has_ticks = match table {
            StoreTable::Games => false,
            StoreTable::Ticks => true,
            StoreTable::Clusters | StoreTable::Avalanches | StoreTable::Stones | StoreTable::Timing => {
                return Err(TableExportError::Table { format, table: table.name() });
            }
        };
        let games = store.columns(StoreTable::Games);
        let index = |name: &str| games.iter().position(|column| column.name == name);
        let (last_setting, step) = (index(LAST_SETTING).unwrap_or(0), index(STEP));
        let first = if has_ticks { 2 } else { last_setting + 1 };
        let measures = store.columns(table).iter().map(|column| column.name.as_str()).enumerate().skip(first);
        let measures = measures.filter(|(at, _)| has_ticks || Some(*at) != step).collect();
        Ok(Self { has_ticks, settings: &games[1..=last_setting], step, measures })
    }

    /// Returns the names of the measures.
    pub(super) fn measures(&self) -> impl ExactSizeIterator<Item = &'a str> {
        self.measures.iter().map(|(_, name)| *name)
    }

    /// Returns the number of steps among the values of a game.
    pub(super) fn step<'v>(&self, game: &'v [Datum]) -> &'v Datum {
        self.step.map_or(&Datum::Missing, |step| &game[step])
    }

    /// Returns the measures among the values of a row of the table.
    pub(super) fn measured<'v>(&self, values: &'v [Datum]) -> impl Iterator<Item = &'v Datum> {
        self.measures.iter().map(|(at, _)| &values[*at])
    }
}

/// Writes six lines about the experiment.
pub(super) fn write_head(
    store: &ResultStore,
    layout: &str,
    out: &mut dyn Write,
) -> Result<(), TableExportError> {
    let header = store.header();
    let (width, height) = largest_board(&header.plan);
    let date_part = |range| header.date.get(range).unwrap_or("");
    // The date is the day on which the store was created, so that a store always gives the same file.
    let date = format!("{}/{}/{} 00:00:00:000 +0000", date_part(5..7), date_part(8..10), date_part(0..4));
    let version = format!("BehaviorSpace results (Stonefield {})", header.version);
    write_line([version.as_str(), layout], out)?;
    write_line(["stonefield"], out)?;
    write_line([format!("{} {}", header.kind, header.hash)], out)?;
    write_line([date], out)?;
    write_line(["min-pxcor", "max-pxcor", "min-pycor", "max-pycor"], out)?;
    write_line([0, width.saturating_sub(1), 0, height.saturating_sub(1)], out)
}

/// Returns the largest width and the largest height of the boards, in points; 0 if the plan cannot be read.
fn largest_board(plan: &str) -> (u32, u32) {
    let Ok(plan) = Plan::read(plan) else { return (0, 0) };
    let games = (0..plan.combinations().min(MAX_CHECKED)).filter_map(|row| plan.game(row).ok());
    games.fold((0, 0), |(width, height), game| {
        let board = game.setup.board();
        (width.max(u32::from(board.width())), height.max(u32::from(board.height())))
    })
}

/// Returns the run number of a row: the row plus 1.
pub(super) fn run_of(row: &Datum) -> Datum {
    match row {
        Datum::Whole(row) => Datum::Whole(row.saturating_add(1)),
        other => other.clone(),
    }
}

fn write_step<'a>(
    run: &'a Datum,
    settings: &'a [Datum],
    step: &'a Datum,
    measures: impl Iterator<Item = &'a Datum>,
    out: &mut dyn Write,
) -> Result<(), TableExportError> {
    write_line([run].into_iter().chain(settings).chain([step]).chain(measures), out)
}

/// Writes a line of quoted fields, separated by commas. A missing value is `""`.
fn write_line(
    fields: impl IntoIterator<Item = impl Display>,
    out: &mut dyn Write,
) -> Result<(), TableExportError> {
    let mut separator = "\"";
    for field in fields {
        let text = cell(&field.to_string()).replace('"', "\"\"");
        write!(out, "{separator}{text}\"")?;
        separator = ",\"";
    }
    Ok(out.write_all(b"\n")?)
}
