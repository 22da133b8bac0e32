//! Text to law and back: what Go programs say to each other.
//!
//! Pure: text goes in, text comes out; no file is opened here.

pub mod gtp;
