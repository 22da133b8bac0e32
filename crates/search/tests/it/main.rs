//! What searches hold.

mod search;
mod support;
