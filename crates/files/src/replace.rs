//! Atomic replacement of files.

use super::disk;
use super::temporary::Temporary;
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// Longest chain of symbolic links that is followed.
const MAX_LINKS: usize = 40;

/// File that is being written, in the folder of its final place. [`Draft::done`] moves it there. If it is
/// dropped before, it is removed, and an old file stays unchanged.
///
/// Symbolic links are followed. Pipes and devices are written to directly.
#[derive(Debug)]
pub struct Draft {
    place: PathBuf,
    file: DraftFile,
}

#[derive(Debug)]
enum DraftFile {
    /// Temporary file in the folder of the place.
    Beside(Temporary),
    /// Pipe or device.
    Direct(File),
}

impl Draft {
    /// Starts a file. It gets the permissions of the old file.
    ///
    /// # Errors
    /// When the file cannot be created, or the old one is not writable.
    pub fn begin(path: &Path) -> io::Result<Self> {
        let old = fs::metadata(path).ok();
        if old.as_ref().is_some_and(|old| !old.is_file()) {
            let file = File::options().write(true).open(path)?;
            return Ok(Self { place: path.to_owned(), file: DraftFile::Direct(file) });
        }
        let place = resolve_links(path)?;
        if old.is_some() {
            // A user without write permission for the old file must not replace it.
            File::options().append(true).open(&place)?;
        }
        let temporary = Temporary::new(disk::folder_of(&place))?;
        if let Some(old) = old {
            temporary.file().set_permissions(old.permissions())?;
        }
        Ok(Self { place, file: DraftFile::Beside(temporary) })
    }

    /// As [`Draft::begin`], for a name that the program chooses: a symbolic link of this name is replaced,
    /// not followed.
    ///
    /// # Errors
    /// As [`Draft::begin`], and when the path is a folder, a pipe or a device.
    pub fn begin_named(path: &Path) -> io::Result<Self> {
        match fs::symlink_metadata(path) {
            Ok(metadata) if metadata.is_file() => Self::begin(path),
            Ok(metadata) if !metadata.is_symlink() => {
                Err(io::Error::new(io::ErrorKind::InvalidData, "it is a folder, a pipe or a device"))
            }
            _ => {
                let temporary = Temporary::new(disk::folder_of(path))?;
                Ok(Self { place: path.to_owned(), file: DraftFile::Beside(temporary) })
            }
        }
    }

    /// Moves the written file to its place.
    ///
    /// # Errors
    /// When the file cannot be synced or moved: the old file is then unchanged. When the folder cannot be
    /// synced: the new file is in its place, but the old one could be there again after a power loss.
    pub fn done(self) -> io::Result<()> {
        match self.move_to_place()? {
            Some(place) => disk::sync_folder(disk::folder_of(&place)),
            None => Ok(()),
        }
    }

    /// Moves the written file to its place if no file is there. Otherwise returns `false`, and the old file
    /// stays unchanged. Also returns `false` for a pipe or a device, which has the bytes already.
    ///
    /// # Errors
    /// As [`Draft::done`].
    pub fn done_new(self) -> io::Result<bool> {
        let DraftFile::Beside(temporary) = self.file else { return Ok(false) };
        disk::sync(temporary.file(), temporary.path())?;
        if !temporary.place_new(&self.place)? {
            return Ok(false);
        }
        disk::sync_folder(disk::folder_of(&self.place)).map(|()| true)
    }

    /// As [`Draft::done`], without a sync of the folder. Returns the place; `None` for a pipe or a device,
    /// which needs no sync.
    pub(super) fn move_to_place(self) -> io::Result<Option<PathBuf>> {
        let DraftFile::Beside(temporary) = self.file else { return Ok(None) };
        disk::sync(temporary.file(), temporary.path())?;
        temporary.rename(&self.place)?;
        Ok(Some(self.place))
    }
}

