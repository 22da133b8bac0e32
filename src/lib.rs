//! Stonefield: a living Go board where every stone is an agent.

pub mod brain;
pub mod cli;
pub mod field;
pub mod go;
pub mod sim;
pub mod view;
