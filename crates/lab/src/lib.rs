//! Many runs: series of games without a window, and what can be said of them.

#![cfg_attr(
    target_family = "wasm",
    expect(dead_code, reason = "a page has no use for some of what other programs have")
)]

#[cfg_attr(not(target_family = "wasm"), path = "native.rs")]
#[cfg_attr(target_family = "wasm", path = "page.rs")]
mod parts;

pub use parts::*;
