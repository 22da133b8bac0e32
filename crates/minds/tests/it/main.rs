//! Tests of minds.

mod minds;
mod support;
