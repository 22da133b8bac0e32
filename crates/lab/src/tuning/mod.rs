//! Tuning: searches for the parameter values with which a mind takes the most points against its opponents.
//! The search is CMA-ES, over many games.

mod error;
mod order;
mod params;
mod tuner;
mod tuning_job;

pub use error::TuningError;
pub use order::Tuning;
pub use params::TunedParam;
pub use tuner::{Tuner, TunerError, TuningStep, Validation};
