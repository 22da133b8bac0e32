//! Parts of the store in the browser build: the values and their columns.

#[path = "datum.rs"]
mod datum;

pub use datum::{DataKind, Datum, StoreColumn};

use std::path::Path;

/// Always returns false: the browser build has no files.
#[must_use]
pub const fn is_store(_: &Path) -> bool {
    false
}
