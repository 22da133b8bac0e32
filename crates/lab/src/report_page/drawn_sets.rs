//! Drawn sets: the games that share a curve, and the curves that share a chart.

use crate::chart::COLORS;
use crate::store::{ResultStore, StoreError, StoreTable};
use crate::{CombinationSummary, RowEnd, StoreSummary};
use std::collections::BTreeMap;
use std::ops::Range;
use stonefield_go::Color;

/// Largest number of combinations that have curves of their own, in several charts.
pub(super) const MAX_SETS: usize = 12 * COLORS;

/// Sets of games. Each set has its own curve.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct DrawnSets {
    /// Name of each set: the settings that its games share.
    pub names: Vec<String>,
    /// Index of the set of each combination that is drawn.
    set_of: BTreeMap<u64, usize>,
    /// Sentence about combinations that are not a set of their own. Empty if every combination is a set.
    pub note: String,
}

impl DrawnSets {
    /// Returns a set for each combination. If there are more than `most`, only the first ones are drawn.
    pub(super) fn each(summary: &StoreSummary, most: usize) -> Self {
        let all = &summary.combinations;
        let first = &all[..all.len().min(most)];
        let names = first.iter().map(|combination| combination_name(summary, combination)).collect();
        let set_of = first.iter().enumerate().map(|(set, combination)| (combination.number, set)).collect();
        let note = match all.len() > most {
            true => format!("The first {most} of {} combinations; {SELECTION}.", all.len()),
            false => String::new(),
        };
        Self { names, set_of, note }
    }

    /// Returns a set for each combination if there are at most `most`. Otherwise one for each value of the
    /// first setting that has 2 to [`COLORS`] values, or else one for each of the first `most` combinations.
    pub(super) fn of(summary: &StoreSummary, most: usize) -> Self {
        let all = &summary.combinations;
        if all.len() <= most {
            return Self::each(summary, most);
        }
        // Sizes are tried first, because most comparisons are by size.
        let mut columns: Vec<usize> = (0..summary.names.len()).collect();
        columns.sort_by_key(|column| summary.names[*column] != "size");
        for column in columns {
            let mut values: Vec<&str> = Vec::new();
            for combination in all {
                if !values.contains(&combination.values[column].as_str()) {
                    values.push(&combination.values[column]);
                }
            }
            if (2..=COLORS).contains(&values.len()) {
                // Texts count as 0, so the stable sort leaves them in the order of the plan.
                let number = |value: &str| value.parse::<f64>().unwrap_or(0.0);
                values.sort_by(|a, b| number(a).total_cmp(&number(b)));
                let set = |value: &str| values.iter().position(|known| *known == value).unwrap_or(0);
                let set_of = all.iter().map(|one| (one.number, set(&one.values[column]))).collect();
                let setting = readable(&summary.names[column]);
                let names = values.iter().map(|value| format!("{setting} {value}")).collect();
                let note = format!(
                    "Games with the same {setting} share a curve, {} combinations in all; {SELECTION}.",
                    all.len()
                );
                return Self { names, set_of, note };
            }
        }
        Self::each(summary, most)
    }

    /// Returns the sets of each chart, at most [`COLORS`] in one.
    pub(super) fn charts(&self) -> impl Iterator<Item = Range<usize>> {
        let count = self.len();
        (0..count).step_by(COLORS).map(move |first| first..(first + COLORS).min(count))
    }

    /// Returns a title, with the number of the chart if there are several.
    pub(super) fn title(&self, title: &str, chart_sets: &Range<usize>) -> String {
        let count = self.len().div_ceil(COLORS);
        if count < 2 {
            return title.to_owned();
        }
        format!("{title} ({} of {count})", chart_sets.start / COLORS + 1)
    }

    /// Returns the index of a combination's set. `None` if it is not drawn.
    pub(super) fn get(&self, combination: u64) -> Option<usize> {
        self.set_of.get(&combination).copied()
    }

    /// Returns true if one chart has room for two curves of each set: Black's and White's.
    pub(super) fn has_room_for_colors(&self) -> bool {
        2 * self.len() <= COLORS
    }

    /// Returns the name of a set's curve, or of its curve for one colour.
    pub(super) fn curve_name(&self, set: usize, color: Option<Color>) -> String {
        match color {
            None => self.names[set].clone(),
            Some(color) if self.len() == 1 => color.to_string(),
            Some(color) => format!("{color}, {}", self.names[set]),
        }
    }

