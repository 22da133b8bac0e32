//! Course: how measures go during games, as means over the games of a set.

use super::chart::{COLORS, Chart, Curve, CurvePoint, CurveShape};
use super::drawn_sets::{DrawnSets, MOST_SETS, RowSets, readable};
use super::figures::{mean, reach};
use crate::plan::Times;
use crate::store::{DataKind, ResultStore, StoreError, StoreTable};
use crate::{MeasureCourse, Plan, Sample, StoreSummary};
use std::ops::Range;
use stonefield_go::Color;

/// Pictures at most, but for one of each measure.
const MOST_PICTURES: usize = 60;

/// Points of a curve at most.
const MOST_POINTS: usize = 250;

/// A measure during games: its column, and what is known of it from the plan.
struct Measured {
    column: String,
    unit: String,
    /// Every how many ticks; 1 where the plan does not say.
    every: u64,
}

/// Pictures of what was measured during games.
pub(super) fn figures(store: &ResultStore, summary: &StoreSummary) -> Result<String, StoreError> {
    let measured = measured(store);
    if measured.is_empty() || store.count(StoreTable::Ticks)? == 0 {
        return Ok(String::new());
    }
    let most = (MOST_PICTURES / measured.len()).max(1) * COLORS;
    let sets = &DrawnSets::of(summary, most.min(MOST_SETS));
    let of = RowSets::of(store, sets)?;
    let mut found = vec![MeasureCourse::default(); measured.len()];
    let names: Vec<&str> =
        ["row", "tick"].into_iter().chain(measured.iter().map(|one| one.column.as_str())).collect();
    store.each_in(StoreTable::Ticks, &names, |values| {
        let [row, tick] =
            [&values[0], &values[1]].map(|value| value.number().map_or(0, |number| number as u64));
        let Some(set) = of.get(row) else { return Ok::<(), StoreError>(()) };
        for ((course, one), value) in found.iter_mut().zip(&measured).zip(&values[2..]) {
            if let Some(number) = value.number().filter(|_| tick.is_multiple_of(one.every)) {
                course.add(set as u64, tick, number);
            }
        }
        Ok(())
    })?;
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

fn measured(store: &ResultStore) -> Vec<Measured> {
    let plan = Plan::read(&store.header().plan).ok();
    let planned = plan.iter().flat_map(Plan::measures);
    let planned: Vec<_> = planned
        .filter_map(|planned| match planned.times {
            Times::Every(every) => Some((planned.measure.during()?.columns(), planned.measure.unit(), every)),
            Times::End => None,
        })
        .collect();
    let columns = store.columns(StoreTable::Ticks).iter().skip(2);
    let columns = columns.filter(|column| column.kind != DataKind::Text);
    let measured = columns.map(|column| {
        let known = planned.iter().find(|(columns, ..)| columns.contains(&column.name));
        let (unit, every) = known.map_or(("", 1), |(_, unit, every)| (*unit, *every));
        Measured { column: column.name.clone(), unit: unit.to_owned(), every }
    });
    measured.collect()
}

fn is_pair(measured: &[Measured], at: usize) -> bool {
    let stem = |one: &Measured, color: &str| one.column.strip_prefix(color).map(str::to_owned);
    let white = measured.get(at + 1).and_then(|one| stem(one, "white_"));
    white.is_some() && stem(&measured[at], "black_") == white
}

fn picture(
    measured: &[Measured],
    found: &[MeasureCourse],
    columns: Range<usize>,
    sets: &DrawnSets,
    drawn: Range<usize>,
) -> String {
    let first = &measured[columns.start];
    let both = columns.len() > 1;
    let what = if both { first.column.trim_start_matches("black_") } else { &first.column };
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
            let points = points(&found[column], set);
            let broken = nth > 0;
            chart.curves.push(Curve { name, color: number, shape: CurveShape::Line, broken, points });
        }
    }
    chart.figure()
}

fn points(course: &MeasureCourse, set: usize) -> Vec<CurvePoint> {
    let point = |(tick, sample): (u64, Sample)| {
        let middle = sample.mean()?;
        let around = reach(&sample).map(|reach| (middle - reach, middle + reach));
        Some(CurvePoint { x: tick as f64, y: middle, around, about: mean(&sample) })
    };
    course.thinned(Some(set as u64), MOST_POINTS).filter_map(point).collect()
}

fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map(|first| first.to_uppercase().chain(letters).collect()).unwrap_or_default()
}
