//! What tests share.

pub mod boards;
pub mod chance;
pub mod clock;
pub mod gtp;
pub mod listener;
pub mod observation;
pub mod open_property;
pub mod plan_property;
pub mod program;
pub mod reference;
pub mod saver;
pub mod scratch;
pub mod sgf_property;
pub mod slow_reader;
pub mod sources;
pub mod store_image;
pub mod store_property;
pub mod strewn;
mod tools;

pub use tools::{alone, require, skip};
