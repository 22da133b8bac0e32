//! The one list of minds.

use super::minds::{human, mcts, mix, monte_carlo, negamax, scripted};
use super::rules::{liberties, netlogo, random, sensible, swarm, temperature};
use super::{Brain, BrainSpec, engine};
use crate::search::ParamInfo;

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
    engine::INFO,
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
    /// A mind that is part of this program, and moves at once.
    pub(super) const fn new(
        name: &'static str,
        about: &'static str,
        params: &'static [ParamInfo],
        make: fn(&BrainSpec) -> Box<dyn Brain>,
    ) -> Self {
        Self { name, about, human: false, outside: false, searches: false, main: None, params, make }
    }

    /// The parameter with the given name.
    #[must_use]
    pub fn param(&self, name: &str) -> Option<&'static ParamInfo> {
        self.params.iter().find(|param| param.name == name)
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
