//! Tuning: searches the parameter values with which a mind wins the most points. The search is CMA-ES, over
//! many games.

mod error;
mod order;
mod params;
mod tuner;
mod tuning_job;

pub use error::TuningError;
pub use order::Tuning;
pub use params::TunedParam;
pub use tuner::{Tuner, TunerError, TuningStep, Validation};
