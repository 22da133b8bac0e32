//! `mcts`: Monte Carlo tree search.
//!
//! [`MctsSearch`] is the search itself. It can be run, stepped through and inspected. The mind on top of it
//! sets the budget and chooses the move. A simulation descends the tree by the highest bounds and expands a
//! leaf with enough visits. Then it plays the game out and updates the nodes of its path.

mod any_rules;
mod atari_go;
mod formula;
mod game;
mod go_game;
mod inspect;
mod ladder;
mod node;
mod params;
mod prior;
mod reason;
mod report;
mod scale;
mod search;
mod simulation;
mod snapshot;
mod threads;
mod weights;
mod worker;

pub use params::{Backup, MctsParams, Parallel, PlayoutPolicy, Style};
pub use report::RootMove;
pub use search::MctsSearch;
pub use simulation::{Branch, Change, MctsNodeId, NodeCounts, Simulation};
pub use snapshot::{MctsSnapshot, MctsSnapshotNode};
pub use threads::HelperTime;
pub use weights::{Weights, WeightsError};
