//! `swarm`: the stones of a colour decide together.
//!
//! Each stone perceives its surroundings and bids for vacant points. An arbiter chooses one move from all
//! bids. No stone looks ahead: there is no tree, no playout and no ladder, only the current perception.
//! [`Swarm`] has the three steps of a turn. A swarm that plays in a simulation runs these steps as systems of
//! the tick, and its stones keep their bids as components.

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
    evaluates_all_points: true,
    ..BrainInfo::rule(
        "swarm",
        "its stones bid for points by what each perceives around itself, and the most wanted point is played",
        SwarmParams::LIST,
        rule::make,
    )
};

/// Parameters of the swarm. `None` if `spec` is another mind.
#[must_use]
pub fn params_of(spec: &BrainSpec) -> Option<SwarmParams> {
    (spec.name() == INFO.name).then(|| spec.read())
}

/// Bid together with its stone. Both are point numbers.
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
