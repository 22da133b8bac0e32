//! What a search by CMA-ES refuses.

/// Numbers that can be searched at once.
pub(super) const MOST_DIMENSIONS: usize = 100;

/// Values asked for in a generation, at most.
pub(super) const MOST_ASKED: usize = 10_000;

/// Why a search cannot be, or cannot go on.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum CmaesError {
    /// No number, or too many.
    #[error("{0} numbers to search: it must be 1 to {MOST_DIMENSIONS}")]
    Dimensions(usize),
    /// A range without a width.
    #[error("the range of number {at} is {low} to {high}: it must rise, and both ends must be finite")]
    Range {
        /// Which, from 1.
        at: usize,
        /// Its lower end.
        low: f64,
        /// Its upper end.
        high: f64,
    },
    /// Too few or too many points a generation.
    #[error("{0} points a generation: it must be 4 to {MOST_ASKED}")]
    Asked(usize),
    /// A start of the wrong length or beyond its range, named from 1.
    #[error("the start of number {0} is missing, or not within its range")]
    Start(usize),
    /// A first deviation that is none.
    #[error("the first deviation is {0} of the range: it must be more than 0 and at most 1")]
    Deviation(f64),
    /// Not as many values as points.
    #[error("{given} values for {asked} points")]
    Values {
        /// How many there were.
        given: usize,
        /// How many there must be.
        asked: usize,
    },
    /// Text that is no state.
    #[error("this is no state of a search: {0}")]
    Text(String),
}
