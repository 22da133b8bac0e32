//! What is known of a mind before there is one.

use super::{Brain, BrainSpec};
use crate::search::ParamInfo;

/// What is known of a mind: its name, its parameters, how it is made.
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
