//! What is seen: the window with its board, and the text view of a terminal.

pub mod colors;
#[cfg(not(target_family = "wasm"))]
pub mod text;
#[cfg(feature = "view")]
pub mod window;
