//! Sizes: how many groups or captures are at least so large, on logarithmic axes.

use super::chart::{Chart, Curve, CurvePoint, CurveShape};
use super::drawn_sets::{DrawnSets, RowSets};
use super::figures::fixed;
use super::html::table;
use crate::lab::statistics::PowerLaw;
use crate::lab::store::{Datum, ResultStore, StoreError, StoreTable};
use crate::search::{Dice, Use};
use rand::RngExt;
use std::collections::BTreeMap;

/// How many there are of each size.
type Counts = BTreeMap<u64, u64>;

/// Of a sample, at least so many are in the range that a law is fitted to.
const TAIL: u64 = 50;

/// Samples drawn from a law to see how plausible it is, at most and at least: a hundred tell its share to 0.05.
const MOST_ROUNDS: u64 = 100;
const LEAST_ROUNDS: u64 = 20;

/// Sizes that samples have at most.
const MOST_TESTED: u64 = 20_000;

/// Work for all laws of a picture, in values of the zeta function: some 20 seconds.
const WORK: u64 = 20_000_000;

/// The seed of the samples: the page is the same each time.
const SEED: u64 = 1;

/// The pictures of groups of both colours at the ends of games.
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
    let total = |counts: &Counts| counts.values().sum::<u64>();
    let filled = found.iter().filter(|counts| total(counts) > 0).count().max(1);
    let fits: Vec<Option<Fit>> = found.iter().map(|counts| Fit::of(counts, WORK / filled as u64)).collect();
    let mut page = String::new();
    for picture in sets.pictures() {
        let title = format!("{}, as a share that is at least so large", what.title);
        let mut chart = Chart {
            title: sets.title(&title, &picture),
            names: [what.axis.to_owned(), format!("share of {}s of at least this size", what.one)],
            log: [true, true],
            note: format!(
                "Broken lines are power laws p(x) ∝ x^−α, each fitted to one set-up; the table below has them. {}",
                sets.note
            ),
            ..Chart::default()
        };
        for (color, set) in picture.enumerate() {
            let (counts, name) = (&found[set], sets.names[set].clone());
            if counts.is_empty() {
                continue;
            }
            let (shape, points) = (CurveShape::Points, shares(counts));
            chart.curves.push(Curve { name, color, shape, broken: false, points });
            if let Some(Fit { law, .. }) = &fits[set] {
                let greatest = counts.keys().next_back().copied().unwrap_or(law.least);
                let part = law.tail as f64 / total(counts) as f64;
                let ends = [law.least, greatest]
                    .map(|size| CurvePoint::new(size as f64, part * law.share_from(size)));
                let (name, shape, points) = (String::new(), CurveShape::Line, ends.to_vec());
                chart.curves.push(Curve { name, color, shape, broken: true, points });
            }
        }
        page += &chart.figure();
    }
    if page.is_empty() {
        return page;
    }
    let heads = [
        "set-up",
        "number",
        "fitted from",
        "to",
        "in the range",
        "exponent",
        "distance",
        "p",
        "of samples",
        "the law is",
    ];
    let rows: Vec<Vec<String>> = found
        .iter()
        .zip(&fits)
        .zip(&sets.names)
        .filter(|((counts, _), _)| !counts.is_empty())
        .map(|((counts, fit), name)| {
            let mut cells = vec![name.clone(), total(counts).to_string()];
            cells.extend(fit.as_ref().map_or_else(|| Fit::none(counts), |fit| fit.cells(counts)));
            cells
        })
        .collect();
    page += &format!("<p><b>Power laws of {}.</b></p>\n", what.title.to_lowercase());
    page += &table(&heads.map(str::to_owned), &rows, |at| (1..9).contains(&at));
    page + "<p class=\"note\">Fitted by maximum likelihood from the least size where law and sample are closest (Clauset, Shalizi, Newman 2009), with 95 % intervals and the \
            distance of Kolmogorov and Smirnov. p is the share of samples drawn from the law that are as far from their own laws, or farther: below 0.1 the law is ruled out. \
            Of a large set p is that of so many of it, taken by chance, and it is ruled out too where the whole is farther off than 5 % of samples of its size. A law that is not \
            ruled out is not shown to hold.</p>\n"
}

