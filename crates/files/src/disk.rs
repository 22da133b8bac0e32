//! The steps that files are written in, each of which may fail.

use super::fault::{DiskStep, due};
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::Path;

/// Fails where a test wants this step to fail.
fn pass(step: DiskStep, path: &Path) -> io::Result<()> {
    due(step, path).map_or(Ok(()), |fault| Err(fault.strike()))
}

/// A new file, to read and write.
pub(super) fn create_new(path: &Path) -> io::Result<File> {
    pass(DiskStep::Create, path)?;
    File::options().read(true).write(true).create_new(true).open(path)
}

/// Tries to open or make a file that others make and remove meanwhile.
const TRIES: u32 = 100;

/// A file to read and write, made where there is none. Nothing is made where a link leads.
///
/// # Errors
/// When it cannot be opened or made, or is a link ([`io::ErrorKind::InvalidData`]).
pub(super) fn open_or_create(path: &Path) -> io::Result<File> {
    pass(DiskStep::Create, path)?;
    for _ in 0..TRIES {
        // A new file is never made through a link, and what is there is opened without making anything.
        match File::options().read(true).write(true).create_new(true).open(path) {
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
            made => return made,
        }
        refuse_link(path)?;
        match File::options().read(true).write(true).open(path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => {}
            opened => return opened,
        }
    }
    Err(removed_again())
}

/// The error of a file that others keep removing.
pub(super) fn removed_again() -> io::Error {
    io::Error::other("it is removed again and again")
}

/// Refuses a link, wherever it leads: for files of this program whose names follow from the names of others.
///
/// # Errors
/// When there is a link of this name ([`io::ErrorKind::InvalidData`]).
pub fn refuse_link(path: &Path) -> io::Result<()> {
    if path.is_symlink() {
        return Err(io::Error::new(io::ErrorKind::InvalidData, "it is a link, and a plain file is wanted"));
    }
    Ok(())
}

/// A file to write, empty whatever was in it.
pub(super) fn create_or_empty(path: &Path) -> io::Result<File> {
    pass(DiskStep::Create, path)?;
    File::create(path)
}

/// Writes all the bytes.
pub(super) fn write(mut file: &File, path: &Path, bytes: &[u8]) -> io::Result<()> {
    if let Some(fault) = due(DiskStep::Write, path) {
        file.write_all(&bytes[..bytes.len() / 2])?;
        return Err(fault.strike());
    }
    file.write_all(bytes)
}

/// Returns once the content of a file is on the disk.
pub(super) fn sync(file: &File, path: &Path) -> io::Result<()> {
    pass(DiskStep::Sync, path)?;
    match file.sync_all() {
        Err(error) if cannot(&error) => Ok(()),
        done => done,
    }
}

/// Gives a file another name; what had that name is gone.
pub(super) fn rename(from: &Path, to: &Path) -> io::Result<()> {
    pass(DiskStep::Rename, to)?;
    fs::rename(from, to)
}

/// Gives a file a second name, if nothing has that name.
pub(super) fn link(from: &Path, to: &Path) -> io::Result<()> {
    pass(DiskStep::Rename, to)?;
    fs::hard_link(from, to)
}

/// The names of what a folder holds; none where it cannot be read.
#[must_use]
pub fn names_in(folder: &Path) -> Vec<String> {
    let folder = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
    let found = fs::read_dir(folder).into_iter().flatten().filter_map(Result::ok);
    found.filter_map(|entry| entry.file_name().into_string().ok()).collect()
}

/// Whether there is anything at a path.
#[must_use]
pub fn exists(path: &Path) -> bool {
    path.exists()
}

/// Removes a file, which may be gone already.
///
/// # Errors
/// When it cannot be removed.
pub fn remove(path: &Path) -> io::Result<()> {
    match fs::remove_file(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
        done => done,
    }
}

/// Returns once the names in a folder are on the disk. Where a folder cannot be synced, the system does it in its own time.
pub(super) fn sync_folder(folder: &Path) -> io::Result<()> {
    pass(DiskStep::Sync, folder)?;
    if cfg!(windows) {
        return Ok(());
    }
    let synced = File::open(folder).and_then(|folder| folder.sync_all());
    match synced {
        // A folder may be written to and not read.
        Err(error) if cannot(&error) || error.kind() == io::ErrorKind::PermissionDenied => Ok(()),
        done => done,
    }
}

/// Whether the file system has no such thing as a sync of this.
fn cannot(error: &io::Error) -> bool {
    matches!(error.kind(), io::ErrorKind::InvalidInput | io::ErrorKind::Unsupported)
}

/// The folder that a file is in: where its path has only a name, the one that the program was started in.
#[must_use]
pub fn folder_of(path: &Path) -> &Path {
    path.parent().map_or(Path::new("."), or_here)
}

/// What a path without a word in it means: the folder that the program was started in.
pub(super) fn or_here(folder: &Path) -> &Path {
    if folder.as_os_str().is_empty() { Path::new(".") } else { folder }
}

/// Makes a folder and those it is in, where they are missing.
///
/// # Errors
/// When one cannot be made, or is something else.
pub fn make_folder(folder: &Path) -> io::Result<()> {
    let folder = or_here(folder);
    if folder.is_dir() {
        return Ok(());
    }
    let above = folder_of(folder);
    if above != folder {
        make_folder(above)?;
    }
    pass(DiskStep::Create, folder)?;
    match fs::create_dir(folder) {
        // Another may have made it meanwhile.
        Err(_) if folder.is_dir() => Ok(()),
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
            Err(io::Error::new(io::ErrorKind::NotADirectory, "it is a file, and a folder is wanted"))
        }
        Err(error) => Err(error),
        Ok(()) => sync_folder(above),
    }
}

/// True for an open file whose last name was removed. Where the system does not tell, false.
#[must_use]
pub fn has_no_name(file: &File) -> bool {
    #[cfg(unix)]
    {
        use std::os::unix::fs::MetadataExt;
        file.metadata().is_ok_and(|facts| facts.nlink() == 0)
    }
    #[cfg(not(unix))]
    {
        let _ = file;
        false
    }
}

/// Whether a path still leads to this open file, and not to none or another.
pub(super) fn is_at(file: &File, path: &Path) -> bool {
    #[cfg(unix)]
    {
        use std::os::unix::fs::MetadataExt;
        let place = |facts: fs::Metadata| (facts.dev(), facts.ino());
        let found = fs::symlink_metadata(path).map(place);
        file.metadata().map(place).is_ok_and(|own| found.is_ok_and(|found| found == own))
    }
    #[cfg(not(unix))]
    {
        let _ = file;
        path.exists()
    }
}
