//! GTP server: any mind as an engine for other programs, over the Go Text Protocol.
//!
//! [`serve`] answers requests with an [`Opponent`]. `table.rs` lists the commands.

mod analysis;
mod aside;
mod board;
mod clock;
mod gogui;
mod kata;
mod opponent;
mod play;
mod record;
mod reply;
mod score;
mod serve;
mod stonefield;
mod table;
#[cfg(test)]
mod tests;
mod time;

pub use aside::Aside;
pub use clock::{Clock, Limit};
pub use opponent::{Opponent, OpponentError};
pub use record::record;
pub use serve::serve;