/// A law, and how plausible it is.
struct Fit {
    law: PowerLaw,
    /// The share of samples that are as far from their laws; `None` where there was no work left to draw any.
    plausibility: Option<f64>,
    /// Samples that were drawn, and the sizes of each.
    rounds: u64,
    sizes: u64,
}

impl Fit {
    /// The law of these sizes, with so much work for its plausibility; `None` of too few.
    fn of(counts: &Counts, work: u64) -> Option<Self> {
        let pairs: Vec<(u64, u64)> = counts.iter().map(|(size, count)| (*size, *count)).collect();
        let law = PowerLaw::closest_of_counts(&pairs, TAIL)?;
        let total: u64 = counts.values().sum();
        let sizes = some_of(&pairs, total);
        // A law is looked at for every size with a tail, and each takes work for all sizes above.
        let distinct = pairs.len().min(sizes.len()) as u64;
        let each = sizes.len() as u64 / 8 + distinct * (distinct / 2 + 50);
        let rounds = (work / each.max(1)).min(MOST_ROUNDS);
        // What is tested is a law of the very sizes that samples are compared with.
        let tested = if sizes.len() as u64 == total { Some(law) } else { PowerLaw::closest(&sizes, TAIL) };
        let tested = tested.filter(|_| rounds >= LEAST_ROUNDS);
        let plausibility =
            tested.map(|law| law.plausibility(&sizes, Some(TAIL), Dice::new(SEED, 0, 0), rounds));
        Some(Self { law, plausibility, rounds, sizes: sizes.len() as u64 })
    }

    /// Whether chance does not explain the distance between sample and law.
    fn is_ruled_out(&self) -> bool {
        is_far(&self.law) || self.plausibility.is_some_and(|share| share < 0.1)
    }

    /// What the table says of it.
    fn cells(&self, counts: &Counts) -> Vec<String> {
        let Self { law, .. } = self;
        let total: u64 = counts.values().sum();
        let greatest = counts.keys().next_back().copied().unwrap_or(law.least);
        let of = match self.plausibility {
            None => String::new(),
            Some(_) if self.sizes < total => format!("{}, each of {}", self.rounds, self.sizes),
            Some(_) => self.rounds.to_string(),
        };
        vec![
            law.least.to_string(),
            greatest.to_string(),
            law.tail.to_string(),
            format!("{} ± {}", fixed(law.exponent, 2), fixed(1.96 * law.error, 2)),
            fixed(law.distance, 3),
            self.plausibility.map_or_else(String::new, |share| fixed(share, 2)),
            of,
            if self.is_ruled_out() { "ruled out" } else { "not ruled out" }.to_owned(),
        ]
    }

    /// What the table says where there is no law.
    fn none(_: &Counts) -> Vec<String> {
        let mut cells = vec![String::new(); 7];
        cells.push("too few for a law".to_owned());
        cells
    }
}

/// All sizes, or so many by chance of more.
fn some_of(counts: &[(u64, u64)], total: u64) -> Vec<u64> {
    if total <= MOST_TESTED {
        let times = |count: u64| usize::try_from(count).unwrap_or(0);
        return counts.iter().flat_map(|&(size, count)| std::iter::repeat_n(size, times(count))).collect();
    }
    let mut upto = 0;
    let ends: Vec<u64> = counts
        .iter()
        .map(|(_, count)| {
            upto += count;
            upto
        })
        .collect();
    let mut rng = Dice::new(SEED, 1, 0).rng(0, None, Use::Other);
    let mut drawn = || {
        let place = rng.random_range(0..total);
        counts[ends.partition_point(|end| *end <= place)].0
    };
    (0..MOST_TESTED).map(|_| drawn()).collect()
}

