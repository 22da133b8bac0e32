//! Palette: themes of the window, and the colour scale of heat.

pub use stonefield_sim::colors::{
    Colormap, GROUP_COLORS, HEAT_MAX, HUES, WOOD, group_color, group_color_index, indexed_group_color,
};
#[cfg(test)]
pub(crate) use stonefield_sim::colors::{MIN_GROUP_DIFFERENCE, color_difference, color_distance};

use bevy::ecs::prelude::*;

/// Colour theme of panels and surroundings.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq, Eq, serde::Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Theme {
    /// Dark panels and a dark table.
    #[default]
    Dark,
    /// Light panels and a light table.
    Light,
    /// For paper: white background, flat stones with thin outlines, no light and no shadows.
    Print,
    /// Black panels with white text and thick marks.
    HighContrast,
}

impl Theme {
    /// All themes.
    pub const ALL: [Self; 4] = [Self::Light, Self::Dark, Self::Print, Self::HighContrast];

    /// Returns `light`, `dark`, `print` or `high-contrast`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Light => "light",
            Self::Dark => "dark",
            Self::Print => "print",
            Self::HighContrast => "high-contrast",
        }
    }

    /// Returns the label and the tooltip.
    #[must_use]
    pub const fn words(self) -> (&'static str, &'static str) {
        match self {
            Self::Light => ("Light", ""),
            Self::Dark => ("Dark", ""),
            Self::Print => ("Print", "For paper: a white board, flat stones with thin outlines"),
            Self::HighContrast => ("High contrast", "Black panels, white text, thick marks"),
        }
    }

    /// True if panels are dark.
    #[must_use]
    pub const fn is_dark(self) -> bool {
        matches!(self, Self::Dark | Self::HighContrast)
    }

    /// True if boards are drawn as on paper.
    #[must_use]
    pub const fn is_paper(self) -> bool {
        matches!(self, Self::Print)
    }

    /// Returns the colour of the table under the board.
    #[must_use]
    pub const fn table(self) -> [f32; 3] {
        match self {
            Self::Dark => [0.118, 0.108, 0.100],
            Self::Light => [0.850, 0.825, 0.785],
            Self::Print => [1.0; 3],
            Self::HighContrast => [0.0; 3],
        }
    }

    /// Returns the mean colour of the board.
    #[must_use]
    pub const fn board(self) -> [f32; 3] {
        match self {
            Self::Dark | Self::Light => WOOD,
            Self::Print => [1.0; 3],
            // Lighter than wood: marks and lines stand out more.
            Self::HighContrast => [0.945, 0.808, 0.580],
        }
    }

    /// Returns the colours of heat for the chosen ones. On paper grey replaces ember.
    #[must_use]
    pub const fn colormap(self, wanted: Colormap) -> Colormap {
        match (self, wanted) {
            (Self::Print, Colormap::Ember) => Colormap::Grey,
            _ => wanted,
        }
    }
}

/// Colour scale of the heat map.
#[derive(Resource, Clone, Copy, Debug, PartialEq)]
pub struct HeatScale {
    /// Heat that has the last colour, in neighbours.
    pub max: f32,
    /// Colours of the scale.
    pub map: Colormap,
    /// Colour of a board without heat.
    pub ground: [f32; 3],
}

/// Colours of heat that the user chose.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct WantedColormap(pub Colormap);

impl HeatScale {
    /// Returns the scale of a heat field, which ends at four neighbours. If the heat is kept from tick to
    /// tick (`keep`), it ends at four divided by `decay`, the share lost in each tick, at least 0.002.
    #[must_use]
    pub fn of(keep: bool, decay: f32) -> Self {
        let max = if keep { HEAT_MAX / decay.clamp(0.002, 1.0) } else { HEAT_MAX };
        Self { max, ..Self::default() }
    }

    /// Returns the same scale with a theme's colours.
    #[must_use]
    pub const fn drawn(self, theme: Theme, wanted: WantedColormap) -> Self {
        Self { map: theme.colormap(wanted.0), ground: theme.board(), ..self }
    }

    /// Returns the colour of a heat.
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
