//! Records read from files.

use super::super::failure::Failure;
use std::path::{Path, PathBuf};
use stonefield_go::notation::sgf::NodeRef;
use stonefield_sim::history::{Record, RecordError, Source};

/// Opens the record of a file at the game with this number, from 1. `-` is stdin.
pub(in crate::cli) fn open(path: &Path, game: usize) -> Result<Record, RecordError> {
    if path.as_os_str() == "-" {
        Record::open(Source::Stream("-", &mut std::io::stdin().lock()), game)
    } else {
        Record::open(Source::File(path), game)
    }
}

/// Error: the record is of another game than Go.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("GM[{0}] is not Go, which is 1")]
pub(in crate::cli) struct NotGo(String);

/// Refuses a record of another game than Go.
pub(in crate::cli) fn check_game(root: NodeRef<'_>) -> Result<(), NotGo> {
    match root.value("GM").filter(|raw| raw.trim() != "1") {
        Some(other) => Err(NotGo(other.escape_default().take(20).collect())),
        None => Ok(()),
    }
}

/// Name, in the help, of a record that is given without a command.
pub(in crate::cli) const FILE: &str = "FILE.sgf";

/// Error: the file does not exist.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("there is no file '{0}'")]
pub(in crate::cli) struct NoFile(String);

/// Checks the path of a record that is given without a command. A plain word that is no file is refused,
/// because it was probably meant as a command.
pub(in crate::cli) fn named(path: PathBuf) -> Result<PathBuf, NoFile> {
    let name = path.to_string_lossy();
    if name == "-" || path.exists() || name.contains(['.', '/', '\\']) {
        Ok(path)
    } else {
        Err(NoFile(name.into_owned()))
    }
}

/// Failure that names the file.
pub(in crate::cli) fn refused(file: impl AsRef<Path>, why: impl std::fmt::Display) -> Failure {
    Failure::Bad(format!("{}: {why}", file.as_ref().display()))
}
