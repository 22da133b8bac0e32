//! Opening: how the file of a store is made, opened, closed and removed.

use super::super::database::{self, Access};
use super::super::header::SERIES;
use super::super::layout::APPLICATION;
use super::super::sql;
use super::super::sql_error::is_unsettled;
use super::super::store_place::{
    FilePlace, LOCK, SIDES, beside, check_sides, has_other_names, is_of_games, is_store, place_of,
    store_beside, unfinished_of,
};
use super::super::{StoreColumn, StoreError, StoreHeader, StoreTable};
use super::ResultStore;
use std::collections::BTreeMap;
use std::fs::{self, Permissions};
use std::path::Path;
use stonefield_files::{FileLock, HoldState, is_on_network, take_place};

/// What is in a file.
enum StoreContent {
    /// Nothing: it is empty, or a run was killed before anything was in it.
    Nothing,
    /// Games, be they damaged.
    Games,
    /// Something else.
    Foreign,
}

impl ResultStore {
    /// Opens a store to add games to, or begins one with these columns after the fixed ones of each table. With `force` it starts empty, whatever
    /// games are there; what is no store is left alone.
    ///
    /// # Errors
    /// When another process adds games to it; when it is of another plan, of a newer version, or no store, without `force`; when it cannot be
    /// read or written.
    pub fn open(
        path: &Path,
        header: &StoreHeader,
        columns: &[(StoreTable, Vec<StoreColumn>)],
        force: bool,
    ) -> Result<Self, StoreError> {
        let failed = |error: std::io::Error| StoreError::Io { path: path.to_owned(), error };
        let place = place_of(path).map_err(failed)?;
        if let Some(store) = store_beside(&place) {
            return Err(StoreError::Part { path: path.to_owned(), store });
        }
        if fs::metadata(&place).is_ok_and(|found| !found.is_file()) {
            return Err(StoreError::NoFile(path.to_owned()));
        }
        let lock_path = beside(&place, LOCK);
        let lock = FileLock::take(&lock_path).map_err(|error| StoreError::Io { path: lock_path, error })?;
        let lock = lock.ok_or_else(|| StoreError::Busy(path.to_owned()))?;
        check_sides(&place)?;
        let found = fs::metadata(&place).ok();
        if found.as_ref().is_some_and(has_other_names) {
            return Err(StoreError::Linked(path.to_owned()));
        }
        let content = match &found {
            Some(found) if found.len() > 0 => Self::content(path, &place)?,
            _ => StoreContent::Nothing,
        };
        match content {
            // What is no store is left as it is, whatever is asked for.
            StoreContent::Foreign => return Err(StoreError::Foreign(path.to_owned())),
            StoreContent::Games if !force => {}
            StoreContent::Games | StoreContent::Nothing => {
                // A series is kept beside a file of results. Its store replaces no other games.
                if matches!(content, StoreContent::Games) && header.kind == SERIES {
                    let kind = Self::kind(path, &place)?;
                    if kind != SERIES {
                        return Err(StoreError::OtherKind { path: path.to_owned(), kind });
                    }
                }
                Self::make(path, &place, header, columns, found.map(|found| found.permissions()))?;
            }
        }
        let mut store = Self::connect(path, &place, Access::Add)?;
        store.lock = Some(lock);
        store.file = FilePlace::of(&place);
        store.read_header()?;
        if let Some(difference) = store.header.difference(header) {
            return Err(StoreError::Other { path: path.to_owned(), difference });
        }
        store.check_rows()?;
        store.with(|connection| {
            let mode = if is_on_network(&place) { "DELETE" } else { "WAL" };
            connection.pragma_update_and_check(None, "journal_mode", mode, |_| Ok(()))?;
            connection.pragma_update(None, "synchronous", "FULL")
        })?;
        store.safe = store.count(StoreTable::Games)?;
        Ok(store)
    }

    /// Opens a store to look at it.
    ///
    /// # Errors
    /// When it is of a newer version, or no store, or cannot be read.
    pub fn look(path: &Path) -> Result<Self, StoreError> {
        match fs::metadata(path) {
            Err(error) => return Err(StoreError::Io { path: path.to_owned(), error }),
            Ok(found) if !found.is_file() => return Err(StoreError::NoFile(path.to_owned())),
            Ok(_) => {}
        }
        let place = place_of(path).map_err(|error| StoreError::Io { path: path.to_owned(), error })?;
        let mut store = Self::connect_to_read(path, &place)?;
        if store.is_blank() && store.application()? == 0 {
            return Err(StoreError::Blank(path.to_owned()));
        }
        store.read_header()?;
        if store.header.kind == SERIES {
            return Err(StoreError::Series(path.to_owned()));
        }
        store.check_rows()?;
        store.safe = store.count(StoreTable::Games)?;
        Ok(store)
    }

    /// Returns the kind of the games in a file.
    fn kind(path: &Path, place: &Path) -> Result<String, StoreError> {
        let mut store = Self::connect_to_read(path, place)?;
        store.read_header()?;
        Ok(store.header.kind)
    }

    /// Whether a living process adds games to a store.
    #[must_use]
    pub fn hold(path: &Path) -> HoldState {
        let Ok(place) = place_of(path) else { return HoldState::Unknown };
        match FileLock::state(&beside(&place, LOCK)) {
            // A lock of another machine may not be seen here.
            HoldState::Free if is_on_network(&place) => HoldState::Unknown,
            state => state,
        }
    }

