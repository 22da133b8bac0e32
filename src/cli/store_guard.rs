//! Guard of stores: no command writes its output over a store or over a file that belongs to one.

use std::path::Path;
use stonefield_lab::store::{StoreError, is_store, store_beside};

/// Refuses a path that is a store or the name of a part of a store, even with `--force`. The error is a line
/// that names the file.
pub(super) fn refuse_store(path: &Path) -> Result<(), String> {
    if let Some(store) = store_beside(path) {
        return Err(StoreError::Part { path: path.to_owned(), store }.to_string());
    }
    if is_store(path) {
        return Err(format!("{} is a store and is never replaced: name another file", path.display()));
    }
    Ok(())
}