/// Whether sample and law are farther apart than 5 % of samples of this law would be. A law that was fitted to its sample is closer by itself, so that this
/// rules out too little; it takes no work.
// CITE: A. N. Kolmogorov, "Sulla determinazione empirica di una legge di distribuzione", Giornale dell'Istituto Italiano degli Attuari 4 (1933).
fn is_far(law: &PowerLaw) -> bool {
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lab::{CombinationSummary, StoreSummary};

    #[test]
    fn shares_fall_from_one() {
        let points = shares(&Counts::from([(1, 6), (3, 3), (9, 1)]));
        let places: Vec<_> = points.iter().map(|point| (point.x, point.y)).collect();
        assert_eq!(places, [(1.0, 1.0), (3.0, 0.4), (9.0, 0.1)]);
    }

    #[test]
    fn a_large_distance_rules_a_law_out_and_a_small_sample_seldom_does() {
        let law = |tail, distance| PowerLaw { exponent: 2.0, error: 0.1, least: 1, tail, distance };
        assert!(is_far(&law(4000, 0.06)) && !is_far(&law(100, 0.06)));
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
        let fit = Fit::of(&counts, WORK).expect("enough");
        assert!((fit.law.exponent - 3.0).abs() < 0.2 && !fit.is_ruled_out(), "{:?}", fit.law);
        assert_eq!((fit.rounds, fit.sizes), (MOST_ROUNDS, 997));
        assert!(Fit::of(&Counts::from([(1, 30), (2, 9)]), WORK).is_none());
        // Without work there is no share, and the table says nothing instead of 0.
        let idle = Fit::of(&counts, 10).expect("enough");
        assert_eq!((idle.plausibility, idle.cells(&counts)[5].as_str()), (None, ""));
    }

    /// An even spread is no power law, and of many sizes a part is tested.
    #[test]
    fn what_follows_no_law_is_ruled_out_by_samples() {
        let counts: Counts = (1..=30).map(|size| (size, 1000)).collect();
        let fit = Fit::of(&counts, WORK).expect("enough");
        assert!(fit.is_ruled_out() && fit.plausibility.is_some_and(|share| share < 0.1), "{:?}", fit.law);
        assert_eq!(fit.sizes, MOST_TESTED);
        assert!(fit.cells(&counts)[6].ends_with(", each of 20000"), "{:?}", fit.cells(&counts));
    }

    /// Two set-ups whose sizes follow different laws are not taken together.
    #[test]
    fn every_set_up_has_a_law_of_its_own() {
        let law = |exponent: f64| -> Counts {
            (1..200_u64)
                .map(|size| (size, (1e5 * (size as f64).powf(-exponent)) as u64))
                .filter(|(_, count)| *count > 0)
                .collect()
        };
        let combinations = (0..8).map(|number| CombinationSummary {
            number,
            values: vec![number.to_string()],
            ..CombinationSummary::default()
        });
        let summary = StoreSummary {
            names: vec!["size".to_owned()],
            combinations: combinations.collect(),
            ..StoreSummary::default()
        };
        let sets = DrawnSets::each(&summary, 72);
        let found: Vec<Counts> = (0..8).map(|at| law(2.0 + 0.2 * f64::from(at))).collect();
        let what = Kind { title: "Sizes of groups at the end", one: "group", axis: "stones of the group" };
        let page = figure(&what, &found, &sets);
        assert_eq!(page.matches("<figure>").count(), 2, "eight set-ups in two pictures");
        assert!(
            page.contains("at least so large (2 of 2)") && page.contains("Power laws of sizes of groups")
        );
        let rows: Vec<&str> = page.split("<tr>").skip(1).filter(|row| row.contains("size ")).collect();
        assert_eq!(rows.len(), 8);
        for (at, row) in rows.iter().enumerate() {
            assert!(
                row.contains(&format!("size {at}<"))
                    && row.contains(&format!("{:.1}", 2.0 + 0.2 * at as f64)),
                "{row}"
            );
        }
    }
}
