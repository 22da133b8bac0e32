//! Output files that replace no file of the user unless a flag says so.

use super::failure::Failure;
use crate::files::{Draft, replace};
use std::io::Write;
use std::path::Path;

/// The flag of commands that write a file.
#[derive(clap::Args, Clone, Copy, Debug)]
pub(super) struct ForceArgs {
    /// Replace the file if there is one already
    #[arg(long)]
    force: bool,
}

/// The reason why a file is not replaced.
const EXISTS: &str = "this file exists: --force replaces it";

/// The reason why nothing is written where a link leads.
const DANGLES: &str = "this is a link to a file that does not exist: --force writes that file";

impl ForceArgs {
    /// Refuses the flag where the file that it is about is not given.
    pub(super) fn needs(self, flag: &str, is_given: bool) -> Result<(), Failure> {
        if self.force && !is_given {
            return Err(Failure::flag(
                "--force",
                format!("it replaces the file of {flag}, which is not given"),
            ));
        }
        Ok(())
    }

    /// Refuses a place that a file has, before any work is done for it. Pipes and devices are no files.
    pub(super) fn check(self, path: &Path) -> Result<(), Failure> {
        match path.metadata() {
            _ if self.force => Ok(()),
            Ok(found) if found.is_file() => Err(refused(path, EXISTS)),
            Err(_) if path.is_symlink() => Err(refused(path, DANGLES)),
            _ => Ok(()),
        }
    }

    /// Writes a file whole or not at all; without the flag, only where there is none.
    pub(super) fn write(self, path: &Path, bytes: &[u8]) -> Result<(), Failure> {
        self.check(path)?;
        let written = if self.force || path.exists() {
            replace(path, bytes).map(|()| true)
        } else {
            // Another program may have written one since.
            Draft::begin(path).and_then(|mut draft| draft.write_all(bytes).and_then(|()| draft.done_new()))
        };
        match written {
            Ok(true) => Ok(()),
            Ok(false) => Err(refused(path, EXISTS)),
            Err(error) => Err(refused(path, error)),
        }
    }

    /// The flag as given, for the file that is read: it may always be the one that is written.
    pub(super) const fn in_place() -> Self {
        Self { force: true }
    }
}

/// A refusal that names the file.
fn refused(path: &Path, why: impl std::fmt::Display) -> Failure {
    Failure::Bad(format!("{}: {why}", path.display()))
}

/// True if two paths lead to one file.
pub(super) fn is_same(one: &Path, other: &Path) -> bool {
    let place = |path: &Path| std::fs::canonicalize(path).ok();
    one == other || place(one).is_some_and(|one| place(other) == Some(one))
}
