//! Store crew: games that threads play go into a store as they end.

use super::SeriesError;
use super::crew::{self, CrewOrder, Job, Overseer};
use super::store::{ResultStore, StoreError, StoredRow};
use std::ops::ControlFlow;
use std::sync::Arc;

/// Hears of games that are in the store.
pub(super) trait StoreFeed<T> {
    /// What is stored of a game, taken out of it.
    fn stored(&self, done: &mut T) -> StoredRow;

    /// A game is in the store, and on the disk within a second.
    fn kept(&mut self, done: T) -> ControlFlow<()>;

    /// Some time has passed: ten times a second.
    fn pulse(&mut self) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }

    /// Whether all games have ended.
    fn is_done(&self) -> bool;
}

/// Plays the games of a job into a store, in any order. It returns early when `feed` breaks off or the halt is asked; all that was played is on the disk
/// then.
///
/// # Errors
/// When the store does not take a game, or games cannot be played; all that could be written is on the disk then.
pub(super) fn play_into<J: Job, E: From<StoreError> + From<SeriesError>>(
    store: &mut ResultStore,
    job: J,
    order: CrewOrder,
    feed: &mut impl StoreFeed<J::Done>,
) -> Result<(), E> {
    let mut writer = Writer { store: &mut *store, feed, error: None };
    let played = crew::play(&Arc::new(job), order, &mut writer);
    let error = writer.error.take();
    let written = store.commit();
    if let Some(error) = error {
        return Err(error.into());
    }
    written?;
    Ok(played?)
}

/// Puts games into the store as they come.
struct Writer<'a, F> {
    store: &'a mut ResultStore,
    feed: &'a mut F,
    error: Option<StoreError>,
}

impl<F> Writer<'_, F> {
    fn keep<T>(&mut self, mut done: T) -> ControlFlow<()>
    where
        F: StoreFeed<T>,
    {
        match self.store.add(self.feed.stored(&mut done)) {
            Ok(()) => self.feed.kept(done),
            Err(error) => self.fail(error),
        }
    }

    fn fail(&mut self, error: StoreError) -> ControlFlow<()> {
        self.error.get_or_insert(error);
        ControlFlow::Break(())
    }
}

impl<T, F: StoreFeed<T>> Overseer<T> for Writer<'_, F> {
    fn ended(&mut self, done: T) -> ControlFlow<(), u64> {
        match self.keep(done) {
            ControlFlow::Break(()) => ControlFlow::Break(()),
            ControlFlow::Continue(()) => ControlFlow::Continue(u64::MAX),
        }
    }

    fn pulse(&mut self) -> ControlFlow<()> {
        match self.store.pulse() {
            Ok(()) => self.feed.pulse(),
            Err(error) => self.fail(error),
        }
    }

    fn late(&mut self, done: T) {
        if self.error.is_none() {
            // Nothing more can be broken off.
            let _ = self.keep(done);
        }
    }

    fn is_done(&self) -> bool {
        self.feed.is_done()
    }
}
