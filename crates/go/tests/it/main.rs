//! Tests of the law and its texts.

mod rules;
mod sgf;
mod support;
