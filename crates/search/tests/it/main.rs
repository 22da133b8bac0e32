//! Tests of searches.

mod search;
mod support;
