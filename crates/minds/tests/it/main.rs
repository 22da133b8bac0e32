//! Tests of searches, engines and signals.

mod minds;
mod support;
