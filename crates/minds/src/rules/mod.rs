//! Rules of the agents: minds that use only local perceptions of each point, and look at most one move ahead.
//!
//! Their only input is [`Agents`](super::Agents). Outside tests, no file of this folder uses a position or
//! board.

pub(super) mod liberties;
pub(super) mod netlogo;
mod pick;
pub(super) mod random;
pub(super) mod sensible;
pub mod swarm;
pub(super) mod temperature;
pub(super) mod uniform;
