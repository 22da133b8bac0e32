//! `mcts`: Monte Carlo tree search.
//!
//! [`MctsSearch`] is the search itself. It can be run, stepped through and inspected. The mind on top of it
//! sets the budget and chooses the move. A simulation descends the tree by the highest bounds and expands a
//! leaf with enough visits. Then it plays the game out and updates the nodes of its path.

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
mod simulation;
mod snapshot;
mod threads;
mod weights;
mod words;
mod worker;

pub use params::{Backup, MctsParams, Parallel, Playouts, Style};
pub use report::RootMove;
pub use search::MctsSearch;
pub use simulation::{Branch, Change, MctsNodeId, NodeCounts, Simulation};
pub use snapshot::{MctsSnapshot, MctsSnapshotNode};
pub use threads::HelperTime;
pub use weights::{Weights, WeightsError};
