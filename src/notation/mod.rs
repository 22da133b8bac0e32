//! Text and the law: how games and moves are written. `&str` and bytes in, text out; opens no file.

pub mod gtp;
