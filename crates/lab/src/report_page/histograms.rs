//! Histograms: how scores and their logarithms are spread, several sets of games in one picture.

use super::chart::{Chart, Curve, CurvePoint, CurveShape};
use super::drawn_sets::DrawnSets;
use super::figures::round_up;
use crate::store::{ResultStore, StoreError, StoreTable};
use std::collections::BTreeMap;
use stonefield_go::Color;
use stonefield_go::notation::counted;

/// Bins of a picture, about.
const BINS: f64 = 80.0;

/// What scores are counted by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Of {
    Score,
    Logarithm,
}

/// Counts of the scores of some games.
#[derive(Clone, Debug, Default)]
struct Counts {
    bins: BTreeMap<i64, u64>,
    total: u64,
    /// Those that have no logarithm.
    left_out: u64,
}

/// Pictures of the scores of both colours, of games with a result.
pub(super) fn figures(store: &ResultStore, sets: &DrawnSets) -> Result<String, StoreError> {
    let Some((low, high)) = range(store, sets)? else { return Ok(String::new()) };
    let mut page = figure(store, sets, Of::Score, round_up((high - low).max(1.0) / BINS).max(1.0))?;
    if high > 0.0 {
        let least = low.max(1.0);
        let width = round_up((libm::log(high.max(2.0)) - libm::log(least)).max(0.5) / BINS);
        page += &figure(store, sets, Of::Logarithm, width)?;
    }
    Ok(page)
}

/// Hears the set, the colour and the score of both colours of each game with a result.
fn each_score(
    store: &ResultStore,
    sets: &DrawnSets,
    mut hear: impl FnMut(usize, Color, f64),
) -> Result<(), StoreError> {
    let names = ["combination", "winner", "black_score", "white_score"];
    store.each_in(StoreTable::Games, &names, |values| {
        let combination = values[0].number().map_or(0, |number| number as u64);
        let has_result = matches!(values[1].text(), Some("black" | "white" | "draw"));
        if let Some(set) = sets.get(combination).filter(|_| has_result) {
            for (color, score) in Color::ALL.into_iter().zip(&values[2..]) {
                score.number().into_iter().for_each(|score| hear(set, color, score));
            }
        }
        Ok(())
    })
}

fn range(store: &ResultStore, sets: &DrawnSets) -> Result<Option<(f64, f64)>, StoreError> {
    let (mut low, mut high) = (f64::INFINITY, f64::NEG_INFINITY);
    each_score(store, sets, |_, _, score| (low, high) = (low.min(score), high.max(score)))?;
    Ok((low <= high && low.is_finite() && high.is_finite()).then_some((low, high)))
}

fn figure(store: &ResultStore, sets: &DrawnSets, of: Of, width: f64) -> Result<String, StoreError> {
    // Each colour has a curve of its own where there is room for both.
    let both = sets.has_room_for_colors();
    let mut found = vec![[Counts::default(), Counts::default()]; sets.len()];
    each_score(store, sets, |set, color, score| {
        let counts = &mut found[set][if both { color.index() } else { 0 }];
        counts.total += 1;
        let value = match of {
            Of::Score => Some(score),
            Of::Logarithm => (score > 0.0).then(|| libm::log(score)),
        };
        match value {
            // A whole score is in the middle of its bin.
            Some(value) => *counts.bins.entry(libm::floor(value / width + 0.5) as i64).or_insert(0) += 1,
            None => counts.left_out += 1,
        }
    })?;
    let title = match of {
        Of::Score => "Scores of both colours",
        Of::Logarithm => "Logarithm of the scores of both colours",
    };
    let mut chart = Chart {
        names: [
            match of {
                Of::Score => "score (points)",
                Of::Logarithm => "ln(score ∕ point)",
            }
            .to_owned(),
            "share of scores".to_owned(),
        ],
        percent: true,
        ..Chart::default()
    };
    let total: u64 = found.as_flattened().iter().map(|counts| counts.total).sum();
    let left_out: u64 = found.as_flattened().iter().map(|counts| counts.left_out).sum();
    chart.note = format!("{} of games with a result, in bins of {width}.", counted(total, "score"));
    if left_out > 0 {
        chart.note += &format!(" {left_out} of 0 or below have no logarithm.");
    }
    if !sets.note.is_empty() {
        chart.note = format!("{} {}", chart.note, sets.note);
    }
    let pictures = sets.pictures().map(|picture| {
        chart.title = sets.title(title, &picture);
        let curves = picture.enumerate().flat_map(|(color, set)| {
            let found = &found[set];
            let colors = if both { &[Some(Color::Black), Some(Color::White)][..] } else { &[None] };
            colors.iter().zip(found).map(move |(&side, counts)| {
                let (name, points) = (sets.curve_name(set, side), steps(counts, width));
                Curve { name, color, shape: CurveShape::Steps, broken: side == Some(Color::White), points }
            })
        });
        chart.curves = curves.collect();
        chart.figure()
    });
    Ok(pictures.collect())
}

/// A point at the left edge of each bin from the first that has a score to the last, and one at the end.
fn steps(counts: &Counts, width: f64) -> Vec<CurvePoint> {
    let (Some((&first, _)), Some((&last, _))) = (counts.bins.first_key_value(), counts.bins.last_key_value())
    else {
        return Vec::new();
    };
    let share = |bin: i64| counts.bins.get(&bin).map_or(0.0, |count| *count as f64 / counts.total as f64);
    (first..=last + 1).map(|bin| CurvePoint::new((bin as f64 - 0.5) * width, share(bin))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_hold_every_score_once() {
        let counts = Counts { bins: [(2, 3), (4, 1)].into(), total: 4, left_out: 0 };
        let points = steps(&counts, 2.0);
        let places: Vec<_> = points.iter().map(|point| (point.x, point.y)).collect();
        assert_eq!(places, [(3.0, 0.75), (5.0, 0.0), (7.0, 0.25), (9.0, 0.0)]);
    }
}
