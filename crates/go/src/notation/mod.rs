//! Text formats: SGF records, GTP, CSV tables, DOT graphs, and short texts for messages.
//!
//! Input is bytes or text, output is text. No function here opens a file.

mod board_text;
mod count;
mod csv_table;
pub mod dot;
mod escape;
pub mod gtp;
mod nearest;
mod number;
mod regular_list;
pub mod sgf;
mod shorten;

pub use board_text::{board_text, names, point_list_suffix};
pub use count::{counted, counted_are, counted_of};
pub use csv_table::{CsvTable, cell};
pub use escape::{excerpt, is_hidden, one_line, visible, without_byte_order_mark};
pub use nearest::{nearest, suggestion};
pub use number::number_text;
pub use regular_list::{Regular, RegularList};
pub use shorten::{MAX_QUOTE_CHARS, shortened};
