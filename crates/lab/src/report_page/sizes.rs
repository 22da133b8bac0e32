//! Sizes: share of groups or avalanches of at least each size, on logarithmic axes.

use super::drawn_sets::{DrawnSets, RowSets};
use super::html::table;
use super::size_law::{Counts, SizeLaw};
use crate::chart::{Chart, Curve, CurvePoint, CurveShape};
use crate::store::{ResultStore, StoreError, StoreTable};

/// Work for all laws of a figure, in values of the zeta function. It takes about 20 seconds.
const WORK: u64 = 20_000_000;

/// Returns the charts and the table of the groups of both colours at the ends of games.
pub(super) fn clusters(store: &ResultStore, sets: &DrawnSets) -> Result<String, StoreError> {
    let row_sets = RowSets::of(store, sets)?;
    let mut set_counts = vec![Counts::new(); sets.len()];
    // Row, tick and groups of the last tick that was read.
    let mut last: (u64, u64, Vec<(u64, u64)>) = (u64::MAX, 0, Vec::new());
    let add_groups = |(row, _, groups): &(u64, u64, Vec<(u64, u64)>), set_counts: &mut Vec<Counts>| {
        if let Some(counts) = row_sets.get(*row).and_then(|set| set_counts.get_mut(set)) {
            groups.iter().for_each(|(size, count)| *counts.entry(*size).or_insert(0) += count);
        }
    };
    store.each_in(StoreTable::Clusters, &["row", "tick", "size", "count"], |values| {
        let [row, tick, size, count] = std::array::from_fn(|at| values[at].whole());
        if (row, tick) != (last.0, last.1) {
            if row != last.0 {
                add_groups(&last, &mut set_counts);
            }
            last = (row, tick, Vec::new());
        }
        last.2.push((size.min(MAX_COUNT), count.min(MAX_COUNT)));
        Ok::<(), StoreError>(())
    })?;
    add_groups(&last, &mut set_counts);
    let kind = Kind { title: "Sizes of groups at the end", name: "group", axis: "stones of the group" };
    Ok(figures(&kind, &set_counts, sets))
}

/// Returns the charts and the table of avalanches: ticks, by the number of stones that died.
pub(super) fn avalanches(store: &ResultStore, sets: &DrawnSets) -> Result<String, StoreError> {
    let row_sets = RowSets::of(store, sets)?;
    let mut set_counts = vec![Counts::new(); sets.len()];
    store.each_in(StoreTable::Avalanches, &["row", "size", "count"], |values| {
        let [row, size, count] = std::array::from_fn(|at| values[at].whole());
        if let Some(counts) = row_sets.get(row).and_then(|set| set_counts.get_mut(set)) {
            *counts.entry(size.min(MAX_COUNT)).or_insert(0) += count.min(MAX_COUNT);
        }
        Ok::<(), StoreError>(())
    })?;
    let kind = Kind { title: "Sizes of avalanches", name: "avalanche", axis: "stones that died in one tick" };
    Ok(figures(&kind, &set_counts, sets))
}

/// Title, name and horizontal axis of what is counted.
struct Kind {
    title: &'static str,
    name: &'static str,
    axis: &'static str,
}

/// Limit of sizes and counts: far above those of any board, and no sum of them overflows.
const MAX_COUNT: u64 = 1 << 31;

/// Returns the charts of all sets, and the table of their laws. Empty if nothing was counted.
fn figures(kind: &Kind, set_counts: &[Counts], sets: &DrawnSets) -> String {
    let total = |counts: &Counts| counts.values().sum::<u64>();
    let filled = set_counts.iter().filter(|counts| total(counts) > 0).count().max(1);
    let fits: Vec<Option<SizeLaw>> =
        set_counts.iter().map(|counts| SizeLaw::of(counts, WORK / filled as u64)).collect();
    let mut page = String::new();
    for chart_sets in sets.charts() {
        let title = format!("{}: share of at least each size", kind.title);
        let mut chart = Chart {
            title: sets.title(&title, &chart_sets),
            names: [kind.axis.to_owned(), format!("share of {}s of at least this size", kind.name)],
            log: [true, true],
            note: format!(
                "Dashed lines are power laws p(x) ∝ x^−α, each fitted to one set-up, as in the table below. {}",
                sets.note
            ),
            ..Chart::default()
        };
        for (color, set) in chart_sets.enumerate() {
            let (counts, name) = (&set_counts[set], sets.names[set].clone());
            if counts.is_empty() {
                continue;
            }
            chart.curves.push(Curve::new(name, color, CurveShape::Points, tail_shares(counts)));
            if let Some(SizeLaw { law, .. }) = &fits[set] {
                let greatest = counts.keys().next_back().copied().unwrap_or(law.least);
                let tail_share = law.tail as f64 / total(counts) as f64;
                let ends = [law.least, greatest]
                    .map(|size| CurvePoint::new(size as f64, tail_share * law.share_from(size)));
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
        "number in range",
        "exponent",
        "distance",
        "p",
        "samples",
        "law",
    ];
    let rows: Vec<Vec<String>> = set_counts
        .iter()
        .zip(&fits)
        .zip(&sets.names)
        .filter(|((counts, _), _)| !counts.is_empty())
        .map(|((counts, fit), name)| {
            let mut cells = vec![name.clone(), total(counts).to_string()];
            cells.extend(fit.as_ref().map_or_else(SizeLaw::no_law_cells, |fit| fit.cells(counts)));
            cells
        })
        .collect();
    page += &format!("<p><b>Power laws of {}.</b></p>\n", kind.title.to_lowercase());
    page += &table(&heads.map(str::to_owned), &rows, |column| (1..9).contains(&column));
    page + "<p class=\"note\">Laws are fitted by maximum likelihood, from the size at which law and sizes are closest (Clauset, Shalizi, Newman 2009); ± is half the width of the 95 % \
            interval, and the distance is that of Kolmogorov and Smirnov. p is the share of samples from the law that are at least as far from their own laws: below 0.1 the \
            law is ruled out. Of many sizes, p is that of a random part. A law is also ruled out if at most 5 % of samples would be as far from it as all sizes are. A law \
            that is not ruled out is not proved.</p>\n"
}

/// Returns for each size the share of at least this size.
fn tail_shares(counts: &Counts) -> Vec<CurvePoint> {
    let total: u64 = counts.values().sum();
    let mut remaining = total;
    let point = |(size, count): (&u64, &u64)| {
        let share = remaining as f64 / total as f64;
        remaining -= count;
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
        let points = tail_shares(&Counts::from([(1, 6), (3, 3), (9, 1)]));
        let places: Vec<_> = points.iter().map(|point| (point.x, point.y)).collect();
        assert_eq!(places, [(1.0, 1.0), (3.0, 0.4), (9.0, 0.1)]);
    }

    /// Set-ups whose sizes follow different laws are fitted separately.
    #[test]
    fn every_set_up_has_its_own_law() {
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
        let set_counts: Vec<Counts> = (0..8).map(|at| law(2.0 + 0.2 * f64::from(at))).collect();
        let kind = Kind { title: "Sizes of groups at the end", name: "group", axis: "stones of the group" };
        let page = figures(&kind, &set_counts, &sets);
        assert_eq!(page.matches("<figure>").count(), 2, "eight set-ups in two charts");
        assert!(
            page.contains("at least each size (2 of 2)") && page.contains("Power laws of sizes of groups")
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
