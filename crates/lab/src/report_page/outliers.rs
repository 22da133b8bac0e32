//! Outliers: unusual games, each with the command that opens it.

use super::drawn_sets::{combination_name, readable};
use super::html::{command, raw_table};
use crate::StoreSummary;
use crate::chart::{escaped, fixed, number};
use crate::store::{Datum, ResultStore, StoreError, StoreTable};
use std::collections::BTreeMap;
use std::fmt::Write;
use stonefield_go::notation::excerpt;

/// Largest distance from the median, in robust deviations, of a game that is not an outlier.
// CITE: B. Iglewicz, D. C. Hoaglin, "How to detect and handle outliers" (1993): 3.5 times MAD ∕ 0.6745.
const MAX_DEVIATIONS: f64 = 3.5;

/// Standard deviation of a normal distribution, in median absolute deviations (MAD).
const MAD_FACTOR: f64 = 1.482_602_218_505_602;

/// Largest number of outliers listed for one measure, and of failed games.
const MAX_OUTLIERS: usize = 10;
const MAX_FAILED: usize = 50;

/// Longest text about the fault of a failed game, in characters.
const MAX_FAULT_LENGTH: usize = 2000;

/// Value of a measure in a game.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Value {
    combination: u64,
    row: u64,
    value: f64,
}

/// Game whose value is far from the median of its combination.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Outlier {
    value: Value,
    median: f64,
    /// Value minus median, in robust deviations.
    deviations: f64,
}

/// Returns the section of games to look at. `open` returns the command that opens a row.
pub(super) fn section(
    store: &ResultStore,
    summary: &StoreSummary,
    open: impl Fn(u64) -> String,
) -> Result<String, StoreError> {
    let labels: BTreeMap<u64, String> =
        summary.combinations.iter().map(|one| (one.number, combination_name(summary, one))).collect();
    let label = |combination| labels.get(&combination).cloned().unwrap_or_default();
    let mut page = String::from("<h2>Games to look at</h2>\n");
    let values = |column: &str, by_mind| -> Result<Vec<Value>, StoreError> {
        let all = read_values(store, column, by_mind)?.into_iter();
        Ok(all.filter(|value| labels.contains_key(&value.combination)).collect())
    };
    let (margins, ticks) = (values("margin", summary.by_mind)?, values("ticks", false)?);
    let longest = ticks.iter().max_by(|a, b| a.value.total_cmp(&b.value).then(b.row.cmp(&a.row)));
    let largest =
        margins.iter().max_by(|a, b| a.value.abs().total_cmp(&b.value.abs()).then(b.row.cmp(&a.row)));
    let mut add_line = |subject: &str, value: Option<&Value>, unit: &str| {
        if let Some(Value { combination, row, value }) = value {
            let (value, label) = (number(*value), escaped(label(*combination)));
            let command = command(&open(*row));
            let _ = writeln!(page, "<p>{subject}: row {row}, {value} {unit} ({label}): {command}</p>");
        }
    };
    add_line("The longest game", longest, "ticks");
    add_line("The largest margin", largest, "points");
    page += &failed_games(store, &labels, &open)?;
    let mut lines = Vec::new();
    let mut columns = vec![("margin".to_owned(), margins), ("ticks".to_owned(), ticks)];
    columns.extend(summary.measures.iter().map(|column| (column.clone(), Vec::new())));
    let mut more = 0;
    for (column, column_values) in columns {
        let column_values = if column_values.is_empty() { values(&column, false)? } else { column_values };
        let mut outliers = find_outliers(column_values);
        more += outliers.len().saturating_sub(MAX_OUTLIERS);
        outliers.truncate(MAX_OUTLIERS);
        lines.extend(outliers.into_iter().map(|outlier| (column.clone(), outlier)));
    }
    if lines.is_empty() {
        page += "<p>No game is more than 3.5 robust deviations from the median of its combination.</p>\n";
        return Ok(page);
    }
    page += "<p class=\"note\">Games more than 3.5 robust deviations (1.4826 times the median absolute deviation) from the median of their \
             combination, the farthest first for each measure. A measure that is equal in half of the games has no such deviation.</p>\n";
    let heads = ["measure", "row", "combination", "value", "median", "deviations", "command"];
    let rows = lines.into_iter().map(|(column, Outlier { value, median, deviations })| {
        vec![
            escaped(readable(&column)),
            value.row.to_string(),
            escaped(label(value.combination)),
            number(value.value),
            number(median),
            fixed(deviations, 1),
            command(&open(value.row)),
        ]
    });
    let is_number = |column: usize| [1, 3, 4, 5].contains(&column);
    page += &raw_table(&heads.map(str::to_owned), &rows.collect::<Vec<_>>(), is_number);
    if more > 0 {
        let _ = writeln!(page, "<p class=\"note\">{more} more outliers are not listed.</p>");
    }
    Ok(page)
}

