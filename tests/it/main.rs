//! What the program holds, a module per subject. `support` is what they share.

mod cli;
mod code;
mod gtp;
mod history;
mod minds;
mod rules;
mod search;
mod sgf;
mod support;
