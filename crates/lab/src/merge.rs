//! Merge: the rows of several stores of one plan in one store, and whether rows that were played twice are the same.

use super::Plan;
use super::row_layout::is_known;
use super::store::{Datum, ResultStore, RowSet, StoreError, StoreHeader, StoreTable};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use stonefield_go::notation::excerpt;

/// Characters of a value that are shown where it differs.
const SHOWN: usize = 200;

/// What came of a merge.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MergeOutcome {
    /// Rows that are in the store now.
    pub rows: u64,
    /// Rows that the plan has; 0 where it has no last one.
    pub planned: u64,
    /// Stores that rows were taken from.
    pub stores: u64,
    /// Stores in which nothing was, as their runs were ended when they began.
    pub blank: Vec<PathBuf>,
    /// Rows that several of the sources have. Those that the store had from a merge before are not among them.
    pub repeated: u64,
    /// Those of them that are the same in all sources.
    pub same: u64,
    /// Rows of a plan that is not repeatable which came out otherwise in another source or in the store: the one that came first is kept.
    pub otherwise: u64,
    /// Rows whose game failed in one source and not in another, or not in the store: the game that did not fail is kept.
    pub mended: u64,
    /// Rows that came out differently, and are left out.
    pub different: Vec<DifferentRow>,
}

/// A row of a repeatable plan that came out differently.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DifferentRow {
    /// The row.
    pub row: u64,
    /// The store whose row is not as it was before.
    pub path: PathBuf,
    /// The first thing in which it differs, in words.
    pub difference: String,
    /// Whether the store had the row from a merge before, and it is taken out of it.
    pub was_there: bool,
}

/// Why stores cannot be merged.
#[derive(Debug, thiserror::Error)]
pub enum MergeError {
    /// The store that gets the rows, or one that is read, cannot be used.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// Several of those that the rows come from cannot be used.
    #[error("{}", .0.iter().map(ToString::to_string).collect::<Vec<_>>().join("; "))]
    Sources(Vec<StoreError>),
}

