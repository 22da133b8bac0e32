//! Basic steps of file access. Tests can make steps fail: see `fault.rs`.

use super::fault::{DiskStep, due};
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::Path;

/// Returns an error if a test has planned a fault for this step.
fn check_fault(step: DiskStep, path: &Path) -> io::Result<()> {
    due(step, path).map_or(Ok(()), |fault| Err(fault.into_error()))
}

/// Creates a new file for reading and writing.
pub(super) fn create_new(path: &Path) -> io::Result<File> {
    check_fault(DiskStep::Create, path)?;
    File::options().read(true).write(true).create_new(true).open(path)
}

/// Number of attempts to open or create a file that other processes create and remove at the same time.
const TRIES: u32 = 100;

/// Opens a file for reading and writing, or creates it. Never creates a file through a symbolic link.
///
/// # Errors
/// When it cannot be opened or created, or is a symbolic link ([`io::ErrorKind::InvalidData`]).
pub(super) fn open_or_create(path: &Path) -> io::Result<File> {
    check_fault(DiskStep::Create, path)?;
    for _ in 0..TRIES {
        // `create_new` never follows a link. A file that exists is opened without creating it.
        match File::options().read(true).write(true).create_new(true).open(path) {
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
            created => return created,
        }
        refuse_link(path)?;
        match File::options().read(true).write(true).open(path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => {}
            opened => return opened,
        }
    }
    Err(removed_again())
}

/// Error for a file that other processes keep removing.
pub(super) fn removed_again() -> io::Error {
    io::Error::other("another program keeps removing it")
}

/// Refuses a symbolic link. For files whose names the program derives from a name that the user gave.
///
/// # Errors
/// When the path is a symbolic link ([`io::ErrorKind::InvalidData`]).
pub fn refuse_link(path: &Path) -> io::Result<()> {
    if path.is_symlink() {
        return Err(io::Error::new(io::ErrorKind::InvalidData, "it is a link, and a plain file is wanted"));
    }
    Ok(())
}

/// Creates a file for writing, or empties the existing one.
pub(super) fn create_or_empty(path: &Path) -> io::Result<File> {
    check_fault(DiskStep::Create, path)?;
    File::create(path)
}

/// Writes all bytes.
pub(super) fn write(mut file: &File, path: &Path, bytes: &[u8]) -> io::Result<()> {
    if let Some(fault) = due(DiskStep::Write, path) {
        file.write_all(&bytes[..bytes.len() / 2])?;
        return Err(fault.into_error());
    }
    file.write_all(bytes)
}

/// Waits until the content of a file is on the disk. Does nothing where files cannot be synced.
pub(super) fn sync(file: &File, path: &Path) -> io::Result<()> {
    check_fault(DiskStep::Sync, path)?;
    match file.sync_all() {
        Err(error) if is_unsupported(&error) => Ok(()),
        result => result,
    }
}

/// Renames a file, and replaces a file that has the new name.
pub(super) fn rename(from: &Path, to: &Path) -> io::Result<()> {
    check_fault(DiskStep::Rename, to)?;
    fs::rename(from, to)
}

/// Gives a file a second name (hard link). Fails if the name exists.
pub(super) fn link(from: &Path, to: &Path) -> io::Result<()> {
    check_fault(DiskStep::Rename, to)?;
    fs::hard_link(from, to)
}

/// Names of all entries of a folder, except names that are not UTF-8. Empty if the folder cannot be read.
#[must_use]
pub fn names_in(folder: &Path) -> Vec<String> {
    let folder = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
    let entries = fs::read_dir(folder).into_iter().flatten().filter_map(Result::ok);
    entries.filter_map(|entry| entry.file_name().into_string().ok()).collect()
}

/// True if a file or folder exists at this path.
#[must_use]
pub fn exists(path: &Path) -> bool {
    path.exists()
}

/// Removes a file. Succeeds if it does not exist.
///
/// # Errors
/// When the file cannot be removed.
pub fn remove(path: &Path) -> io::Result<()> {
    match fs::remove_file(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
        result => result,
    }
}

/// Waits until the names in a folder are on the disk. Does nothing where folders cannot be synced.
pub(super) fn sync_folder(folder: &Path) -> io::Result<()> {
    check_fault(DiskStep::Sync, folder)?;
    if cfg!(windows) {
        return Ok(());
    }
    let synced = File::open(folder).and_then(|folder| folder.sync_all());
    match synced {
        // A folder can be writable but not readable, and is then not synced.
        Err(error) if is_unsupported(&error) || error.kind() == io::ErrorKind::PermissionDenied => Ok(()),
        result => result,
    }
}

/// True if the file system does not support this sync.
fn is_unsupported(error: &io::Error) -> bool {
    matches!(error.kind(), io::ErrorKind::InvalidInput | io::ErrorKind::Unsupported)
}

/// Folder of a file; `.` for a path that is only a name.
#[must_use]
pub fn folder_of(path: &Path) -> &Path {
    path.parent().map_or(Path::new("."), or_here)
}

/// Returns `.` for an empty path.
pub(super) fn or_here(folder: &Path) -> &Path {
    if folder.as_os_str().is_empty() { Path::new(".") } else { folder }
}

/// Creates a folder with all its parents, where missing.
///
/// # Errors
/// When one cannot be created, or exists but is not a folder.
pub fn make_folder(folder: &Path) -> io::Result<()> {
    let folder = or_here(folder);
    if folder.is_dir() {
        return Ok(());
    }
    let parent = folder_of(folder);
    if parent != folder {
        make_folder(parent)?;
    }
    check_fault(DiskStep::Create, folder)?;
    match fs::create_dir(folder) {
        // Another process has created it meanwhile.
        Err(_) if folder.is_dir() => Ok(()),
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
            Err(io::Error::new(io::ErrorKind::NotADirectory, "it is a file, and a folder is wanted"))
        }
        Err(error) => Err(error),
        Ok(()) => sync_folder(parent),
    }
}

/// True if an open file was removed, and has no other name. Always false outside Unix.
#[must_use]
pub fn has_no_name(file: &File) -> bool {
    #[cfg(unix)]
    {
        use std::os::unix::fs::MetadataExt;
        file.metadata().is_ok_and(|metadata| metadata.nlink() == 0)
    }
    #[cfg(not(unix))]
    {
        let _ = file;
        false
    }
}

/// True if a path still is a name of this open file. Outside Unix: true if the path exists.
pub(super) fn is_at(file: &File, path: &Path) -> bool {
    #[cfg(unix)]
    {
        use std::os::unix::fs::MetadataExt;
        let identity = |metadata: fs::Metadata| (metadata.dev(), metadata.ino());
        let at_path = fs::symlink_metadata(path).map(identity);
        file.metadata().map(identity).is_ok_and(|opened| at_path.is_ok_and(|at_path| at_path == opened))
    }
    #[cfg(not(unix))]
    {
        let _ = file;
        path.exists()
    }
}
