//! Helpers that tests of several crates share.

pub mod boards;
pub mod chance;
pub mod listener;
pub mod reference;
pub mod scratch;
pub mod strewn;
mod tools;

pub use tools::{alone, require, skip};
