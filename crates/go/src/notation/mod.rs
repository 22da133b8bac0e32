//! Text formats: SGF records, GTP, CSV tables, DOT graphs, and short texts for messages.
//!
//! Input is bytes or text, output is text. No function here opens a file.

mod count;
mod csv_table;
pub mod dot;
pub mod gtp;
mod letters;
mod line;
mod nearest;
mod number;
mod regular_list;
pub mod sgf;
mod shorten;

pub use count::{counted, counted_are, counted_of};
pub use csv_table::{CsvTable, cell};
pub use letters::{lettered, listed, names};
pub use line::{excerpt, is_hidden, one_line, visible, without_mark};
pub use nearest::{nearest, suggestion};
pub use number::number_text;
pub use regular_list::{Regular, RegularList};
pub use shorten::{REPEATED, shortened};
