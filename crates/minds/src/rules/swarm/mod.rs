//! `swarm`: the stones of a colour decide together.
//!
//! Each stone perceives the points around it and bids for vacant ones. An arbiter chooses one move from all
//! bids. No stone looks ahead: there is no tree, no playout and no reading of ladders. [`Swarm`] has the
//! three steps of a turn. In the simulation these steps are systems of the tick, and the bids of a stone are
//! a component of the stone.

mod arbiter;
mod bid;
mod explain;
mod features;
mod params;
mod percepts;
mod rule;
mod scores;
mod stones;

pub use arbiter::Arbiter;
pub use bid::{StoneBid, StoneBids};
pub use params::SwarmParams;
pub use stones::Swarm;

use crate::{BrainInfo, BrainSpec};
use features::to_u32;
use stonefield_search::{Motive, Parameters};

pub(crate) const INFO: BrainInfo = BrainInfo {
    evaluates_all_points: true,
    ..BrainInfo::rule(
        "swarm",
        "its stones bid for points by what each perceives around itself, and the most wanted point is played",
        SwarmParams::LIST,
        rule::make,
    )
};

/// Parameters of a swarm. `None` if `spec` is another mind.
#[must_use]
pub fn params_of(spec: &BrainSpec) -> Option<SwarmParams> {
    (spec.name() == INFO.name).then(|| spec.read())
}

/// Maximum number of bids of one stone.
const MAX_BIDS: usize = 12;

/// Bid together with its stone.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Offer {
    /// Number of the stone's point.
    from: u32,
    /// Number of the point that the bid is for.
    to: u32,
    motive: Motive,
    weight: f32,
}

impl Offer {
    fn new(from: usize, bid: &StoneBid) -> Self {
        Self { from: to_u32(from), to: bid.to, motive: bid.motive, weight: bid.weight }
    }
}
