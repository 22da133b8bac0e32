//! Quality of the drawing of boards.

use bevy::ecs::prelude::*;
use std::fmt;
use std::str::FromStr;

/// Quality in use.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Quality {
    /// One quad with one shader for the whole board. For software adapters and very large boards.
    #[default]
    Low,
    /// Lit meshes with shadows and smoothed edges. For graphics cards.
    High,
}

/// Quality for the adapter: [`Quality::Low`] for software, or else [`Quality::High`].
///
/// A setting that overrides it writes [`Quality`]. Without the setting, this value is copied.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct AutoQuality(pub Quality);

/// Quality requested on the command line. It overrides the settings until the user chooses another, and is
/// not saved.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct AskedQuality(pub Option<Quality>);

impl Quality {
    /// Largest number of boards at high quality, because each has its own camera, light and shadow map.
    pub const MAX_HIGH_BOARDS: usize = 6;

    /// All qualities, the cheaper first.
    pub const ALL: [Self; 2] = [Self::Low, Self::High];

    /// Returns the quality for an adapter: `is_card` is true for a graphics card.
    #[must_use]
    pub const fn of_adapter(is_card: bool) -> Self {
        if is_card { Self::High } else { Self::Low }
    }

    /// Returns `low` or `high`.
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

/// Error of a text that is no name of a quality.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("no quality '{0}': low or high")]
pub struct QualityError(String);

impl FromStr for Quality {
    type Err = QualityError;

    fn from_str(text: &str) -> Result<Self, QualityError> {
        Self::ALL.into_iter().find(|q| q.name() == text).ok_or_else(|| QualityError(text.to_owned()))
    }
}
