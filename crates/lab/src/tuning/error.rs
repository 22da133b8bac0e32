//! Tuning error: why something cannot be tuned.

use crate::statistics::CmaesError;
use stonefield_go::notation::number_text;

/// Why something cannot be tuned.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum TuningError {
    /// Not a parameter with a range.
    #[error("'{0}' is no parameter with a range: NAME=LOW:HIGH")]
    Form(String),
    /// A parameter that the mind does not have, or that is no number.
    #[error("{mind} has no numeric parameter '{given}'; it has {allowed}{near}")]
    Param {
        /// The mind.
        mind: &'static str,
        /// What was given.
        given: String,
        /// The numeric parameters that there are.
        allowed: String,
        /// The nearest of them.
        near: String,
    },
    /// A range that is none, or goes beyond what the parameter allows.
    #[error("{name}={}:{}: {kind}, the first the lower one, from {} to {}", number_text(*low), number_text(*high), number_text(*least), number_text(*most))]
    Range {
        /// The parameter.
        name: &'static str,
        /// The lower end that was given.
        low: f64,
        /// The upper end that was given.
        high: f64,
        /// What the ends are.
        kind: &'static str,
        /// The least value that is allowed.
        least: f64,
        /// The greatest.
        most: f64,
    },
    /// A mind without any such parameter.
    #[error("{0} has no numeric parameters, so nothing of it can be tuned")]
    NoParams(&'static str),
    /// A value to begin with that the search would never reach.
    #[error(
        "the search begins with {name}={value}, which {mind} has, and {name}={}:{} does not hold it: widen the range, or give SPEC another value",
        number_text(*low),
        number_text(*high)
    )]
    Start {
        /// The mind as it is given.
        mind: String,
        /// The parameter.
        name: &'static str,
        /// The value that the mind has.
        value: f64,
        /// The lower end of the range.
        low: f64,
        /// The upper end.
        high: f64,
    },
    /// The search cannot be.
    #[error(transparent)]
    Search(#[from] CmaesError),
}
