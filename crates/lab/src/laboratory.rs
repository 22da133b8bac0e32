//! Laboratory: plays the rows of a plan into a store.

use super::crew::{self, CrewOrder};
use super::row_job::RowJob;
use super::run_settings::RunSettings;
use super::store::{ResultStore, RowSet, SERIES, StoreError, StoreHeader, StoreTable};
use super::store_crew::play_into;
use super::stored_result::stored_result;
use super::{GameResult, MeasuredTick, Plan, RowLayout, RowListener, SeriesError};
use std::path::Path;
use std::sync::Arc;
use stonefield_files::today;

/// Reason why the rows of a plan could not be played.
#[derive(Debug, thiserror::Error)]
pub enum LabError {
    /// The store failed.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The games failed.
    #[error(transparent)]
    Play(#[from] SeriesError),
}

/// A plan, and the store of its rows.
///
/// ```
/// use stonefield_lab::{Laboratory, Plan, PlayedRow, RowListener, RunSettings};
/// use std::ops::ControlFlow;
///
/// struct Count(u64);
/// impl RowListener for Count {
///     fn row(&mut self, _: PlayedRow) -> ControlFlow<()> {
///         self.0 += 1;
///         ControlFlow::Continue(())
///     }
/// }
///
/// let plan = Plan::read("games = 3\nsize = 5\nmeasures = [\"captures\"]\n")?;
/// let path = std::env::temp_dir().join("stonefield-doctest.db");
/// let mut laboratory = Laboratory::open(plan, &path, true)?;
/// let mut count = Count(0);
/// laboratory.play(&RunSettings::default(), &mut count)?;
/// assert_eq!((count.0, laboratory.store().committed()), (3, 3));
/// # laboratory.close()?;
/// # std::fs::remove_file(path)?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Laboratory {
    plan: Arc<Plan>,
    layout: RowLayout,
    store: ResultStore,
    /// Numbers of the rows that the store has.
    played: RowSet,
}

impl Laboratory {
    /// Opens the store of a plan, or creates it. With `force` a store without games replaces an existing one.
    ///
    /// # Errors
    /// As [`ResultStore::open`]. For a tournament also if the text of the plan in the store cannot be read,
    /// or is not the plan of the stored games.
    pub fn open(plan: Plan, path: &Path, force: bool) -> Result<Self, StoreError> {
        let layout = RowLayout::of(&plan);
        let store = ResultStore::open(path, &header(&plan), &layout.columns(), force)?;
        if plan.tournament().is_some() {
            check_plan(&store)?;
        }
        let played = store.rows()?;
        Ok(Self { plan: Arc::new(plan), layout, store, played })
    }

    /// Returns the plan.
    #[must_use]
    pub fn plan(&self) -> &Plan {
        &self.plan
    }

    /// Returns the store.
    #[must_use]
    pub const fn store(&self) -> &ResultStore {
        &self.store
    }

    /// Returns the numbers of the rows that have been played.
    #[must_use]
    pub const fn played_rows(&self) -> &RowSet {
        &self.played
    }

    /// Removes the rows whose games failed, so that they are played again. Returns their number.
    ///
    /// # Errors
    /// If the store cannot be written.
    pub fn forget_failed(&mut self) -> Result<u64, StoreError> {
        let failed = self.store.failed_rows()?;
        self.forget(&failed)?;
        Ok(failed.len())
    }

    /// Removes rows, so that [`Laboratory::play`] plays them again.
    ///
    /// # Errors
    /// If the store cannot be written.
    pub fn forget(&mut self, rows: &RowSet) -> Result<(), StoreError> {
        self.store.remove(rows)?;
        self.played = self.store.rows()?;
        Ok(())
    }

