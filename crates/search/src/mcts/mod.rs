//! `mcts`: Monte Carlo tree search.
//!
//! [`MctsSearch`] is the search itself, to be run, stepped through and looked into; the mind on top of it keeps its budget and chooses the move. A
//! simulation descends the tree by the best bounds, expands a leaf seen often enough, plays the game out, and updates what it passed.

mod atari;
mod formula;
mod full;
mod game;
mod inspect;
mod ladder;
mod lawful;
mod node;
mod params;
mod prior;
mod report;
mod scale;
mod search;
mod snapshot;
mod threads;
mod weights;
mod words;
mod worker;

pub use inspect::{Branch, Change, MctsNodeId, NodeCounts, Simulation};
pub use params::{Backup, MctsParams, Parallel, Playouts, Style};
pub use report::Sum;
pub use search::MctsSearch;
pub use snapshot::{MctsSnapshot, MctsSnapshotNode};
pub use threads::HelperTime;
pub use weights::{Weights, WeightsError};