/// Takes the rows of stores of one plan into a new one, and compares rows that several have, timing aside. Rows that differ are left out; of a plan that is
/// not repeatable the first is taken. A game that did not fail takes the place of one that did.
///
/// # Errors
/// When a store is of another plan or cannot be read, or the new one cannot be written.
pub fn merge(target: &Path, sources: &[PathBuf], force: bool) -> Result<MergeOutcome, MergeError> {
    let place = |path: &Path| path.canonicalize().unwrap_or_else(|_| path.to_owned());
    // A store that is named twice has played nothing twice.
    let mut places = BTreeSet::new();
    let sources: Vec<&PathBuf> = sources.iter().filter(|path| places.insert(place(path))).collect();
    if places.contains(&place(target)) {
        return Err(StoreError::OwnSource(target.to_owned()).into());
    }
    // Nothing is written before all of them are known to be good.
    let (mut found, mut faults, mut blank) = (Vec::new(), Vec::new(), Vec::new());
    for path in sources {
        match ResultStore::look(path) {
            Ok(store) => found.push((path.clone(), store)),
            Err(StoreError::Blank(path)) => blank.push(path),
            Err(error) => faults.push(error),
        }
    }
    let Some((_, first)) = found.first() else {
        faults.extend(blank.into_iter().map(StoreError::Blank));
        return if faults.is_empty() { Ok(MergeOutcome::default()) } else { Err(refused(faults)) };
    };
    let columns: Vec<_> =
        StoreTable::ALL.into_iter().map(|table| (table, first.added_columns(table))).collect();
    let header = first.header().clone();
    for (path, source) in &found {
        if let Some(error) = strange(path, source) {
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
        return Err(refused(faults));
    }
    let paths: Vec<PathBuf> = found.into_iter().map(|(path, _)| path).collect();
    // Whatever was merged there before is merged again.
    let store = ResultStore::open(target, &header, &columns, force)?;
    let outcome = Merging::new(store, &header)?.take_all(&paths)?;
    Ok(MergeOutcome { blank, ..outcome })
}

/// Why rows of a store are not taken over: a column that no plan has, or a number of rows that is not the
/// plan's.
fn strange(path: &Path, store: &ResultStore) -> Option<StoreError> {
    let header = store.header();
    let of_table = |table: StoreTable| {
        let unknown = store.columns(table).iter().find(|column| !is_known(table, column))?;
        Some(format!("its table {} has a column {}, which no plan has", table.name(), unknown.name))
    };
    let rows = || {
        let plan = Plan::read(&header.plan).ok().filter(|_| header.kind != "tuning")?;
        let rows = plan.rows();
        (rows != header.rows)
            .then(|| format!("it says that its plan has {} rows, and the plan has {rows}", header.rows))
    };
    let what = StoreTable::ALL.into_iter().find_map(of_table).or_else(rows)?;
    Some(StoreError::Strange { path: path.to_owned(), what })
}

fn refused(mut faults: Vec<StoreError>) -> MergeError {
    match faults.pop() {
        Some(only) if faults.is_empty() => MergeError::Store(only),
        last => {
            faults.extend(last);
            MergeError::Sources(faults)
        }
    }
}

/// A merge under way.
struct Merging {
    store: ResultStore,
    is_repeatable: bool,
    /// Rows that the store had before.
    there: RowSet,
    /// Rows that a source had so far.
    seen: RowSet,
    /// Rows that several sources have.
    repeated: RowSet,
    /// Rows that are not the same wherever they are: failed in one, other games where nothing repeats, or different.
    unequal: RowSet,
    otherwise: RowSet,
    mended: RowSet,
    different: RowSet,
    outcome: MergeOutcome,
}

impl Merging {
    fn new(store: ResultStore, header: &StoreHeader) -> Result<Self, StoreError> {
        let there = store.rows()?;
        Ok(Self {
            store,
            is_repeatable: header.unrepeatable.is_empty(),
            there,
            seen: RowSet::default(),
            repeated: RowSet::default(),
            unequal: RowSet::default(),
            otherwise: RowSet::default(),
            mended: RowSet::default(),
            different: RowSet::default(),
            outcome: MergeOutcome { planned: header.rows, ..MergeOutcome::default() },
        })
    }

    fn take_all(mut self, paths: &[PathBuf]) -> Result<MergeOutcome, StoreError> {
        for path in paths {
            self.take(path)?;
        }
        self.store.remove(&self.different)?;
        let same = self.repeated.iter().filter(|row| !self.unequal.contains(*row)).count() as u64;
        let outcome = MergeOutcome {
            rows: self.store.safe(),
            stores: paths.len() as u64,
            repeated: self.repeated.len(),
            same,
            otherwise: self.otherwise.len(),
            mended: self.mended.len(),
            ..self.outcome
        };
        self.store.close()?;
        Ok(outcome)
    }

    fn take(&mut self, path: &Path) -> Result<(), StoreError> {
        let source = ResultStore::look(path)?;
        let (known, rows) = (self.store.rows()?, source.rows()?);
        let failed = (self.store.failed_rows()?, source.failed_rows()?);
        let (mut kept, mut replaced) = (RowSet::default(), RowSet::default());
        for row in rows.iter().filter(|row| known.contains(*row)) {
            match (failed.0.contains(row), failed.1.contains(row)) {
                (true, false) => {
                    self.settle(row);
                    replaced.insert(row);
                    continue;
                }
                (false, true) => self.settle(row),
                _ => {
                    if let Some(told) = difference(&self.store, &source, row)? {
                        self.differ(row, path, told);
                    }
                }
            }
            kept.insert(row);
        }
        for row in rows.iter() {
            if !self.seen.insert(row) {
                self.repeated.insert(row);
            }
        }
        self.store.take_from(&source, &kept, &replaced)
    }

    /// A game that did not fail is kept, and not one that did.
    fn settle(&mut self, row: u64) {
        self.unequal.insert(row);
        self.mended.insert(row);
    }

    fn differ(&mut self, row: u64, path: &Path, difference: String) {
        self.unequal.insert(row);
        if !self.is_repeatable {
            self.otherwise.insert(row);
        } else if self.different.insert(row) {
            // It is told once, whatever other sources have.
            let was_there = self.there.contains(row);
            self.outcome.different.push(DifferentRow { row, path: path.to_owned(), difference, was_there });
        }
    }
}

/// The first thing in which a row of one store is not that of another; `None` where they are the same, timing aside.
fn difference(one: &ResultStore, other: &ResultStore, row: u64) -> Result<Option<String>, StoreError> {
    let games = (one.game(row)?, other.game(row)?);
    let (Some((values, plies)), Some((others, other_plies))) = games else { return Ok(None) };
    let columns = one.columns(StoreTable::Games);
    if let Some(at) = (0..values.len()).find(|&at| !is_same(&values[at], &others[at])) {
        let shown = |value: &Datum| excerpt(&value.to_string(), SHOWN);
        return Ok(Some(format!("{} {}, not {}", columns[at].name, shown(&others[at]), shown(&values[at]))));
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
