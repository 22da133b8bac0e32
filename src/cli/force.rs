//! Output files. They replace a file of the user only with `--force`.

use super::failure::Failure;
use super::store_guard::refuse_store;
use std::io::{self, BufWriter, Write};
use std::path::Path;
use stonefield_files::Draft;

/// Flag `--force` of commands that write a file.
#[derive(clap::Args, Clone, Copy, Debug)]
pub(super) struct ForceArgs {
    /// Replace an existing file
    #[arg(long)]
    force: bool,
}

/// Reason for not replacing a file.
const EXISTS: &str = "this file exists: --force replaces it";

/// Reason for not writing to the target of a dangling link.
const DANGLES: &str = "this is a link to a file that does not exist: --force writes that file";

impl ForceArgs {
    /// Refuses `--force` if the flag that names the file is not given.
    pub(super) fn needs(self, flag: &str, is_given: bool) -> Result<(), Failure> {
        if self.force && !is_given {
            return Err(Failure::flag(
                "--force",
                format!("it replaces the file of {flag}, which is not given"),
            ));
        }
        Ok(())
    }

    /// Refuses a store and, without `--force`, an existing file and a dangling link, before any work is done.
    pub(super) fn check(self, path: &Path) -> Result<(), Failure> {
        refuse_store(path).map_err(Failure::Bad)?;
        match path.metadata() {
            _ if self.force => Ok(()),
            Ok(metadata) if metadata.is_file() => Err(refused(path, EXISTS)),
            Err(_) if path.is_symlink() => Err(refused(path, DANGLES)),
            _ => Ok(()),
        }
    }

    /// Writes a file completely or not at all. Without `--force` the file must not exist.
    pub(super) fn write(self, path: &Path, bytes: &[u8]) -> Result<(), Failure> {
        self.write_with(path, |file| file.write_all(bytes).map_err(|error| refused(path, error)))
    }

    /// Like [`ForceArgs::write`], with a function that writes the bytes.
    pub(super) fn write_with(
        self,
        path: &Path,
        write: impl FnOnce(&mut dyn Write) -> Result<(), Failure>,
    ) -> Result<(), Failure> {
        self.check(path)?;
        let replaces = self.force || path.exists();
        let failed = |error: io::Error| refused(path, error);
        let mut file = BufWriter::new(Draft::begin(path).map_err(failed)?);
        write(&mut file)?;
        let draft = file.into_inner().map_err(|error| failed(error.into_error()))?;
        // Without `--force`, what existed at the check is no plain file. Another program may have written a
        // file since then.
        let written = if replaces { draft.done().map(|()| true) } else { draft.done_new() };
        match written {
            Ok(true) => Ok(()),
            Ok(false) => Err(refused(path, EXISTS)),
            Err(error) => Err(refused(path, error)),
        }
    }

    /// Same as `--force`, for output to the input file, which may always be replaced.
    pub(super) const fn in_place() -> Self {
        Self { force: true }
    }
}

/// Failure that names the file.
fn refused(path: &Path, why: impl std::fmt::Display) -> Failure {
    Failure::Bad(format!("{}: {why}", path.display()))
}

/// True if two paths lead to the same file.
pub(super) fn is_same_file(one: &Path, other: &Path) -> bool {
    let resolved = |path: &Path| std::fs::canonicalize(path).ok();
    one == other || resolved(one).is_some_and(|one| resolved(other) == Some(one))
}
