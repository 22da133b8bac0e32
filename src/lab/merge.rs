//! Merge: the rows of several stores of one plan in one store, and whether rows that were played twice are the same.

use super::store::{Datum, ResultStore, RowSet, StoreError, StoreTable};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// What came of a merge.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MergeOutcome {
    /// Rows that are in the store now.
    pub rows: u64,
    /// Rows that the plan has.
    pub planned: u64,
    /// Rows that several stores had.
    pub repeated: u64,
    /// Rows that came out differently, and are left out: the row, the file, and the first column in which it differs from what came before.
    pub different: Vec<(u64, PathBuf, String)>,
}

/// Takes the rows of stores of one plan into a new one, and compares rows that several have, timing aside. Rows that differ are left out; of a plan that is
/// not repeatable the first is taken.
///
/// # Errors
/// When a store is of another plan or cannot be read, or the new one cannot be written.
pub fn merge(target: &Path, sources: &[PathBuf], force: bool) -> Result<MergeOutcome, StoreError> {
    let Some(first) = sources.first() else { return Ok(MergeOutcome::default()) };
    let first = ResultStore::look(first)?;
    let columns: Vec<_> =
        StoreTable::ALL.into_iter().map(|table| (table, first.added_columns(table))).collect();
    let header = first.header().clone();
    let repeatable = header.unrepeatable.is_empty();
    let place = |path: &Path| path.canonicalize().unwrap_or_else(|_| path.to_owned());
    // A store that is named twice has played nothing twice.
    let mut places = BTreeSet::new();
    let sources: Vec<&PathBuf> = sources.iter().filter(|path| places.insert(place(path))).collect();
    if places.contains(&place(target)) {
        return Err(StoreError::OwnSource(target.to_owned()));
    }
    // Nothing is written before all of them are known to be good.
    for path in &sources {
        let source = ResultStore::look(path)?;
        if let Some(difference) = source.header().difference(&header) {
            return Err(StoreError::OtherPlan { path: (*path).clone(), difference });
        }
        if StoreTable::ALL.into_iter().any(|table| source.columns(table) != first.columns(table)) {
            return Err(StoreError::Foreign((*path).clone()));
        }
    }
    // Whatever was merged there before is merged again.
    let mut store = ResultStore::open(target, &header, &columns, force)?;
    let mut merged = MergeOutcome { planned: header.rows, ..MergeOutcome::default() };
    let mut different = RowSet::default();
    for path in sources {
        let source = ResultStore::look(path)?;
        let known = store.rows()?;
        let twice: RowSet = source.rows()?.iter().filter(|row| known.contains(*row)).collect();
        for row in twice.iter() {
            merged.repeated += 1;
            if let Some(column) = difference(&store, &source, row)?.filter(|_| repeatable) {
                different.insert(row);
                merged.different.push((row, path.clone(), column));
            }
        }
        store.take_from(&source, &twice)?;
    }
    store.remove(&different)?;
    merged.rows = store.safe();
    store.close()?;
    Ok(merged)
}

/// The first thing in which a row of one store is not that of another; `None` where they are the same, timing aside.
fn difference(one: &ResultStore, other: &ResultStore, row: u64) -> Result<Option<String>, StoreError> {
    let games = (one.game(row)?, other.game(row)?);
    let (Some((values, plies)), Some((others, other_plies))) = games else { return Ok(None) };
    let columns = one.columns(StoreTable::Games);
    if let Some(at) = (0..values.len()).find(|&at| !is_same(&values[at], &others[at])) {
        return Ok(Some(format!("{} {}, not {}", columns[at].name, others[at], values[at])));
    }
    if plies != other_plies {
        return Ok(Some("other moves".to_owned()));
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
        let same = one.len() == other.len()
            && one.iter().flatten().zip(other.iter().flatten()).all(|(one, other)| is_same(one, other));
        if !same {
            return Ok(Some(format!("another table {}", table.name())));
        }
    }
    Ok(None)
}

/// Whether two values are the same, bit by bit.
fn is_same(one: &Datum, other: &Datum) -> bool {
    match (one, other) {
        (Datum::Real(one), Datum::Real(other)) => one.to_bits() == other.to_bits(),
        _ => one == other,
    }
}