impl Write for Draft {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let file = match &self.file {
            DraftFile::Beside(temporary) => temporary.file(),
            DraftFile::Direct(file) => file,
        };
        disk::write(file, &self.place, bytes).map(|()| bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Writes a file as [`Draft`] does: whole or not at all.
///
/// # Errors
/// When it cannot be written. The path then has the whole old file or the whole new one: see [`Draft::done`].
pub fn replace(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut draft = Draft::begin(path)?;
    draft.write_all(bytes)?;
    draft.done()
}

/// As [`replace`], for a name that the program chooses: see [`Draft::begin_named`].
///
/// # Errors
/// As [`replace`].
pub fn replace_named(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut draft = Draft::begin_named(path)?;
    draft.write_all(bytes)?;
    draft.done()
}

/// Writes a new file, whole or not at all. Returns `false` if the name exists.
///
/// # Errors
/// When it cannot be written. Then there is no file, or the whole file if only the folder could not be
/// synced.
pub fn write_new(path: &Path, bytes: &[u8]) -> io::Result<bool> {
    if path.symlink_metadata().is_ok() {
        return Ok(false);
    }
    let mut draft = Draft::begin(path)?;
    draft.write_all(bytes)?;
    draft.done_new()
}

/// Renames a complete file, and replaces a file that has the new name. On return the change is on the disk.
///
/// # Errors
/// When it cannot be renamed, or the folder cannot be synced. `to` then has a whole file, old or new.
pub fn take_place(from: &Path, to: &Path) -> io::Result<()> {
    disk::rename(from, to)?;
    disk::sync_folder(disk::folder_of(to))
}

/// Target of a path. Symbolic links are followed, also to a file that does not exist yet.
///
/// # Errors
/// When the links cannot be resolved.
pub fn resolve_links(path: &Path) -> io::Result<PathBuf> {
    let mut path = path.to_owned();
    for _ in 0..MAX_LINKS {
        match fs::canonicalize(&path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => {}
            resolved => return resolved,
        }
        let Ok(link) = fs::read_link(&path) else { break };
        path = disk::folder_of(&path).join(link);
    }
    Ok(path)
}

#[cfg(test)]
mod tests {
    use super::super::scratch::Scratch;
    use super::*;

    #[test]
    fn a_dropped_draft_does_not_change_the_old_file() {
        let folder = Scratch::new("draft");
        let path = folder.file("a.sgf");
        replace(&path, b"old").expect("writable");
        let mut draft = Draft::begin(&path).expect("writable");
        draft.write_all(b"new").expect("writable");
        assert_eq!(folder.names().len(), 2);
        drop(draft);
        assert_eq!(fs::read(&path).expect("there"), b"old");
        assert_eq!(folder.names(), ["a.sgf"]);
        let mut draft = Draft::begin(&path).expect("writable");
        draft.write_all(b"ne").expect("writable");
        draft.write_all(b"w").expect("writable");
        draft.done().expect("writable");
        assert_eq!(fs::read(&path).expect("there"), b"new");
        assert_eq!(folder.names(), ["a.sgf"]);
    }

    #[test]
    fn the_longest_names_can_be_written() {
        let folder = Scratch::new("long");
        for length in [1, 100, 220, 241, 254, 255] {
            let path = folder.file(&"n".repeat(length));
            replace(&path, b"new").expect("writable");
            replace(&path, b"newer").expect("over an old one");
            assert_eq!(fs::read(&path).expect("there"), b"newer");
        }
        assert!(replace(&folder.file(&"n".repeat(256)), b"new").is_err());
        assert_eq!(folder.names().len(), 6, "the failed write leaves no file");
    }

    #[test]
    fn write_new_keeps_an_existing_file() {
        let folder = Scratch::new("new");
        let path = folder.file("a.sgf");
        assert!(write_new(&path, b"first").expect("writable"));
        assert!(!write_new(&path, b"second").expect("readable"));
        assert_eq!(fs::read(&path).expect("there"), b"first");
        assert!(write_new(&folder.file("none/a.sgf"), b"third").is_err());
        assert_eq!(folder.names(), ["a.sgf"]);
    }

    #[test]
    fn a_failed_write_is_an_error_and_leaves_no_file() {
        let folder = Scratch::new("refused");
        fs::create_dir(folder.file("folder")).expect("writable");
        replace(&folder.file("file"), b"old").expect("writable");
        for path in ["folder", "none/a.sgf", "file/a.sgf", "new/", "folder/.."] {
            assert!(replace(&folder.file(path), b"new").is_err(), "{path}");
        }
        assert!(replace(Path::new(""), b"new").is_err());
        assert_eq!(folder.names(), ["file", "folder"]);
    }

    #[cfg(unix)]
    #[test]
    fn links_are_followed_and_modes_kept() {
        use std::os::unix::fs::{PermissionsExt, symlink};
        let folder = Scratch::new("links");
        fs::create_dir(folder.file("deep")).expect("writable");
        replace(&folder.file("deep/real"), b"old").expect("writable");
        fs::set_permissions(folder.file("deep/real"), fs::Permissions::from_mode(0o640)).expect("changeable");
        symlink("deep/real", folder.file("link")).expect("a link");
        symlink("link", folder.file("link of a link")).expect("a link");
        replace(&folder.file("link of a link"), b"new").expect("writable");
        assert_eq!(fs::read(folder.file("deep/real")).expect("there"), b"new");
        let mode = fs::metadata(folder.file("deep/real")).expect("there").permissions().mode();
        assert_eq!(mode & 0o777, 0o640);
        assert!(folder.file("link").is_symlink());
        // A link is followed also if its target does not exist yet.
        symlink("deep/coming", folder.file("early")).expect("a link");
        replace(&folder.file("early"), b"new").expect("writable");
        assert!(folder.file("early").is_symlink());
        assert_eq!(fs::read(folder.file("deep/coming")).expect("there"), b"new");
        // A circle of links leads to no file.
        symlink("circle", folder.file("circle")).expect("a link");
        assert!(replace(&folder.file("circle"), b"new").is_err());
    }

    #[cfg(unix)]
    #[test]
    fn links_are_replaced_where_the_program_chooses_the_name() {
        use std::os::unix::fs::symlink;
        let folder = Scratch::new("named");
        replace(&folder.file("mine"), b"mine").expect("writable");
        for to in ["mine", "coming", "."] {
            symlink(to, folder.file("game.sgf")).expect("a link");
            replace_named(&folder.file("game.sgf"), b"(;)").expect("writable");
            replace_named(&folder.file("game.sgf"), b"(;W[])").expect("over an old one");
            assert_eq!(fs::read(folder.file("game.sgf")).expect("there"), b"(;W[])");
            assert!(!folder.file("game.sgf").is_symlink(), "{to}");
            fs::remove_file(folder.file("game.sgf")).expect("removable");
        }
        assert_eq!(fs::read(folder.file("mine")).expect("there"), b"mine");
        fs::create_dir(folder.file("game.sgf")).expect("writable");
        assert!(replace_named(&folder.file("game.sgf"), b"(;)").is_err());
        assert_eq!(folder.names(), ["game.sgf", "mine"]);
    }

    #[cfg(unix)]
    #[test]
    fn devices_are_written_to_directly() {
        replace(Path::new("/dev/null"), b"lost").expect("a device");
        assert!(fs::metadata("/dev/null").is_ok_and(|metadata| !metadata.is_file()));
        let refused = replace(Path::new("/dev/full"), b"more");
        assert!(refused.is_err() || !Path::new("/dev/full").exists());
    }
}
