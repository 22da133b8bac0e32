//! Any bytes as a store of the laboratory, or as choices of how a store is changed: it is read, merged, added
//! to and exported, or refused.
#![no_main]

#[path = "../../tests/it/support/store_image.rs"]
mod store_image;
#[path = "../../tests/it/support/store_property.rs"]
mod store_property;

use std::sync::LazyLock;

static TRIAL: LazyLock<store_property::StoreTrial> = LazyLock::new(store_property::StoreTrial::new);

// One purpose an input, by its bytes: all of them take four times as long.
libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    let sum = bytes.iter().fold(0_usize, |sum, byte| sum.wrapping_add(usize::from(*byte)));
    TRIAL.holds(bytes, sum % store_property::PURPOSES);
});
