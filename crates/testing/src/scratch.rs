//! Temporary folder for the files of one test.
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};

/// Temporary folder of one test. It is empty at first, and deleted on drop.
pub struct Scratch(PathBuf);

impl Scratch {
    /// Creates an empty folder with `name` in its name.
    pub fn new(name: &str) -> Self {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let number = COUNT.fetch_add(1, Ordering::Relaxed);
        let path = std::env::temp_dir().join(format!("stonefield-{name}-{}-{number}", std::process::id()));
        let _ = fs::remove_dir_all(&path);
        fs::create_dir_all(&path).expect("a folder for temporary files");
        Self(path)
    }

    /// Path of the folder.
    pub fn folder(&self) -> &Path {
        &self.0
    }

    /// Path of a file in the folder.
    pub fn path(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }

    /// Path of a file in the folder, as text.
    pub fn plain(&self, name: &str) -> String {
        self.path(name).into_os_string().into_string().expect("a plain path")
    }

    /// Writes a file and returns its path as text.
    pub fn file(&self, name: &str, content: impl AsRef<[u8]>) -> String {
        fs::write(self.path(name), content).expect("writable");
        self.plain(name)
    }

    /// Text of a file. Empty if there is no such file.
    pub fn text(&self, name: &str) -> String {
        fs::read_to_string(self.path(name)).unwrap_or_default()
    }

    /// Sorted names of all entries in the folder.
    pub fn names(&self) -> Vec<String> {
        names(&self.0)
    }

    /// Sorted paths of the game records (`.sgf`) in the folder.
    pub fn records(&self) -> Vec<PathBuf> {
        let names = self.names().into_iter().filter(|name| name.ends_with(".sgf"));
        names.map(|name| self.path(&name)).collect()
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// Sorted names of all entries in a folder.
pub fn names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).expect("a folder");
    let mut names: Vec<_> =
        entries.map(|entry| entry.expect("an entry").file_name().into_string().expect("plain")).collect();
    names.sort();
    names
}
