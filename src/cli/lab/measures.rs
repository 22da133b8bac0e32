//! `stonefield lab measures`: lists what a plan can measure.

use crate::cli::columns::align;
use crate::cli::failure::Failure;
use std::io::Write;
use stonefield_lab::plan::{RowMeasure, row_measures};

pub(super) fn run(out: &mut dyn Write) -> Result<(), Failure> {
    type Filter = fn(&RowMeasure) -> bool;
    let parts: [(&str, Filter); 3] = [
        ("In every row, even if the plan does not name them", |measure| {
            matches!(measure, RowMeasure::Given(_))
        }),
        (
            "At the end of a game, or with @n at its beginning, every n ticks and at its end. Events are summed: over the game, or since \
             the last tick that was measured",
            |measure| matches!(measure, RowMeasure::Tick(_) | RowMeasure::Clusters),
        ),
        ("Of whole games", |measure| matches!(measure, RowMeasure::Game(_) | RowMeasure::Avalanches)),
    ];
    let measures = row_measures();
    for (index, (title, filter)) in parts.into_iter().enumerate() {
        let listed = measures.iter().filter(|measure| filter(measure));
        let rows: Vec<_> = listed
            .map(|measure| {
                let unit = if measure.unit().is_empty() { "-" } else { measure.unit() };
                [measure.name().to_owned(), unit.to_owned(), measure.about().to_owned()]
            })
            .collect();
        writeln!(out, "{}{title}\n", if index > 0 { "\n" } else { "" })?;
        write!(out, "{}", align(2, &rows))?;
    }
    writeln!(out, "\nstones = n in a plan writes all stones every n ticks: see docs/laboratory.md")?;
    Ok(())
}
