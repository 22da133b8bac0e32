//! What is kept beyond the end of the program.

mod replace;
mod today;

pub use replace::replace;
pub use today::today;
