//! `swarm`: the stones of a colour decide together.
//!
//! Each stone perceives what lies near it and bids for empty points; an arbiter makes one move of all bids.
//! No stone looks ahead: there is no tree, no playout and no ladder, only what is sensed now. [`Swarm`] has
//! the three steps of a turn; a seated swarm takes them as systems of the tick, and its stones keep their
//! bids as components.

mod arbiter;
mod bid;
mod explain;
mod params;
mod percepts;
mod rule;
mod scores;
mod spot;
mod stones;

pub use arbiter::Arbiter;
pub use bid::{StoneBid, StoneBids};
pub use params::SwarmParams;
pub use stones::Swarm;

use crate::{BrainInfo, BrainSpec};
use spot::number;
use stonefield_search::{Motive, Parameters};

pub(crate) const INFO: BrainInfo = BrainInfo {
    sweeps: true,
    ..BrainInfo::rule(
        "swarm",
        "its stones bid for points by what each perceives around itself, and the most wanted point is played",
        SwarmParams::LIST,
        rule::make,
    )
};

/// How the stones bid for a mind of this kind; `None` for another.
#[must_use]
pub fn params_of(spec: &BrainSpec) -> Option<SwarmParams> {
    (spec.name() == INFO.name).then(|| spec.read())
}

/// A bid with the stone that makes it, by the numbers of their points.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Offer {
    from: u32,
    to: u32,
    motive: Motive,
    weight: f32,
}

impl Offer {
    fn new(from: usize, bid: &StoneBid) -> Self {
        Self { from: number(from), to: bid.to, motive: bid.motive, weight: bid.weight }
    }
}
