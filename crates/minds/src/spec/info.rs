//! Registry entry of a mind: facts that are known before the mind is created.

use crate::rule::RuleMind;
use crate::{Brain, BrainSpec, Rule};
use std::fmt;
use stonefield_search::ParamInfo;

/// Kind of a mind, by its input.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BrainKind {
    /// A rule: sees only the agents.
    Rule,
    /// A planner: sees the position and can search from it.
    Planner,
}

impl fmt::Display for BrainKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Rule => "rule of the agents",
            Self::Planner => "planner",
        })
    }
}

/// Constructor of a mind, by its kind.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Constructor {
    Rule(fn(&BrainSpec) -> Box<dyn Rule>),
    Planner(fn(&BrainSpec) -> Box<dyn Brain>),
}

/// Registry entry of a mind: name, parameters, constructor, and flags.
#[derive(Debug)]
pub struct BrainInfo {
    /// Name, the first word of the text form of a [`BrainSpec`].
    pub name: &'static str,
    /// Description in one line: how the mind chooses.
    pub about: &'static str,
    /// True if a person chooses the moves.
    pub human: bool,
    /// True if the mind is a separate program.
    pub external: bool,
    /// True if a move takes so long to compute that no other work should wait for it.
    pub searches: bool,
    /// True if the mind evaluates every point. On a large board a move then takes longer than a frame of the
    /// window.
    pub evaluates_all_points: bool,
    /// Parameter whose value may come first without its name, as in `gtp:[gnugo --mode gtp]`.
    pub main_param: Option<&'static str>,
    /// Parameters, in display order.
    pub params: &'static [ParamInfo],
    /// Creates the mind.
    pub(crate) constructor: Constructor,
}

impl BrainInfo {
    /// Message for a mind that cannot play on this platform.
    pub const IMPOSSIBLE: &str = "a page starts no other programs: choose another mind";

    /// True if this program can start others. A web page cannot.
    pub(crate) const STARTS_PROGRAMS: bool = cfg!(not(target_family = "wasm"));

    /// Returns true if the mind can play on this platform.
    #[must_use]
    pub const fn is_possible(&self) -> bool {
        Self::STARTS_PROGRAMS || !self.external
    }

    /// Entry of a planner with all flags false: part of this program, and moves at once.
    pub(crate) const fn planner(
        name: &'static str,
        about: &'static str,
        params: &'static [ParamInfo],
        make: fn(&BrainSpec) -> Box<dyn Brain>,
    ) -> Self {
        Self::new(name, about, params, Constructor::Planner(make))
    }

    /// Entry of a rule of the agents with all flags false.
    pub(crate) const fn rule(
        name: &'static str,
        about: &'static str,
        params: &'static [ParamInfo],
        make: fn(&BrainSpec) -> Box<dyn Rule>,
    ) -> Self {
        Self::new(name, about, params, Constructor::Rule(make))
    }

    const fn new(
        name: &'static str,
        about: &'static str,
        params: &'static [ParamInfo],
        constructor: Constructor,
    ) -> Self {
        Self {
            name,
            about,
            human: false,
            external: false,
            searches: false,
            evaluates_all_points: false,
            main_param: None,
            params,
            constructor,
        }
    }

    /// Kind of the mind. For a mix it depends on the parts: see [`BrainSpec::kind`].
    #[must_use]
    pub const fn kind(&self) -> BrainKind {
        match self.constructor {
            Constructor::Rule(_) => BrainKind::Rule,
            Constructor::Planner(_) => BrainKind::Planner,
        }
    }

    /// Creates the mind with the parameters of `spec`.
    pub(crate) fn build(&self, spec: &BrainSpec) -> Box<dyn Brain> {
        match self.constructor {
            Constructor::Rule(make) => Box::new(RuleMind::new(make(spec))),
            Constructor::Planner(make) => make(spec),
        }
    }

    /// Returns the parameter with the given name.
    #[must_use]
    pub fn param(&self, name: &str) -> Option<&'static ParamInfo> {
        self.params.iter().find(|param| param.name == name)
    }
}
