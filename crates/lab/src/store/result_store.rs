//! Result store: the games of a plan in one SQLite file.

mod row_check;
mod store_file;

use super::layout::{APPLICATION, FORMAT, MOVES};
use super::schema::{self, SchemaFault};
use super::sql;
use super::store_place::FileId;
use super::{DataKind, Datum, RowSet, StoreColumn, StoreError, StoreHeader, StoreTable};
use rusqlite::types::{ToSql, ToSqlOutput, ValueRef};
use rusqlite::{Connection, OptionalExtension as _, params, params_from_iter};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};
use stonefield_files::FileLock;

/// Games of a plan in an SQLite file.
///
/// Games are added one by one, and wait until they are committed together, usually within a second. After a
/// crash each game is either complete or absent. One process at a time may add games; any number may read.
pub struct ResultStore {
    path: PathBuf,
    /// Absolute path of the file, with links resolved.
    resolved_path: PathBuf,
    /// Device and inode of the file; `None` if the store was opened only to read.
    file_id: Option<FileId>,
    connection: Connection,
    /// Lock of the process that adds games; `None` if the store was opened only to read.
    lock: Option<FileLock>,
    header: StoreHeader,
    columns: BTreeMap<StoreTable, Vec<StoreColumn>>,
    /// Games that are not committed yet.
    waiting: Vec<StoredRow>,
    /// Time at which the oldest waiting game was added.
    waiting_since: Option<Instant>,
    /// Number of committed games, which are on the disk.
    committed: u64,
}

/// Stored values of a game.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct StoredRow {
    /// Values in the columns of [`StoreTable::Games`].
    pub game: Vec<Datum>,
    /// Plies of the game: see [`encode_plies`](crate::encode_plies).
    pub plies: Vec<u8>,
    /// Rows of other tables, each with the values of all columns of its table.
    pub others: Vec<(StoreTable, Vec<Datum>)>,
}

/// Time after which a waiting game is committed at the next [`ResultStore::pulse`].
const WAIT: Duration = Duration::from_millis(500);

/// Number of waiting games that makes [`ResultStore::add`] commit immediately.
const MAX_WAITING: usize = 4096;

impl ToSql for Datum {
    fn to_sql(&self) -> rusqlite::Result<ToSqlOutput<'_>> {
        Ok(ToSqlOutput::Borrowed(match self {
            Self::Missing => ValueRef::Null,
            Self::Whole(number) => ValueRef::Integer(*number),
            Self::Real(number) => ValueRef::Real(*number),
            Self::Text(text) => ValueRef::Text(text.as_bytes()),
        }))
    }
}

impl Datum {
    /// Reads a value of a column of this kind. NULL is a missing value. `None` for a value of another kind.
    fn of(value: ValueRef<'_>, kind: DataKind) -> Option<Self> {
        Some(match (value, kind) {
            (ValueRef::Null, _) => Self::Missing,
            (ValueRef::Integer(number), DataKind::Whole) => Self::Whole(number),
            (ValueRef::Real(number), DataKind::Real) => Self::Real(number),
            (ValueRef::Text(text), DataKind::Text) => Self::Text(String::from_utf8_lossy(text).into_owned()),
            _ => return None,
        })
    }
}

impl ResultStore {
    fn with<T>(&self, run: impl FnOnce(&Connection) -> rusqlite::Result<T>) -> Result<T, StoreError> {
        run(&self.connection).map_err(|error| StoreError::of(&self.path, error))
    }

    /// Writes the header and creates the tables in one transaction.
    fn begin(
        &self,
        header: &StoreHeader,
        columns: &[(StoreTable, Vec<StoreColumn>)],
    ) -> Result<(), StoreError> {
        self.with(|connection| {
            let transaction = connection.unchecked_transaction()?;
            transaction.pragma_update(None, "application_id", APPLICATION)?;
            transaction.pragma_update(None, "user_version", FORMAT)?;
            transaction.execute(sql::CREATE_META, [])?;
            for (key, value) in header.pairs() {
                transaction.execute(sql::INSERT_META, params![key, value])?;
            }
            for table in StoreTable::ALL {
                let added =
                    columns.iter().filter(|(key, _)| *key == table).flat_map(|(_, new)| new.iter().cloned());
                let columns: Vec<_> = table.fixed().into_iter().chain(added).collect();
                transaction.execute(&sql::create(table, &columns), [])?;
            }
            transaction.commit()
        })
    }

