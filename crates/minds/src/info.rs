//! What is known of a mind before there is one.

use super::rule::RuleMind;
use super::{Brain, BrainSpec, Rule};
use std::fmt;
use stonefield_search::ParamInfo;

/// What a mind is given to see.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BrainKind {
    /// The agents, and nothing else: a rule by which they choose.
    Rule,
    /// A position, to think ahead from.
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

/// How a mind is made.
#[derive(Clone, Copy, Debug)]
pub(super) enum Make {
    Rule(fn(&BrainSpec) -> Box<dyn Rule>),
    Planner(fn(&BrainSpec) -> Box<dyn Brain>),
}

/// What is known of a mind: its name, its parameters, how it is made.
#[derive(Debug)]
pub struct BrainInfo {
    /// The name that a [`BrainSpec`] begins with.
    pub name: &'static str,
    /// One line: how it chooses.
    pub about: &'static str,
    /// Whether a person chooses, in front of the board.
    pub human: bool,
    /// Whether it is a program of its own, which is started and stopped.
    pub outside: bool,
    /// Whether it computes for long, so that it should not be waited for in the middle of other work.
    pub searches: bool,
    /// Whether it weighs every point of the board, so that a large board takes it longer than a frame.
    pub sweeps: bool,
    /// The parameter whose value may stand first without its name, as in `gtp:[gnugo --mode gtp]`.
    pub main: Option<&'static str>,
    /// Its parameters, in the order they are shown.
    pub params: &'static [ParamInfo],
    pub(super) make: Make,
}

impl BrainInfo {
    /// What is said of a mind that cannot play where this program runs.
    pub const IMPOSSIBLE: &str = "a page starts no other programs: choose another mind";

    /// Whether it can play where this program runs: a page starts no programs.
    #[must_use]
    pub const fn is_possible(&self) -> bool {
        !(cfg!(target_family = "wasm") && self.outside)
    }

    /// A planner that is part of this program, and moves at once.
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
            sweeps: false,
            main: None,
            params,
            make,
        }
    }

    /// What it is given to see; a mix is what its parts are, see [`BrainSpec::kind`].
    #[must_use]
    pub const fn kind(&self) -> BrainKind {
        match self.make {
            Make::Rule(_) => BrainKind::Rule,
            Make::Planner(_) => BrainKind::Planner,
        }
    }

    /// The mind itself.
    pub(super) fn make(&self, spec: &BrainSpec) -> Box<dyn Brain> {
        match self.make {
            Make::Rule(make) => Box::new(RuleMind::new(make(spec))),
            Make::Planner(make) => make(spec),
        }
    }

    /// The parameter with the given name.
    #[must_use]
    pub fn param(&self, name: &str) -> Option<&'static ParamInfo> {
        self.params.iter().find(|param| param.name == name)
    }
}
