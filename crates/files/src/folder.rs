//! Folder that receives many files.

use super::replace::Draft;
use super::syncer::Syncer;
use super::{disk, make_folder, tidy};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// Folder in which many files are written. One sync within a second stores all new names together: a sync of
/// the folder for each file would take as long as writing the file.
#[derive(Debug)]
pub struct Folder {
    path: PathBuf,
    syncer: Syncer,
}

impl Folder {
    /// Opens a folder, or creates it. Removes temporary files of killed processes.
    ///
    /// # Errors
    /// When the folder cannot be created.
    pub fn open(path: &Path) -> io::Result<Self> {
        make_folder(path)?;
        tidy(path);
        let folder = path.to_owned();
        Ok(Self { path: path.to_owned(), syncer: Syncer::new(move || disk::sync_folder(&folder)) })
    }

    /// Writes a file of this name, whole or not at all. A symbolic link of this name is replaced, not
    /// followed. The file survives a kill of the process at once, and a power loss after a second.
    ///
    /// # Errors
    /// When the file cannot be written: an old file then stays unchanged.
    /// When the folder could not be synced, now or earlier.
    pub fn put(&self, name: &str, bytes: &[u8]) -> io::Result<()> {
        self.syncer.check()?;
        let mut draft = Draft::begin_named(&self.path.join(name))?;
        draft.write_all(bytes)?;
        draft.move_to_place()?;
        self.syncer.written()
    }

    /// Waits until all names are on the disk. The content of a file is there when [`Folder::put`] returns.
    ///
    /// # Errors
    /// When a sync fails, or failed earlier.
    pub fn sync(&self) -> io::Result<()> {
        self.syncer.sync()
    }

    /// Path of the folder.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }
}

#[cfg(test)]
mod tests {
    use super::super::scratch::Scratch;
    use super::*;

    #[test]
    fn a_folder_is_tidied_and_receives_files() {
        let scratch = Scratch::new("folder");
        let path = scratch.file("deep/down");
        make_folder(&path).expect("a folder for temporary files");
        std::fs::write(path.join(".stonefield-0123456789abcdef.tmp"), b"old").expect("writable");
        let folder = Folder::open(&path).expect("writable");
        for number in 0..20 {
            folder.put(&format!("game-{}.sgf", number % 10), &[number; 5]).expect("writable");
        }
        folder.sync().expect("synced");
        assert_eq!(folder.syncer.counts(), (20, 20));
        let names: Vec<_> = std::fs::read_dir(&path).expect("there").flatten().collect();
        assert_eq!(names.len(), 10);
        assert_eq!(std::fs::read(path.join("game-3.sgf")).expect("there"), [13; 5]);
        std::fs::remove_dir_all(&path).expect("removable");
        assert!(folder.put("game-1.sgf", b"(;)").is_err(), "the folder was removed");
        drop(folder);
        std::fs::write(scratch.file("file"), b"").expect("writable");
        assert!(Folder::open(&scratch.file("file")).is_err());
    }
}
