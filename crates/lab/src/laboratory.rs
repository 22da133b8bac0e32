//! Laboratory: plays the rows of a plan into a store.

use super::crew::CrewOrder;
use super::row_job::{PlayedRow, RowJob};
use super::store::{ResultStore, RowSet, StoreError, StoreHeader, StoredRow};
use super::store_crew::{StoreFeed, play_into};
use super::{GameResult, Plan, RowLayout, SeriesError, Shard};
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::Arc;
use stonefield_files::today;
use stonefield_sim::Halt;

/// How the rows of a plan are played.
#[derive(Clone, Debug, Default)]
pub struct RowOrder {
    /// Games at a time, at least one.
    pub threads: usize,
    /// Which rows.
    pub shard: Shard,
    /// Its holder can end it.
    pub halt: Halt,
}

/// Hears how the rows of a plan are played.
pub trait RowHearer {
    /// A row has been played; it is on the disk within a second.
    fn row(&mut self, row: u64, result: &GameResult) -> ControlFlow<()>;

    /// Some time has passed: ten times a second.
    fn pulse(&mut self) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }
}

/// Why the rows of a plan could not be played on.
#[derive(Debug, thiserror::Error)]
pub enum LabError {
    /// The store does not take them.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// They cannot be played.
    #[error(transparent)]
    Play(#[from] SeriesError),
}

/// A plan, and the store that its rows go into.
///
/// ```
/// use stonefield_lab::{Laboratory, Plan, RowHearer, RowOrder, GameResult};
/// use std::ops::ControlFlow;
///
/// struct Count(u64);
/// impl RowHearer for Count {
///     fn row(&mut self, _: u64, _: &GameResult) -> ControlFlow<()> {
///         self.0 += 1;
///         ControlFlow::Continue(())
///     }
/// }
///
/// let plan = Plan::read("games = 3\nsize = 5\nmeasures = [\"captures\"]\n")?;
/// let path = std::env::temp_dir().join("stonefield-doctest.db");
/// let mut laboratory = Laboratory::open(plan, &path, true)?;
/// let mut count = Count(0);
/// laboratory.play(&RowOrder::default(), &mut count)?;
/// assert_eq!((count.0, laboratory.store().safe()), (3, 3));
/// # laboratory.close()?;
/// # std::fs::remove_file(path)?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Laboratory {
    plan: Arc<Plan>,
    layout: RowLayout,
    store: ResultStore,
    /// The rows that the store has.
    known: RowSet,
}

impl Laboratory {
    /// Opens the store of a plan, or begins it. With `force` it starts empty, whatever is there.
    ///
    /// # Errors
    /// As [`ResultStore::open`]; when the store of a tournament has a damaged plan.
    pub fn open(plan: Plan, path: &Path, force: bool) -> Result<Self, StoreError> {
        let layout = RowLayout::of(&plan);
        let store = ResultStore::open(path, &header(&plan), &layout.columns(), force)?;
        if plan.tournament().is_some() {
            check_plan(&store)?;
        }
        let known = store.rows()?;
        Ok(Self { plan: Arc::new(plan), layout, store, known })
    }

    /// What is played.
    #[must_use]
    pub fn plan(&self) -> &Plan {
        &self.plan
    }

    /// Where the rows are.
    #[must_use]
    pub const fn store(&self) -> &ResultStore {
        &self.store
    }

    /// The rows that have been played.
    #[must_use]
    pub const fn known(&self) -> &RowSet {
        &self.known
    }

    /// Forgets the rows whose games failed, so that they are played again; returns how many.
    ///
    /// # Errors
    /// When the store cannot be written.
    pub fn forget_failed(&mut self) -> Result<u64, StoreError> {
        let failed = self.store.failed_rows()?;
        self.store.remove(&failed)?;
        self.known = self.store.rows()?;
        Ok(failed.len())
    }

    /// Plays the rows that are meant and not known, in any order. It returns early when `hearer` breaks off or the halt is asked; all that was played is on
    /// the disk then.
    ///
    /// # Errors
    /// When the store does not take a row, or rows cannot be played; all that could be written is on the disk then.
    pub fn play(&mut self, order: &RowOrder, hearer: &mut impl RowHearer) -> Result<(), LabError> {
        let rows = self.plan.rows();
        let meant = order.shard.len(rows);
        let known = self.known.iter().filter(|row| order.shard.contains(*row) && *row < rows).count() as u64;
        if known >= meant {
            return Ok(());
        }
        let job = RowJob {
            plan: Arc::clone(&self.plan),
            layout: self.layout.clone(),
            known: self.known.clone(),
            shard: order.shard.clone(),
        };
        let crew = CrewOrder { threads: order.threads, from: 0, limit: u64::MAX, halt: order.halt.clone() };
        let mut feed = RowFeed { known: &mut self.known, hearer, missing: meant - known };
        play_into(&mut self.store, job, crew, &mut feed)
    }

    /// Brings everything into the one file.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn close(self) -> Result<(), StoreError> {
        self.store.close()
    }
}

/// Holds that the plan of a store is that of its games: a tournament's table names its players from it.
fn check_plan(store: &ResultStore) -> Result<(), StoreError> {
    let what = match Plan::read(&store.header().plan) {
        Ok(plan) if plan.canonical() == store.header().canonical => return Ok(()),
        Ok(_) => "its plan is not that of its games".to_owned(),
        Err(error) => format!("its plan: {error}"),
    };
    Err(StoreError::Strange { path: store.path().to_owned(), what })
}

/// What is said once of all rows of a plan.
fn header(plan: &Plan) -> StoreHeader {
    StoreHeader {
        kind: if plan.tournament().is_some() { "tournament" } else { "experiment" }.to_owned(),
        plan: plan.source().to_owned(),
        canonical: plan.canonical(),
        hash: plan.hash(),
        rows: plan.rows(),
        version: env!("CARGO_PKG_VERSION").to_owned(),
        machine: machine(),
        date: today().unwrap_or_default(),
        unrepeatable: plan.unrepeatable().map(|mind| mind.to_string()).unwrap_or_default(),
    }
}

/// This machine in a few words: system, processor, cores.
pub(super) fn machine() -> String {
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    format!("{} {}, {cores} cores", std::env::consts::OS, std::env::consts::ARCH)
}

/// Tells of rows that are in the store.
struct RowFeed<'a, H> {
    known: &'a mut RowSet,
    hearer: &'a mut H,
    /// How many rows have not come.
    missing: u64,
}

impl<H: RowHearer> StoreFeed<PlayedRow> for RowFeed<'_, H> {
    fn stored(&self, done: &mut PlayedRow) -> StoredRow {
        std::mem::take(&mut done.stored)
    }

    fn kept(&mut self, done: PlayedRow) -> ControlFlow<()> {
        self.known.insert(done.row);
        self.missing = self.missing.saturating_sub(1);
        self.hearer.row(done.row, &done.result)
    }

    fn pulse(&mut self) -> ControlFlow<()> {
        self.hearer.pulse()
    }

    fn is_done(&self) -> bool {
        self.missing == 0
    }
}
