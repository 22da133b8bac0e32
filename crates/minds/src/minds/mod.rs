//! The minds that see a position and search it, are made of other minds, or wait for a person.

mod fallback;
pub(super) mod human;
pub(super) mod mcts;
pub(super) mod mix;
pub(super) mod monte_carlo;
pub(super) mod negamax;
pub(super) mod scripted;

pub use mix::PartError;
