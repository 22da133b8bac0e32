//! Drawn sets: which games are drawn together in pictures that can show only a few curves.

use super::chart::COLORS;
use crate::lab::store::{ResultStore, StoreError, StoreTable};
use crate::lab::{CombinationSummary, StoreSummary};
use std::collections::BTreeMap;

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
    /// Every combination by itself where they are few; else those together that have the same value of one thing that varies; else the first few.
    pub(super) fn of(summary: &StoreSummary) -> Self {
        let all = &summary.combinations;
        if all.len() <= COLORS {
            let names = all.iter().map(|combination| name(summary, combination)).collect();
            let of = all.iter().enumerate().map(|(at, combination)| (combination.number, at)).collect();
            return Self { names, of, note: String::new() };
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
                let note = format!("Games of the same {} are taken together.", readable(&summary.names[at]));
                return Self { names: names.collect(), of, note };
            }
        }
        let some = &all[..COLORS];
        let names = some.iter().map(|combination| name(summary, combination)).collect();
        let of = some.iter().enumerate().map(|(at, combination)| (combination.number, at)).collect();
        Self { names, of, note: format!("The first {COLORS} of {} combinations.", all.len()) }
    }

    /// The set of a combination; `None` where it is not drawn.
    pub(super) fn get(&self, combination: u64) -> Option<usize> {
        self.of.get(&combination).copied()
    }

    /// How many sets there are.
    pub(super) fn len(&self) -> usize {
        self.names.len()
    }
}

/// The set of each row that is drawn.
pub(super) struct RowSets {
    /// Rising.
    rows: Vec<u64>,
    sets: Vec<usize>,
}

impl RowSets {
    /// Those of all games of a store.
    pub(super) fn of(store: &ResultStore, sets: &DrawnSets) -> Result<Self, StoreError> {
        let mut found = Self { rows: Vec::new(), sets: Vec::new() };
        store.each_in(StoreTable::Games, &["row", "combination"], |values| {
            let [row, combination] =
                [&values[0], &values[1]].map(|value| value.number().map_or(0, |value| value as u64));
            if let Some(set) = sets.get(combination) {
                found.rows.push(row);
                found.sets.push(set);
            }
            Ok::<(), StoreError>(())
        })?;
        Ok(found)
    }

    /// That of a row.
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
        let few = DrawnSets::of(&summary(&["black_mind_radius"], &[&["1"], &["2"]]));
        assert_eq!(few.names, ["black mind radius 1", "black mind radius 2"]);
        assert_eq!((few.get(1), few.get(2), few.note.as_str()), (Some(1), None, ""));
        assert_eq!(DrawnSets::of(&summary(&[], &[&[]])).names, ["all games"]);
        let pairs = [["a", "9"], ["a", "13"], ["b", "9"], ["b", "13"], ["c", "9"], ["c", "13"], ["d", "9"]];
        let many: Vec<&[&str]> = pairs.iter().map(|pair| &pair[..]).collect();
        let together = DrawnSets::of(&summary(&["black", "size"], &many));
        assert_eq!(together.names, ["size 9", "size 13"]);
        assert_eq!((together.get(2), together.get(3)), (Some(0), Some(1)));
    }
}
