//! Shard file: the store of one shard, in a folder with those of the other shards.

use super::StoreError;
use std::fs;
use std::path::{Path, PathBuf};

/// Path of the store of a shard.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct ShardFile {
    /// Number of the shard, from 0.
    pub index: u64,
    /// Number of shards.
    pub count: u64,
    /// Path of the store.
    pub path: PathBuf,
}

/// Largest number of shards of a plan.
pub const MAX_SHARDS: u64 = 100_000;

impl ShardFile {
    /// Returns the file of a shard in a folder.
    #[must_use]
    pub fn new(folder: &Path, index: u64, count: u64) -> Self {
        Self { index, count, path: folder.join(format!("shard-{index:05}-of-{count:05}.db")) }
    }

    /// Lists the files of shards in a folder, in the order of the numbers of the shards.
    ///
    /// # Errors
    /// If the folder cannot be read.
    pub fn list(folder: &Path) -> Result<Vec<Self>, StoreError> {
        let failed = |error| StoreError::Io { path: folder.to_owned(), error };
        let mut files = Vec::new();
        for entry in fs::read_dir(folder).map_err(failed)? {
            files.extend(Self::of(&entry.map_err(failed)?.path()));
        }
        files.sort();
        Ok(files)
    }

    /// Returns the file with this path; `None` if the name is not that of a shard.
    fn of(path: &Path) -> Option<Self> {
        let name = path.file_name()?.to_str()?;
        let (index, count) = name.strip_prefix("shard-")?.strip_suffix(".db")?.split_once("-of-")?;
        let (index, count) = (index.parse().ok()?, count.parse().ok()?);
        let is_one = index < count
            && count <= MAX_SHARDS
            && Self::new(Path::new(""), index, count).path == Path::new(name);
        is_one.then(|| Self { index, count, path: path.to_owned() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_names_of_shards_are_shards() {
        let file = ShardFile::new(Path::new("/runs"), 7, 64);
        assert_eq!(ShardFile::of(&file.path), Some(file.clone()));
        assert_eq!(file.path, Path::new("/runs/shard-00007-of-00064.db"));
        for name in ["shard-00064-of-00064.db", "shard-7-of-64.db", "shard-00007-of-00064.db-wal", "games.db"]
        {
            assert_eq!(ShardFile::of(Path::new(name)), None, "{name}");
        }
    }
}
