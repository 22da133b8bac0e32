//! `negamax`: looks at every move, every answer, and so on to a fixed depth, and judges what it finds there by fields.
//!
//! The search stands on a stack of its own instead of the program's, so that it can be left after any node and taken up again. Everything that
//! makes it fast can be switched off, and changes nothing but the time: see `docs/negamax.md`.

mod ahead;
mod core;
mod expand;
mod frame;
mod judge;
mod mind;
mod order;
mod params;
mod quiet;
mod report;
mod search;
mod snapshot;
mod table;
mod tree;

pub use judge::{LOSS, MAX, WIN, value_text};
pub use params::{Eval, Moves, Params, Tie};
pub use report::{Counts, Root};
pub use search::Search;
pub use snapshot::{Snapshot, Taken};
pub use table::Bound;
pub use tree::{Branch, End, Node, NodeId, Numbers, Tree};

use super::BrainInfo;

pub(super) const INFO: BrainInfo = BrainInfo {
    name: "negamax",
    about: "looks at all moves and answers to a fixed depth, and judges positions by territory, captures and influence",
    human: false,
    outside: false,
    searches: true,
    main: None,
    params: params::LIST,
    make: mind::make,
};
