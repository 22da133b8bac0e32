//! Destination of the rows of a series: stdout or a file.

use crate::cli::failure::Failure;
use crate::cli::terminal::stdout_copy;
use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant, SystemTime};
use stonefield_files::{Draft, has_no_name};
use stonefield_go::notation::{counted, counted_are};

/// Time that rows on stdout may wait before they are synced together, if stdout is a file.
const GATHER: Duration = Duration::from_millis(500);

/// Writer of complete rows. It stops at the first failure.
pub(super) struct Rows<'a> {
    to: To<'a>,
    /// True until a write fails.
    open: bool,
    /// True if all rows are written, and a file has its name.
    finished: bool,
}

/// Destination of the rows.
enum To<'a> {
    Stdout {
        out: &'a mut dyn Write,
        /// Stdout, if it is a plain file. `None` otherwise and outside Unix: then it is not synced here.
        disk: Option<File>,
        /// Time of the first row that is not synced.
        unsynced: Option<Instant>,
    },
    /// File that gets its name at the end, if the file at `path` still has the state `before`.
    File { path: PathBuf, draft: Option<BufWriter<Draft>>, before: FileState },
}

impl<'a> Rows<'a> {
    pub(super) fn stdout(out: &'a mut dyn Write) -> Self {
        Self { to: To::Stdout { out, disk: stdout_file(), unsynced: None }, open: true, finished: false }
    }

    pub(super) fn file(path: &Path) -> Result<Self, Failure> {
        let before = file_state(path);
        let draft = Draft::begin(path).map_err(|error| unwritten(path, &error))?;
        let to = To::File { path: path.to_owned(), draft: Some(BufWriter::new(draft)), before };
        Ok(Self { to, open: true, finished: false })
    }

    /// Writes a row, or the text before or after all rows. Flushes stdout, but does not sync it.
    pub(super) fn write(&mut self, text: &str) -> Result<(), Failure> {
        let written = match &mut self.to {
            To::Stdout { out, unsynced, .. } => {
                unsynced.get_or_insert_with(Instant::now);
                out.write_all(text.as_bytes()).and_then(|()| out.flush()).map_err(Failure::from)
            }
            To::File { path, draft, .. } => match draft {
                Some(draft) => draft.write_all(text.as_bytes()).map_err(|error| unwritten(path, &error)),
                None => Ok(()),
            },
        };
        self.open &= written.is_ok();
        written
    }

    /// Syncs stdout if it is a file and a row has waited for [`GATHER`], so that rows are soon on the disk.
    pub(super) fn pulse(&mut self) -> Result<(), Failure> {
        let To::Stdout { unsynced, .. } = &self.to else { return Ok(()) };
        if unsynced.is_some_and(|since| since.elapsed() >= GATHER) { self.sync() } else { Ok(()) }
    }

    fn sync(&mut self) -> Result<(), Failure> {
        let To::Stdout { disk, unsynced, .. } = &mut self.to else { return Ok(()) };
        *unsynced = None;
        let synced = disk.as_ref().map_or(Ok(()), File::sync_data).map_err(Failure::from);
        self.open &= synced.is_ok();
        synced
    }

    /// Completes the output: syncs stdout, or syncs the file and gives it its name.
    pub(super) fn finish(&mut self) -> Result<(), Failure> {
        let finished = match &mut self.to {
            To::Stdout { .. } => self.sync(),
            To::File { path, draft, before } => {
                let draft =
                    draft.take().map(|draft| draft.into_inner().map_err(io::IntoInnerError::into_error));
                let unchanged = if file_state(path) == *before { Ok(()) } else { Err(changed()) };
                let done = unchanged.and_then(|()| draft.transpose()?.map_or(Ok(()), Draft::done));
                done.map_err(|error| unwritten(path, &error))
            }
        };
        self.open &= finished.is_ok();
        self.finished = finished.is_ok();
        finished
    }

    /// Words about rows that were written to stdout. Only rows in a file are called safe, not those in a
    /// pipe or on a terminal.
    pub(super) fn stdout_words(&self, rows: u64) -> String {
        let To::Stdout { disk: Some(disk), .. } = &self.to else {
            return format!("{} written to stdout", counted(rows, "row"));
        };
        if has_no_name(disk) {
            return "the file of stdout was removed while rows were written into it".to_owned();
        }
        match disk.sync_data() {
            Ok(()) => format!("{} safe on stdout", counted_are(rows, "row")),
            Err(error) => {
                format!("{} written to stdout, whose file is not synced: {error}", counted(rows, "row"))
            }
        }
    }

    /// True if no write has failed.
    pub(super) const fn are_open(&self) -> bool {
        self.open
    }

    /// True if all rows are written, and a file has its name.
    pub(super) const fn are_finished(&self) -> bool {
        self.finished
    }

    /// Path of the file. `None` for stdout.
    pub(super) fn path(&self) -> Option<&Path> {
        match &self.to {
            To::Stdout { .. } => None,
            To::File { path, .. } => Some(path),
        }
    }
}

/// Length and time of change of a file, by which a replaced file is noticed. `None` if there is no file.
type FileState = Option<(u64, Option<SystemTime>)>;

fn file_state(path: &Path) -> FileState {
    path.metadata().ok().map(|metadata| (metadata.len(), metadata.modified().ok()))
}

fn changed() -> io::Error {
    io::Error::other("another program has written it since the run began: move it away, or name another file")
}

fn unwritten(path: &Path, error: &io::Error) -> Failure {
    Failure::flag("--output", format!("{}: {error}", path.display()))
}

/// Stdout, if it is a plain file.
fn stdout_file() -> Option<File> {
    stdout_copy().filter(|file| file.metadata().is_ok_and(|metadata| metadata.is_file()))
}
