//! Course: means of measures by tick, over the games of a set.

use super::super::stored_numbers::TickColumn;
use super::drawn_sets::{DrawnSets, MAX_SETS, RowSets, readable};
use crate::chart::{COLORS, Chart, Curve, CurveShape, capital};
use crate::store::{ResultStore, StoreError, StoreTable};
use crate::{MeasureCourse, StoreSummary};
use std::ops::Range;
use stonefield_go::Color;

/// Largest number of charts. With more measures than this, each has one chart.
const MAX_CHARTS: usize = 60;

/// Largest number of points of a curve.
const MAX_POINTS: usize = 250;

/// Returns the charts of the measures during games. Empty without such measures.
pub(super) fn figures(store: &ResultStore, summary: &StoreSummary) -> Result<String, StoreError> {
    let measured = TickColumn::all(store);
    if measured.is_empty() || store.count(StoreTable::Ticks)? == 0 {
        return Ok(String::new());
    }
    let max_sets = (MAX_CHARTS / measured.len()).max(1) * COLORS;
    let sets = &DrawnSets::of(summary, max_sets.min(MAX_SETS));
    let row_sets = RowSets::of(store, sets)?;
    let columns: Vec<_> = measured.iter().map(|column| (column.name.as_str(), column.every)).collect();
    let courses = MeasureCourse::read(store, &columns, |row| row_sets.get(row).map(|set| set as u64))?;
    let mut figures = Vec::new();
    let mut first = 0;
    while first < measured.len() {
        // Black's and White's curves are in one chart if it has room for both.
        let both = sets.has_room_for_colors() && is_pair(&measured, first);
        let columns = first..first + 1 + usize::from(both);
        for chart_sets in sets.charts() {
            figures.push(figure(&measured, &courses, columns.clone(), sets, chart_sets));
        }
        first = columns.end;
    }
    Ok(figures.concat())
}

/// Returns true if a column and the next one are the same measure, of Black and of White.
fn is_pair(measured: &[TickColumn], first: usize) -> bool {
    let stem = |column: &TickColumn, color: &str| column.name.strip_prefix(color).map(str::to_owned);
    let white = measured.get(first + 1).and_then(|column| stem(column, "white_"));
    white.is_some() && stem(&measured[first], "black_") == white
}

fn figure(
    measured: &[TickColumn],
    courses: &[MeasureCourse],
    columns: Range<usize>,
    sets: &DrawnSets,
    chart_sets: Range<usize>,
) -> String {
    let first = &measured[columns.start];
    let both = columns.len() > 1;
    let measure = if both { first.name.trim_start_matches("black_") } else { &first.name };
    let unit = if first.unit.is_empty() { String::new() } else { format!(" ({})", first.unit) };
    let mut chart = Chart {
        title: sets.title(&format!("{} during games", capital(&readable(measure))), &chart_sets),
        names: ["tick".to_owned(), format!("{}{unit}", readable(measure))],
        note: format!(
            "Means over the games that are not over, with 95 % intervals. Curves end when less than a tenth of the games are left. {}",
            sets.note
        ),
        ..Chart::default()
    };
    for (color, set) in chart_sets.enumerate() {
        for (side, column) in columns.clone().enumerate() {
            let name = sets.curve_name(set, both.then(|| Color::ALL[side]));
            let points = courses[column].points(Some(set as u64), MAX_POINTS);
            let curve = Curve::new(name, color, CurveShape::Line, points);
            chart.curves.push(Curve { broken: side > 0, ..curve });
        }
    }
    chart.figure()
}
