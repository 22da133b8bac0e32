//! What agents and their history hold.

mod agents;
mod history;
mod minds;
mod rules;
mod support;
