//! How games are searched: played out, followed in a tree, looked at to a depth, and proved.
//!
//! A search knows no clock and no mind: [`Watch`] keeps its time, says when to stop and hears its [`Thought`]s; its chance comes from [`Dice`];
//! what can be tuned is declared once, in [`Parameters`].

mod dice;
mod effort;
#[cfg(not(target_family = "wasm"))]
mod listener;
pub mod mcts;
pub mod negamax;
pub mod params;
pub mod playout;
pub mod policy;
pub mod proof;
mod status;
pub mod supply;
mod thought;
mod time;
mod watch;

pub use dice::{Chance, Dice, Rng, Use};
pub use effort::{Effort, Stop};
#[cfg(not(target_family = "wasm"))]
pub use listener::Listener;
pub use params::{ParamInfo, ParamKind, Parameters, Value};
pub use status::{Judged, dead_stones, judge};
pub use thought::{Bid, Candidate, Evaluation, Motive, Thought, rounded};
pub use time::{PlayerTime, TimeControl, TimeControlError, TimeLeft};
pub use watch::{CpuClock, Unwatched, Watch};
