//! Sizes: how many groups or captures are at least so large, on logarithmic axes.

use super::drawn_sets::{DrawnSets, RowSets};
use super::html::table;
use super::size_law::{Counts, SizeLaw};
use crate::chart::{Chart, Curve, CurvePoint, CurveShape};
use crate::store::{ResultStore, StoreError, StoreTable};

/// Work for all laws of a picture, in values of the zeta function: some 20 seconds.
const WORK: u64 = 20_000_000;

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
        let [row, tick, size, count] = std::array::from_fn(|at| values[at].whole());
        if (row, tick) != (last.0, last.1) {
            if row != last.0 {
                take(&last, &mut found);
            }
            last = (row, tick, Vec::new());
        }
        last.2.push((size.min(MOST), count.min(MOST)));
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
        let [row, size, count] = std::array::from_fn(|at| values[at].whole());
        if let Some(counts) = of.get(row).and_then(|set| found.get_mut(set)) {
            *counts.entry(size.min(MOST)).or_insert(0) += count.min(MOST);
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

/// The most of a size and of a count: far beyond any board, and such that no sum of them overflows.
const MOST: u64 = 1 << 31;

fn figure(what: &Kind, found: &[Counts], sets: &DrawnSets) -> String {
    let total = |counts: &Counts| counts.values().sum::<u64>();
    let filled = found.iter().filter(|counts| total(counts) > 0).count().max(1);
    let fits: Vec<Option<SizeLaw>> =
        found.iter().map(|counts| SizeLaw::of(counts, WORK / filled as u64)).collect();
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
            chart.curves.push(Curve::new(name, color, CurveShape::Points, shares(counts)));
            if let Some(SizeLaw { law, .. }) = &fits[set] {
                let greatest = counts.keys().next_back().copied().unwrap_or(law.least);
                let part = law.tail as f64 / total(counts) as f64;
                let ends = [law.least, greatest]
                    .map(|size| CurvePoint::new(size as f64, part * law.share_from(size)));
                let law = Curve::new("", color, CurveShape::Line, ends.to_vec());
                chart.curves.push(Curve { broken: true, ..law });
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
            cells.extend(fit.as_ref().map_or_else(SizeLaw::none, |fit| fit.cells(counts)));
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
    use crate::{CombinationSummary, StoreSummary};

    #[test]
    fn shares_fall_from_one() {
        let points = shares(&Counts::from([(1, 6), (3, 3), (9, 1)]));
        let places: Vec<_> = points.iter().map(|point| (point.x, point.y)).collect();
        assert_eq!(places, [(1.0, 1.0), (3.0, 0.4), (9.0, 0.1)]);
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
