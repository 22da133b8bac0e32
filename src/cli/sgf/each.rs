//! Several files, one after the other.

use super::super::door::say;
use super::super::failure::Failure;
use super::load::open;
use std::path::{Path, PathBuf};
use stonefield_go::notation::{counted, one_line};
use stonefield_sim::history::Record;

/// What came of a file.
pub(super) enum FileOutcome {
    /// Nothing is wrong with it.
    Fine,
    /// Something is, and it was said.
    Wrong,
    /// It could not be looked at, for this reason, which names it.
    Refused(String),
}

/// What came of all files.
pub(super) struct FileOutcomes {
    files: usize,
    wrong: bool,
    /// Those that could not be looked at.
    pub(super) refused: Vec<PathBuf>,
    /// Why the last of them could not be.
    why: String,
}

/// Looks at each file. One that cannot be looked at is told of, and the others are looked at all the same.
///
/// # Errors
/// What `look` fails with: then nothing more can be written.
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
    /// Says how many files could not be looked at: `3 of 7 files could not be read`. The exit code is 1 when that, or anything else, was found; 2
    /// when nothing could be looked at.
    pub(super) fn end(self, done: &str) -> Result<(), Failure> {
        match self.refused.len() {
            0 if self.wrong => Err(Failure::Found),
            0 => Ok(()),
            _ if self.files == 1 => Err(Failure::Bad(self.why)),
            all if all == self.files => Err(Failure::Bad(format!("none of the {all} files could be {done}"))),
            some => {
                let files = counted(self.files, "file");
                say(format_args!("{some} of {files} could not be {done}"));
                Err(Failure::Found)
            }
        }
    }
}
