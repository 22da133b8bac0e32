//! Any bytes as a game record, or as choices of which one is made, put on a goban and gone through in all
//! ways.
#![no_main]

#[path = "../../tests/it/support/open_property.rs"]
mod open_property;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| match bytes.split_first() {
    Some((b'(', _)) => open_property::holds(bytes),
    _ => open_property::holds(open_property::record(bytes).as_bytes()),
});
