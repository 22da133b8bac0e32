//! The one list of minds, and of the parameters each of them has.

use super::{
    Brain, BrainSpec, ParamError, external, human, liberties, mcts, mix, monte_carlo, negamax, netlogo,
    random, scripted, sensible, swarm, temperature,
};

/// Every mind there is, in the order it is shown.
pub const BRAINS: &[BrainInfo] = &[
    random::INFO,
    sensible::INFO,
    netlogo::INFO,
    temperature::INFO,
    liberties::INFO,
    monte_carlo::INFO,
    mcts::INFO,
    negamax::INFO,
    swarm::INFO,
    human::INFO,
    scripted::INFO,
    mix::INFO,
    external::INFO,
];

/// What is known of a mind before there is one.
#[derive(Debug)]
pub struct BrainInfo {
    /// The name that a [`BrainSpec`] begins with.
    pub name: &'static str,
    /// One line: how it chooses.
    pub about: &'static str,
    /// Whether a person has to choose: it needs somebody in front of the board.
    pub human: bool,
    /// Whether it is a program of its own, which is started and stopped.
    pub outside: bool,
    /// Whether it computes for long, so that nobody should wait for it in the middle of something else.
    pub searches: bool,
    /// The parameter whose value may stand first without its name, as in `gtp:[gnugo --mode gtp]`.
    pub main: Option<&'static str>,
    /// Its parameters, in the order they are shown.
    pub params: &'static [ParamInfo],
    pub(super) make: fn(&BrainSpec) -> Box<dyn Brain>,
}

impl BrainInfo {
    /// The parameter with the given name.
    #[must_use]
    pub fn param(&self, name: &str) -> Option<&'static ParamInfo> {
        self.params.iter().find(|param| param.name == name)
    }
}

/// A parameter of a mind.
#[derive(Debug)]
pub struct ParamInfo {
    /// Its key in a [`BrainSpec`].
    pub name: &'static str,
    /// One line: what it changes.
    pub about: &'static str,
    /// The unit of its value, empty when it has none.
    pub unit: &'static str,
    /// What values it takes, and which one it has by default.
    pub kind: Kind,
    pub(super) check: fn(&str) -> Result<(), ParamError>,
}

impl ParamInfo {
    /// A parameter whose kind says all there is to say about its values.
    pub(super) const fn new(name: &'static str, about: &'static str, unit: &'static str, kind: Kind) -> Self {
        Self { name, about, unit, kind, check: Self::ANY }
    }

    /// For a parameter whose kind says all there is to say about its values.
    pub(super) const ANY: fn(&str) -> Result<(), ParamError> = |_| Ok(());

    /// The value it has when none is given.
    #[must_use]
    pub fn default(&self) -> Value {
        match self.kind {
            Kind::Int { default, .. } => Value::Int(default),
            Kind::Float { default, .. } => Value::Float(default),
            Kind::Switch { default } => Value::Switch(default),
            Kind::Choice { default, .. } => Value::Choice(default),
            Kind::Text { default } => Value::Text(default.to_owned()),
        }
    }

    /// The allowed values in words: `1 to 100`, `on or off`, `pass, random or sensible`.
    #[must_use]
    pub fn allowed(&self) -> String {
        match self.kind {
            Kind::Int { min, max, .. } => format!("{min} to {max}"),
            Kind::Float { min, max, .. } => format!("{min} to {max}"),
            Kind::Switch { .. } => "on or off".to_owned(),
            Kind::Choice { options, .. } => match options {
                [rest @ .., last] if !rest.is_empty() => format!("{} or {last}", rest.join(", ")),
                _ => options.join(", "),
            },
            Kind::Text { .. } => "text".to_owned(),
        }
    }
}

/// What values a parameter takes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Kind {
    /// A whole number in a range that includes both ends: a slider.
    Int {
        /// The least.
        min: i64,
        /// The greatest.
        max: i64,
        /// When none is given.
        default: i64,
    },
    /// A number in a range that includes both ends: a slider.
    Float {
        /// The least.
        min: f64,
        /// The greatest.
        max: f64,
        /// When none is given.
        default: f64,
    },
    /// On or off: a switch.
    Switch {
        /// When none is given.
        default: bool,
    },
    /// One of a few words: a chooser.
    Choice {
        /// The words.
        options: &'static [&'static str],
        /// When none is given.
        default: &'static str,
    },
    /// Text: a field.
    Text {
        /// When none is given.
        default: &'static str,
    },
}

/// The value of a parameter.
#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    /// Of a [`Kind::Int`].
    Int(i64),
    /// Of a [`Kind::Float`]; finite.
    Float(f64),
    /// Of a [`Kind::Switch`].
    Switch(bool),
    /// Of a [`Kind::Choice`]: one of its options.
    Choice(&'static str),
    /// Of a [`Kind::Text`]; its brackets balance.
    Text(String),
}

impl std::fmt::Display for Value {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Int(value) => value.fmt(f),
            Self::Float(value) => value.fmt(f),
            Self::Switch(value) => f.pad(if *value { "on" } else { "off" }),
            Self::Choice(value) => f.pad(value),
            Self::Text(value) => f.pad(value),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn names_are_unique_and_need_no_brackets() {
        let mut seen = BTreeSet::new();
        for brain in BRAINS {
            assert!(seen.insert(brain.name), "{} twice", brain.name);
            let mut keys = BTreeSet::new();
            for name in brain.params.iter().map(|param| param.name).chain([brain.name]) {
                assert!(keys.insert(name), "{name} twice");
                assert!(name.bytes().all(|b| b.is_ascii_lowercase() || b"_-".contains(&b)), "{name}");
            }
        }
    }

    #[test]
    fn a_main_parameter_is_one_of_the_parameters() {
        for brain in BRAINS {
            assert!(brain.main.is_none_or(|main| brain.param(main).is_some()), "{}", brain.name);
        }
    }

    #[test]
    fn every_default_is_allowed_and_every_mind_can_be_made() {
        for brain in BRAINS {
            let spec = BrainSpec::named(brain.name).expect("listed");
            for param in brain.params {
                let mut copy = spec.clone();
                copy.set(param.name, param.default()).expect("its own default");
                assert_eq!(copy, spec);
            }
            drop(spec.build());
        }
    }
}
