//! The one list of minds, and what a [`BrainSpec`] can do only with that list.

use super::minds::{human, mcts, mix, monte_carlo, negamax, scripted};
use super::rules::{liberties, netlogo, random, sensible, swarm, temperature};
use super::{Brain, BrainInfo, BrainKind, BrainSpec, KeepTemperature, Origin, SpecError, engine};
use std::str::FromStr;
use stonefield_go::Size;
use stonefield_search::Value;

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

impl BrainSpec {
    /// The mind of the given name with default parameters.
    ///
    /// # Errors
    /// When there is no mind of that name.
    pub fn named(name: &str) -> Result<Self, SpecError> {
        Self::among(BRAINS, name)
    }

    /// What it is given to see. A mix of rules alone is a rule.
    #[must_use]
    pub fn kind(&self) -> BrainKind {
        match mix::parts(self) {
            Some(parts) if parts.iter().all(|part| part.kind() == BrainKind::Rule) => BrainKind::Rule,
            _ => self.info().kind(),
        }
    }

    /// Whether it looks at the agents: a rule, or a mix with one in it.
    #[must_use]
    pub fn sees_agents(&self) -> bool {
        self.info().kind() == BrainKind::Rule
            || mix::parts(self).is_some_and(|parts| parts.iter().any(Self::sees_agents))
    }

    /// How patches are to keep their temperature for it and its parts; nothing for a mind that does not ask for that.
    #[must_use]
    pub fn keeps_temperature(&self) -> Vec<KeepTemperature> {
        match mix::parts(self) {
            Some(parts) => parts.iter().flat_map(Self::keeps_temperature).collect(),
            None => temperature::kept(self).into_iter().collect(),
        }
    }

    /// Whether it computes for long, or a part of it does.
    #[must_use]
    pub fn searches(&self) -> bool {
        self.info().searches || mix::parts(self).is_some_and(|parts| parts.iter().any(Self::searches))
    }

    /// Whether it weighs every point of the board, or a part of it does.
    #[must_use]
    pub fn sweeps(&self) -> bool {
        self.info().sweeps || mix::parts(self).is_some_and(|parts| parts.iter().any(Self::sweeps))
    }

    /// Whether the mind of this name may play: it is the one, or it is within a mix.
    #[must_use]
    pub fn plays_as(&self, name: &str) -> bool {
        self.info().name == name
            || mix::parts(self).is_some_and(|parts| parts.iter().any(|part| part.plays_as(name)))
    }

    /// Whether the same seed brings the same moves: not of another program, nor where a clock or a race of threads decides.
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

    /// The mind itself. What a file names is made only if it is cheap on any board: a program, or a search
    /// without a reasonable bound, stays an
    /// empty seat that plays nothing until [`Trust::admit`](super::Trust::admit) lets it in.
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
