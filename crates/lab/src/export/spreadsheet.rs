//! BehaviorSpace spreadsheet of NetLogo. Runs are side by side. Below each other a run has its settings, the
//! summaries of its measures, and then all steps.

use super::TableExportError;
use super::behavior_space::{RunColumns, run_of, write_head};
use crate::store::{Datum, ResultStore, StoreTable};
use std::io::Write;
use stonefield_go::notation::cell;

/// Largest number of columns. The whole table is held in memory.
const MAX_COLUMNS: u64 = 1_000_000;

/// A game, as a run.
struct Run {
    number: Datum,
    settings: Vec<Datum>,
    /// Number of steps of the game.
    total: Datum,
    /// Measured steps, each with its number and then its measures.
    steps: Vec<Vec<Datum>>,
}

/// Writes each game as a run with a column of steps and a column for each measure. In the table of games a
/// run has one step, its last. In the table of ticks it has all measured steps, with the final, least,
/// greatest and mean value of each measure.
// CITE: U. Wilensky, S. Tisue and others, NetLogo 7.0 (2025), BehaviorSpace,
// `org.nlogo.lab.SpreadsheetExporter`, "Spreadsheet version 2.0".
pub(super) fn write(
    store: &ResultStore,
    table: StoreTable,
    out: &mut dyn Write,
) -> Result<(), TableExportError> {
    let layout = RunColumns::of(store, table, "behaviorspace-spreadsheet")?;
    let has_ticks = layout.has_ticks;
    let measures: Vec<&str> = layout.measures().collect();
    let columns = store.count(StoreTable::Games)?.saturating_mul(1 + measures.len() as u64);
    if columns > MAX_COLUMNS {
        return Err(TableExportError::TooWide { columns, most: MAX_COLUMNS });
    }
    let mut runs: Vec<Run> = Vec::new();
    store.each(StoreTable::Games, |values| {
        let total = layout.step(values).clone();
        let last_step = || [&total].into_iter().chain(layout.measured(values)).cloned().collect();
        let steps = if has_ticks { Vec::new() } else { vec![last_step()] };
        let settings = values[1..=layout.settings.len()].to_vec();
        runs.push(Run { number: values[0].clone(), settings, total, steps });
        Ok::<(), TableExportError>(())
    })?;
    if has_ticks {
        let mut index = 0;
        store.each(table, |values| {
            // Both tables are in the order of rows.
            while runs.get(index).is_some_and(|run| run.number != values[0]) {
                index += 1;
            }
            if let Some(run) = runs.get_mut(index) {
                run.steps.push(values[1..].to_vec());
            }
            Ok::<(), TableExportError>(())
        })?;
    }
    write_head(store, "Spreadsheet version 2.0", out)?;
    let run_width = 1 + measures.len();
    // Cells of a line. `value` returns a cell of a run by its index; `None` for an empty cell.
    let cells = |value: &dyn Fn(&Run, usize) -> Option<String>| -> Vec<Option<String>> {
        runs.iter().flat_map(|run| (0..run_width).map(move |at| value(run, at))).collect()
    };
    let text = |datum: &Datum| Some(datum.to_string()).filter(|text| !text.is_empty());
    let heading = |_: &Run, at: usize| {
        Some(at.checked_sub(1).map_or_else(|| "[step]".to_owned(), |at| measures[at].to_owned()))
    };
    line(Some("[run number]"), &cells(&|run, _| text(&run_of(&run.number))), out)?;
    for (place, column) in layout.settings.iter().enumerate() {
        let setting = |run: &Run, at: usize| text(&run.settings[place]).filter(|_| at == 0);
        line(Some(&column.name), &cells(&setting), out)?;
    }
    if has_ticks {
        line(Some("[reporter]"), &cells(&heading), out)?;
        line(Some("[final]"), &cells(&|run, at| text(run.steps.last()?.get(at)?)), out)?;
        line(Some("[min]"), &cells(&|run, at| number_text(run.numbers(at).reduce(f64::min))), out)?;
        line(Some("[max]"), &cells(&|run, at| number_text(run.numbers(at).reduce(f64::max))), out)?;
        line(Some("[mean]"), &cells(&|run, at| number_text(run.mean(at))), out)?;
    }
    line(Some("[total steps]"), &cells(&|run, _| text(&run.total)), out)?;
    out.write_all(b"\n")?;
    line(Some(if has_ticks { "[all run data]" } else { "[final value]" }), &cells(&heading), out)?;
    let longest = runs.iter().map(|run| run.steps.len()).max().unwrap_or(0);
    for step in 0..longest {
        line(None, &cells(&|run, at| text(run.steps.get(step)?.get(at)?)), out)?;
    }
    Ok(out.flush()?)
}

impl Run {
    /// Returns the numbers in a column of the run. Steps without a number are skipped.
    fn numbers(&self, column: usize) -> impl Iterator<Item = f64> {
        self.steps.iter().filter_map(move |step| step.get(column)?.number())
    }

    /// Returns the mean of a column; `None` unless every step has a number.
    fn mean(&self, column: usize) -> Option<f64> {
        let count = self.steps.len();
        let is_complete = count > 0 && self.numbers(column).count() == count;
        is_complete.then(|| self.numbers(column).sum::<f64>() / count as f64)
    }
}

fn number_text(number: Option<f64>) -> Option<String> {
    number.map(|number| Datum::Real(number).to_string())
}

/// Writes a line of fields. Values are quoted, as in NetLogo; missing values are empty.
fn line(head: Option<&str>, fields: &[Option<String>], out: &mut dyn Write) -> Result<(), TableExportError> {
    let quoted = |text: &str| format!("\"{}\"", cell(text).replace('"', "\"\""));
    out.write_all(head.map(quoted).unwrap_or_default().as_bytes())?;
    for field in fields {
        write!(out, ",{}", field.as_deref().map(quoted).unwrap_or_default())?;
    }
    Ok(out.write_all(b"\n")?)
}
