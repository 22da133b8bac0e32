//! Tests of the rules of Go and of SGF.

mod rules;
mod sgf;
mod support;
