//! Tests of the laboratory.

mod minds;
