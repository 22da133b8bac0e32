//! Access to files: to all files that the program writes, except databases, and to those that it reads whole.
//!
//! A file is written whole or not at all ([`replace`], [`Draft`]). A [`Folder`] receives many files. After a
//! call without an error, the written data survives a kill of the program and a power loss, unless the call
//! says otherwise. Inputs larger than [`MAX_INPUT_BYTES`] are refused.
//!
//! # Map
//! - One whole file: [`replace`], [`write_new`], [`Draft`] (written in pieces). Many files: [`Folder`].
//! - An unsaved game: [`AutosaveFile`]. A log that can be read while it is written: [`Lines`].
//! - Reading up to a limit: [`read_limited`], [`read_text_limited`].
//! - Settings in TOML: [`save_settings`], [`save_entry`]. They keep comments and order.
//! - One writer at a time: [`FileLock`]. Resource usage: [`process_seconds`], [`thread_seconds`], [`Memory`].
//!
//! In a browser only a part of the crate exists. It uses the browser's local storage in place of files.

#![cfg_attr(target_family = "wasm", expect(dead_code, reason = "a browser does not use all functions"))]

#[cfg_attr(not(target_family = "wasm"), path = "native.rs")]
#[cfg_attr(target_family = "wasm", path = "page.rs")]
mod parts;

pub use parts::*;

/// Tests the example of the README.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct ReadmeExample;
