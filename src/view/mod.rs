//! What is seen: the window with its board, and the text view of a terminal.

pub mod colors;
pub mod text;
#[cfg(feature = "view")]
pub mod window;
