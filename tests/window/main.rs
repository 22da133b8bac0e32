//! Tests of the window on a virtual screen, and of pictures that the program draws.

#![cfg(feature = "view")]

mod render;
#[cfg(unix)]
mod screen;
