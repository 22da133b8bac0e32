//! A plan as plain text: what two plans are compared by.

use super::{Entrant, Plan, PlanMeasure, positions_line};
use crate::lab::Axis;
use std::collections::BTreeMap;

/// A line `key = values` for everything that decides the rows, in the order of the keys.
pub(super) fn canonical(plan: &Plan) -> String {
    let mut lines = BTreeMap::from([
        ("version".to_owned(), env!("CARGO_PKG_VERSION").to_owned()),
        ("seed".to_owned(), plan.seed.to_string()),
        ("games".to_owned(), plan.games.to_string()),
        ("alternate".to_owned(), plan.alternate.to_string()),
        ("open".to_owned(), plan.open.to_string()),
        ("design".to_owned(), plan.design.clone().unwrap_or_else(|| "all".to_owned())),
        ("measures".to_owned(), joined(plan.measures.iter().map(PlanMeasure::text))),
        ("check".to_owned(), plan.check.name().to_owned()),
        // The last axis changes fastest, so that their order counts.
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
        // They may be many.
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

/// The first line in which one text is not the other, in words: `seed 1, not 2`; `None` where they are the same.
pub(in crate::lab) fn difference(own: &str, other: &str) -> Option<String> {
    let lines = |text: &str| -> BTreeMap<String, String> {
        let pairs = text.lines().filter_map(|line| line.split_once(" = "));
        pairs.map(|(key, values)| (key.to_owned(), values.to_owned())).collect()
    };
    let (own, other) = (lines(own), lines(other));
    let keys = own.keys().chain(other.keys());
    keys.map(|key| (key, own.get(key), other.get(key))).find(|(_, own, other)| own != other).map(
        |(key, own, other)| {
            let words = |values: Option<&String>| values.cloned().unwrap_or_else(|| "none".to_owned());
            format!("{key} {}, not {}", words(other), words(own))
        },
    )
}
