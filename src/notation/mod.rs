//! Text ⇄ law: what programs and files write about games, read and written. Text comes in and goes out; nothing here
//! opens a file.

pub mod sgf;
