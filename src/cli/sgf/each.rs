//! Loop over several record files.

use super::super::door::say;
use super::super::failure::Failure;
use super::load::open;
use std::path::{Path, PathBuf};
use stonefield_go::notation::{counted, one_line};
use stonefield_sim::history::Record;

/// Result for one file.
pub(super) enum FileOutcome {
    /// Nothing is wrong with the file.
    Fine,
    /// Something is wrong, and was reported.
    Wrong,
    /// The file could not be processed. The reason names the file.
    Refused(String),
}

/// Results for all files.
pub(super) struct FileOutcomes {
    files: usize,
    wrong: bool,
    /// Files that could not be processed.
    pub(super) refused: Vec<PathBuf>,
    /// Reason for the last file that could not be processed.
    why: String,
}

/// Opens each file and calls `look`. If there are several files, one that cannot be processed is reported at
/// once, and the next one follows.
///
/// # Errors
/// The first failure of `look`, which means that nothing more can be written.
pub(super) fn each(
    files: &[PathBuf],
    mut look: impl FnMut(&Path, Record) -> Result<FileOutcome, Failure>,
) -> Result<FileOutcomes, Failure> {
    let mut outcomes =
        FileOutcomes { files: files.len(), wrong: false, refused: Vec::new(), why: String::new() };
    for path in files {
        let outcome = match open(path, 1) {
            Ok(record) => look(path, record)?,
            Err(error) => FileOutcome::Refused(error.to_string()),
        };
        match outcome {
            FileOutcome::Fine => {}
            FileOutcome::Wrong => outcomes.wrong = true,
            FileOutcome::Refused(line) => {
                if files.len() > 1 {
                    say(one_line(&line).collect::<String>());
                }
                outcomes.refused.push(path.clone());
                outcomes.why = line;
            }
        }
    }
    Ok(outcomes)
}

impl FileOutcomes {
    /// Reports how many files could not be processed: `3 of 7 files could not be read` (`done`: `read`).
    /// The exit code is 1 if anything is wrong, and 2 if no file could be processed.
    pub(super) fn end(self, done: &str) -> Result<(), Failure> {
        match self.refused.len() {
            0 if self.wrong => Err(Failure::Reported),
            0 => Ok(()),
            _ if self.files == 1 => Err(Failure::Bad(self.why)),
            all if all == self.files => Err(Failure::Bad(format!("none of the {all} files could be {done}"))),
            some => {
                let files = counted(self.files, "file");
                say(format_args!("{some} of {files} could not be {done}"));
                Err(Failure::Reported)
            }
        }
    }
}
