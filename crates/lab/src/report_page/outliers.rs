//! Outliers: games to look at, each with the command that opens it.

use super::drawn_sets::{name, readable};
use super::html::{command, table_of};
use crate::StoreSummary;
use crate::chart::{escaped, fixed, number};
use crate::store::{Datum, ResultStore, StoreError, StoreTable};
use std::collections::BTreeMap;
use std::fmt::Write;
use stonefield_go::notation::excerpt;

/// Deviations from the median from which on a game is an outlier.
// CITE: B. Iglewicz, D. C. Hoaglin, "How to detect and handle outliers" (1993): 3.5 of the median absolute deviation over 0.6745.
const FAR: f64 = 3.5;

/// What makes a median absolute deviation a standard deviation where numbers are normally distributed.
const NORMAL: f64 = 1.482_602_218_505_602;

/// Games of one number that are listed at most, and failed ones.
const MOST: usize = 10;
const MOST_FAILED: usize = 50;

/// Characters of why a game failed.
const LONGEST_FAULT: usize = 2000;

/// A number of a game.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Value {
    combination: u64,
    row: u64,
    value: f64,
}

/// A game far from the others of its combination.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Outlier {
    value: Value,
    median: f64,
    /// How far from the median, in robust deviations; below 0 where the value is smaller.
    far: f64,
}

/// The lists of games to look at. `command` says how a row is opened.
pub(super) fn section(
    store: &ResultStore,
    summary: &StoreSummary,
    open: impl Fn(u64) -> String,
) -> Result<String, StoreError> {
    let labels: BTreeMap<u64, String> =
        summary.combinations.iter().map(|one| (one.number, name(summary, one))).collect();
    let label = |combination| labels.get(&combination).cloned().unwrap_or_default();
    let mut page = String::from("<h2>Games to look at</h2>\n");
    let values = |column: &str, by_mind| -> Result<Vec<Value>, StoreError> {
        let all = values(store, column, by_mind)?.into_iter();
        Ok(all.filter(|value| labels.contains_key(&value.combination)).collect())
    };
    let (margins, ticks) = (values("margin", summary.by_mind)?, values("ticks", false)?);
    let longest = ticks.iter().max_by(|a, b| a.value.total_cmp(&b.value).then(b.row.cmp(&a.row)));
    let widest =
        margins.iter().max_by(|a, b| a.value.abs().total_cmp(&b.value.abs()).then(b.row.cmp(&a.row)));
    let mut list = |what: &str, found: Option<&Value>, unit: &str| {
        if let Some(found) = found {
            let (told, label) = (number(found.value), escaped(label(found.combination)));
            let _ = writeln!(
                page,
                "<p>{what}: row {}, {told} {unit} ({label}): {}</p>",
                found.row,
                command(&open(found.row))
            );
        }
    };
    list("The longest game", longest, "ticks");
    list("The largest margin", widest, "points");
    page += &failed(store, &labels, &open)?;
    let mut lines = Vec::new();
    let mut columns = vec![("margin".to_owned(), margins), ("ticks".to_owned(), ticks)];
    for column in summary.measures.iter() {
        columns.push((column.clone(), Vec::new()));
    }
    let mut more = 0;
    for (column, known) in columns {
        let known = if known.is_empty() { values(&column, false)? } else { known };
        let mut found = outliers(known);
        more += found.len().saturating_sub(MOST);
        found.truncate(MOST);
        for one in found {
            lines.push((column.clone(), one));
        }
    }
    if lines.is_empty() {
        page += "<p>No game is more than 3.5 robust deviations from the median of its combination.</p>\n";
        return Ok(page);
    }
    page += "<p class=\"note\">Games more than 3.5 robust deviations (1.4826 times the median absolute deviation) from the median of their \
             combination, the farthest of each number first. A number that is the same in half of the games has no such deviation.</p>\n";
    let heads = ["number", "row", "combination", "value", "median", "deviations", "opens it"];
    let rows = lines.into_iter().map(|(column, Outlier { value, median, far })| {
        vec![
            escaped(readable(&column)),
            value.row.to_string(),
            escaped(label(value.combination)),
            number(value.value),
            number(median),
            fixed(far, 1),
            command(&open(value.row)),
        ]
    });
    page += &table_of(&heads.map(str::to_owned), &rows.collect::<Vec<_>>(), |at| [1, 3, 4, 5].contains(&at));
    if more > 0 {
        let _ = writeln!(page, "<p class=\"note\">{more} more are not listed.</p>");
    }
    Ok(page)
}

