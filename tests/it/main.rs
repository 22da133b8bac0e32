//! What the program holds, a room per subject.

mod agents;
mod cli;
mod code;
mod gtp;
mod history;
mod minds;
mod rules;
mod search;
mod sgf;
mod support;
