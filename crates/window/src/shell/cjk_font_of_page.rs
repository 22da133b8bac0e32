//! The font with the characters of Chinese, Japanese and Korean text: a quarter of the page, which loads it once a text needs it.

use std::sync::OnceLock;

static LOADED: OnceLock<Vec<u8>> = OnceLock::new();

/// The font, once it has been loaded.
pub fn cjk_font() -> Option<&'static [u8]> {
    LOADED.get().map(Vec::as_slice)
}

/// Keeps the font as long as the page lives.
pub(crate) fn keep(font: Vec<u8>) {
    // The first that comes is as good as any other.
    let _ = LOADED.set(font);
}