    /// Plays the missing rows of the shard in `settings`, in any order.
    ///
    /// The games end early if the listener returns `Break` or a halt is requested. At the end all played rows
    /// are on the disk.
    ///
    /// # Errors
    /// If a row cannot be written or played. The rows that could be written are then on the disk.
    pub fn play(&mut self, settings: &RunSettings, listener: &mut dyn RowListener) -> Result<(), LabError> {
        let job = RowJob::new(&self.plan, settings, true, self.played.clone());
        let crew = crew_order(&job, settings);
        if crew.missing == 0 {
            return Ok(());
        }
        play_into(&mut self.store, job, crew, &mut self.played, listener)
    }

    /// Calls `receive` with the result of each stored row, in their order, until `receive` fails.
    ///
    /// # Errors
    /// If the store cannot be read, a row has no valid result, or `receive` returns an error.
    pub fn results<E: From<StoreError>>(
        &self,
        mut receive: impl FnMut(GameResult) -> Result<(), E>,
    ) -> Result<(), E> {
        let columns = self.store.columns(StoreTable::Games);
        self.store.each(StoreTable::Games, |values| {
            let mut result = stored_result(columns, values).ok_or_else(|| self.store.no_result(values))?;
            if self.layout.every.is_some() {
                self.store.each_of(StoreTable::Ticks, result.game, |values| {
                    result.measured.extend(MeasuredTick::of_values(values.get(1..).unwrap_or_default()));
                    Ok::<(), StoreError>(())
                })?;
            }
            receive(result)
        })
    }

    /// Closes the store, and removes its file with the files that SQLite keeps beside it.
    ///
    /// # Errors
    /// If a file cannot be removed.
    pub fn remove(self) -> Result<(), StoreError> {
        self.store.remove_file()
    }

    /// Closes the store. All games are then in one file, if no other process reads the store.
    ///
    /// # Errors
    /// As [`ResultStore::close`].
    pub fn close(self) -> Result<(), StoreError> {
        self.store.close()
    }
}

/// Checks that the text of the plan in a store is the plan of the stored games. Standings take the names of
/// the players from this text.
fn check_plan(store: &ResultStore) -> Result<(), StoreError> {
    let what = match Plan::read(&store.header().plan) {
        Ok(plan) if plan.canonical() == store.header().canonical => return Ok(()),
        Ok(_) => "its plan is not that of its games".to_owned(),
        Err(error) => format!("its plan: {error}"),
    };
    Err(StoreError::Strange { path: store.path().to_owned(), what })
}

/// Returns the header of a store for the rows of a plan.
fn header(plan: &Plan) -> StoreHeader {
    StoreHeader {
        kind: match plan.series() {
            Some(_) => SERIES,
            None if plan.tournament().is_some() => "tournament",
            None => "experiment",
        }
        .to_owned(),
        plan: plan.source().to_owned(),
        canonical: plan.canonical(),
        hash: plan.hash(),
        rows: if plan.series().is_some() { i64::MAX as u64 } else { plan.rows() },
        version: env!("CARGO_PKG_VERSION").to_owned(),
        machine: machine(),
        date: today().unwrap_or_default(),
        unrepeatable: plan.unrepeatable().map(|mind| mind.to_string()).unwrap_or_default(),
    }
}

/// Describes this machine: operating system, processor architecture, number of cores.
pub(super) fn machine() -> String {
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    format!("{} {}, {cores} cores", std::env::consts::OS, std::env::consts::ARCH)
}

/// Plays the rows of the shard in `settings` without a store. The games end early as in [`Laboratory::play`].
///
/// # Errors
/// If a row cannot be played.
pub fn play_rows(
    plan: &Plan,
    settings: &RunSettings,
    listener: &mut dyn RowListener,
) -> Result<(), SeriesError> {
    let job = RowJob::new(&Arc::new(plan.clone()), settings, false, RowSet::default());
    let crew = crew_order(&job, settings);
    crew::play(&Arc::new(job), crew, listener)
}

fn crew_order(job: &RowJob, settings: &RunSettings) -> CrewOrder {
    CrewOrder {
        threads: settings.threads,
        missing: job.missing(),
        ahead: settings.ahead,
        halt: settings.halt.clone(),
    }
}

#[cfg(test)]
mod tests;
