//! CMA-ES error: reason why a search is refused.

/// Largest number of parameters.
pub(super) const MAX_DIMENSIONS: usize = 100;

/// Largest number of points in a generation.
pub(super) const MAX_POINTS: usize = 10_000;

/// Reason why a search cannot begin or continue.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum CmaesError {
    /// No parameter, or too many.
    #[error("{0} parameters to search: 1 to {MAX_DIMENSIONS} are allowed")]
    Dimensions(usize),
    /// A range whose upper end is not above the lower one, or whose width is not finite.
    #[error("the range of parameter {at} is {low} to {high}: the upper end must be higher, and both finite")]
    Range {
        /// Number of the parameter, from 1.
        at: usize,
        /// Lower end.
        low: f64,
        /// Upper end.
        high: f64,
    },
    /// Too few or too many points in a generation.
    #[error("{0} points in a generation: 4 to {MAX_POINTS} are allowed")]
    Asked(usize),
    /// A start value that is missing, out of range or in excess. Holds the number of the parameter, from 1.
    #[error("the start value of parameter {0} is missing, or not within its range")]
    Start(usize),
    /// Invalid initial deviation.
    #[error("the initial deviation is {0} of the range: it must be more than 0 and at most 1")]
    Deviation(f64),
    /// [`Cmaes::tell`](super::Cmaes::tell) was called with more or fewer values than points.
    #[error("{given} values for {asked} points")]
    Values {
        /// Number of values.
        given: usize,
        /// Number of points.
        asked: usize,
    },
    /// The text is not the state of a search. Holds the reason.
    #[error("this is not the state of a search: {0}")]
    Text(String),
}
