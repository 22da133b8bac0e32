//! Planners, the minds that see the whole position: searches, a mix of two minds, a list of moves, and the
//! person.

mod fallback;
pub(super) mod human;
pub(super) mod mcts;
pub(super) mod mix;
pub(super) mod monte_carlo;
pub(super) mod negamax;
pub(super) mod scripted;

pub use mix::PartError;
