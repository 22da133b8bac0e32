//! What the laboratory holds.

mod minds;
