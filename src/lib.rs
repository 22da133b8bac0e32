//! Stonefield: a living Go board where every stone is an agent.
//!
//! Stones know only their neighbours; links join them into groups, groups without liberties vanish, temperature
//! spreads over the board, and a mind per colour decides where the next stone appears. A referee knows the law, and
//! stones and referee must agree.
//!
//! # How a game flows
//! A [`GameSetup`](stonefield_sim::GameSetup) becomes a goban, an entity of a Bevy world. Each run of the
//! [`Tick`](stonefield_sim::Tick) schedule asks the mind whose turn it is
//! ([`Brain`](stonefield_minds::Brain)), places its stone, links it, lets the stones sense their liberties
//! and die without any, and compares the result with the referee's [`Position`](stonefield_go::Position).
//! Facts leave as messages; requests of the window come in as messages.
//!
//! # Map
//! Each crate names only crates to the left of it; its manifest says which.
//!
//! `go → search → minds → sim → lab → window → stonefield`, with `files` beside them
//!
//! - [`stonefield_go`]: the law of Go, fields over a board, game records and GTP as texts.
//! - [`stonefield_search`]: playouts, Monte Carlo tree search, negamax, proofs.
//! - [`stonefield_files`]: files that are whole or not there, locks, settings.
//! - [`stonefield_minds`]: minds of either kind, and engines in processes of their own.
//! - [`stonefield_sim`]: agents, tick, history, and [`Session`](stonefield_sim::Session), one game for every
//!   door.
//! - [`stonefield_lab`]: many games, their store and statistics.
//! - [`stonefield_window`]: the window and the page; empty without the feature `view`.
//! - This crate: [`cli`], [`gtp`] (a server over a session) and [`text`] (the board in a terminal).
//!
//! `tests/it/code/` holds who may touch files, processes and threads, and that files name each other in no
//! circle.
//!
//! # Where to begin
//! The law: [`Position`](stonefield_go::Position). The agents: `crates/sim/src/agents/`, and
//! `crates/sim/src/tick/mod.rs`, whose order is the model. A search: [`Watch`](stonefield_search::Watch),
//! then `crates/search/src/playout`. A mind: `crates/minds/src/rules/sensible.rs`. The commands: `src/cli/`,
//! one file each.

#![cfg_attr(
    target_family = "wasm",
    expect(dead_code, reason = "a page has no use for some of what other programs have")
)]

// The command line; in a browser, the address of the page.
#[cfg_attr(target_family = "wasm", path = "cli/page.rs")]
pub mod cli;
#[cfg(not(target_family = "wasm"))]
pub mod gtp;
#[cfg(not(target_family = "wasm"))]
pub mod text;
