//! `swarm`: the stones of a colour decide together.
//!
//! Each stone perceives what lies near it and bids for empty points; an arbiter makes one move of all bids. Nobody looks ahead: there
//! is no tree, no playout and no ladder, only what is felt now.

mod arbiter;
mod explain;
mod mind;
mod params;
mod perception;
mod spots;
mod stones;

pub use arbiter::Arbiter;
pub use params::Params;

use crate::brain::BrainInfo;
use crate::search::{Motive, Parameters};

pub(in crate::brain) const INFO: BrainInfo = BrainInfo::rule(
    "swarm",
    "its stones bid for points by what each perceives around itself, and the most wanted point is played",
    Params::LIST,
    mind::make,
);

/// A bid with points by their numbers.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Offer {
    from: u32,
    to: u32,
    motive: Motive,
    weight: f32,
}
