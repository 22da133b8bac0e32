//! Merge: joins stores of one plan into one, and compares rows that several stores have.

use super::Plan;
use super::row_layout::is_known;
use super::store::{Datum, ResultStore, RowSet, StoreError, StoreHeader, StoreTable};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use stonefield_go::notation::excerpt;

/// Longest text of a value in a message, in characters.
const MAX_CHARS: usize = 200;

/// Result of a merge. A row is repeated if several sources have it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MergeOutcome {
    /// Number of rows in the merged store.
    pub rows: u64,
    /// Number of rows of the plan; 0 for a tuning, whose length is not fixed.
    pub planned: u64,
    /// Number of merged stores, without the empty files.
    pub stores: u64,
    /// Sources that are empty files: their runs ended before the store was created.
    pub blank: Vec<PathBuf>,
    /// Number of repeated rows. Rows of the target from an earlier merge are not considered.
    pub repeated: u64,
    /// Number of repeated rows that are equal in all sources and in the target.
    pub same: u64,
    /// Number of rows of an unrepeatable plan that differ between sources, or between source and target. The
    /// row that was read first is kept.
    pub unrepeated: u64,
    /// Number of rows whose game failed in one store and did not fail in another. The game that did not fail
    /// is kept.
    pub mended: u64,
    /// Rows of a repeatable plan that differ. The merged store does not have them.
    pub different: Vec<DifferentRow>,
}

/// A row of a repeatable plan that differs between stores.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DifferentRow {
    /// Number of the row.
    pub row: u64,
    /// The source whose row differs from that of the target or an earlier source.
    pub path: PathBuf,
    /// The first difference, in words.
    pub difference: String,
    /// True if the target had the row from an earlier merge. It has been removed.
    pub was_there: bool,
}

/// Reason why stores cannot be merged.
#[derive(Debug, thiserror::Error)]
pub enum MergeError {
    /// The target or a source cannot be used.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// Several sources cannot be used.
    #[error("{}", .0.iter().map(ToString::to_string).collect::<Vec<_>>().join("; "))]
    Sources(Vec<StoreError>),
}

/// Merges stores of one plan into a target store, and compares repeated rows, except for their timing. Rows
/// that differ are dropped; for an unrepeatable plan the first is kept. A game that did not fail replaces one
/// that failed. `force` is that of [`ResultStore::open`].
///
/// # Errors
/// If a source is of another plan, unreadable or the target, all are empty, or the target is not writable.
pub fn merge(target: &Path, sources: &[PathBuf], force: bool) -> Result<MergeOutcome, MergeError> {
    let resolved = |path: &Path| path.canonicalize().unwrap_or_else(|_| path.to_owned());
    // A store that is given twice is merged once.
    let mut distinct = BTreeSet::new();
    let sources: Vec<&PathBuf> = sources.iter().filter(|path| distinct.insert(resolved(path))).collect();
    if distinct.contains(&resolved(target)) {
        return Err(StoreError::OwnSource(target.to_owned()).into());
    }
    // All sources are checked before anything is written.
    let (mut stores, mut faults, mut blank) = (Vec::new(), Vec::new(), Vec::new());
    for path in sources {
        match ResultStore::look(path) {
            Ok(store) => stores.push((path.clone(), store)),
            Err(StoreError::Blank(path)) => blank.push(path),
            Err(error) => faults.push(error),
        }
    }
    let Some((_, first)) = stores.first() else {
        faults.extend(blank.into_iter().map(StoreError::Blank));
        return if faults.is_empty() { Ok(MergeOutcome::default()) } else { Err(merge_error(faults)) };
    };
    let columns: Vec<_> =
        StoreTable::ALL.into_iter().map(|table| (table, first.added_columns(table))).collect();
    let header = first.header().clone();
    for (path, source) in &stores {
        if let Some(error) = store_fault(path, source) {
            faults.push(error);
        } else if let Some(difference) = source.header().difference(&header) {
            faults.push(StoreError::OtherPlan { path: path.clone(), difference });
        } else if let Some(table) =
            StoreTable::ALL.into_iter().find(|&table| source.columns(table) != first.columns(table))
        {
            let what = format!(
                "its table {} has other columns than that of {}",
                table.name(),
                first.path().display()
            );
            faults.push(StoreError::Strange { path: path.clone(), what });
        }
    }
    if !faults.is_empty() {
        return Err(merge_error(faults));
    }
    let paths: Vec<PathBuf> = stores.into_iter().map(|(path, _)| path).collect();
    // The target may have rows from an earlier merge. They are compared too.
    let store = ResultStore::open(target, &header, &columns, force)?;
    let outcome = Merger::new(store, &header)?.merge_all(&paths)?;
    Ok(MergeOutcome { blank, ..outcome })
}

/// Returns the reason why a source cannot be merged: an unknown column, or false `rows` in the header.
fn store_fault(path: &Path, store: &ResultStore) -> Option<StoreError> {
    let header = store.header();
    let unknown_column = |table: StoreTable| {
        let unknown = store.columns(table).iter().find(|column| !is_known(table, column))?;
        Some(format!("its table {} has a column {}, which no plan has", table.name(), unknown.name))
    };
    let rows = || {
        let plan = Plan::read(&header.plan).ok().filter(|_| header.kind != "tuning")?;
        let rows = plan.rows();
        (rows != header.rows)
            .then(|| format!("it says that its plan has {} rows, and the plan has {rows}", header.rows))
    };
    let what = StoreTable::ALL.into_iter().find_map(unknown_column).or_else(rows)?;
    Some(StoreError::Strange { path: path.to_owned(), what })
}

