//! List of all minds, and the methods of [`BrainSpec`] that need the list.

use super::minds::{human, mcts, mix, monte_carlo, negamax, scripted};
use super::rules::{liberties, netlogo, random, sensible, swarm, temperature};
use super::{Brain, BrainInfo, BrainKind, BrainSpec, KeptTemperatureParams, Origin, SpecError, engine};
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
    /// Specification of the mind with the given name, with default parameters.
    ///
    /// # Errors
    /// Fails if there is no mind with that name.
    pub fn named(name: &str) -> Result<Self, SpecError> {
        Self::find_in(BRAINS, name)
    }

    /// Kind of the mind. A mix is a rule if both parts are rules, else a planner.
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

    /// Parameters of the kept temperatures that the mind and its parts need. Empty for most minds.
    #[must_use]
    pub fn kept_temperatures(&self) -> Vec<KeptTemperatureParams> {
        match mix::parts(self) {
            Some(parts) => parts.iter().flat_map(Self::kept_temperatures).collect(),
            None => temperature::kept_temperature(self).into_iter().collect(),
        }
    }

    /// Returns true if a move of the mind, or of a part of a mix, takes long to compute.
    #[must_use]
    pub fn searches(&self) -> bool {
        self.info().searches || mix::parts(self).is_some_and(|parts| parts.iter().any(Self::searches))
    }

    /// Returns true if the mind, or a part of a mix, evaluates every point of the board.
    #[must_use]
    pub fn evaluates_all_points(&self) -> bool {
        self.info().evaluates_all_points
            || mix::parts(self).is_some_and(|parts| parts.iter().any(Self::evaluates_all_points))
    }

    /// Returns true if this is the mind with the given name, or a mix that contains it.
    #[must_use]
    pub fn is_or_contains(&self, name: &str) -> bool {
        self.info().name == name
            || mix::parts(self).is_some_and(|parts| parts.iter().any(|part| part.is_or_contains(name)))
    }

    /// Returns true if the same seed always gives the same moves. False for an external program, for a
    /// search with a time limit, and for threads that share one tree.
    #[must_use]
    pub fn is_repeatable(&self) -> bool {
        if let Some(parts) = mix::parts(self) {
            return parts.iter().all(Self::is_repeatable);
        }
        let value = |key| self.params().find(|(param, _)| param.name == key).map(|(_, value)| value);
        let has_time_limit = matches!(value("time"), Some(Value::Float(seconds)) if *seconds > 0.0);
        let has_threads = matches!(value("threads"), Some(Value::Int(threads)) if *threads > 1);
        let shares_tree = has_threads && value("parallel") != Some(&Value::Choice("root"));
        !(self.info().external || has_time_limit || shares_tree)
    }

    /// Creates the mind. A mind that a file names is created only if it makes no [`Demand`](super::Demand) on
    /// the largest board with one core. Otherwise `human` is created instead, and its seat stays empty until
    /// [`Trust::admit`](super::Trust::admit) accepts the mind.
    #[must_use]
    pub fn build(&self) -> Box<dyn Brain> {
        if self.origin() == Origin::File && self.demand(Size::LARGEST, 1).is_some() {
            return human::INFO.build(self);
        }
        self.info().build(self)
    }
}

impl Default for BrainSpec {
    /// `sensible`.
    fn default() -> Self {
        Self::with_defaults(&sensible::INFO)
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
        for mind in BRAINS {
            assert!(names.insert(mind.name), "{} twice", mind.name);
            let mut keys = BTreeSet::new();
            for name in mind.params.iter().map(|param| param.name).chain([mind.name]) {
                assert!(keys.insert(name), "{name} twice");
                assert!(name.bytes().all(|b| b.is_ascii_lowercase() || b"_-".contains(&b)), "{name}");
            }
        }
    }

    #[test]
    fn a_main_parameter_is_one_of_the_parameters() {
        for mind in BRAINS {
            assert!(mind.main_param.is_none_or(|main| mind.param(main).is_some()), "{}", mind.name);
        }
    }

    #[test]
    fn every_default_is_allowed_and_every_mind_can_be_built() {
        for mind in BRAINS {
            let spec = BrainSpec::named(mind.name).expect("listed");
            for param in mind.params {
                let mut copy = spec.clone();
                copy.set(param.name, param.default()).expect("its own default");
                assert_eq!(copy, spec);
            }
            drop(spec.build());
        }
    }
}
