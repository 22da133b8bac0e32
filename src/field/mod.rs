//! Scalars over a board.

mod temperature;

pub use temperature::{HeatField, HeatParams, HeatParamsError, Neighbourhood};
