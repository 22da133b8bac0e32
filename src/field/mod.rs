//! Scalars over a board.

pub mod bits;
mod bouzy;
mod control;
mod control_game;
mod influence;
mod life;
mod temperature;
mod territory;

pub use bouzy::{BouzyField, BouzyParams, STONE};
pub use control::ControlField;
pub use control_game::ControlGame;
pub use influence::{InfluenceField, Signs};
pub use life::LifeField;
pub use temperature::{HeatField, HeatParams, HeatParamsError, Neighbourhood, NeighbourhoodError};
pub use territory::{TerritoryField, regions};
