//! Facts about each kind of mind, known before one is created.

use super::rule::RuleMind;
use super::{Brain, BrainSpec, Rule};
use std::fmt;
use stonefield_search::ParamInfo;

/// Input of a mind.
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

/// Constructor of a mind.
#[derive(Clone, Copy, Debug)]
pub(super) enum Make {
    Rule(fn(&BrainSpec) -> Box<dyn Rule>),
    Planner(fn(&BrainSpec) -> Box<dyn Brain>),
}

/// Facts about a kind of mind: name, parameters, constructor.
#[derive(Debug)]
pub struct BrainInfo {
    /// Name, the first word of a [`BrainSpec`].
    pub name: &'static str,
    /// Description in one line: how the mind chooses.
    pub about: &'static str,
    /// True if a person chooses the moves.
    pub human: bool,
    /// True if the mind is a separate program.
    pub outside: bool,
    /// True if a move takes long to compute, so that no other work should wait for it.
    pub searches: bool,
    /// True if the mind evaluates every point, so that on a large board it takes longer than a frame.
    pub evaluates_all_points: bool,
    /// Parameter whose value may come first without its name, as in `gtp:[gnugo --mode gtp]`.
    pub main: Option<&'static str>,
    /// Parameters, in display order.
    pub params: &'static [ParamInfo],
    pub(super) make: Make,
}

impl BrainInfo {
    /// Message for a mind that cannot play on this platform.
    pub const IMPOSSIBLE: &str = "a page starts no other programs: choose another mind";

    /// Returns true if the mind can play on this platform. A web page cannot start programs.
    #[must_use]
    pub const fn is_possible(&self) -> bool {
        !(cfg!(target_family = "wasm") && self.outside)
    }

    /// A planner that is part of this program and moves at once.
    pub(super) const fn planner(
        name: &'static str,
        about: &'static str,
        params: &'static [ParamInfo],
        make: fn(&BrainSpec) -> Box<dyn Brain>,
    ) -> Self {
        Self::new(name, about, params, Make::Planner(make))
    }

    /// A rule of the agents.
    pub(super) const fn rule(
        name: &'static str,
        about: &'static str,
        params: &'static [ParamInfo],
        make: fn(&BrainSpec) -> Box<dyn Rule>,
    ) -> Self {
        Self::new(name, about, params, Make::Rule(make))
    }

    const fn new(name: &'static str, about: &'static str, params: &'static [ParamInfo], make: Make) -> Self {
        Self {
            name,
            about,
            human: false,
            outside: false,
            searches: false,
            evaluates_all_points: false,
            main: None,
            params,
            make,
        }
    }

    /// Input of the mind. A mix depends on its parts: see [`BrainSpec::kind`].
    #[must_use]
    pub const fn kind(&self) -> BrainKind {
        match self.make {
            Make::Rule(_) => BrainKind::Rule,
            Make::Planner(_) => BrainKind::Planner,
        }
    }

    /// Creates the mind.
    pub(super) fn make(&self, spec: &BrainSpec) -> Box<dyn Brain> {
        match self.make {
            Make::Rule(make) => Box::new(RuleMind::new(make(spec))),
            Make::Planner(make) => make(spec),
        }
    }

    /// Returns the parameter with the given name.
    #[must_use]
    pub fn param(&self, name: &str) -> Option<&'static ParamInfo> {
        self.params.iter().find(|param| param.name == name)
    }
}
