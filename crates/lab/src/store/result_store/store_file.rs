//! Store file: creates, opens, closes and removes the file of a store.

use super::super::database::{self, Access};
use super::super::header::SERIES;
use super::super::layout::APPLICATION;
use super::super::sql;
use super::super::sql_error::needs_recovery;
use super::super::store_place::{
    FileId, LOCK, SIDES, beside, check_sides, has_other_names, has_store_id, is_store, place_of,
    store_beside, unfinished_of,
};
use super::super::{StoreColumn, StoreError, StoreHeader, StoreTable};
use super::ResultStore;
use std::collections::BTreeMap;
use std::fs::{self, Permissions};
use std::path::Path;
use stonefield_files::{FileLock, HoldState, is_on_network, take_place};

/// Content of a file, as far as it decides whether the file may be replaced.
enum StoreContent {
    /// Nothing: the file is empty, or a run was killed before its first write.
    Nothing,
    /// Games, possibly damaged.
    Games,
    /// Something else.
    Foreign,
}

impl ResultStore {
    /// Opens a store to add games, or creates one with these columns after the fixed columns of each table.
    ///
    /// With `force` an empty store replaces an existing store. A file without content, or an SQLite file
    /// without tables and application id, is always replaced. Any other file is never replaced.
    ///
    /// # Errors
    /// If another process adds games to the store, the file is no store, or it cannot be read or written.
    /// Without `force` also if the store is of another plan or a newer version. With `force` also if the
    /// store of a series would replace games of another kind.
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
        if fs::metadata(&place).is_ok_and(|metadata| !metadata.is_file()) {
            return Err(StoreError::NoFile(path.to_owned()));
        }
        let lock_path = beside(&place, LOCK);
        let lock = FileLock::take(&lock_path).map_err(|error| StoreError::Io { path: lock_path, error })?;
        let lock = lock.ok_or_else(|| StoreError::Busy(path.to_owned()))?;
        check_sides(&place)?;
        let metadata = fs::metadata(&place).ok();
        if metadata.as_ref().is_some_and(has_other_names) {
            return Err(StoreError::Linked(path.to_owned()));
        }
        let content = match &metadata {
            Some(metadata) if metadata.len() > 0 => Self::content(path, &place)?,
            _ => StoreContent::Nothing,
        };
        match content {
            // A file that is no store is never changed, not even with `force`.
            StoreContent::Foreign => return Err(StoreError::Foreign(path.to_owned())),
            StoreContent::Games if !force => {}
            StoreContent::Games | StoreContent::Nothing => {
                // The user names the file of results, and the name of the series store is derived from it.
                // The user has not seen this name, so games of another kind are not replaced, even with
                // `force`.
                if matches!(content, StoreContent::Games) && header.kind == SERIES {
                    let kind = Self::kind(path, &place)?;
                    if kind != SERIES {
                        return Err(StoreError::OtherKind { path: path.to_owned(), kind });
                    }
                }
                Self::make(path, &place, header, columns, metadata.map(|metadata| metadata.permissions()))?;
            }
        }
        let mut store = Self::connect(path, &place, Access::Add)?;
        store.lock = Some(lock);
        store.file_id = FileId::of(&place);
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
        store.committed = store.count(StoreTable::Games)?;
        Ok(store)
    }

    /// Opens a store to read it.
    ///
    /// # Errors
    /// If the store is of a newer version, has a series or cannot be read, or the file is empty or no store.
    pub fn look(path: &Path) -> Result<Self, StoreError> {
        match fs::metadata(path) {
            Err(error) => return Err(StoreError::Io { path: path.to_owned(), error }),
            Ok(metadata) if !metadata.is_file() => return Err(StoreError::NoFile(path.to_owned())),
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
        store.committed = store.count(StoreTable::Games)?;
        Ok(store)
    }

    /// Returns the kind of the games in a file.
    fn kind(path: &Path, place: &Path) -> Result<String, StoreError> {
        let mut store = Self::connect_to_read(path, place)?;
        store.read_header()?;
        Ok(store.header.kind)
    }

    /// Returns the state of the lock of a store. A process that adds games to the store holds the lock.
    #[must_use]
    pub fn lock_state(path: &Path) -> HoldState {
        let Ok(place) = place_of(path) else { return HoldState::Unknown };
        match FileLock::state(&beside(&place, LOCK)) {
            // The lock of a process on another machine may be invisible here.
            HoldState::Free if is_on_network(&place) => HoldState::Unknown,
            state => state,
        }
    }

    /// Returns the content of a file that is not empty.
    fn content(path: &Path, place: &Path) -> Result<StoreContent, StoreError> {
        let has_store_id = has_store_id(place);
        if !is_store(place) {
            return Ok(StoreContent::Foreign);
        }
        // The application id may be only in the write-ahead log, so SQLite must read it.
        let read =
            Self::connect_to_read(path, place).and_then(|store| Ok((store.application()?, store.is_blank())));
        match read {
            Ok((0, true)) => Ok(StoreContent::Nothing),
            Ok((id, _)) if id == i64::from(APPLICATION) => Ok(StoreContent::Games),
            Err(error @ (StoreError::Unsettled(_) | StoreError::Busy(_))) => Err(error),
            // The first bytes are those of a store, so the store is damaged.
            Ok(_) | Err(_) if has_store_id => Ok(StoreContent::Games),
            Ok(_) | Err(_) => Ok(StoreContent::Foreign),
        }
    }

    /// Creates a store without games, and replaces an existing file by it. The replacement is atomic.
    fn make(
        path: &Path,
        place: &Path,
        header: &StoreHeader,
        columns: &[(StoreTable, Vec<StoreColumn>)],
        permissions: Option<Permissions>,
    ) -> Result<(), StoreError> {
        let failed = |error: std::io::Error| StoreError::Io { path: path.to_owned(), error };
        let unfinished = unfinished_of(place);
        let clear = |file: &Path, ends: &[&str]| {
            ends.iter().try_for_each(|end| stonefield_files::remove(&beside(file, end))).map_err(failed)
        };
        // A file of this name remains if a process was killed while it created a store.
        clear(&unfinished, &["", "-wal", "-shm", "-journal"])?;
        let create = || {
            let store = Self::connect(path, &unfinished, Access::Create)?;
            store.with(|connection| {
                // An unfinished file is deleted by the next creation, so it needs no journal on the disk.
                connection.pragma_update_and_check(None, "journal_mode", "MEMORY", |_| Ok(()))?;
                connection.pragma_update(None, "synchronous", "FULL")
            })?;
            store.begin(header, columns)?;
            store.connection.close().map_err(|(_, error)| StoreError::of(path, error))?;
            if let Some(permissions) = permissions {
                fs::set_permissions(&unfinished, permissions).map_err(failed)?;
            }
            // The log of the old store does not belong to the new one.
            clear(place, &SIDES)?;
            take_place(&unfinished, place).map_err(failed)
        };
        let created = create();
        if created.is_err() {
            // If this fails, the next creation of a store at this path removes the file.
            let _ = clear(&unfinished, &["", "-journal"]);
        }
        created
    }

    /// Opens a file to read it. If a process was killed during a write, SQLite first recovers the file: this
    /// writes to the file.
    fn connect_to_read(path: &Path, place: &Path) -> Result<Self, StoreError> {
        check_sides(place)?;
        let count = |store: &Self| store.connection.query_row(sql::OBJECTS, [], |row| row.get::<_, i64>(0));
        let store = Self::connect(path, place, Access::Read)?;
        match count(&store) {
            Err(error) if needs_recovery(&error) => {}
            Err(error) => return Err(StoreError::of(path, error)),
            Ok(_) => return Ok(store),
        }
        drop(store);
        let store = Self::connect(path, place, Access::Recover)?;
        match count(&store) {
            Err(error) if needs_recovery(&error) => Err(StoreError::Unsettled(path.to_owned())),
            Err(error) => Err(StoreError::of(path, error)),
            Ok(_) => Ok(store),
        }
    }

    /// Reads the SQLite application id of the file.
    pub(super) fn application(&self) -> Result<i64, StoreError> {
        self.with(|connection| connection.pragma_query_value(None, "application_id", |row| row.get(0)))
    }

    /// True if the file has no tables or other objects. False if this cannot be read.
    fn is_blank(&self) -> bool {
        self.connection.query_row(sql::OBJECTS, [], |row| row.get::<_, i64>(0)).is_ok_and(|count| count == 0)
    }

    /// True if the file is damaged, or cannot be read. Reads the whole file.
    pub(super) fn is_damaged(&self) -> bool {
        let checked = self.connection.query_row(sql::CHECK, [], |row| row.get::<_, String>(0));
        !checked.is_ok_and(|fault| fault == "ok")
    }

    fn connect(path: &Path, place: &Path, access: Access) -> Result<Self, StoreError> {
        let connection = database::open(place, access).map_err(|error| StoreError::of(path, error))?;
        Ok(Self {
            path: path.to_owned(),
            resolved_path: place.to_owned(),
            file_id: None,
            connection,
            lock: None,
            header: StoreHeader::default(),
            columns: BTreeMap::new(),
            waiting: Vec::new(),
            waiting_since: None,
            committed: 0,
        })
    }

    /// Removes the file of the store, and the files that SQLite keeps beside it.
    ///
    /// # Errors
    /// If a file cannot be removed.
    pub(crate) fn remove_file(self) -> Result<(), StoreError> {
        let Self { path, resolved_path, connection, lock, .. } = self;
        let closed = connection.close().map_err(|(_, error)| StoreError::of(&path, error));
        // The file itself is removed last: if another one cannot be removed, no games are lost.
        let mut names = SIDES.into_iter().chain([""]);
        let removed = names.try_for_each(|end| stonefield_files::remove(&beside(&resolved_path, end)));
        drop(lock);
        closed.and(removed.map_err(|error| StoreError::Io { path, error }))
    }

    /// Commits the waiting games, and merges the log into the file if no other process reads the store.
    ///
    /// # Errors
    /// As [`ResultStore::commit`]. Also without waiting games if the file was removed or replaced.
    pub fn close(mut self) -> Result<(), StoreError> {
        self.commit()?;
        if !self.is_there() {
            return Err(StoreError::Gone(self.path));
        }
        let path = self.path.clone();
        // Mode DELETE merges the log, and later readers create no files beside the store. The mode cannot
        // change while another process reads the store; this is no error.
        let _ = self.with(|connection| {
            connection.pragma_update_and_check(None, "journal_mode", "DELETE", |_| Ok(()))
        });
        self.connection.close().map_err(|(_, error)| StoreError::of(&path, error))
    }
}
