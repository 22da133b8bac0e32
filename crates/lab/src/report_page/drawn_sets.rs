//! Drawn sets: which games have a curve together, and which curves stand in one picture.

use crate::chart::COLORS;
use crate::store::{ResultStore, StoreError, StoreTable};
use crate::{CombinationSummary, RowEnd, StoreSummary};
use std::collections::BTreeMap;
use std::ops::Range;
use stonefield_go::Color;

/// Combinations that have curves of their own at most, in several pictures.
pub(super) const MOST_SETS: usize = 12 * COLORS;

/// Sets of games, each with a curve of its own.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct DrawnSets {
    /// What the games of each set have in common.
    pub names: Vec<String>,
    /// The set of each combination that is drawn.
    of: BTreeMap<u64, usize>,
    /// What is to be said of it; empty where every combination is a set.
    pub note: String,
}

impl DrawnSets {
    /// Every combination by itself, the first `most` of more.
    pub(super) fn each(summary: &StoreSummary, most: usize) -> Self {
        let all = &summary.combinations;
        let some = &all[..all.len().min(most)];
        let names = some.iter().map(|combination| name(summary, combination)).collect();
        let of = some.iter().enumerate().map(|(at, combination)| (combination.number, at)).collect();
        let note = match all.len() > most {
            true => format!("The first {most} of {} combinations; {CHOICE}.", all.len()),
            false => String::new(),
        };
        Self { names, of, note }
    }

    /// Every combination by itself where they are not more than `most`; else those together that have the same value of one thing that varies; else
    /// the first ones.
    pub(super) fn of(summary: &StoreSummary, most: usize) -> Self {
        let all = &summary.combinations;
        if all.len() <= most {
            return Self::each(summary, most);
        }
        // Sizes first: they are what most is compared by.
        let mut columns: Vec<usize> = (0..summary.names.len()).collect();
        columns.sort_by_key(|at| summary.names[*at] != "size");
        for at in columns {
            let mut values: Vec<&str> = Vec::new();
            for combination in all {
                if !values.contains(&combination.values[at].as_str()) {
                    values.push(&combination.values[at]);
                }
            }
            if (2..=COLORS).contains(&values.len()) {
                // Texts stay in the order of the plan.
                let number = |value: &str| value.parse::<f64>().unwrap_or(0.0);
                values.sort_by(|a, b| number(a).total_cmp(&number(b)));
                let place = |value: &str| values.iter().position(|known| *known == value).unwrap_or(0);
                let of = all.iter().map(|one| (one.number, place(&one.values[at]))).collect();
                let names = values.iter().map(|value| format!("{} {value}", readable(&summary.names[at])));
                let note = format!(
                    "Games of the same {} are taken together, of {} combinations in all; {CHOICE}.",
                    readable(&summary.names[at]),
                    all.len()
                );
                return Self { names: names.collect(), of, note };
            }
        }
        Self::each(summary, most)
    }

    /// The sets of each picture, as many as can be told apart.
    pub(super) fn pictures(&self) -> impl Iterator<Item = Range<usize>> {
        let count = self.len();
        (0..count).step_by(COLORS).map(move |first| first..(first + COLORS).min(count))
    }

    /// A title with the number of the picture, where there are several.
    pub(super) fn title(&self, title: &str, picture: &Range<usize>) -> String {
        let count = self.len().div_ceil(COLORS);
        if count < 2 {
            return title.to_owned();
        }
        format!("{title} ({} of {count})", picture.start / COLORS + 1)
    }

    /// The set of a combination; `None` where it is not drawn.
    pub(super) fn get(&self, combination: u64) -> Option<usize> {
        self.of.get(&combination).copied()
    }

    /// True if one picture has room for a curve of each colour of each set.
    pub(super) fn has_room_for_colors(&self) -> bool {
        2 * self.len() <= COLORS
    }

    /// Name of a set's curve, or of its curve for one colour.
    pub(super) fn curve_name(&self, set: usize, color: Option<Color>) -> String {
        match color {
            None => self.names[set].clone(),
            Some(color) if self.len() == 1 => color.to_string(),
            Some(color) => format!("{color}, {}", self.names[set]),
        }
    }

    /// How many sets there are.
    pub(super) fn len(&self) -> usize {
        self.names.len()
    }
}

/// How single combinations are had where not all are drawn.
const CHOICE: &str = "lab report --where NAME=VALUE draws those of one value by themselves";

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
        let mut found = Self { rows: Vec::new(), sets: Vec::new() };
        store.each_in(StoreTable::Games, &["row", "combination", "winner"], |values| {
            let (row, combination) = (values[0].whole(), values[1].whole());
            let has_failed = values[2].text().is_none_or(|word| RowEnd::read(word) == RowEnd::Failed);
            if let Some(set) = sets.get(combination).filter(|_| !has_failed) {
                found.rows.push(row);
                found.sets.push(set);
            }
            Ok::<(), StoreError>(())
        })?;
        Ok(found)
    }

    /// Returns the index of a row's set; `None` if the row is not drawn.
    pub(super) fn get(&self, row: u64) -> Option<usize> {
        self.rows.binary_search(&row).ok().map(|at| self.sets[at])
    }
}

/// The name of a column as words.
pub(super) fn readable(column: &str) -> String {
    column.replace('_', " ")
}

/// What a combination is told from the others by.
pub(super) fn name(summary: &StoreSummary, combination: &CombinationSummary) -> String {
    let values = summary.names.iter().zip(&combination.values);
    let told: Vec<_> = values.map(|(name, value)| format!("{} {value}", readable(name))).collect();
    if told.is_empty() { "all games".to_owned() } else { told.join(", ") }
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
    fn few_combinations_are_sets_and_many_are_taken_together() {
        let few = DrawnSets::of(&summary(&["black_mind_radius"], &[&["1"], &["2"]]), 6);
        assert_eq!(few.names, ["black mind radius 1", "black mind radius 2"]);
        assert!(few.has_room_for_colors());
        assert_eq!(few.curve_name(1, Some(Color::White)), "White, black mind radius 2");
        assert_eq!((few.get(1), few.get(2), few.note.as_str()), (Some(1), None, ""));
        assert_eq!(DrawnSets::of(&summary(&[], &[&[]]), 6).names, ["all games"]);
        let pairs = [["a", "9"], ["a", "13"], ["b", "9"], ["b", "13"], ["c", "9"], ["c", "13"], ["d", "9"]];
        let many: Vec<&[&str]> = pairs.iter().map(|pair| &pair[..]).collect();
        let together = DrawnSets::of(&summary(&["black", "size"], &many), 6);
        assert_eq!(together.names, ["size 9", "size 13"]);
        assert_eq!((together.get(2), together.get(3)), (Some(0), Some(1)));
        assert!(together.note.contains("7 combinations in all") && together.note.contains("--where"));
        // Where there is room for them, each stands by itself, six in a picture.
        let each = DrawnSets::of(&summary(&["black", "size"], &many), MOST_SETS);
        assert_eq!((each.len(), each.note.as_str(), each.get(6)), (7, "", Some(6)));
        assert_eq!(each.pictures().collect::<Vec<_>>(), [0..6, 6..7]);
        assert_eq!(
            (each.title("Sizes", &(6..7)), few.title("Sizes", &(0..2))),
            ("Sizes (2 of 2)".to_owned(), "Sizes".to_owned())
        );
        let first = DrawnSets::each(&summary(&["black", "size"], &many), 3);
        assert_eq!((first.len(), first.get(3)), (3, None));
        assert!(first.note.starts_with("The first 3 of 7 combinations; "));
    }
}
