//! Helpers for the tests of several crates.

pub mod boards;
pub mod chance;
pub mod reference;
pub mod scratch;
pub mod strewn;
mod tools;

pub use tools::{alone, require, skip};
