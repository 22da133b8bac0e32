//! Why a text names no mind, in one line.

use stonefield_go::notation::suggestion;

/// Why a text names no mind.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SpecError {
    /// An unknown name.
    #[error("no brain '{given}'; the brains are {}{}", allowed.join(", "), suggestion(given, allowed.iter().copied()))]
    Brain {
        /// What was given.
        given: String,
        /// The names there are.
        allowed: Vec<&'static str>,
    },
    /// A parameter the mind does not have.
    #[error(
        "the brain {brain} has no parameter '{given}'; {}",
        if allowed.is_empty() { "it has none".to_owned() }
        else { format!("it has {}{}", allowed.join(", "), suggestion(given, allowed.iter().copied())) }
    )]
    Param {
        /// The name of the mind.
        brain: &'static str,
        /// What was given.
        given: String,
        /// The parameters it has.
        allowed: Vec<&'static str>,
    },
    /// A value the parameter does not allow.
    #[error("the brain {brain} cannot have {param}={given}: {why}")]
    Value {
        /// The name of the mind.
        brain: &'static str,
        /// The name of the parameter.
        param: &'static str,
        /// What was given.
        given: String,
        /// What is allowed, in words.
        why: String,
    },
    /// An entry without an equals sign.
    #[error("'{given}' is not a parameter of the brain {brain}: key=value, separated by commas")]
    Entry {
        /// The name of the mind.
        brain: &'static str,
        /// What was given.
        given: String,
    },
    /// A parameter given more than once.
    #[error("the brain {brain} has {key} given twice")]
    Twice {
        /// The name of the mind.
        brain: &'static str,
        /// The parameter that is given twice.
        key: String,
    },
    /// A bracket without its partner.
    #[error("the brackets of '{given}' do not balance")]
    Brackets {
        /// What was given.
        given: String,
    },
}
