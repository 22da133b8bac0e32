//! Rules of the agents: minds that use only what stones and patches know, and look at most one move ahead.
//!
//! Their only input is [`Agents`](super::Agents). Outside of tests, no file of this folder uses a position or
//! a board.

mod best_point;
pub(super) mod liberties;
pub(super) mod netlogo;
pub(super) mod random;
pub(super) mod sensible;
pub mod swarm;
pub(super) mod temperature;
pub(super) mod uniform;