    /// Reads header and columns. Fails for a file of another application, or of a newer layout.
    fn read_header(&mut self) -> Result<(), StoreError> {
        let number = |name: &str| {
            self.with(|connection| connection.pragma_query_value(None, name, |row| row.get::<_, i64>(0)))
        };
        if self.application()? != i64::from(APPLICATION) {
            return Err(StoreError::Foreign(self.path.clone()));
        }
        let version = number("user_version")?;
        if version > i64::from(FORMAT) {
            return Err(StoreError::Newer { path: self.path.clone(), version, known: FORMAT });
        }
        self.columns = schema::read(&self.connection).map_err(|fault| match fault {
            SchemaFault::Unread(error) => StoreError::of(&self.path, error),
            SchemaFault::Strange(what) => StoreError::Strange { path: self.path.clone(), what },
        })?;
        let header = self.with(|connection| {
            let mut read = connection.prepare(sql::SELECT_META)?;
            StoreHeader::read(|key| read.query_row([key], |row| row.get(0)).optional())
        })?;
        self.header = header.ok_or_else(|| StoreError::Foreign(self.path.clone()))?;
        Ok(())
    }

    /// Returns the lowest and the highest row number in a table; `None` if the table is empty.
    fn span(&self, table: StoreTable) -> Result<(Option<i64>, Option<i64>), StoreError> {
        self.with(|connection| {
            connection.query_row(&sql::span(table), [], |row| Ok((row.get(0)?, row.get(1)?)))
        })
    }

    /// Returns the lowest row number that is in a table, but not in that of games; `None` without one.
    fn stray(&self, table: StoreTable) -> Result<Option<i64>, StoreError> {
        self.with(|connection| connection.query_row(&sql::stray(table), [], |row| row.get(0)))
    }

    /// Path of the store, as given.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Header of the store.
    #[must_use]
    pub const fn header(&self) -> &StoreHeader {
        &self.header
    }

    /// Columns of a table, in order. The column of the moves of a game is left out.
    #[must_use]
    pub fn columns(&self, table: StoreTable) -> &[StoreColumn] {
        self.columns.get(&table).map_or(&[], Vec::as_slice)
    }

    /// Columns that the plan has added to a table, which follow those with which every store begins.
    #[must_use]
    pub fn added_columns(&self, table: StoreTable) -> Vec<StoreColumn> {
        self.columns(table).get(table.fixed().len()..).unwrap_or_default().to_vec()
    }

