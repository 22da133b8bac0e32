//! What there is: gobans, patches and stones, and the components of each. What happens to them is in [`tick`](super::tick).

mod closure;
mod flock;
mod footing;
mod goban;
mod groups;
mod kept;
mod law;
mod links;
mod memory;
mod occupancy;
mod parts;
mod patch;
mod seats;
mod stone;
mod tally;
mod totals;
mod turn;
mod view;
mod witness;

pub use closure::{Closure, MAX_SIDE};
pub use flock::Flock;
pub use goban::{Configured, Dice, Game, Goban, Heat};
pub use groups::{Groups, Members};
pub use kept::KeptTemperature;
pub use links::{Links, NeighbourLinks};
pub use memory::PositionMemory;
pub use occupancy::Occupancy;
pub use patch::{Patch, Temperature};
pub use seats::{Seats, TrustPolicy};
pub use stone::{At, Born, Captures, GroupLiberties, OnGoban, OwnLiberties, Stone};
pub use tally::{Changes, Tally, TallyRow};
pub use totals::Totals;
pub use turn::{Choice, Course};
pub use view::GobanView;
pub use witness::{Check, CheckError, Departures, Disagreement, Ruling, Witness};

pub(super) use footing::Footing;
pub(super) use groups::GroupsMoment;
pub(super) use kept::keep_for;
pub(super) use links::{degree, linked};
pub(super) use parts::{Parts, PartsItem, StoneParts};
pub(super) use stone::{Senses, StoneBundle};
pub(super) use turn::{Replay, Turn};
pub(super) use view::{Sensed, StoneSenses, Stones};
