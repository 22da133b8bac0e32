//! What there is: gobans, patches and stones, and the components of each. What happens to them is in [`tick`](super::tick).

mod closure;
mod flock;
mod goban;
mod groups;
mod links;
mod occupancy;
mod parts;
mod patch;
mod seats;
mod stone;
mod tally;
mod turn;

pub use closure::{Closure, MAX_SIDE};
pub use flock::Flock;
pub use goban::{Configured, Dice, Game, Goban, Heat};
pub use groups::{Groups, Members};
pub use links::{Links, NeighbourLinks};
pub use occupancy::{Around, Occupancy};
pub use patch::{Patch, Temperature};
pub use seats::{Seats, TrustPolicy};
pub use stone::{At, Born, Captures, GroupLiberties, OnGoban, OwnLiberties, Stone};
pub use tally::{Tally, TallyRow};
pub use turn::{Choice, Course};

pub(super) use groups::GroupsMoment;
pub(super) use parts::{Parts, PartsItem, StoneParts};
pub(super) use stone::{Senses, StoneBundle};
pub(super) use turn::{Replay, Turn};
