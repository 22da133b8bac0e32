//! What a page has of the store: what its columns hold, and the date.

#[path = "datum.rs"]
mod datum;

pub use datum::{DataKind, Datum, StoreColumn};

use std::path::Path;

/// Whether a file is a store of games: a page opens none.
#[must_use]
pub const fn is_store(_: &Path) -> bool {
    false
}

/// Today in UTC, `YYYY-MM-DD`.
#[must_use]
pub fn today() -> Option<String> {
    let now = js_sys::Date::new_0().to_iso_string().as_string()?;
    now.get(..10).map(str::to_owned)
}
