//! Records from files.

use super::super::failure::Failure;
use crate::files::{read_limited, read_stream_limited};
use crate::notation::sgf::{self, Collection, NodeRef, Reading};
use std::path::{Path, PathBuf};

/// Reads the records of a file; `-` is stdin.
pub(in crate::cli) fn load(path: &Path) -> Result<Reading, Failure> {
    let bytes = if path.as_os_str() == "-" {
        read_stream_limited(std::io::stdin().lock())
    } else {
        read_limited(path)
    };
    let bytes = bytes.map_err(|error| refused(path, error))?;
    sgf::read(&bytes).map_err(|error| refused(path, error))
}

/// What a record that is named without a command is called in the help.
pub(in crate::cli) const FILE: &str = "FILE.sgf";

/// A record that is named without a command: a word that is none of a file is taken for a command that there is not.
pub(in crate::cli) fn named(path: PathBuf) -> Result<PathBuf, String> {
    let name = path.to_string_lossy();
    if name == "-" || path.exists() || name.contains(['.', '/', '\\']) {
        Ok(path)
    } else {
        Err(format!("there is no file '{name}'"))
    }
}

/// A game of a collection by its number from 1.
pub(in crate::cli) fn pick(collection: &Collection, number: usize) -> Result<NodeRef<'_>, Failure> {
    let games = collection.games();
    let game = number.checked_sub(1).and_then(|at| games.get(at));
    game.map(|game| collection.node(*game)).ok_or_else(|| {
        Failure::flag("--game", format!("there is no game {number}: the file has {}", games.len()))
    })
}

/// A refusal that names the file.
pub(in crate::cli) fn refused(path: &Path, why: impl std::fmt::Display) -> Failure {
    Failure::Bad(format!("{}: {why}", path.display()))
}
