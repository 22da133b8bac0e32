//! The font with the characters of Chinese, Japanese and Korean text: a part of the program.

/// Noto Sans CJK in the design of mainland China; `assets/fonts/subset.py` makes it.
pub const fn cjk_font() -> Option<&'static [u8]> {
    Some(include_bytes!(concat!(env!("CARGO_MANIFEST_DIR"), "/../../assets/fonts/NotoSansCJKsc-subset.otf")))
}
