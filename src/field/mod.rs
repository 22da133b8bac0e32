//! Scalars over a board.

mod control;
mod life;
mod temperature;

pub use control::ControlField;
pub use life::LifeField;
pub use temperature::{HeatField, HeatParams, HeatParamsError, Neighbourhood};
