//! Records from files.

use super::super::failure::{Failure, no_command};
use crate::notation::sgf::{self, Collection, NodeRef, Reading};
use std::io::Read;
use std::path::Path;

/// Reads the records of a file; `-` is stdin.
pub(in crate::cli) fn load(path: &Path) -> Result<Reading, Failure> {
    let bytes = if path.as_os_str() == "-" {
        let mut bytes = Vec::new();
        std::io::stdin().lock().read_to_end(&mut bytes).map(|_| bytes)
    } else {
        std::fs::read(path)
    };
    let bytes = bytes.map_err(|error| refused(path, error))?;
    sgf::read(&bytes).map_err(|error| refused(path, error))
}

/// Reads the records of a file that is named without a command. A name that is none of a file is taken for a command that there
/// is not.
pub(in crate::cli) fn named(path: &Path) -> Result<Reading, Failure> {
    let name = path.to_string_lossy();
    if name != "-" && !path.exists() && !name.contains(['.', '/', '\\']) {
        return Err(no_command(&name));
    }
    load(path)
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
pub(super) fn refused(path: &Path, why: impl std::fmt::Display) -> Failure {
    Failure::Bad(format!("{}: {why}", path.display()))
}
