//! Store crew: a crew that plays rows into a store.

use super::crew::{self, CrewOrder, Job};
use super::played_row::PlayedRow;
use super::store::{ResultStore, RowSet, StoreError};
use super::{RowListener, SeriesError};
use std::ops::ControlFlow;
use std::sync::Arc;

/// Plays the rows of a job into a store, in any order, and adds them to `played_rows`.
///
/// The games end early if the listener returns `Break` or a halt is requested. At the end all played rows are
/// on the disk.
///
/// # Errors
/// If a row cannot be written or played. The rows that could be written are then on the disk.
pub(super) fn play_into<J: Job, E: From<StoreError> + From<SeriesError>>(
    store: &mut ResultStore,
    job: J,
    order: CrewOrder,
    played_rows: &mut RowSet,
    listener: &mut dyn RowListener,
) -> Result<(), E> {
    let mut writer = StoreWriter { store: &mut *store, played_rows, listener, error: None };
    let played = crew::play(&Arc::new(job), order, &mut writer);
    let error = writer.error.take();
    let written = store.commit();
    if let Some(error) = error {
        return Err(error.into());
    }
    written?;
    Ok(played?)
}

/// Listener that adds rows to a store, and passes them to another listener. Does nothing after an error.
struct StoreWriter<'a> {
    store: &'a mut ResultStore,
    played_rows: &'a mut RowSet,
    listener: &'a mut dyn RowListener,
    error: Option<StoreError>,
}

impl StoreWriter<'_> {
    /// Keeps an error, and ends the games if there is one.
    fn check(&mut self, written: Result<(), StoreError>) -> ControlFlow<()> {
        self.error = written.err();
        if self.error.is_some() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }
}

impl RowListener for StoreWriter<'_> {
    fn row(&mut self, mut row: PlayedRow) -> ControlFlow<()> {
        if self.error.is_some() {
            return ControlFlow::Break(());
        }
        let added = self.store.add(std::mem::take(&mut row.stored));
        self.check(added)?;
        self.played_rows.insert(row.row);
        self.listener.row(row)
    }

    fn pulse(&mut self) -> ControlFlow<()> {
        let committed = self.store.pulse();
        self.check(committed)?;
        self.listener.pulse()
    }
}
