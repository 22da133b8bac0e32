//! Canonical form of a plan: the text by which two plans are compared.

use super::{Entrant, Plan, PlanMeasure, positions_line};
use crate::{Axis, Study};
use std::collections::{BTreeMap, BTreeSet};
use stonefield_go::notation::{counted, excerpt};
use stonefield_minds::split_outside_brackets;

/// Returns the canonical form: a line `key = values` for each key that decides the rows, sorted by key.
pub(super) fn canonical(plan: &Plan) -> String {
    if let Some(series) = &plan.series {
        return Study::of(series).canonical();
    }
    let mut lines = BTreeMap::from([
        ("version".to_owned(), env!("CARGO_PKG_VERSION").to_owned()),
        ("seed".to_owned(), plan.seed.to_string()),
        ("games".to_owned(), plan.games.to_string()),
        ("alternate".to_owned(), plan.alternate.to_string()),
        ("open".to_owned(), plan.open.to_string()),
        ("design".to_owned(), plan.design.clone().unwrap_or_else(|| "all".to_owned())),
        ("measures".to_owned(), joined(plan.measures.iter().map(PlanMeasure::text))),
        ("check".to_owned(), plan.check.name().to_owned()),
        // The last axis changes fastest, so the order of the axes decides the rows.
        ("axes".to_owned(), joined(plan.axes.iter().map(Axis::name))),
    ]);
    if let Some(ticks) = plan.max_ticks {
        lines.insert("max_ticks".to_owned(), ticks.to_string());
    }
    if let Some(ticks) = plan.stones {
        lines.insert("stones".to_owned(), ticks.to_string());
    }
    for axis in &plan.axes {
        lines.insert(axis.name().replace('-', "_"), joined(axis.texts().into_iter()));
    }
    if !plan.positions.is_empty() {
        // There can be thousands of positions, so the line has only their number and hash.
        let print = super::hash_of(&positions_line(&plan.positions));
        lines.insert("positions".to_owned(), format!("{} {print}", plan.positions.len()));
    }
    if let Some(tournament) = &plan.tournament {
        let player = |player: &Entrant| format!("{} = {}", player.name, player.mind);
        lines.insert("players".to_owned(), joined(tournament.players().iter().map(player)));
        lines.insert("pairing".to_owned(), tournament.pairing().name().to_owned());
    }
    if let Some(sprt) = &plan.sprt {
        lines.insert("sprt".to_owned(), sprt.to_string());
    }
    lines.into_iter().map(|(key, values)| format!("{key} = {values}\n")).collect()
}

fn joined(texts: impl Iterator<Item = String>) -> String {
    let held = |text: String| if text.contains(',') { format!("[{text}]") } else { text };
    texts.map(held).collect::<Vec<_>>().join(", ")
}

/// Largest number of differences in a message.
const MAX_TOLD: usize = 10;

/// Longest text of one difference, in characters.
const LONGEST: usize = 200;

/// Returns how the canonical form `other` differs from `own`, in words: `seed 1, not 2` if `other` has the
/// seed 1. At most ten differences are described, and the others are counted. `None` if no line differs.
pub(crate) fn difference(own: &str, other: &str) -> Option<String> {
    let lines = |text: &str| -> BTreeMap<String, String> {
        let pairs = text.lines().filter_map(|line| line.split_once(" = "));
        pairs.map(|(key, values)| (key.to_owned(), values.to_owned())).collect()
    };
    let (own, other) = (lines(own), lines(other));
    let keys: BTreeSet<&String> = own.keys().chain(other.keys()).collect();
    let differing = keys.into_iter().map(|key| (key, own.get(key), other.get(key)));
    let told = differing.filter(|(_, own, other)| own != other).filter_map(|(key, own, other)| {
        Some(excerpt(&of_key(key, own.map(String::as_str), other.map(String::as_str))?, LONGEST))
    });
    let mut told: Vec<String> = told.collect();
    if told.is_empty() && own.get("axes") != other.get("axes") {
        let axes = |lines: &BTreeMap<String, String>| {
            lines.get("axes").map_or("none".to_owned(), |axes| axes.replace('-', "_"))
        };
        told.push(excerpt(&format!("axes {}, not {}", axes(&other), axes(&own)), LONGEST));
    }
    let more = told.len().saturating_sub(MAX_TOLD);
    told.truncate(MAX_TOLD);
    if more > 0 {
        told.push(format!("and {} more", counted(more, "difference")));
    }
    (!told.is_empty()).then(|| told.join("; "))
}

