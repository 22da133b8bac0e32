//! The table of NetLogo's BehaviorSpace: a run is a game, its number the row plus 1.

use super::TableExportError;
use crate::lab::Plan;
use crate::lab::store::{Datum, ResultStore, StoreColumn, StoreTable};
use std::fmt::Display;
use std::io::Write;

/// The last of the columns that say what is played; measures follow.
pub(super) const LAST_SET: &str = "swapped";

/// What counts the steps of a game.
pub(super) const STEP: &str = "ticks";

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
    let games = store.columns(StoreTable::Games);
    let last_set = games.iter().position(|column| column.name == LAST_SET).unwrap_or(0);
    let set = &games[1..=last_set];
    match table {
        StoreTable::Games => {
            write_head(store, "Table version 2.0", out)?;
            let step = games.iter().position(|column| column.name == STEP);
            let measured = |at: usize| at > last_set && Some(at) != step;
            let measures = games.iter().enumerate().filter(|(at, _)| measured(*at)).map(|(_, column)| column);
            write_names(set, measures, out)?;
            store.each(table, |values| {
                let step = step.map_or(&Datum::Missing, |step| &values[step]);
                let measures =
                    values.iter().enumerate().filter(|(at, _)| measured(*at)).map(|(_, value)| value);
                write_step(&run_of(&values[0]), &values[1..=last_set], step, measures, out)
            })?;
        }
        StoreTable::Ticks => {
            write_head(store, "Table version 2.0", out)?;
            write_names(set, store.columns(table)[2..].iter(), out)?;
            let mut game = (Datum::Missing, Vec::new());
            store.each(table, |values| {
                if game.0 != values[0] {
                    let row = values[0].number().map_or(0, |row| row as u64);
                    game = (values[0].clone(), store.game(row)?.map(|(game, _)| game).unwrap_or_default());
                }
                let set = game.1.get(1..=last_set).unwrap_or(&[]);
                write_step(&run_of(&values[0]), set, &values[1], values[2..].iter(), out)
            })?;
        }
        StoreTable::Clusters | StoreTable::Avalanches | StoreTable::Stones | StoreTable::Timing => {
            return Err(TableExportError::Table { format: "behaviorspace-table", table: table.name() });
        }
    }
    Ok(out.flush()?)
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

fn write_names<'a>(
    set: &[StoreColumn],
    measures: impl Iterator<Item = &'a StoreColumn>,
    out: &mut dyn Write,
) -> Result<(), TableExportError> {
    let set = set.iter().map(|column| column.name.as_str());
    let measures = measures.map(|column| column.name.as_str());
    write_line(["[run number]"].into_iter().chain(set).chain(["[step]"]).chain(measures), out)
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
        let text = field.to_string().replace('"', "\"\"");
        write!(out, "{between}{text}\"")?;
        between = ",\"";
    }
    Ok(out.write_all(b"\n")?)
}
