//! List of all minds, and the methods of [`BrainSpec`] that need the list.

use super::minds::{human, mcts, mix, monte_carlo, negamax, scripted};
use super::rules::{liberties, netlogo, random, sensible, swarm, temperature};
use super::{Brain, BrainInfo, BrainKind, BrainSpec, KeepTemperature, Origin, SpecError, engine};
use std::str::FromStr;
use stonefield_go::Size;
use stonefield_search::Value;

/// All minds, in display order.
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

impl BrainSpec {
    /// Specification of the mind with the given name and default parameters.
    ///
    /// # Errors
    /// Fails if there is no mind with that name.
    pub fn named(name: &str) -> Result<Self, SpecError> {
        Self::among(BRAINS, name)
    }

    /// Input of the mind. A mix of rules only is a rule.
    #[must_use]
    pub fn kind(&self) -> BrainKind {
        match mix::parts(self) {
            Some(parts) if parts.iter().all(|part| part.kind() == BrainKind::Rule) => BrainKind::Rule,
            _ => self.info().kind(),
        }
    }

    /// Returns true if the mind needs the agents: a rule, or a mix that contains one.
    #[must_use]
    pub fn sees_agents(&self) -> bool {
        self.info().kind() == BrainKind::Rule
            || mix::parts(self).is_some_and(|parts| parts.iter().any(Self::sees_agents))
    }

    /// Kept temperatures that the mind and its parts need. Empty for most minds.
    #[must_use]
    pub fn keeps_temperature(&self) -> Vec<KeepTemperature> {
        match mix::parts(self) {
            Some(parts) => parts.iter().flat_map(Self::keeps_temperature).collect(),
            None => temperature::kept(self).into_iter().collect(),
        }
    }

    /// Returns true if a move of the mind, or of a part, takes long to compute.
    #[must_use]
    pub fn searches(&self) -> bool {
        self.info().searches || mix::parts(self).is_some_and(|parts| parts.iter().any(Self::searches))
    }

    /// Returns true if the mind, or a part, evaluates every point of the board.
    #[must_use]
    pub fn evaluates_all_points(&self) -> bool {
        self.info().evaluates_all_points
            || mix::parts(self).is_some_and(|parts| parts.iter().any(Self::evaluates_all_points))
    }

    /// Returns true if this is the mind with the given name, or a mix that contains it.
    #[must_use]
    pub fn plays_as(&self, name: &str) -> bool {
        self.info().name == name
            || mix::parts(self).is_some_and(|parts| parts.iter().any(|part| part.plays_as(name)))
    }

    /// Returns true if the same seed always gives the same moves. False for another program, with a time
    /// limit, and with threads that share one tree.
    #[must_use]
    pub fn repeats(&self) -> bool {
        if let Some(parts) = mix::parts(self) {
            return parts.iter().all(Self::repeats);
        }
        let value = |key| self.params().find(|(param, _)| param.name == key).map(|(_, value)| value);
        let timed = matches!(value("time"), Some(Value::Float(seconds)) if *seconds > 0.0);
        let threads = matches!(value("threads"), Some(Value::Int(threads)) if *threads > 1);
        let races = threads && value("parallel") != Some(&Value::Choice("root"));
        !(self.info().outside || timed || races)
    }

    /// Creates the mind. A mind that a file names is created only if it is cheap on every board size. A
    /// program, or a search without a reasonable bound, becomes an empty seat that plays nothing until
    /// [`Trust::admit`](super::Trust::admit) accepts it.
    #[must_use]
    pub fn build(&self) -> Box<dyn Brain> {
        if self.origin() == Origin::File && self.demand(Size::LARGEST, 1).is_some() {
            return human::INFO.make(self);
        }
        self.info().make(self)
    }
}

impl Default for BrainSpec {
    /// `sensible`.
    fn default() -> Self {
        Self::of(&sensible::INFO)
    }
}

impl FromStr for BrainSpec {
    type Err = SpecError;

    fn from_str(text: &str) -> Result<Self, SpecError> {
        Self::parse(BRAINS, text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn names_are_unique_and_need_no_brackets() {
        let mut names = BTreeSet::new();
        for brain in BRAINS {
            assert!(names.insert(brain.name), "{} twice", brain.name);
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