    /// Returns the sum of a numeric column, and the number of its values. Missing values are left out.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub fn sum(&self, table: StoreTable, column: &str) -> Result<(f64, u64), StoreError> {
        let query = sql::sum(table, column);
        let (sum, count) = self.with(|connection| {
            connection.query_row(&query, [], |row| Ok((row.get::<_, f64>(0)?, row.get::<_, i64>(1)?)))
        })?;
        Ok((sum, u64::try_from(count).unwrap_or(0)))
    }

    /// Returns the number of rows of a table.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub fn count(&self, table: StoreTable) -> Result<u64, StoreError> {
        let count =
            self.with(|connection| connection.query_row(&sql::count(table), [], |row| row.get::<_, i64>(0)))?;
        Ok(u64::try_from(count).unwrap_or(0))
    }

    /// Returns the numbers of the plan's rows whose games are in the store.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub fn rows(&self) -> Result<RowSet, StoreError> {
        self.row_set(sql::ROWS)
    }

    /// Returns the numbers of the rows whose games failed: a mind failed, or agents and referee disagreed.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub fn failed_rows(&self) -> Result<RowSet, StoreError> {
        self.row_set(sql::FAILED_ROWS)
    }

    fn row_set(&self, query: &str) -> Result<RowSet, StoreError> {
        let mut rows = RowSet::default();
        self.with(|connection| {
            let mut read = connection.prepare(query)?;
            let mut numbers = read.query([])?;
            while let Some(row) = numbers.next()? {
                rows.insert(u64::try_from(row.get::<_, i64>(0)?).unwrap_or(0));
            }
            Ok(())
        })?;
        Ok(rows)
    }

    /// Adds a game to the waiting games, and commits all if there are 4096. A game is on the disk within a
    /// second if [`ResultStore::pulse`] is called several times a second.
    ///
    /// # Errors
    /// As [`ResultStore::commit`], if this call commits. Only the commit refuses a row that the store has.
    pub fn add(&mut self, row: StoredRow) -> Result<(), StoreError> {
        self.waiting.push(row);
        self.waiting_since.get_or_insert_with(Instant::now);
        if self.waiting.len() >= MAX_WAITING { self.commit() } else { Ok(()) }
    }

    /// Commits the waiting games if the oldest has waited half a second.
    ///
    /// # Errors
    /// As [`ResultStore::commit`].
    pub fn pulse(&mut self) -> Result<(), StoreError> {
        if self.waiting_since.is_some_and(|since| since.elapsed() >= WAIT) { self.commit() } else { Ok(()) }
    }

    /// Commits all waiting games in one transaction. The games are then on the disk.
    ///
    /// # Errors
    /// If the games cannot be written, the store already has one of the rows, or the file was removed or
    /// replaced. The games then remain waiting.
    pub fn commit(&mut self) -> Result<(), StoreError> {
        if self.waiting.is_empty() {
            return Ok(());
        }
        self.with(|connection| {
            let transaction = connection.unchecked_transaction()?;
            {
                let mut statements = BTreeMap::new();
                for table in StoreTable::ALL {
                    let columns = self.columns(table).len();
                    statements.insert(table, transaction.prepare(&sql::insert(table, columns))?);
                }
                for row in &self.waiting {
                    if let Some(games) = statements.get_mut(&StoreTable::Games) {
                        let values = row.game.iter().map(|datum| datum as &dyn ToSql);
                        games.execute(params_from_iter(values.chain([&row.plies as &dyn ToSql])))?;
                    }
                    for (table, values) in &row.others {
                        if let Some(statement) = statements.get_mut(table) {
                            statement.execute(params_from_iter(values))?;
                        }
                    }
                }
            }
            transaction.commit()
        })?;
        if !self.is_there() {
            return Err(StoreError::Gone(self.path.clone()));
        }
        self.committed += self.waiting.len() as u64;
        self.waiting.clear();
        self.waiting_since = None;
        Ok(())
    }

    /// Number of committed games, which are on the disk.
    #[must_use]
    pub const fn committed(&self) -> u64 {
        self.committed
    }

    /// Removes rows of the plan from all tables. The next run plays them again.
    ///
    /// # Errors
    /// If the file cannot be written. Nothing is then removed.
    pub fn remove(&mut self, rows: &RowSet) -> Result<(), StoreError> {
        self.with(|connection| {
            let transaction = connection.unchecked_transaction()?;
            delete(&transaction, rows)?;
            transaction.commit()
        })?;
        self.committed = self.count(StoreTable::Games)?;
        Ok(())
    }

    /// Calls `visit` with the values of each row of a table, in the order of the primary key. An error of
    /// `visit` ends the reading.
    ///
    /// # Errors
    /// If the file cannot be read, or `visit` returns an error.
    pub fn each<E: From<StoreError>>(
        &self,
        table: StoreTable,
        mut visit: impl FnMut(&[Datum]) -> Result<(), E>,
    ) -> Result<(), E> {
        let columns: Vec<_> = self.columns(table).iter().map(Some).collect();
        let query = sql::select(table, column_names(&columns));
        self.select(table, &columns, &query, params![], &mut visit)
    }

    /// Like [`ResultStore::each`], but only with the entries of one row of the plan.
    ///
    /// # Errors
    /// As [`ResultStore::each`].
    pub fn each_of<E: From<StoreError>>(
        &self,
        table: StoreTable,
        row: u64,
        mut visit: impl FnMut(&[Datum]) -> Result<(), E>,
    ) -> Result<(), E> {
        let Ok(row) = i64::try_from(row) else { return Ok(()) };
        let columns: Vec<_> = self.columns(table).iter().map(Some).collect();
        let query = sql::select_of(table, column_names(&columns));
        self.select(table, &columns, &query, params![row], &mut visit)
    }

    /// Like [`ResultStore::each`], but only with the values of these columns, in this order. The value of an
    /// unknown column is [`Datum::Missing`].
    ///
    /// # Errors
    /// As [`ResultStore::each`].
    pub fn each_in<E: From<StoreError>>(
        &self,
        table: StoreTable,
        names: &[&str],
        mut visit: impl FnMut(&[Datum]) -> Result<(), E>,
    ) -> Result<(), E> {
        let column = |name: &&str| self.columns(table).iter().find(|column| column.name == *name);
        let columns: Vec<_> = names.iter().map(column).collect();
        let query = sql::select(table, column_names(&columns));
        self.select(table, &columns, &query, params![], &mut visit)
    }

    fn select<E: From<StoreError>>(
        &self,
        table: StoreTable,
        columns: &[Option<&StoreColumn>],
        query: &str,
        parameters: &[&dyn ToSql],
        visit: &mut dyn FnMut(&[Datum]) -> Result<(), E>,
    ) -> Result<(), E> {
        let failed = |error| E::from(StoreError::of(&self.path, error));
        // The statement is cached, because `each_of` is called for many rows in succession.
        let mut read = self.connection.prepare_cached(query).map_err(failed)?;
        let mut rows = read.query(parameters).map_err(failed)?;
        let mut values = vec![Datum::Missing; columns.len()];
        while let Some(row) = rows.next().map_err(failed)? {
            for (at, (value, column)) in values.iter_mut().zip(columns).enumerate() {
                let Some(column) = column else { continue };
                let stored = row.get_ref(at).map_err(failed)?;
                *value = Datum::of(stored, column.kind).ok_or_else(|| self.strange(table, column, stored))?;
            }
            visit(&values)?;
        }
        Ok(())
    }

    /// Returns the error for a value that is not of the kind of its column.
    fn strange(&self, table: StoreTable, column: &StoreColumn, value: ValueRef<'_>) -> StoreError {
        let kind = match value {
            ValueRef::Null => "nothing",
            ValueRef::Integer(_) => DataKind::Whole.words(),
            ValueRef::Real(_) => DataKind::Real.words(),
            ValueRef::Text(_) => DataKind::Text.words(),
            ValueRef::Blob(_) => "bytes",
        };
        let (table, name, wanted) = (table.name(), &column.name, column.kind.words());
        let what = format!("its table {table} has {kind} in the column {name}, where {wanted} is wanted");
        StoreError::Strange { path: self.path.clone(), what }
    }

    /// Returns the error for a row whose values are no result of a game.
    pub(crate) fn no_result(&self, values: &[Datum]) -> StoreError {
        let row = values.first().map_or_else(String::new, ToString::to_string);
        let what = format!("row {row} of its table games has no result of a game");
        StoreError::Strange { path: self.path.clone(), what }
    }

    /// Returns the size of the encoded moves of a row, in bytes; 0 for a row that the store does not have.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub fn moves_size(&self, row: u64) -> Result<u64, StoreError> {
        let Ok(row) = i64::try_from(row) else { return Ok(0) };
        let size = |row: &rusqlite::Row<'_>| row.get::<_, Option<i64>>(0);
        let size = self.with(|connection| connection.query_row(sql::MOVES_SIZE, [row], size).optional())?;
        Ok(size.flatten().and_then(|size| u64::try_from(size).ok()).unwrap_or(0))
    }

    /// Returns the game of a row: its values in the columns of [`StoreTable::Games`], and its encoded plies.
    /// `None` for a row that the store does not have.
    ///
    /// # Errors
    /// If the file cannot be read, or a value does not fit its column.
    pub fn game(&self, row: u64) -> Result<Option<(Vec<Datum>, Vec<u8>)>, StoreError> {
        let columns = self.columns(StoreTable::Games);
        let names = columns.iter().map(|column| Some(column.name.as_str())).chain([Some(MOVES)]);
        let query = sql::select_of(StoreTable::Games, names);
        let Ok(row) = i64::try_from(row) else { return Ok(None) };
        let failed = |error| StoreError::of(&self.path, error);
        let mut read = self.connection.prepare_cached(&query).map_err(failed)?;
        let mut rows = read.query([row]).map_err(failed)?;
        let Some(row) = rows.next().map_err(failed)? else { return Ok(None) };
        let value = |(at, column): (usize, &StoreColumn)| {
            let stored = row.get_ref(at).map_err(failed)?;
            Datum::of(stored, column.kind).ok_or_else(|| self.strange(StoreTable::Games, column, stored))
        };
        let values = columns.iter().enumerate().map(value).collect::<Result<Vec<_>, StoreError>>()?;
        let plies = row.get_ref(columns.len()).map_err(failed)?;
        let plies = plies.as_blob_or_null().map_err(|_| StoreError::Foreign(self.path.clone()))?;
        Ok(Some((values, plies.unwrap_or_default().to_vec())))
    }

    /// Copies all rows of another store of the same plan into this one, except those in `except`. The rows in
    /// `replaced` are first removed from this store.
    ///
    /// # Errors
    /// If the other store cannot be read, or this store cannot be written. No row is then copied or removed.
    pub fn take_from(&mut self, other: &Self, except: &RowSet, replaced: &RowSet) -> Result<(), StoreError> {
        self.commit()?;
        let copied = self.copy_from(other, except, replaced);
        match copied {
            // SQLite may report a damaged file as another error. A `Strange` error already names the fault.
            Err(error) if !matches!(error, StoreError::Strange { .. }) && other.is_damaged() => {
                return Err(StoreError::Foreign(other.path.clone()));
            }
            copied => copied?,
        }
        self.committed = self.count(StoreTable::Games)?;
        Ok(())
    }

    fn copy_from(&self, other: &Self, except: &RowSet, replaced: &RowSet) -> Result<(), StoreError> {
        let (read_err, write_err) =
            (|error| StoreError::of(&other.path, error), |error| StoreError::of(&self.path, error));
        let transaction = self.connection.unchecked_transaction().map_err(write_err)?;
        delete(&transaction, replaced).map_err(write_err)?;
        for table in StoreTable::ALL {
            let columns = self.columns(table);
            let mut statement = transaction.prepare(&sql::insert(table, columns.len())).map_err(write_err)?;
            let moves = Some(MOVES).filter(|_| table == StoreTable::Games);
            let names = columns.iter().map(|column| column.name.as_str()).chain(moves).map(Some);
            let mut read = other.connection.prepare(&sql::select(table, names)).map_err(read_err)?;
            let mut rows = read.query([]).map_err(read_err)?;
            while let Some(row) = rows.next().map_err(read_err)? {
                let number = row.get::<_, i64>(0).map_err(read_err)?;
                if u64::try_from(number).is_ok_and(|number| except.contains(number)) {
                    continue;
                }
                for (at, column) in columns.iter().enumerate() {
                    let value = row.get_ref(at).map_err(read_err)?;
                    if Datum::of(value, column.kind).is_none() {
                        return Err(other.strange(table, column, value));
                    }
                    statement.raw_bind_parameter(at + 1, ToSqlOutput::Borrowed(value)).map_err(write_err)?;
                }
                if moves.is_some() {
                    let value = row.get_ref(columns.len()).map_err(read_err)?;
                    let at = columns.len() + 1;
                    statement.raw_bind_parameter(at, ToSqlOutput::Borrowed(value)).map_err(write_err)?;
                }
                statement.raw_execute().map_err(write_err)?;
            }
        }
        transaction.commit().map_err(write_err)
    }

    /// True if the path still leads to the file to which games are added. Always true if only opened to read.
    #[must_use]
    pub fn is_there(&self) -> bool {
        self.file_id.as_ref().is_none_or(|id| id.is_at(&self.resolved_path))
    }
}

/// Deletes rows of the plan from all tables.
fn delete(connection: &Connection, rows: &RowSet) -> rusqlite::Result<()> {
    for table in StoreTable::ALL {
        let mut delete = connection.prepare(&sql::delete(table))?;
        for row in rows.iter() {
            delete.execute(params![i64::try_from(row).unwrap_or(i64::MAX)])?;
        }
    }
    Ok(())
}

/// Returns the names of columns. `None`: an unknown column.
fn column_names<'a>(columns: &[Option<&'a StoreColumn>]) -> impl Iterator<Item = Option<&'a str>> {
    columns.iter().map(|column| column.map(|column| column.name.as_str()))
}
