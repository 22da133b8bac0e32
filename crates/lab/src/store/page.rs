//! What a page has of the store: what its columns hold.

#[path = "datum.rs"]
mod datum;

pub use datum::{DataKind, Datum, StoreColumn};

use std::path::Path;

/// Whether a file is a store of games: a page opens none.
#[must_use]
pub const fn is_store(_: &Path) -> bool {
    false
}