/// Reads a measure of each game with a result. `margin` is Black's, or the first mind's if `by_mind`.
fn read_values(store: &ResultStore, column: &str, by_mind: bool) -> Result<Vec<Value>, StoreError> {
    let names = ["row", "combination", "winner", "swapped", "black_score", "white_score", column];
    let mut values = Vec::new();
    store.each_in(StoreTable::Games, &names, |data| {
        if !matches!(data[2].text(), Some("black" | "white" | "draw")) {
            return Ok::<(), StoreError>(());
        }
        let value = if column == "margin" {
            let margin = data[4].number().zip(data[5].number()).map(|(black, white)| black - white);
            margin.map(|margin| if by_mind && data[3] == Datum::Whole(1) { -margin } else { margin })
        } else {
            data[6].number()
        };
        values.extend(value.filter(|value| value.is_finite()).map(|value| Value {
            combination: data[1].whole(),
            row: data[0].whole(),
            value,
        }));
        Ok(())
    })?;
    Ok(values)
}

/// Returns the values that are far from the median of their combination, the farthest first.
fn find_outliers(mut values: Vec<Value>) -> Vec<Outlier> {
    values.sort_by(|a, b| {
        a.combination.cmp(&b.combination).then(a.value.total_cmp(&b.value)).then(a.row.cmp(&b.row))
    });
    let mut outliers = Vec::new();
    for combination in values.chunk_by(|a, b| a.combination == b.combination) {
        let sorted: Vec<f64> = combination.iter().map(|value| value.value).collect();
        let median = median(&sorted);
        let mut distances: Vec<f64> = sorted.iter().map(|value| (value - median).abs()).collect();
        distances.sort_by(f64::total_cmp);
        let deviation = MAD_FACTOR * self::median(&distances);
        if deviation <= 0.0 {
            continue;
        }
        let deviations = |value: &Value| (value.value - median) / deviation;
        let all =
            combination.iter().map(|value| Outlier { value: *value, median, deviations: deviations(value) });
        outliers.extend(all.filter(|outlier| outlier.deviations.abs() > MAX_DEVIATIONS));
    }
    let distance = |outlier: &Outlier| outlier.deviations.abs();
    outliers.sort_by(|a, b| distance(b).total_cmp(&distance(a)).then(a.value.row.cmp(&b.value.row)));
    outliers
}

/// Returns the median of at least one number, in rising order.
fn median(sorted: &[f64]) -> f64 {
    let middle = sorted.len() / 2;
    if sorted.len().is_multiple_of(2) {
        f64::midpoint(sorted[middle - 1], sorted[middle])
    } else {
        sorted[middle]
    }
}

/// Returns the list of failed games. `labels`: name of each combination of the page.
fn failed_games(
    store: &ResultStore,
    labels: &BTreeMap<u64, String>,
    open: &impl Fn(u64) -> String,
) -> Result<String, StoreError> {
    let (mut lines, mut count) = (String::new(), 0_usize);
    store.each_in(StoreTable::Games, &["row", "combination", "fault"], |values| {
        let (row, combination) = (values[0].whole(), values[1].whole());
        let Some((fault, label)) = values[2].text().zip(labels.get(&combination)) else {
            return Ok::<(), StoreError>(());
        };
        count += 1;
        if count <= MAX_FAILED {
            let _ = writeln!(
                lines,
                "<li>Row {row} ({}): {}: {}</li>",
                escaped(label),
                escaped(excerpt(fault, MAX_FAULT_LENGTH)),
                command(&open(row))
            );
        }
        Ok(())
    })?;
    Ok(match count {
        0 => String::new(),
        _ if count > MAX_FAILED => {
            format!("<p>{count} games failed. The first {MAX_FAILED} are:</p>\n<ul>\n{lines}</ul>\n")
        }
        _ => format!("<p>Failed games:</p>\n<ul>\n{lines}</ul>\n"),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn values(numbers: &[f64]) -> Vec<Value> {
        numbers.iter().zip(0..).map(|(&value, row)| Value { combination: 0, row, value }).collect()
    }

    #[test]
    fn values_far_from_the_median_of_their_combination_are_outliers() {
        let mut all = values(&[10.0, 11.0, 9.0, 10.5, 9.5, 30.0, 10.0]);
        all.extend([29.0, 30.0, 31.0, 30.5].iter().zip(7..).map(|(&value, row)| Value {
            combination: 1,
            row,
            value,
        }));
        let outliers = find_outliers(all);
        assert_eq!(outliers.iter().map(|outlier| outlier.value.row).collect::<Vec<_>>(), [5]);
        assert_eq!(outliers[0].median, 10.0);
        assert!((outliers[0].deviations - 20.0 / (0.5 * MAD_FACTOR)).abs() < 1e-9);
        assert!(find_outliers(values(&[3.0, 3.0, 3.0, 80.0])).is_empty(), "half of them are equal");
        assert!(find_outliers(Vec::new()).is_empty());
    }
}
