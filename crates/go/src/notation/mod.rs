//! Text ⇄ law: what programs and files write about games, read and written. Text and bytes come in, text goes out; nothing here
//! opens a file.

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
