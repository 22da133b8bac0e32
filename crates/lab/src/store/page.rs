//! Parts of the store that a page in a browser has: the values and their columns.

#[path = "datum.rs"]
mod datum;

pub use datum::{DataKind, Datum, StoreColumn};

use std::path::Path;

/// Returns true if a file is a store of games. A page opens no files.
#[must_use]
pub const fn is_store(_: &Path) -> bool {
    false
}