fn merge_error(mut faults: Vec<StoreError>) -> MergeError {
    match faults.pop() {
        Some(only) if faults.is_empty() => MergeError::Store(only),
        last => {
            faults.extend(last);
            MergeError::Sources(faults)
        }
    }
}

/// A merge in progress.
struct Merger {
    store: ResultStore,
    is_repeatable: bool,
    /// Rows that the target had before the merge.
    old_rows: RowSet,
    /// Rows of the sources that have been merged so far.
    read_rows: RowSet,
    /// Rows that several sources have.
    repeated: RowSet,
    /// Rows that are not equal in all stores that have them.
    unequal: RowSet,
    unrepeated: RowSet,
    mended: RowSet,
    different: RowSet,
    outcome: MergeOutcome,
}

impl Merger {
    fn new(store: ResultStore, header: &StoreHeader) -> Result<Self, StoreError> {
        let old_rows = store.rows()?;
        Ok(Self {
            store,
            is_repeatable: header.unrepeatable.is_empty(),
            old_rows,
            read_rows: RowSet::default(),
            repeated: RowSet::default(),
            unequal: RowSet::default(),
            unrepeated: RowSet::default(),
            mended: RowSet::default(),
            different: RowSet::default(),
            outcome: MergeOutcome { planned: header.rows, ..MergeOutcome::default() },
        })
    }

    fn merge_all(mut self, paths: &[PathBuf]) -> Result<MergeOutcome, StoreError> {
        for path in paths {
            self.merge_source(path)?;
        }
        self.store.remove(&self.different)?;
        let equal = self.repeated.iter().filter(|row| !self.unequal.contains(*row)).count() as u64;
        let outcome = MergeOutcome {
            rows: self.store.committed(),
            stores: paths.len() as u64,
            repeated: self.repeated.len(),
            same: equal,
            unrepeated: self.unrepeated.len(),
            mended: self.mended.len(),
            ..self.outcome
        };
        self.store.close()?;
        Ok(outcome)
    }

    fn merge_source(&mut self, path: &Path) -> Result<(), StoreError> {
        let source = ResultStore::look(path)?;
        let (target_rows, rows) = (self.store.rows()?, source.rows()?);
        let (target_failed, source_failed) = (self.store.failed_rows()?, source.failed_rows()?);
        let (mut not_copied, mut replaced) = (RowSet::default(), RowSet::default());
        for row in rows.iter().filter(|row| target_rows.contains(*row)) {
            match (target_failed.contains(row), source_failed.contains(row)) {
                (true, false) => {
                    self.add_mended(row);
                    replaced.insert(row);
                    continue;
                }
                (false, true) => self.add_mended(row),
                _ => {
                    if let Some(words) = difference(&self.store, &source, row)? {
                        self.add_difference(row, path, words);
                    }
                }
            }
            not_copied.insert(row);
        }
        for row in rows.iter() {
            if !self.read_rows.insert(row) {
                self.repeated.insert(row);
            }
        }
        self.store.take_from(&source, &not_copied, &replaced)
    }

    /// Registers a row that failed in one store and not in another.
    fn add_mended(&mut self, row: u64) {
        self.unequal.insert(row);
        self.mended.insert(row);
    }

    fn add_difference(&mut self, row: u64, path: &Path, difference: String) {
        self.unequal.insert(row);
        if !self.is_repeatable {
            self.unrepeated.insert(row);
        } else if self.different.insert(row) {
            // Each row is reported once.
            let was_there = self.old_rows.contains(row);
            self.outcome.different.push(DifferentRow { row, path: path.to_owned(), difference, was_there });
        }
    }
}

/// Returns the first difference of a row in two stores, except for its timing; `None` without one.
fn difference(one: &ResultStore, other: &ResultStore, row: u64) -> Result<Option<String>, StoreError> {
    let games = (one.game(row)?, other.game(row)?);
    let (Some((values, plies)), Some((theirs, other_plies))) = games else { return Ok(None) };
    let columns = one.columns(StoreTable::Games);
    if let Some(at) = (0..values.len()).find(|&at| !is_same(&values[at], &theirs[at])) {
        let text = |value: &Datum| excerpt(&value.to_string(), MAX_CHARS);
        return Ok(Some(format!("{} {}, not {}", columns[at].name, text(&theirs[at]), text(&values[at]))));
    }
    if plies != other_plies {
        return Ok(Some("the moves differ".to_owned()));
    }
    for table in
        StoreTable::ALL.into_iter().filter(|table| !matches!(table, StoreTable::Games | StoreTable::Timing))
    {
        let rows = |store: &ResultStore| {
            let mut rows = Vec::new();
            store.each_of(table, row, |values| {
                rows.push(values.to_vec());
                Ok::<(), StoreError>(())
            })?;
            Ok::<_, StoreError>(rows)
        };
        let (one, other) = (rows(one)?, rows(other)?);
        let is_equal = one.len() == other.len()
            && one.iter().flatten().zip(other.iter().flatten()).all(|(one, other)| is_same(one, other));
        if !is_equal {
            return Ok(Some(format!("its rows of the table {} differ", table.name())));
        }
    }
    Ok(None)
}

/// Returns true if two values are equal. Real numbers are compared bit by bit.
fn is_same(one: &Datum, other: &Datum) -> bool {
    match (one, other) {
        (Datum::Real(one), Datum::Real(other)) => one.to_bits() == other.to_bits(),
        _ => one == other,
    }
}
