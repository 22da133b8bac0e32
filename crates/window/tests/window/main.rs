//! Tests of pictures without a screen.

#![cfg(feature = "view")]

mod density;
mod marks;
mod pictures;
mod render;
mod studio;
