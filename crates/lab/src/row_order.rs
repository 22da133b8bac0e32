//! Row order: which rows of a plan are played, on how many threads, and what is written of them.

use super::{GameResult, Shard};
use std::fmt;
use std::sync::Arc;
use stonefield_sim::history::Heading;
use stonefield_sim::{Halt, Session};

/// Order to play rows of a plan.
#[derive(Clone, Debug)]
pub struct RowOrder {
    /// Number of threads; 0 counts as 1.
    pub threads: usize,
    /// Rows to play.
    pub shard: Shard,
    /// Largest number of rows that are begun after the oldest unfinished one, at least 1.
    pub ahead: u64,
    /// True if a mind that cannot be started ends all games. If false, only its own game fails.
    pub strict: bool,
    /// Writer of the game records; `None` if no records are wanted.
    pub records: Option<RecordWriter>,
    /// Halt whose holder can end the games.
    pub halt: Halt,
}

impl Default for RowOrder {
    /// One thread, all rows, without records.
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

/// Function that writes the record of a finished game, on the thread that played the game. The error is one
/// line.
pub type WriteRecord = dyn Fn(&Session, &GameResult) -> Result<(), String> + Send + Sync;

/// Writer of game records. With it the minds are asked for the thoughts that the records contain.
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
