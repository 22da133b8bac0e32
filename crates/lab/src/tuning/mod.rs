//! Tuning: the values of a mind's parameters with which it takes the most points, searched by CMA-ES over many games.

mod error;
mod order;
mod params;
mod tuner;
mod tuning_job;

pub use error::TuningError;
pub use order::Tuning;
pub use params::TunedParam;
pub use tuner::{Tuner, TunerError, TuningStep, Validation};
