//! The table of NetLogo's BehaviorSpace: a run is a game, its number the row plus 1.

use super::TableExportError;
use crate::Plan;
use crate::store::{Datum, ResultStore, StoreColumn, StoreTable};
use std::fmt::Display;
use std::io::Write;
use stonefield_go::notation::cell;

/// The last of the columns that say what is played; measures follow.
const LAST_SET: &str = "swapped";

/// What counts the steps of a game.
const STEP: &str = "ticks";

/// Combinations whose boards are looked at for the size of the world.
const LOOKED_AT: u64 = 20_000;

/// Writes six lines about the experiment and one of names; then a line for each game with its measures at the end, or of the table of ticks a line for
/// each tick that was measured.
// CITE: U. Wilensky, S. Tisue and others, NetLogo 6.4 (2023), BehaviorSpace, "Table version 2.0".
pub(super) fn write(
    store: &ResultStore,
    table: StoreTable,
    out: &mut dyn Write,
) -> Result<(), TableExportError> {
    let runs = RunColumns::of(store, table, "behaviorspace-table")?;
    write_head(store, "Table version 2.0", out)?;
    let set = runs.set.iter().map(|column| column.name.as_str());
    write_line(["[run number]"].into_iter().chain(set).chain(["[step]"]).chain(runs.measures()), out)?;
    let last_set = runs.set.len();
    let mut game = (Datum::Missing, Vec::new());
    store.each(table, |values| {
        let number = &run_of(&values[0]);
        if !runs.every {
            return write_step(number, &values[1..=last_set], runs.step(values), runs.measured(values), out);
        }
        if game.0 != values[0] {
            let row = values[0].number().map_or(0, |row| row as u64);
            game = (values[0].clone(), store.game(row)?.map(|(game, _)| game).unwrap_or_default());
        }
        let set = game.1.get(1..=last_set).unwrap_or(&[]);
        write_step(number, set, &values[1], runs.measured(values), out)
    })?;
    Ok(out.flush()?)
}

/// Which columns of a store are what of a run.
pub(super) struct RunColumns<'a> {
    /// Whether every tick that was measured is a step of its own; else a run has one step, its last.
    pub every: bool,
    /// What is set, in the columns of games from 1 on.
    pub set: &'a [StoreColumn],
    /// The column of games that counts the steps.
    step: Option<usize>,
    /// What is measured: each with its place among the columns of the table.
    measures: Vec<(usize, &'a str)>,
}

impl<'a> RunColumns<'a> {
    /// Those of a table, for a format of this name.
    pub(super) fn of(
        store: &'a ResultStore,
        table: StoreTable,
        format: &'static str,
    ) -> Result<Self, TableExportError> {
        let every = match table {
            StoreTable::Games => false,
            StoreTable::Ticks => true,
            StoreTable::Clusters | StoreTable::Avalanches | StoreTable::Stones | StoreTable::Timing => {
                return Err(TableExportError::Table { format, table: table.name() });
            }
        };
        let games = store.columns(StoreTable::Games);
        let at = |name: &str| games.iter().position(|column| column.name == name);
        let (last_set, step) = (at(LAST_SET).unwrap_or(0), at(STEP));
        let first = if every { 2 } else { last_set + 1 };
        let measures = store.columns(table).iter().map(|column| column.name.as_str()).enumerate().skip(first);
        let measures = measures.filter(|(at, _)| every || Some(*at) != step).collect();
        Ok(Self { every, set: &games[1..=last_set], step, measures })
    }

    /// The names of what is measured.
    pub(super) fn measures(&self) -> impl ExactSizeIterator<Item = &'a str> {
        self.measures.iter().map(|(_, name)| *name)
    }

    /// The steps of a game, of its values.
    pub(super) fn step<'v>(&self, game: &'v [Datum]) -> &'v Datum {
        self.step.map_or(&Datum::Missing, |step| &game[step])
    }

    /// What was measured, of the values of a row of the table.
    pub(super) fn measured<'v>(&self, values: &'v [Datum]) -> impl Iterator<Item = &'v Datum> {
        self.measures.iter().map(|(at, _)| &values[*at])
    }
}

/// Six lines about the experiment.
pub(super) fn write_head(
    store: &ResultStore,
    layout: &str,
    out: &mut dyn Write,
) -> Result<(), TableExportError> {
    let header = store.header();
    let (width, height) = largest_board(&header.plan);
    let from_date = |range| header.date.get(range).unwrap_or("");
    // The day on which the store was begun: the file is the same each time that it is written.
    let date = format!("{}/{}/{} 00:00:00:000 +0000", from_date(5..7), from_date(8..10), from_date(0..4));
    let version = format!("BehaviorSpace results (Stonefield {})", header.version);
    write_line([version.as_str(), layout], out)?;
    write_line(["stonefield"], out)?;
    write_line([format!("{} {}", header.kind, header.hash)], out)?;
    write_line([date], out)?;
    write_line(["min-pxcor", "max-pxcor", "min-pycor", "max-pycor"], out)?;
    write_line([0, width.saturating_sub(1), 0, height.saturating_sub(1)], out)
}

/// Width and height of the largest board of a plan, in points; 0 where it cannot be read.
fn largest_board(plan: &str) -> (u32, u32) {
    let Ok(plan) = Plan::read(plan) else { return (0, 0) };
    let games = (0..plan.combinations().min(LOOKED_AT)).filter_map(|row| plan.game(row).ok());
    games.fold((0, 0), |(width, height), game| {
        let board = game.setup.board();
        (width.max(u32::from(board.width())), height.max(u32::from(board.height())))
    })
}

/// The number of the run that a row is.
pub(super) fn run_of(row: &Datum) -> Datum {
    match row {
        Datum::Whole(row) => Datum::Whole(row.saturating_add(1)),
        other => other.clone(),
    }
}

fn write_step<'a>(
    run: &'a Datum,
    set: &'a [Datum],
    step: &'a Datum,
    measures: impl Iterator<Item = &'a Datum>,
    out: &mut dyn Write,
) -> Result<(), TableExportError> {
    write_line([run].into_iter().chain(set).chain([step]).chain(measures), out)
}

/// A line of fields, all quoted. Where there is no value the field is empty.
fn write_line(
    fields: impl IntoIterator<Item = impl Display>,
    out: &mut dyn Write,
) -> Result<(), TableExportError> {
    let mut between = "\"";
    for field in fields {
        let text = cell(&field.to_string()).replace('"', "\"\"");
        write!(out, "{between}{text}\"")?;
        between = ",\"";
    }
    Ok(out.write_all(b"\n")?)
}
