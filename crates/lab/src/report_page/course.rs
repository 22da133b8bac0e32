//! Course: how measures go during games, as means over the games of a set.

use super::super::stored_numbers::TickColumn;
use super::drawn_sets::{DrawnSets, MOST_SETS, RowSets, readable};
use crate::chart::{COLORS, Chart, Curve, CurveShape, capital};
use crate::store::{ResultStore, StoreError, StoreTable};
use crate::{MeasureCourse, StoreSummary};
use std::ops::Range;
use stonefield_go::Color;

/// Pictures at most, but for one of each measure.
const MOST_PICTURES: usize = 60;

/// Points of a curve at most.
const MOST_POINTS: usize = 250;

/// Pictures of what was measured during games.
pub(super) fn figures(store: &ResultStore, summary: &StoreSummary) -> Result<String, StoreError> {
    let measured = TickColumn::all(store);
    if measured.is_empty() || store.count(StoreTable::Ticks)? == 0 {
        return Ok(String::new());
    }
    let most = (MOST_PICTURES / measured.len()).max(1) * COLORS;
    let sets = &DrawnSets::of(summary, most.min(MOST_SETS));
    let of = RowSets::of(store, sets)?;
    let columns: Vec<_> = measured.iter().map(|one| (one.name.as_str(), one.every)).collect();
    let found = MeasureCourse::read(store, &columns, |row| of.get(row).map(|set| set as u64))?;
    let mut pictures = Vec::new();
    let mut at = 0;
    while at < measured.len() {
        // Black's and White's curve stand in one picture where there is room for both.
        let both = sets.has_room_for_colors() && is_pair(&measured, at);
        let columns = at..at + 1 + usize::from(both);
        for drawn in sets.pictures() {
            pictures.push(picture(&measured, &found, columns.clone(), sets, drawn));
        }
        at = columns.end;
    }
    Ok(pictures.concat())
}

fn is_pair(measured: &[TickColumn], at: usize) -> bool {
    let stem = |one: &TickColumn, color: &str| one.name.strip_prefix(color).map(str::to_owned);
    let white = measured.get(at + 1).and_then(|one| stem(one, "white_"));
    white.is_some() && stem(&measured[at], "black_") == white
}

fn picture(
    measured: &[TickColumn],
    found: &[MeasureCourse],
    columns: Range<usize>,
    sets: &DrawnSets,
    drawn: Range<usize>,
) -> String {
    let first = &measured[columns.start];
    let both = columns.len() > 1;
    let what = if both { first.name.trim_start_matches("black_") } else { &first.name };
    let unit = if first.unit.is_empty() { String::new() } else { format!(" ({})", first.unit) };
    let mut chart = Chart {
        title: sets.title(&format!("{} during games", capital(&readable(what))), &drawn),
        names: ["tick".to_owned(), format!("{}{unit}", readable(what))],
        note: format!(
            "Means over the games that still go on, with 95 % intervals, as long as at least a tenth of them do. {}",
            sets.note
        ),
        ..Chart::default()
    };
    for (number, set) in drawn.enumerate() {
        for (nth, column) in columns.clone().enumerate() {
            let name = sets.curve_name(set, both.then(|| Color::ALL[nth]));
            let points = found[column].points(Some(set as u64), MOST_POINTS);
            let curve = Curve::new(name, number, CurveShape::Line, points);
            chart.curves.push(Curve { broken: nth > 0, ..curve });
        }
    }
    chart.figure()
}
