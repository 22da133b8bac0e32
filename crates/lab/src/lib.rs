//! Series of games without a window: plans, their stores, and the statistics of their results.
//!
//! # Map
//! - An experiment: [`Plan`], read from TOML; [`Axis`] and [`PlannedGame`] are its parts.
//! - Its games: `Laboratory` plays them on a crew of threads, `background` does so for a window; `Tuner`
//!   searches parameters.
//! - Its rows: [`store`], one SQLite file that is also the checkpoint; `merge` joins shards; `export` writes
//!   tables.
//! - Its results: [`statistics`], `Standings` of tournaments, `write_report_page`, `review` of single
//!   games.
//! - Series without a plan: `Series`, `Report`. Percolation and emergence: `Lattice`, `avalanche_sizes`.
//!
//! The browser build has no files: it has only plans, statistics, quirk demos and wall plans.

#![cfg_attr(
    target_family = "wasm",
    expect(dead_code, reason = "the browser build uses only some of the functions")
)]

#[cfg_attr(not(target_family = "wasm"), path = "native.rs")]
#[cfg_attr(target_family = "wasm", path = "page.rs")]
mod parts;

pub use parts::*;

/// Tests the example of the README.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct ReadmeExample;