/// Returns how the values of a key differ, in words. `None` for `axes`, unless only their order differs.
fn of_key(key: &str, own: Option<&str>, other: Option<&str>) -> Option<String> {
    let whole =
        |values: Option<&str>| values.filter(|values| !values.is_empty()).unwrap_or("none").to_owned();
    let (Some(here), Some(there)) = (own, other) else {
        return Some(format!("{key} {}, not {}", whole(other), whole(own)));
    };
    let (here, there) = (split_outside_brackets(here), split_outside_brackets(there));
    let missing = |of: &[&str], from: &[&str]| -> Vec<String> {
        let missing = of
            .iter()
            .map(|entry| entry.trim())
            .filter(|entry| !entry.is_empty())
            .filter(|entry| from.iter().all(|other| other.trim() != *entry));
        missing.map(str::to_owned).collect()
    };
    let (added, removed) = (missing(&here, &there), missing(&there, &here));
    let is_order = added.is_empty() && removed.is_empty();
    if key == "axes" {
        // An axis that only one plan has differs in the line of its own key.
        let names = |names: Option<&str>| whole(names).replace('-', "_");
        return is_order.then(|| format!("the order of axes {}, not {}", names(other), names(own)));
    }
    if is_order || here.len().max(there.len()) == 1 {
        return Some(format!("{key} {}, not {}", whole(other), whole(own)));
    }
    let told = |word: &str, entries: Vec<String>| {
        (!entries.is_empty()).then(|| format!("{word} {}", entries.join(", ")))
    };
    let parts: Vec<String> = told("with", removed).into_iter().chain(told("without", added)).collect();
    Some(format!("{key} {}", parts.join(" and ")))
}

#[cfg(test)]
mod tests {
    use super::difference;

    #[test]
    fn all_differences_are_told_and_those_of_lists_entry_by_entry() {
        let told = |own: &str, other: &str| difference(own, other);
        assert_eq!(told("a = 1\n", "a = 1\n"), None);
        assert_eq!(
            told(
                "measures = score, stones@5\nopen = 4\nseed = 2\n",
                "games = 3\nmeasures = captures, score\nseed = 1\n"
            )
            .as_deref(),
            Some(
                "games 3, not none; measures with captures and without stones@5; open none, not 4; seed 1, not 2"
            )
        );
        // A mind with commas is one entry.
        assert_eq!(
            told("black = random, [swarm:radius=2,spread=1]\n", "black = random\n").as_deref(),
            Some("black without [swarm:radius=2,spread=1]")
        );
        let (own, other) = ("axes = heat-rate, size\n", "axes = size, heat-rate\n");
        assert_eq!(
            told(own, other).as_deref(),
            Some("the order of axes size, heat_rate, not heat_rate, size")
        );
        assert_eq!(
            told("measures = \n", "measures = captures, score\n").as_deref(),
            Some("measures with captures, score")
        );
        assert_eq!(told("measures = \n", "measures = score\n").as_deref(), Some("measures score, not none"));
        let (own, other) = ("axes = size\nsize = 5\n", "axes = size, ko\nko = simple\nsize = 5\n");
        assert_eq!(told(own, other).as_deref(), Some("ko simple, not none"));
    }

    #[test]
    fn no_more_than_a_few_differences_are_told() {
        let text = |value: u32| (10..25).map(|key| format!("k{key} = {value}\n")).collect::<String>();
        let told = difference(&text(1), &text(2)).expect("they differ");
        assert!(
            told.starts_with("k10 2, not 1; ") && told.ends_with("; k19 2, not 1; and 5 differences more"),
            "{told}"
        );
    }
}
