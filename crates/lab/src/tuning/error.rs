//! Tuning error: reason why a mind cannot be tuned.

use crate::statistics::CmaesError;
use stonefield_go::notation::number_text;

/// Reason why a mind cannot be tuned.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum TuningError {
    /// The text is not a parameter with a range.
    #[error("'{0}' is not a parameter with a range: write NAME=LOW:HIGH")]
    Form(String),
    /// A parameter that the mind does not have, or that is not numeric.
    #[error("{mind} has no numeric parameter '{given}'; it has {allowed}{near}")]
    Param {
        /// The mind.
        mind: &'static str,
        /// The text that was given.
        given: String,
        /// Numeric parameters of the mind.
        allowed: String,
        /// Hint at the most similar of these parameters; empty if none is similar.
        near: String,
    },
    /// A range whose lower end is not below the upper one, a range beyond the limits of the parameter, or a
    /// fraction for a whole-number parameter.
    #[error("{name}={}:{}: give {kind}, the lower one first, from {} to {}", number_text(*low), number_text(*high), number_text(*least), number_text(*most))]
    Range {
        /// Name of the parameter.
        name: &'static str,
        /// Lower end that was given.
        low: f64,
        /// Upper end that was given.
        high: f64,
        /// Kind of both ends: `two numbers` or `two whole numbers`.
        kind: &'static str,
        /// Smallest allowed end.
        least: f64,
        /// Largest allowed end.
        most: f64,
    },
    /// A mind without numeric parameters.
    #[error("{0} has no numeric parameters, so it cannot be tuned")]
    NoParams(&'static str),
    /// A start value outside the range.
    #[error(
        "the search begins with {name}={value}, the value of {mind}, which is outside {name}={}:{}: widen the range, or give SPEC another value",
        number_text(*low),
        number_text(*high)
    )]
    Start {
        /// The mind that was given.
        mind: String,
        /// Name of the parameter.
        name: &'static str,
        /// Value of the parameter in the mind.
        value: f64,
        /// Lower end of the range.
        low: f64,
        /// Upper end of the range.
        high: f64,
    },
    /// The search cannot begin.
    #[error(transparent)]
    Search(#[from] CmaesError),
}