    /// Returns the number of sets.
    pub(super) fn len(&self) -> usize {
        self.names.len()
    }
}

/// Part of a sentence: how to draw combinations that have no curve of their own.
const SELECTION: &str = "lab report --where NAME=VALUE draws only combinations with this value";

/// Set of each row that is drawn. Failed games are not drawn.
pub(super) struct RowSets {
    /// Numbers of the rows, in rising order.
    rows: Vec<u64>,
    /// Index of the set of each of these rows.
    sets: Vec<usize>,
}

impl RowSets {
    /// Reads the sets of all rows of a store.
    pub(super) fn of(store: &ResultStore, sets: &DrawnSets) -> Result<Self, StoreError> {
        let mut row_sets = Self { rows: Vec::new(), sets: Vec::new() };
        store.each_in(StoreTable::Games, &["row", "combination", "winner"], |values| {
            let (row, combination) = (values[0].whole(), values[1].whole());
            let has_failed = values[2].text().is_none_or(|word| RowEnd::read(word) == RowEnd::Failed);
            if let Some(set) = sets.get(combination).filter(|_| !has_failed) {
                row_sets.rows.push(row);
                row_sets.sets.push(set);
            }
            Ok::<(), StoreError>(())
        })?;
        Ok(row_sets)
    }

    /// Returns the index of a row's set. `None` if the row is not drawn.
    pub(super) fn get(&self, row: u64) -> Option<usize> {
        self.rows.binary_search(&row).ok().map(|index| self.sets[index])
    }
}

/// Returns the name of a column as words.
pub(super) fn readable(column: &str) -> String {
    column.replace('_', " ")
}

/// Names a combination by its settings that vary.
pub(super) fn combination_name(summary: &StoreSummary, combination: &CombinationSummary) -> String {
    let values = summary.names.iter().zip(&combination.values);
    let settings: Vec<_> = values.map(|(name, value)| format!("{} {value}", readable(name))).collect();
    if settings.is_empty() { "all games".to_owned() } else { settings.join(", ") }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn summary(names: &[&str], values: &[&[&str]]) -> StoreSummary {
        let combinations = values.iter().zip(0..).map(|(values, number)| CombinationSummary {
            number,
            values: values.iter().map(ToString::to_string).collect(),
            ..CombinationSummary::default()
        });
        StoreSummary {
            names: names.iter().map(ToString::to_string).collect(),
            combinations: combinations.collect(),
            ..StoreSummary::default()
        }
    }

    #[test]
    fn few_combinations_have_a_set_each_and_many_share_sets() {
        let few = DrawnSets::of(&summary(&["black_mind_radius"], &[&["1"], &["2"]]), 6);
        assert_eq!(few.names, ["black mind radius 1", "black mind radius 2"]);
        assert!(few.has_room_for_colors());
        assert_eq!(few.curve_name(1, Some(Color::White)), "White, black mind radius 2");
        assert_eq!((few.get(1), few.get(2), few.note.as_str()), (Some(1), None, ""));
        assert_eq!(DrawnSets::of(&summary(&[], &[&[]]), 6).names, ["all games"]);
        let pairs = [["a", "9"], ["a", "13"], ["b", "9"], ["b", "13"], ["c", "9"], ["c", "13"], ["d", "9"]];
        let many: Vec<&[&str]> = pairs.iter().map(|pair| &pair[..]).collect();
        let shared = DrawnSets::of(&summary(&["black", "size"], &many), 6);
        assert_eq!(shared.names, ["size 9", "size 13"]);
        assert_eq!((shared.get(2), shared.get(3)), (Some(0), Some(1)));
        assert!(shared.note.contains("7 combinations in all") && shared.note.contains("--where"));
        // Up to `MAX_SETS` combinations have a set each, six in a chart.
        let each = DrawnSets::of(&summary(&["black", "size"], &many), MAX_SETS);
        assert_eq!((each.len(), each.note.as_str(), each.get(6)), (7, "", Some(6)));
        assert_eq!(each.charts().collect::<Vec<_>>(), [0..6, 6..7]);
        assert_eq!(
            (each.title("Sizes", &(6..7)), few.title("Sizes", &(0..2))),
            ("Sizes (2 of 2)".to_owned(), "Sizes".to_owned())
        );
        let first = DrawnSets::each(&summary(&["black", "size"], &many), 3);
        assert_eq!((first.len(), first.get(3)), (3, None));
        assert!(first.note.starts_with("The first 3 of 7 combinations; "));
    }
}
