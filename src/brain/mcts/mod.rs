//! `mcts`: Monte Carlo tree search.
//!
//! [`Search`] is the search itself, to be run, stepped through and looked into; the mind on top of it keeps its budget and chooses the move. A
//! simulation descends the tree by the best bounds, expands a leaf seen often enough, plays the game out, and updates what it passed.

mod atari;
mod formula;
mod full;
mod game;
mod ladder;
mod lawful;
mod look;
mod mind;
mod node;
mod params;
mod prior;
mod report;
mod search;
mod snapshot;
mod threads;
mod weights;
mod words;
mod worker;

pub use look::{Branch, Change, NodeId, Numbers, Simulation};
pub use params::{Parallel, Params, Playouts, Style};
pub use search::Search;
pub use snapshot::{Snapshot, Taken};
pub use weights::{Weights, WeightsError};

use super::{BrainInfo, Parameters};

pub(super) const INFO: BrainInfo = BrainInfo {
    searches: true,
    ..BrainInfo::new(
        "mcts",
        "Monte Carlo tree search: goes where simulated games are won most, and looks there more closely",
        Params::LIST,
        mind::make,
    )
};
