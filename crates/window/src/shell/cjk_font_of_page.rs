//! Font for Chinese, Japanese and Korean text. Because of its size a page loads it only when it is needed.

use std::sync::OnceLock;

static LOADED: OnceLock<Vec<u8>> = OnceLock::new();

/// Returns the font; `None` before it is loaded.
pub fn cjk_font() -> Option<&'static [u8]> {
    LOADED.get().map(Vec::as_slice)
}

/// Stores the font for the lifetime of the page.
pub(crate) fn keep(font: Vec<u8>) {
    // A second font would be the same.
    let _ = LOADED.set(font);
}
