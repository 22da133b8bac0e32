//! What the window adds to the colours of boards: its themes, and the scale of heat.

pub use stonefield_sim::colors::{
    Colormap, GROUP_COLORS, HEAT_MAX, HUES, WOOD, group_color, group_color_index, hues_resemble,
    indexed_group_color,
};
#[cfg(test)]
pub(crate) use stonefield_sim::colors::{MIN_GROUP_DISTANCE, color_distance};

use bevy::ecs::prelude::*;

/// The colours of panels and surroundings.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq, Eq, serde::Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Theme {
    /// Dark panels, a table in a dim room.
    #[default]
    Dark,
    /// Light panels, a table by day.
    Light,
    /// For paper: white ground, flat stones with thin outlines, no light and no shadows.
    Print,
    /// Black panels with white text and thick marks.
    HighContrast,
}

impl Theme {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::Light, Self::Dark, Self::Print, Self::HighContrast];

    /// `light`, `dark`, `print` or `high-contrast`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Light => "light",
            Self::Dark => "dark",
            Self::Print => "print",
            Self::HighContrast => "high-contrast",
        }
    }

    /// What it is called in a panel, and what is to be known of it.
    #[must_use]
    pub const fn words(self) -> (&'static str, &'static str) {
        match self {
            Self::Light => ("Light", ""),
            Self::Dark => ("Dark", ""),
            Self::Print => ("Print", "For paper: a white board, flat stones with thin outlines"),
            Self::HighContrast => ("High contrast", "Black panels, white text, thick marks"),
        }
    }

    /// Whether panels are dark.
    #[must_use]
    pub const fn is_dark(self) -> bool {
        matches!(self, Self::Dark | Self::HighContrast)
    }

    /// Whether boards are drawn as on paper.
    #[must_use]
    pub const fn is_paper(self) -> bool {
        matches!(self, Self::Print)
    }

    /// The table that the board lies on.
    #[must_use]
    pub const fn table(self) -> [f32; 3] {
        match self {
            Self::Dark => [0.118, 0.108, 0.100],
            Self::Light => [0.850, 0.825, 0.785],
            Self::Print => [1.0; 3],
            Self::HighContrast => [0.0; 3],
        }
    }

    /// The mean colour of the board.
    #[must_use]
    pub const fn board(self) -> [f32; 3] {
        match self {
            Self::Dark | Self::Light => WOOD,
            Self::Print => [1.0; 3],
            // Lighter than wood: marks and lines stand out more.
            Self::HighContrast => [0.945, 0.808, 0.580],
        }
    }

    /// The colours of heat that are drawn where these are wanted: on paper no heat is white.
    #[must_use]
    pub const fn colormap(self, wanted: Colormap) -> Colormap {
        match (self, wanted) {
            (Self::Print, Colormap::Ember) => Colormap::Grey,
            _ => wanted,
        }
    }
}

/// Where the scale of the heat map ends, and its colours.
#[derive(Resource, Clone, Copy, Debug, PartialEq)]
pub struct HeatScale {
    /// The heat drawn in the last colour, in neighbours.
    pub max: f32,
    /// Its colours.
    pub map: Colormap,
    /// The colour of a board that shows no heat.
    pub ground: [f32; 3],
}

/// The colours of heat that are wanted.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct WantedColormap(pub Colormap);

impl HeatScale {
    /// The scale for a field that keeps its heat (or measures it anew) and loses a share `decay` of
    /// it each tick: four neighbours, or as much as those build up (at a share of 0.002 and less, as at 0.002).
    #[must_use]
    pub fn of(keep: bool, decay: f32) -> Self {
        let max = if keep { HEAT_MAX / decay.clamp(0.002, 1.0) } else { HEAT_MAX };
        Self { max, ..Self::default() }
    }

    /// The same in the colours that a theme has for those that are wanted.
    #[must_use]
    pub const fn drawn(self, theme: Theme, wanted: WantedColormap) -> Self {
        Self { map: theme.colormap(wanted.0), ground: theme.board(), ..self }
    }

    /// The colour of a heat on this scale.
    #[must_use]
    pub fn color(self, heat: f32) -> [f32; 3] {
        self.map.color(heat * HEAT_MAX / self.max)
    }
}

impl Default for HeatScale {
    fn default() -> Self {
        Self { max: HEAT_MAX, map: Colormap::default(), ground: WOOD }
    }
}
