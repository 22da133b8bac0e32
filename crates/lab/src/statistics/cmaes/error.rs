//! CMA-ES error: reason why a search is refused.

/// Largest number of parameters.
pub(super) const MOST_DIMENSIONS: usize = 100;

/// Largest number of points in a generation.
pub(super) const MOST_ASKED: usize = 10_000;

/// Reason why a search cannot begin or continue.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum CmaesError {
    /// No parameter, or too many.
    #[error("{0} numbers to search: it must be 1 to {MOST_DIMENSIONS}")]
    Dimensions(usize),
    /// An empty or infinite range.
    #[error("the range of number {at} is {low} to {high}: it must rise, and both ends must be finite")]
    Range {
        /// Number of the parameter, from 1.
        at: usize,
        /// Lower end.
        low: f64,
        /// Upper end.
        high: f64,
    },
    /// Too few or too many points in a generation.
    #[error("{0} points a generation: it must be 4 to {MOST_ASKED}")]
    Asked(usize),
    /// A start value is missing or out of its range. Holds the number of the parameter, from 1.
    #[error("the start of number {0} is missing, or not within its range")]
    Start(usize),
    /// Invalid initial deviation.
    #[error("the first deviation is {0} of the range: it must be more than 0 and at most 1")]
    Deviation(f64),
    /// The number of values is not the number of points.
    #[error("{given} values for {asked} points")]
    Values {
        /// Number of values.
        given: usize,
        /// Number of points.
        asked: usize,
    },
    /// The text is not the state of a search.
    #[error("this is no state of a search: {0}")]
    Text(String),
}
