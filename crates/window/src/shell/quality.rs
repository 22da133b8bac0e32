//! How much work a frame may be.

use bevy::ecs::prelude::*;
use std::fmt;
use std::str::FromStr;

/// The quality in use.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Quality {
    /// One quad and one shader for the whole board: for software adapters and very large boards.
    #[default]
    Low,
    /// Lit meshes with shadows and smoothed edges: for real graphics cards.
    High,
}

/// What suits the adapter: [`Quality::Low`] when it is software, [`Quality::High`] otherwise.
///
/// A setting that overrides it writes [`Quality`]; taking the override back copies this.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct AutoQuality(pub Quality);

/// The quality that the command line asks for: it goes before the settings until another is chosen there, and is not kept with them.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct AskedQuality(pub Option<Quality>);

impl Quality {
    /// Boards that are drawn at high quality at most: each has a camera, a light and a shadow map of its own then.
    pub const MOST_HIGH: usize = 6;

    /// Both, the cheaper first.
    pub const ALL: [Self; 2] = [Self::Low, Self::High];

    /// `low` or `high`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Low => "low",
            Self::High => "high",
        }
    }
}

impl fmt::Display for Quality {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// Text that names no quality.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("no quality '{0}': low or high")]
pub struct QualityError(String);

impl FromStr for Quality {
    type Err = QualityError;

    fn from_str(text: &str) -> Result<Self, QualityError> {
        Self::ALL.into_iter().find(|q| q.name() == text).ok_or_else(|| QualityError(text.to_owned()))
    }
}
