//! The window on a screen of its own, and pictures by the program.

#![cfg(feature = "view")]

mod render;
#[cfg(unix)]
mod screen;
