//! What minds hold.

mod minds;
mod support;
