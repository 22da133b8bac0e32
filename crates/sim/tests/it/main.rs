//! Tests of agents and their history.

mod agents;
mod history;
mod minds;
mod rules;
mod support;
