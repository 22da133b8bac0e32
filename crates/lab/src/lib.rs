//! Series of games without a window: plans, their stores, and the statistics of their results.
//!
//! # Map
//! - Plans: a [`Plan`] is read from TOML. An [`Axis`] is a parameter that it varies. Each of its rows is one
//!   game, a [`PlannedGame`].
//! - Games: `Laboratory` plays the rows on a pool of threads, and `background` does so for a window. `Tuner`
//!   searches the best parameters of a mind.
//! - Stores: a [`store`] is one SQLite file with the rows that have been played. An interrupted run continues
//!   from it. `merge` joins the stores of shards, and `export` writes tables for other programs.
//! - Results: [`statistics`], `Standings` of tournaments, `write_report_page`, and `review` of a single game.
//! - Games without a plan: `Series` and its `Report`. Percolation: `Lattice`. Emergence: `avalanche_sizes`.
//!
//! The browser build has no files, so it has no stores: only plans, statistics, demos of NetLogo quirks, and
//! plans for a wall (several boards side by side).

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
