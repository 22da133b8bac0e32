//! A folder that gets many files one after the other.

use super::replace::Draft;
use super::syncer::Syncer;
use super::{disk, make_folder, tidy};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// A folder whose names are synced together within a second, not for each file: that would take as long as writing the file.
#[derive(Debug)]
pub struct Folder {
    path: PathBuf,
    syncer: Syncer,
}

impl Folder {
    /// Opens a folder, makes it where there is none, and removes the temporary files that killed processes have left there.
    ///
    /// # Errors
    /// When it cannot be made.
    pub fn open(path: &Path) -> io::Result<Self> {
        make_folder(path)?;
        tidy(path);
        let own = path.to_owned();
        Ok(Self { path: path.to_owned(), syncer: Syncer::new(move || disk::sync_folder(&own)) })
    }

    /// Writes a file of this name, whole or not at all; a link of this name is replaced, and not the file
    /// that it leads to. The file outlives the end of the process from now on, and a second later a loss of
    /// power.
    ///
    /// # Errors
    /// When it cannot be written: the old file, or none, is there then. Or when the folder could not be synced, now or earlier.
    pub fn put(&self, name: &str, bytes: &[u8]) -> io::Result<()> {
        self.syncer.sound()?;
        let mut draft = Draft::begin_named(&self.path.join(name))?;
        draft.write_all(bytes)?;
        draft.placed()?;
        self.syncer.written()
    }

    /// Returns once all names are on the disk.
    ///
    /// # Errors
    /// When the system cannot do it, now or earlier.
    pub fn sync(&self) -> io::Result<()> {
        self.syncer.sync()
    }

    /// Where it is.
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
    fn files_are_put_into_a_folder_that_is_tidied_first() {
        let scratch = Scratch::new("folder");
        let path = scratch.file("deep/down");
        make_folder(&path).expect("a folder for temporary files");
        std::fs::write(path.join(".stonefield-0123456789abcdef.tmp"), b"left").expect("writable");
        let folder = Folder::open(&path).expect("writable");
        for number in 0..20 {
            folder.put(&format!("game-{}.sgf", number % 10), &[number; 5]).expect("writable");
        }
        folder.sync().expect("synced");
        assert_eq!(folder.syncer.counts(), (20, 20));
        let names: Vec<_> = std::fs::read_dir(&path).expect("there").flatten().collect();
        assert_eq!(names.len(), 10);
        assert_eq!(std::fs::read(path.join("game-3.sgf")).expect("there"), [13; 5]);
        std::fs::remove_dir_all(&path).expect("ours");
        assert!(folder.put("game-1.sgf", b"(;)").is_err(), "the folder is gone");
        drop(folder);
        std::fs::write(scratch.file("file"), b"").expect("writable");
        assert!(Folder::open(&scratch.file("file")).is_err());
    }
}
