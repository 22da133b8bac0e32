//! Statistics: estimates from results and measurements, with their uncertainty. All functions are pure.

mod cmaes;
mod cross_table;
mod elo;
mod elo_estimate;
mod pairs;
mod power_law;
mod sample;
mod sprt;

pub use cmaes::{Cmaes, CmaesError};
pub use cross_table::CrossTable;
pub use elo::{Rating, Ratings, Relation, elo_of, expected_score, superiority};
pub use elo_estimate::EloEstimate;
pub use pairs::{PairedGame, Pairs, Pentanomial, ScoreCounts, Trinomial};
pub use power_law::PowerLaw;
pub use sample::{Sample, wilson, wilson_of};
pub use sprt::{Sprt, SprtError, SprtModel, SprtState};
pub use stonefield_go::field::LineFit;

/// Half width of the central 95 % of a normal distribution, in standard deviations.
pub(crate) const Z95: f64 = 1.959_963_984_540_054;

/// Returns the share of a normal distribution that is less than its mean plus `z` standard deviations.
fn normal_below(z: f64) -> f64 {
    0.5 * libm::erfc(-z / core::f64::consts::SQRT_2)
}
