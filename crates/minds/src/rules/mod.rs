//! The rules of the agents: minds that go by what is felt on and around each point, and look no further than their own move.
//!
//! They see the agents ([`Agents`](super::Agents)) and nothing else: no position and no board stands in this folder but in tests.

pub(super) mod liberties;
pub(super) mod netlogo;
mod pick;
pub(super) mod random;
pub(super) mod sensible;
pub mod swarm;
pub(super) mod temperature;
pub(super) mod uniform;
