//! Errors in the text form of a mind. Each message is one line.

use stonefield_go::notation::suggestion;

/// Error in the text form of a mind.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SpecError {
    /// Unknown name of a mind.
    #[error("no brain '{given}'; the brains are {}{}", allowed.join(", "), suggestion(given, allowed.iter().copied()))]
    Brain {
        /// Name that was given.
        given: String,
        /// Names of all minds.
        allowed: Vec<&'static str>,
    },
    /// Unknown parameter.
    #[error(
        "the brain {mind} has no parameter '{given}'; {}",
        if allowed.is_empty() { "it has none".to_owned() }
        else { format!("it has {}{}", allowed.join(", "), suggestion(given, allowed.iter().copied())) }
    )]
    Param {
        /// Name of the mind.
        mind: &'static str,
        /// Parameter that was given.
        given: String,
        /// Parameters that the mind has.
        allowed: Vec<&'static str>,
    },
    /// Value that the parameter does not allow.
    #[error("the brain {mind} cannot have {param}={given}: {reason}")]
    Value {
        /// Name of the mind.
        mind: &'static str,
        /// Name of the parameter.
        param: &'static str,
        /// Value that was given.
        given: String,
        /// Allowed values or another reason for the refusal, in words.
        reason: String,
    },
    /// Entry without an equals sign.
    #[error("'{given}' is not a parameter of the brain {mind}: key=value, separated by commas")]
    Entry {
        /// Name of the mind.
        mind: &'static str,
        /// Entry that was given.
        given: String,
    },
    /// Parameter given more than once.
    #[error("the brain {mind} has {param} given twice")]
    Twice {
        /// Name of the mind.
        mind: &'static str,
        /// Name of the parameter.
        param: String,
    },
    /// Bracket without its partner.
    #[error("the brackets of '{given}' do not balance")]
    Brackets {
        /// Text that was given.
        given: String,
    },
}
