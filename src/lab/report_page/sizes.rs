//! Sizes: how many groups or captures are at least so large, on logarithmic axes.

use super::chart::{Chart, Curve, CurvePoint, CurveShape};
use super::drawn_sets::{DrawnSets, RowSets};
use super::figures::fixed;
use crate::lab::statistics::PowerLaw;
use crate::lab::store::{Datum, ResultStore, StoreError, StoreTable};
use crate::notation::counted;
use std::collections::BTreeMap;

/// How many there are of each size.
type Counts = BTreeMap<u64, u64>;

/// Of a sample, at least so many are in the range that a law is fitted to.
const TAIL: u64 = 50;

/// The most that a law is fitted to.
const MOST: u64 = 5_000_000;

/// The picture of groups of both colours at the ends of games.
pub(super) fn clusters(store: &ResultStore, sets: &DrawnSets) -> Result<String, StoreError> {
    let of = RowSets::of(store, sets)?;
    let mut found = vec![Counts::new(); sets.len()];
    // The groups of the last tick of a game that was seen.
    let mut last: (u64, u64, Vec<(u64, u64)>) = (u64::MAX, 0, Vec::new());
    let take = |(row, _, groups): &(u64, u64, Vec<(u64, u64)>), found: &mut Vec<Counts>| {
        if let Some(counts) = of.get(*row).and_then(|set| found.get_mut(set)) {
            groups.iter().for_each(|(size, count)| *counts.entry(*size).or_insert(0) += count);
        }
    };
    store.each_in(StoreTable::Clusters, &["row", "tick", "size", "count"], |values| {
        let [row, tick, size, count] = whole(values);
        if (row, tick) != (last.0, last.1) {
            if row != last.0 {
                take(&last, &mut found);
            }
            last = (row, tick, Vec::new());
        }
        last.2.push((size, count));
        Ok::<(), StoreError>(())
    })?;
    take(&last, &mut found);
    let what = Kind { title: "Sizes of groups at the end", one: "group", axis: "stones of the group" };
    Ok(figure(&what, &found, sets))
}

/// The picture of ticks by how many stones died in them.
pub(super) fn avalanches(store: &ResultStore, sets: &DrawnSets) -> Result<String, StoreError> {
    let of = RowSets::of(store, sets)?;
    let mut found = vec![Counts::new(); sets.len()];
    store.each_in(StoreTable::Avalanches, &["row", "size", "count"], |values| {
        let [row, size, count] = whole(values);
        if let Some(counts) = of.get(row).and_then(|set| found.get_mut(set)) {
            *counts.entry(size).or_insert(0) += count;
        }
        Ok::<(), StoreError>(())
    })?;
    let what = Kind { title: "Sizes of avalanches", one: "avalanche", axis: "stones that died in one tick" };
    Ok(figure(&what, &found, sets))
}

/// What is counted.
struct Kind {
    title: &'static str,
    one: &'static str,
    axis: &'static str,
}

fn whole<const N: usize>(values: &[Datum]) -> [u64; N] {
    std::array::from_fn(|at| values.get(at).and_then(Datum::number).map_or(0, |number| number as u64))
}

fn figure(what: &Kind, found: &[Counts], sets: &DrawnSets) -> String {
    let mut chart = Chart {
        title: format!("{}, as a share that is at least so large", what.title),
        names: [what.axis.to_owned(), format!("share of {}s of at least this size", what.one)],
        log: [true, true],
        ..Chart::default()
    };
    let mut laws = Vec::new();
    for (color, (counts, name)) in found.iter().zip(&sets.names).enumerate() {
        let total: u64 = counts.values().sum();
        if total == 0 {
            continue;
        }
        let points = shares(counts);
        chart.curves.push(Curve {
            name: name.clone(),
            color,
            shape: CurveShape::Points,
            broken: false,
            points,
        });
        let Some(law) = fitted(counts) else {
            laws.push(format!("{name}: {}, too few for a fit.", counted(total, what.one)));
            continue;
        };
        let greatest = counts.keys().next_back().copied().unwrap_or(law.least);
        let part = law.tail as f64 / total as f64;
        let ends =
            [law.least, greatest].map(|size| CurvePoint::new(size as f64, part * law.share_from(size)));
        let points = ends.to_vec();
        chart.curves.push(Curve {
            name: String::new(),
            color,
            shape: CurveShape::Line,
            broken: true,
            points,
        });
        let verdict = if is_ruled_out(&law) { ", more than chance explains: ruled out" } else { "" };
        laws.push(format!(
            "{name}: exponent {} ± {} from {} to {greatest} stones, {} of {} (distance {}{verdict}).",
            fixed(law.exponent, 2),
            fixed(1.96 * law.error, 2),
            law.least,
            law.tail,
            counted(total, what.one),
            fixed(law.distance, 3)
        ));
    }
    chart.note = format!(
        "Broken lines are power laws p(x) ∝ x^−α, fitted by maximum likelihood from the least size where law and sample are closest (Clauset, Shalizi, Newman 2009), with 95 % \
         intervals and the distance of Kolmogorov and Smirnov; a law that is not ruled out is not shown to hold. {} {}",
        laws.join(" "),
        sets.note
    );
    chart.figure()
}

/// Whether sample and law are farther apart than 5 % of samples of this law would be; a law that was fitted to its sample is closer by itself, so that one
/// which is not ruled out is not shown to hold.
// CITE: A. N. Kolmogorov, "Sulla determinazione empirica di una legge di distribuzione", Giornale dell'Istituto Italiano degli Attuari 4 (1933).
fn is_ruled_out(law: &PowerLaw) -> bool {
    law.distance > 1.358 / (law.tail as f64).sqrt()
}

/// For each size the share that is at least so large.
fn shares(counts: &Counts) -> Vec<CurvePoint> {
    let total: u64 = counts.values().sum();
    let mut left = total;
    let point = |(size, count): (&u64, &u64)| {
        let share = left as f64 / total as f64;
        left -= count;
        CurvePoint::new(*size as f64, share)
    };
    counts.iter().map(point).collect()
}

/// The law of these sizes; `None` of too few.
fn fitted(counts: &Counts) -> Option<PowerLaw> {
    if counts.values().sum::<u64>() > MOST {
        return None;
    }
    let sizes = counts
        .iter()
        .flat_map(|(size, count)| std::iter::repeat_n(*size, usize::try_from(*count).unwrap_or(0)));
    PowerLaw::closest(&sizes.collect::<Vec<_>>(), TAIL)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_fall_from_one() {
        let points = shares(&Counts::from([(1, 6), (3, 3), (9, 1)]));
        let places: Vec<_> = points.iter().map(|point| (point.x, point.y)).collect();
        assert_eq!(places, [(1.0, 1.0), (3.0, 0.4), (9.0, 0.1)]);
    }

    #[test]
    fn a_large_distance_rules_a_law_out_and_a_small_sample_seldom_does() {
        let law = |tail, distance| PowerLaw { exponent: 2.0, error: 0.1, least: 1, tail, distance };
        assert!(is_ruled_out(&law(4000, 0.06)) && !is_ruled_out(&law(100, 0.06)));
        let counts = Counts::from([
            (1, 832),
            (2, 104),
            (3, 31),
            (4, 13),
            (5, 7),
            (6, 4),
            (7, 2),
            (8, 2),
            (9, 1),
            (11, 1),
        ]);
        let law = fitted(&counts).expect("enough");
        assert!((law.exponent - 3.0).abs() < 0.2 && !is_ruled_out(&law), "{law:?}");
        assert!(fitted(&Counts::from([(1, 30), (2, 9)])).is_none());
    }
}
