//! What the law and its texts hold.

mod rules;
mod sgf;
mod support;
