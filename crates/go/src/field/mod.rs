//! Fields: values for every point of a board, and statistics of them.

pub mod bits;
mod bouzy;
mod box_counting;
mod clusters;
mod control;
mod control_game;
mod influence;
mod life;
mod line_fit;
mod temperature;
mod territory;

pub use bouzy::{BouzyField, BouzyParams, STONE};
pub use box_counting::BoxCounting;
pub use clusters::{Cluster, Clusters, SizeCounts, StoneSet, size_counts};
pub use control::ControlField;
pub use control_game::ControlGame;
pub use influence::{InfluenceField, Signs};
pub use life::LifeField;
pub use line_fit::LineFit;
pub use temperature::{HeatField, HeatParams, HeatParamsError, Neighbourhood, NeighbourhoodError};
pub use territory::{TerritoryField, fill_territory};
