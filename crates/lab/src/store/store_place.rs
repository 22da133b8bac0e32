//! Store place: the file of a store, and the names of the files beside it.

use super::StoreError;
use super::layout::APPLICATION;
use std::fs::{self, Metadata};
use std::io::{self, Read as _};
use std::path::{Path, PathBuf};
use stonefield_files::{fingerprint, refuse_link, resolve_links};

/// Endings of the files that SQLite keeps beside a database.
pub(super) const SIDES: [&str; 3] = ["-wal", "-shm", "-journal"];

/// Ending of the name of a lock file.
pub(super) const LOCK: &str = ".lock";

/// Returns the absolute path of a file, with links resolved: SQLite reads some relative names as no file.
// CITE: SQLite, "Uniform Resource Identifiers" and "In-Memory Databases", sqlite.org: `file:` begins an
// address, and `:memory:` is no file.
pub(super) fn place_of(path: &Path) -> io::Result<PathBuf> {
    std::path::absolute(resolve_links(path)?)
}

/// Appends an ending to the name of a path.
pub(super) fn beside(path: &Path, end: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(end);
    name.into()
}

/// Checks that the files beside a store, which SQLite reads and writes, are plain files.
///
/// # Errors
/// If one is a link, a folder, a pipe or a device.
pub(super) fn check_sides(place: &Path) -> Result<(), StoreError> {
    SIDES.into_iter().map(|end| beside(place, end)).try_for_each(|side| {
        refuse_link(&side).map_err(|error| StoreError::Io { path: side.clone(), error })?;
        if side.metadata().is_ok_and(|metadata| !metadata.is_file()) {
            Err(StoreError::NoFile(side))
        } else {
            Ok(())
        }
    })
}

/// Returns the path at which a store is created. The file is renamed when its header is written, so a file
/// with the name of the store always has a header.
pub(super) fn unfinished_of(place: &Path) -> PathBuf {
    let name = place.file_name().unwrap_or_default();
    place.with_file_name(format!(".stonefield-{:016x}.new", fingerprint(name.as_encoded_bytes())))
}

/// Identity of a file, independent of its name: device and inode. On systems other than Unix all are equal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct FileId(u64, u64);

impl FileId {
    /// Returns the identity of the file with this name; `None` if there is none.
    pub fn of(place: &Path) -> Option<Self> {
        let metadata = place.metadata().ok()?;
        #[cfg(unix)]
        {
            use std::os::unix::fs::MetadataExt;
            Some(Self(metadata.dev(), metadata.ino()))
        }
        #[cfg(not(unix))]
        {
            let _ = metadata;
            Some(Self(0, 0))
        }
    }

    /// Returns true if the file with this name is this file.
    pub fn is_at(self, place: &Path) -> bool {
        Self::of(place) == Some(self)
    }
}

/// Returns true if a file has more than one hard link. Always false on systems other than Unix.
pub(super) fn has_other_names(metadata: &Metadata) -> bool {
    #[cfg(unix)]
    {
        std::os::unix::fs::MetadataExt::nlink(metadata) > 1
    }
    #[cfg(not(unix))]
    {
        let _ = metadata;
        false
    }
}

/// Returns the store to which the file at this path belongs: the path is that of the store and `-wal`,
/// `-shm`, `-journal` or `.lock`. `None` if there is no such store.
#[must_use]
pub fn store_beside(path: &Path) -> Option<PathBuf> {
    let path = place_of(path).ok()?;
    let name = path.file_name()?.to_str()?;
    let stem = SIDES.into_iter().chain([LOCK]).find_map(|end| name.strip_suffix(end))?;
    Some(path.with_file_name(stem)).filter(|store| is_store(store))
}

/// Returns true for an SQLite file, judged by its first bytes.
#[must_use]
pub fn is_store(path: &Path) -> bool {
    let mut first = [0; 16];
    let read = fs::metadata(path).is_ok_and(|metadata| metadata.is_file())
        && fs::File::open(path).and_then(|mut file| file.read_exact(&mut first)).is_ok();
    read && &first == b"SQLite format 3\0"
}

/// Returns true for a file whose first bytes are those of a store: the header of SQLite, and the application
/// id. The rest of the file may be damaged.
pub(super) fn has_store_id(path: &Path) -> bool {
    // CITE: Database File Format, section 1.3, sqlite.org: the application id is at byte 68, high byte first.
    let mut first = [0; 72];
    let read = fs::File::open(path).and_then(|mut file| file.read_exact(&mut first));
    read.is_ok() && is_store(path) && first[68..] == APPLICATION.to_be_bytes()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_names_beside_a_store_are_its_parts() {
        let store = std::env::temp_dir().join(format!("stonefield-place-{}.db", std::process::id()));
        let wal = beside(&store, "-wal");
        assert_eq!(store_beside(&wal), None);
        fs::write(&store, b"SQLite format 3\0").expect("a folder for temporary files");
        assert_eq!(
            store_beside(&wal).and_then(|path| path.file_name().map(ToOwned::to_owned)),
            store.file_name().map(ToOwned::to_owned)
        );
        assert!(store_beside(&beside(&store, ".lock")).is_some());
        assert_eq!((store_beside(&store), store_beside(&beside(&store, ".csv"))), (None, None));
        fs::remove_file(&store).expect("removable");
        assert!(place_of(Path::new(":memory:")).expect("a path").is_absolute());
    }
}
