//! Stonefield: a living Go board where every stone is an agent.
//!
//! Stones know only their neighbours. Links join them into groups, groups without liberties are removed, heat
//! spreads over the board, and a mind per colour chooses the next move. A referee knows the rules, and agents
//! and referee must agree.
//!
//! # How a game flows
//! A [`GameSetup`](stonefield_sim::GameSetup) becomes a goban, an entity of a Bevy world. Each run of the
//! [`Tick`](stonefield_sim::Tick) schedule asks the mind for a move ([`Brain`](stonefield_minds::Brain)),
//! places the stone and links it. Stones sense their liberties, and stones without one are removed. The
//! result is compared with the referee's [`Position`](stonefield_go::Position). Events and requests are
//! messages of Bevy.
//!
//! # Map
//! Each crate depends only on `files` and on crates left of it in this line; its manifest says which. `files`
//! depends on none of them.
//!
//! `go → search → minds → sim → lab → window → stonefield`
//!
//! - [`stonefield_go`]: rules of Go, fields over a board, the text formats of game records and of GTP.
//! - [`stonefield_search`]: playouts, Monte Carlo tree search, negamax, proofs.
//! - [`stonefield_files`]: atomic writes of files, locks, settings.
//! - [`stonefield_minds`]: rules of agents, planners, and engines in processes of their own.
//! - [`stonefield_sim`]: agents, tick, history, and [`Session`](stonefield_sim::Session), one game for every
//!   user interface.
//! - [`stonefield_lab`]: series of games, their store and statistics.
//! - [`stonefield_window`]: window and page; empty without the feature `view`.
//! - This crate: [`cli`], [`gtp`] (a server over a session) and [`text`] (the board in a terminal).
//!
//! `tests/it/code/` checks which files may use the file system, processes and threads, and that modules have
//! no circular dependencies.
//!
//! # Where to begin
//! The rules: [`Position`](stonefield_go::Position). The agents: `crates/sim/src/agents/`, and
//! `crates/sim/src/tick/mod.rs`, where the order of the phases defines the model. A search:
//! [`Watch`](stonefield_search::Watch), then `crates/search/src/playout`. A mind:
//! `crates/minds/src/rules/sensible.rs`. The commands: `src/cli/`, one file or folder each.

#![cfg_attr(
    target_family = "wasm",
    expect(dead_code, reason = "the page does not use everything that other builds use")
)]

// Command line. In a browser: the address of the page.
#[cfg_attr(target_family = "wasm", path = "cli/page.rs")]
pub mod cli;
#[cfg(not(target_family = "wasm"))]
pub mod gtp;
#[cfg(not(target_family = "wasm"))]
pub mod text;
