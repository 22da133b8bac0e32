//! Files that are replaced whole or not at all.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// Writes a file: beside its place first, and into it only once all is written. Whatever fails, an old file stays as it was.
///
/// What is no plain file, such as a pipe or a device, is written to as it is; a link is followed.
///
/// # Errors
/// When it cannot be written; nothing is left behind then.
pub(super) fn replace(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let target = match fs::canonicalize(path) {
        Ok(target) => target,
        Err(error) if error.kind() == io::ErrorKind::NotFound => path.to_owned(),
        Err(error) => return Err(error),
    };
    let old = fs::metadata(&target).ok();
    if let Some(old) = &old
        && !old.is_file()
    {
        return File::options().write(true).open(&target)?.write_all(bytes);
    }
    let (beside, mut file) = create_beside(&target)?;
    let done = (|| {
        if let Some(old) = old {
            // Nobody who could not write the old file is to replace it.
            File::options().append(true).open(&target)?;
            file.set_permissions(old.permissions())?;
        }
        file.write_all(bytes)?;
        file.sync_all()?;
        drop(file);
        fs::rename(&beside, &target)
    })();
    if done.is_err() {
        // The first error is what there is to say.
        let _ = fs::remove_file(&beside);
    }
    done
}

/// A new file in the folder of another.
fn create_beside(target: &Path) -> io::Result<(PathBuf, File)> {
    let name = target.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let mut number = 0;
    loop {
        let beside = target.with_file_name(format!(".{name}.{}-{number}.tmp", std::process::id()));
        match File::options().write(true).create_new(true).open(&beside) {
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists && number < 100 => number += 1,
            opened => return opened.map(|file| (beside, file)),
        }
    }
}
