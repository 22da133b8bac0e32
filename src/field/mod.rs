//! Scalars over a board.

mod control;
mod temperature;

pub use control::ControlField;
pub use temperature::{HeatField, HeatParams, HeatParamsError, Neighbourhood};
