//! Font for Chinese, Japanese and Korean text, contained in the program.

/// Returns Noto Sans CJK in the design of mainland China. `assets/fonts/subset.py` makes the file.
pub const fn cjk_font() -> Option<&'static [u8]> {
    Some(include_bytes!(concat!(env!("CARGO_MANIFEST_DIR"), "/../../assets/fonts/NotoSansCJKsc-subset.otf")))
}
