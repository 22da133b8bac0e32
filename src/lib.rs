//! Stonefield: a living Go board where every stone is an agent.
//!
//! Stones know only their neighbours; links join them into groups, groups without liberties vanish, temperature
//! spreads over the board, and a mind per colour decides where the next stone appears. A referee knows the law, and
//! stones and referee must agree.
//!
//! # How it flows
//! A [`sim::GameSetup`] becomes a goban, an entity of a Bevy world. Each run of the `Tick` schedule asks the mind whose turn it is
//! ([`brain::Brain`]), places its stone, links it, lets the stones sense their liberties and die without any, and
//! compares the result with the referee's [`go::Position`]. Facts leave as messages; what the window asks for comes in
//! as requests. `lab` plays thousands of games this way, `gtp` lends minds to other programs, `view` shows a game, and `cli`
//! is how all of them are asked for.
//!
//! # What may name what
//! `files → go → field → notation → search → brain → sim → lab → gtp → view → cli → main`: a layer names only those before it.
//! `go`, `field`, `notation`, `search` and `brain` know no Bevy; `sim` and `lab` know no window; [`files`] is named only by layers that may touch files.
//! `tests/it/code/architecture.rs` holds this, and `tests/it/code/circles.rs` that files of different nouns name each other in no circle.
//!
//! # Where to begin
//! The law: [`go::Position`]. Game records: [`notation::sgf`]. The agents: `sim/agents/`, and `sim/tick/mod.rs`, whose order is the
//! model. A search: [`search::Watch`], then `search/playout`. A mind: `brain/rules/sensible.rs`. The commands: `cli/`, one file each.

#![cfg_attr(
    target_family = "wasm",
    expect(dead_code, reason = "a page has no use for some of what other programs have")
)]

pub mod brain;
// The command line; in a browser, the address of the page.
#[cfg_attr(target_family = "wasm", path = "cli/page.rs")]
pub mod cli;
pub mod field;
// The door to files; in a browser, to what it keeps for the page and hands to the user.
#[cfg_attr(target_family = "wasm", path = "files/page.rs")]
pub mod files;
pub mod go;
#[cfg(not(target_family = "wasm"))]
pub mod gtp;
// Many runs; in a browser, without the store.
#[cfg_attr(target_family = "wasm", path = "lab/page.rs")]
pub mod lab;
pub mod notation;
pub mod search;
pub mod sim;
pub mod view;