    /// What is in a file that is not empty.
    fn content(path: &Path, place: &Path) -> Result<StoreContent, StoreError> {
        let of_games = is_of_games(place);
        if !is_store(place) {
            return Ok(StoreContent::Foreign);
        }
        // What says so may still be in the log beside the file.
        let read =
            Self::connect_to_read(path, place).and_then(|store| Ok((store.application()?, store.is_blank())));
        match read {
            Ok((0, true)) => Ok(StoreContent::Nothing),
            Ok((id, _)) if id == i64::from(APPLICATION) => Ok(StoreContent::Games),
            Err(error @ (StoreError::Unsettled(_) | StoreError::Busy(_))) => Err(error),
            // It may be damaged all the same.
            Ok(_) | Err(_) if of_games => Ok(StoreContent::Games),
            Ok(_) | Err(_) => Ok(StoreContent::Foreign),
        }
    }

    /// Makes a store without a game, whole or not at all, in the place of what is there.
    fn make(
        path: &Path,
        place: &Path,
        header: &StoreHeader,
        columns: &[(StoreTable, Vec<StoreColumn>)],
        permissions: Option<Permissions>,
    ) -> Result<(), StoreError> {
        let failed = |error: std::io::Error| StoreError::Io { path: path.to_owned(), error };
        let unfinished = unfinished_of(place);
        let clear = |of: &Path, ends: &[&str]| {
            ends.iter().try_for_each(|end| stonefield_files::remove(&beside(of, end))).map_err(failed)
        };
        // A process that was killed may have left one.
        clear(&unfinished, &["", "-wal", "-shm", "-journal"])?;
        let made = || {
            let store = Self::connect(path, &unfinished, Access::Make)?;
            store.with(|connection| {
                // What is not finished is thrown away, so that nothing need be rolled back.
                connection.pragma_update_and_check(None, "journal_mode", "MEMORY", |_| Ok(()))?;
                connection.pragma_update(None, "synchronous", "FULL")
            })?;
            store.begin(header, columns)?;
            store.connection.close().map_err(|(_, error)| StoreError::of(path, error))?;
            if let Some(permissions) = permissions {
                fs::set_permissions(&unfinished, permissions).map_err(failed)?;
            }
            // The log of an old store is none of this one.
            clear(place, &SIDES)?;
            take_place(&unfinished, place).map_err(failed)
        };
        let made = made();
        if made.is_err() {
            // What stays is removed by the next one that makes a store here.
            let _ = clear(&unfinished, &["", "-journal"]);
        }
        made
    }

    /// Opens a file to read it. What a process left that was killed as it wrote is settled, which writes.
    fn connect_to_read(path: &Path, place: &Path) -> Result<Self, StoreError> {
        check_sides(place)?;
        let tables = |store: &Self| store.connection.query_row(sql::THINGS, [], |row| row.get::<_, i64>(0));
        let store = Self::connect(path, place, Access::Look)?;
        match tables(&store) {
            Err(error) if is_unsettled(&error) => {}
            Err(error) => return Err(StoreError::of(path, error)),
            Ok(_) => return Ok(store),
        }
        drop(store);
        let store = Self::connect(path, place, Access::Settle)?;
        match tables(&store) {
            Err(error) if is_unsettled(&error) => Err(StoreError::Unsettled(path.to_owned())),
            Err(error) => Err(StoreError::of(path, error)),
            Ok(_) => Ok(store),
        }
    }

    /// What says whose file it is.
    pub(super) fn application(&self) -> Result<i64, StoreError> {
        self.with(|connection| connection.pragma_query_value(None, "application_id", |row| row.get(0)))
    }

    /// Whether it has no table yet.
    fn is_blank(&self) -> bool {
        self.connection.query_row(sql::THINGS, [], |row| row.get::<_, i64>(0)).is_ok_and(|tables| tables == 0)
    }

    /// Whether the file is not what was written: all of it is read.
    pub(super) fn is_damaged(&self) -> bool {
        let checked = self.connection.query_row(sql::CHECK, [], |row| row.get::<_, String>(0));
        !checked.is_ok_and(|told| told == "ok")
    }

    fn connect(path: &Path, place: &Path, access: Access) -> Result<Self, StoreError> {
        let connection = database::open(place, access).map_err(|error| StoreError::of(path, error))?;
        Ok(Self {
            path: path.to_owned(),
            place: place.to_owned(),
            file: None,
            connection,
            lock: None,
            header: StoreHeader::default(),
            columns: BTreeMap::new(),
            waiting: Vec::new(),
            since: None,
            safe: 0,
        })
    }

    /// Removes the file of the store, and the files beside it.
    ///
    /// # Errors
    /// If a file cannot be removed.
    pub(crate) fn remove_file(self) -> Result<(), StoreError> {
        let Self { path, place, connection, lock, .. } = self;
        let closed = connection.close().map_err(|(_, error)| StoreError::of(&path, error));
        // The file itself is the last: while it is there, the games are known.
        let mut names = SIDES.into_iter().chain([""]);
        let removed = names.try_for_each(|end| stonefield_files::remove(&beside(&place, end)));
        drop(lock);
        closed.and(removed.map_err(|error| StoreError::Io { path, error }))
    }

    /// Commits what waits, and brings everything into the one file.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn close(mut self) -> Result<(), StoreError> {
        self.commit()?;
        if !self.is_there() {
            return Err(StoreError::Gone(self.path));
        }
        let path = self.path.clone();
        // Whoever looks at it from now on makes no files beside it. Where somebody looks at it now, it stays as it is.
        let _ = self.with(|connection| {
            connection.pragma_update_and_check(None, "journal_mode", "DELETE", |_| Ok(()))
        });
        self.connection.close().map_err(|(_, error)| StoreError::of(&path, error))
    }
}
