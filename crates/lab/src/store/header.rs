//! Store header: the facts about all games of a store.

use super::tuning_rows::{MAX_GENERATIONS, TuningRows};
use std::collections::BTreeMap;
use stonefield_go::notation::excerpt;

/// Longest text of an entry in a message, in characters.
const LONGEST: usize = 60;

/// Kind of the store that `stonefield run` keeps until its results are written.
pub(crate) const SERIES: &str = "series";

/// Facts about all games of a store.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct StoreHeader {
    /// Kind of the games: `experiment`, `tournament`, `tuning` or `series`.
    pub kind: String,
    /// Text of the plan, as the user wrote it.
    pub plan: String,
    /// The plan in canonical form: see [`Plan::canonical`](crate::Plan::canonical).
    pub canonical: String,
    /// Hash of the canonical form.
    pub hash: String,
    /// Number of rows of the plan. 2⁶³ − 1 for a series, 0 for a tuning, because their length is not fixed.
    pub rows: u64,
    /// Version of the program that created the store.
    pub version: String,
    /// Machine that created the store: operating system, processor architecture, number of cores.
    pub machine: String,
    /// Day on which the store was created, `YYYY-MM-DD`; empty if unknown.
    pub date: String,
    /// First mind whose moves can differ in a replay; empty if every row always gives the same game.
    pub unrepeatable: String,
}

impl StoreHeader {
    /// Returns the entries of the header, each with its key.
    pub(super) fn pairs(&self) -> [(&'static str, String); 9] {
        [
            ("kind", self.kind.clone()),
            ("plan", self.plan.clone()),
            ("canonical", self.canonical.clone()),
            ("hash", self.hash.clone()),
            ("rows", self.rows.to_string()),
            ("version", self.version.clone()),
            ("machine", self.machine.clone()),
            ("date", self.date.clone()),
            ("unrepeatable", self.unrepeatable.clone()),
        ]
    }

    /// Reads the header; `None` if an entry is missing or invalid. `entry` returns the value of a key.
    pub(super) fn read<E>(
        mut entry: impl FnMut(&str) -> Result<Option<String>, E>,
    ) -> Result<Option<Self>, E> {
        let mut pairs = BTreeMap::new();
        for (key, _) in Self::default().pairs() {
            let Some(value) = entry(key)? else { return Ok(None) };
            pairs.insert(key, value);
        }
        Ok(Self::of(&pairs))
    }

    fn of(pairs: &BTreeMap<&str, String>) -> Option<Self> {
        let text = |key: &str| pairs.get(key).cloned();
        Some(Self {
            kind: text("kind")?,
            plan: text("plan")?,
            canonical: text("canonical")?,
            hash: text("hash")?,
            rows: text("rows")?.parse().ok()?,
            version: text("version")?,
            machine: text("machine")?,
            date: text("date")?,
            unrepeatable: text("unrepeatable")?,
        })
    }

    /// Returns true for the games of a tuning.
    pub(super) fn is_tuning(&self) -> bool {
        self.kind == "tuning"
    }

    /// Returns the largest allowed number of rows, and the allowed rows in words. `None`: a damaged tuning.
    pub(super) fn row_limit(&self) -> Option<(u64, String)> {
        if !self.is_tuning() {
            let allowed = self.rows.checked_sub(1).map(|last| format!("the plan has the rows 0 to {last}"));
            return Some((self.rows, allowed.unwrap_or_else(|| "the plan has none".to_owned())));
        }
        // The length of a search is not planned, but the number of its generations is limited.
        let most = TuningRows::of(&self.canonical)?.max_rows();
        let last = most.saturating_sub(1);
        Some((most, format!("a search of at most {MAX_GENERATIONS} generations has the rows 0 to {last}")))
    }

    /// Describes how the games of this header differ from those of another, in at most ten differences:
    /// `size 5, not 7` if this header has size 5. `None` if the games are the same.
    #[must_use]
    pub fn difference(&self, other: &Self) -> Option<String> {
        if self.kind != other.kind {
            return Some(format!("{}, not {}", excerpt(&self.kind, LONGEST), excerpt(&other.kind, LONGEST)));
        }
        let difference = crate::plan::difference(&other.canonical, &self.canonical);
        difference
            .or_else(|| (self.rows != other.rows).then(|| format!("{} rows, not {}", self.rows, other.rows)))
    }
}
