//! Why a text is not an axis.

use super::{MAX_VALUES, all_names, names};
use stonefield_go::notation::{excerpt, suggestion};
use stonefield_minds::{BrainSpec, Demand, SpecError};
use stonefield_sim::SetupError;

/// Why a text is not an axis, or a set-up cannot follow it.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum AxisError {
    /// No name, an equals sign and values.
    #[error("'{given}' is not an axis: it is NAME=VALUE,VALUE,… with one of the names {names}", given = excerpt(.0, 60), names = all_names())]
    Form(String),
    /// A name that nothing has.
    #[error("nothing is called '{given}' that can vary: {names}{near}", given = excerpt(.0, 60), names = all_names(), near = suggestion(.0, names()))]
    Name(String),
    /// More values than an axis has.
    #[error("{0} has more than {MAX_VALUES} values: at most {MAX_VALUES} are allowed")]
    TooMany(String),
    /// Not a value of that parameter.
    #[error("'{given}' is not a value of {name}: {allowed}")]
    Value {
        /// What varies.
        name: String,
        /// What was given.
        given: String,
        /// What is allowed.
        allowed: String,
    },
    /// Not a mind, or not a parameter of it.
    #[error(transparent)]
    Mind(#[from] SpecError),
    /// A mind that is another program, or a person.
    #[error("{0} cannot be on an axis: each of its games would start a program, or wait for a person")]
    Outside(BrainSpec),
    /// A mind that a file names and that may not be seated.
    #[error("{mind} {demand}; --allow-programs lets it")]
    Untrusted {
        /// The mind.
        mind: Box<BrainSpec>,
        /// What it asks for.
        demand: Box<Demand>,
    },
    /// Quirks vary in the NetLogo world only.
    #[error("the rules {0} have no quirks to vary; --rules netlogo-2016 has")]
    NoQuirks(&'static str),
    /// A law that the quirks of the NetLogo world decide.
    #[error(
        "{name} cannot be set under the rules {rules}: their quirks decide what may be played and what counts"
    )]
    ByQuirks {
        /// What was to be set.
        name: &'static str,
        /// The rules.
        rules: &'static str,
    },
    /// More boards than a wall has.
    #[error("a wall of {columns} columns and {rows} rows has too many boards: at most {most}")]
    TooManyBoards {
        /// The values across.
        columns: usize,
        /// The values down.
        rows: usize,
        /// The most boards that a wall has.
        most: usize,
    },
    /// Numbers between two others where each game needs its own value.
    #[error(
        "{0}: a span low..high is for sampled designs (design = \"sobol:500\"); a list or first:step:last is wanted here"
    )]
    Span(String),
    /// No game can begin like this.
    #[error(transparent)]
    Setup(#[from] SetupError),
}

impl AxisError {
    /// The same with the name of what varies as plans write it, with `_`.
    pub(crate) fn of_plan(mut self) -> Self {
        if let Self::TooMany(name) | Self::Value { name, .. } | Self::Span(name) = &mut self {
            *name = key_of(name);
        }
        self
    }
}

/// The key that a plan has for what varies.
pub(crate) fn key_of(name: &str) -> String {
    // A parameter of a mind is called as the mind calls it.
    if name.contains('.') { name.to_owned() } else { name.replace('-', "_") }
}