/// A number of each game with a result; `margin` is that of Black, or of the first mind.
fn values(store: &ResultStore, column: &str, by_mind: bool) -> Result<Vec<Value>, StoreError> {
    let names = ["row", "combination", "winner", "swapped", "black_score", "white_score", column];
    let mut values = Vec::new();
    store.each_in(StoreTable::Games, &names, |found| {
        if !matches!(found[2].text(), Some("black" | "white" | "draw")) {
            return Ok::<(), StoreError>(());
        }
        let value = if column == "margin" {
            let margin = found[4].number().zip(found[5].number()).map(|(black, white)| black - white);
            margin.map(|margin| if by_mind && found[3] == Datum::Whole(1) { -margin } else { margin })
        } else {
            found[6].number()
        };
        values.extend(value.filter(|value| value.is_finite()).map(|value| Value {
            combination: found[1].whole(),
            row: found[0].whole(),
            value,
        }));
        Ok(())
    })?;
    Ok(values)
}

/// Those far from the median of their combination, the farthest first.
fn outliers(mut values: Vec<Value>) -> Vec<Outlier> {
    values.sort_by(|a, b| {
        a.combination.cmp(&b.combination).then(a.value.total_cmp(&b.value)).then(a.row.cmp(&b.row))
    });
    let mut found = Vec::new();
    for own in values.chunk_by(|a, b| a.combination == b.combination) {
        let sorted: Vec<f64> = own.iter().map(|one| one.value).collect();
        let median = median(&sorted);
        let mut away: Vec<f64> = sorted.iter().map(|value| (value - median).abs()).collect();
        away.sort_by(f64::total_cmp);
        let deviation = NORMAL * self::median(&away);
        if deviation <= 0.0 {
            continue;
        }
        let far =
            own.iter().map(|one| Outlier { value: *one, median, far: (one.value - median) / deviation });
        found.extend(far.filter(|one| one.far.abs() > FAR));
    }
    found.sort_by(|a, b| b.far.abs().total_cmp(&a.far.abs()).then(a.value.row.cmp(&b.value.row)));
    found
}

/// The median of numbers in order, at least one.
fn median(sorted: &[f64]) -> f64 {
    let middle = sorted.len() / 2;
    if sorted.len().is_multiple_of(2) {
        f64::midpoint(sorted[middle - 1], sorted[middle])
    } else {
        sorted[middle]
    }
}

fn failed(
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
        if count <= MOST_FAILED {
            let _ = writeln!(
                lines,
                "<li>Row {row} ({}): {}: {}</li>",
                escaped(label),
                escaped(excerpt(fault, LONGEST_FAULT)),
                command(&open(row))
            );
        }
        Ok(())
    })?;
    Ok(match count {
        0 => String::new(),
        _ if count > MOST_FAILED => {
            format!("<p>{count} games failed, the first {MOST_FAILED} of them:</p>\n<ul>\n{lines}</ul>\n")
        }
        _ => format!("<p>Games that failed:</p>\n<ul>\n{lines}</ul>\n"),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn values(numbers: &[f64]) -> Vec<Value> {
        numbers.iter().zip(0..).map(|(&value, row)| Value { combination: 0, row, value }).collect()
    }

    #[test]
    fn what_is_far_from_the_median_of_its_own_is_an_outlier() {
        let mut all = values(&[10.0, 11.0, 9.0, 10.5, 9.5, 30.0, 10.0]);
        all.extend([29.0, 30.0, 31.0, 30.5].iter().zip(7..).map(|(&value, row)| Value {
            combination: 1,
            row,
            value,
        }));
        let found = outliers(all);
        assert_eq!(found.iter().map(|one| one.value.row).collect::<Vec<_>>(), [5]);
        assert_eq!(found[0].median, 10.0);
        assert!((found[0].far - 20.0 / (0.5 * NORMAL)).abs() < 1e-9);
        assert!(outliers(values(&[3.0, 3.0, 3.0, 80.0])).is_empty(), "half of them are the same");
        assert!(outliers(Vec::new()).is_empty());
    }
}
