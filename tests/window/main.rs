//! The window: on a screen of its own, and as pictures.

#![cfg(feature = "view")]

#[expect(dead_code, reason = "a part is used here")]
#[path = "../it/support/boards.rs"]
mod boards;
mod density;
mod marks;
mod pictures;
mod render;
#[expect(dead_code, reason = "a part is used here")]
#[path = "../it/support/scratch.rs"]
mod scratch;
#[cfg(unix)]
mod screen;
mod studio;
#[expect(dead_code, reason = "a part is used here")]
#[path = "../it/support/tools.rs"]
mod support;
