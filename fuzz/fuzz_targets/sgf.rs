//! Any bytes as a game record.
#![no_main]

#[path = "../../crates/go/tests/it/support/sgf_property.rs"]
mod sgf_property;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| sgf_property::holds(bytes));
