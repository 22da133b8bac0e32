//! Run settings: the rows to play, the number of threads, and the writer of records.

use super::{GameResult, Shard};
use std::fmt;
use std::sync::Arc;
use stonefield_sim::history::Heading;
use stonefield_sim::{Halt, Session};

/// Settings of a run, which plays rows of a plan.
#[derive(Clone, Debug)]
pub struct RunSettings {
    /// Number of threads; 0 counts as 1.
    pub threads: usize,
    /// Rows to play. All rows by default.
    pub shard: Shard,
    /// Largest number of rows from the oldest unfinished row to the newest begun row. 0 counts as 1;
    /// [`u64::MAX`]: no limit.
    pub ahead: u64,
    /// True if all games end when a mind of a thread's first game cannot start. False: only that game fails.
    pub strict: bool,
    /// Writer of the game records; `None` to write no records.
    pub records: Option<RecordWriter>,
    /// Shared request to end the games early.
    pub halt: Halt,
}

impl Default for RunSettings {
    /// One thread plays all rows, without records, and without a limit for [`RunSettings::ahead`].
    fn default() -> Self {
        Self {
            threads: 1,
            shard: Shard::default(),
            ahead: u64::MAX,
            strict: false,
            records: None,
            halt: Halt::default(),
        }
    }
}

/// Function that writes the record of a finished game, on the thread that played the game. The text of an
/// error is one line.
pub type WriteRecord = dyn Fn(&Session, &GameResult) -> Result<(), String> + Send + Sync;

/// Writer of game records. If there is one, the minds are asked for the thoughts that records contain.
#[derive(Clone)]
pub struct RecordWriter {
    /// Properties that each record begins with.
    pub heading: Heading,
    /// Writes a record.
    pub write: Arc<WriteRecord>,
}

impl fmt::Debug for RecordWriter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("RecordWriter").field("heading", &self.heading).finish_non_exhaustive()
    }
}
