//! Histograms of scores and of their logarithms, for several sets of games in one chart.

use super::drawn_sets::DrawnSets;
use crate::RowEnd;
use crate::chart::{Bins, Chart, Curve, CurveShape, Histogram};
use crate::store::{ResultStore, StoreError, StoreTable};
use stonefield_go::Color;
use stonefield_go::notation::counted;

/// Approximate number of bins of a chart.
const BINS: f64 = 80.0;

/// Returns the charts of the scores of both colours, for games with a result.
pub(super) fn figures(store: &ResultStore, sets: &DrawnSets) -> Result<String, StoreError> {
    let Some((low, high)) = score_range(store, sets)? else { return Ok(String::new()) };
    let mut page = figure(store, sets, Bins::around((low, high), BINS, 1.0))?;
    if high > 0.0 {
        let range = (libm::log(low.max(1.0)), libm::log(high.max(2.0)));
        let bins = Bins::around(range, BINS, 0.5 / BINS);
        page += &figure(store, sets, Bins { ln: true, ..bins })?;
    }
    Ok(page)
}

/// Calls `take` with set, colour and score, for both colours of each game with a result.
fn each_score(
    store: &ResultStore,
    sets: &DrawnSets,
    mut take: impl FnMut(usize, Color, f64),
) -> Result<(), StoreError> {
    let names = ["combination", "winner", "black_score", "white_score"];
    store.each_in(StoreTable::Games, &names, |values| {
        let combination = values[0].whole();
        let has_result = values[1].text().is_some_and(|word| RowEnd::read(word).counts());
        if let Some(set) = sets.get(combination).filter(|_| has_result) {
            for (color, score) in Color::ALL.into_iter().zip(&values[2..]) {
                score.number().into_iter().for_each(|score| take(set, color, score));
            }
        }
        Ok(())
    })
}

/// Returns the least and greatest score. `None` without a score, or if one is infinite.
fn score_range(store: &ResultStore, sets: &DrawnSets) -> Result<Option<(f64, f64)>, StoreError> {
    let (mut low, mut high) = (f64::INFINITY, f64::NEG_INFINITY);
    each_score(store, sets, |_, _, score| (low, high) = (low.min(score), high.max(score)))?;
    Ok((low <= high && low.is_finite() && high.is_finite()).then_some((low, high)))
}

fn figure(store: &ResultStore, sets: &DrawnSets, bins: Bins) -> Result<String, StoreError> {
    // Black and White have separate curves if a chart has room for both.
    let both = sets.has_room_for_colors();
    let colors = if both { &[Some(Color::Black), Some(Color::White)][..] } else { &[None] };
    let mut histogram = Histogram::new(bins, colors.len() * sets.len());
    each_score(store, sets, |set, color, score| {
        histogram.add(colors.len() * set + if both { color.index() } else { 0 }, score, 1);
    })?;
    let (title, name) = match bins.ln {
        false => ("Scores of both colours", "score (points)"),
        true => ("Logarithm of the scores of both colours", "ln(score ∕ point)"),
    };
    let mut chart =
        Chart { names: [name.to_owned(), "share of scores".to_owned()], percent: true, ..Chart::default() };
    let total: u64 = (0..colors.len() * sets.len()).map(|list| histogram.total(list)).sum();
    let (left_out, width) = (histogram.left_out(), bins.width.unwrap_or(1.0));
    let parts = if sets.charts().count() > 1 { " in all parts" } else { "" };
    let scores = counted(total, "score");
    chart.note = format!("{scores} of games with a result{parts}, in bins of width {width}.");
    if left_out > 0 {
        chart.note += &format!(" Without a logarithm{parts}: {} of 0 or below.", counted(left_out, "score"));
    }
    if !sets.note.is_empty() {
        chart.note = format!("{} {}", chart.note, sets.note);
    }
    let figures = sets.charts().map(|chart_sets| {
        chart.title = sets.title(title, &chart_sets);
        let curves = chart_sets.enumerate().flat_map(|(number, set)| {
            let lists = (colors.len() * set..).zip(colors);
            lists.map(move |(list, &color)| (number, set, list, color))
        });
        let curves = curves.map(|(number, set, list, color)| {
            let points = histogram.points(list, None, |count| count as f64 / histogram.total(list) as f64);
            let curve = Curve::new(sets.curve_name(set, color), number, CurveShape::Steps, points);
            Curve { broken: color == Some(Color::White), ..curve }
        });
        chart.curves = curves.collect();
        chart.figure()
    });
    Ok(figures.collect())
}
