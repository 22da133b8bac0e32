//! Axis error: reason why a text is not an axis.

use super::{MAX_VALUES, all_names, names};
use stonefield_go::notation::{excerpt, suggestion};
use stonefield_minds::{BrainSpec, Demand, SpecError};
use stonefield_sim::SetupError;

/// Reason why a text is not an axis, or its value cannot be applied to a set-up.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum AxisError {
    /// The text has no `=` between a name and values.
    #[error("'{given}' is not an axis: write NAME=VALUE,VALUE,… with one of these names: {names}", given = excerpt(.0, 60), names = all_names())]
    Form(String),
    /// Unknown name.
    #[error("there is no parameter '{given}': choose one of {names}{near}", given = excerpt(.0, 60), names = all_names(), near = suggestion(.0, names()))]
    Name(String),
    /// Too many values.
    #[error("{0} has more than {MAX_VALUES} values: at most {MAX_VALUES} are allowed")]
    TooMany(String),
    /// A text that is not a value of the parameter.
    #[error("'{given}' is not a value of {name}: {allowed}{near}")]
    Value {
        /// Name of the parameter.
        name: String,
        /// The text that was given.
        given: String,
        /// Values that are allowed.
        allowed: String,
        /// Hint at the nearest of these values.
        near: String,
    },
    /// Unknown mind, unknown parameter of a mind, or a value that the parameter does not allow.
    #[error(transparent)]
    Mind(#[from] SpecError),
    /// A mind that is another program or a person.
    #[error("{0} cannot be on an axis: each of its games would start a program, or wait for a person")]
    Outside(BrainSpec),
    /// A mind from a file that is not trusted.
    #[error("{mind} {demand}; --allow-programs allows it")]
    Untrusted {
        /// The mind.
        mind: Box<BrainSpec>,
        /// Resource that the mind asks for: a program, or more time, memory or threads than files may use.
        demand: Box<Demand>,
    },
    /// A quirk, under rules without quirks. Only the rules of the NetLogo model have quirks.
    #[error("the rules {0} have no quirks to vary; --rules netlogo-2016 has")]
    NoQuirks(&'static str),
    /// A rule that the quirks of the NetLogo model decide.
    #[error(
        "{name} cannot be set under the rules {rules}: their quirks decide what may be played and what counts"
    )]
    ByQuirks {
        /// Name of the rule that was to be set.
        name: &'static str,
        /// Name of the rules in use.
        rules: &'static str,
    },
    /// Too many boards for a wall.
    #[error("a wall of {columns} columns and {rows} rows has too many boards: at most {most}")]
    TooManyBoards {
        /// Number of values across.
        columns: usize,
        /// Number of values down.
        rows: usize,
        /// Largest number of boards.
        most: usize,
    },
    /// A span `low..high` where a list of values is needed.
    #[error(
        "{0}: a span low..high is only for sampled designs (design = \"sobol:500\"): here, give a list or first:step:last"
    )]
    Span(String),
    /// The set-up with this value is refused.
    #[error(transparent)]
    Setup(#[from] SetupError),
}

impl AxisError {
    /// Returns the error with the name of the parameter as plans write it, with `_`.
    pub(crate) fn of_plan(mut self) -> Self {
        if let Self::TooMany(name) | Self::Value { name, .. } | Self::Span(name) = &mut self {
            *name = key_of(name);
        }
        self
    }
}

/// Returns the key of a parameter in a plan.
pub(crate) fn key_of(name: &str) -> String {
    // The name of a mind's parameter is the same in a plan.
    if name.contains('.') { name.to_owned() } else { name.replace('-', "_") }
}
