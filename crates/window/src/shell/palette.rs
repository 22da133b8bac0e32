//! Palette: themes of the window, and the colour scale of heat.

pub use stonefield_sim::colors::{
    Colormap, GROUP_COLORS, HEAT_MAX, HUES, WOOD, group_color, group_color_index, indexed_group_color,
};
#[cfg(test)]
pub(crate) use stonefield_sim::colors::{MIN_GROUP_DIFFERENCE, color_difference, color_distance};

use super::layers::{Layer, Layers};
use stonefield_sim::colors::muted;

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

/// Colour scale of the heat map. A *share* of the scale is 0 at its cold end and 1 at its hot end.
#[derive(Resource, Clone, Copy, Debug, PartialEq)]
pub struct HeatScale {
    /// Heat that has the last colour of a scale of values, in neighbours.
    pub max: f32,
    /// True for a scale of values. False for one of ranks: a share is the part of the other points of the
    /// board that are colder.
    pub absolute: bool,
    /// Colours of the scale.
    pub map: Colormap,
    /// Part of the colours that is used, from the cold end. On paper stones stay visible on the hot end.
    pub used: f32,
    /// True if the colours are [`muted`], so that links stand out.
    pub muted: bool,
    /// Colour of a board without heat.
    pub ground: [f32; 3],
}

/// Colours of heat that the user chose.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct WantedColormap(pub Colormap);

/// True if the colours of heat stand for values, false if for ranks among the points of the board.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct AbsoluteHeat(pub bool);

/// Part of the colours of heat that is used on paper. A black and a white stone have a contrast of at least 3
/// to its last colour.
const USED_ON_PAPER: f32 = 0.65;

/// Share from which the colours of a muted scale are all muted, where the scale begins with bare wood.
const ALL_MUTED: f32 = 0.1;

impl HeatScale {
    /// Returns the scale of a heat field, which ends at four neighbours. If the heat is kept from tick to
    /// tick (`keep`), it ends at four divided by `decay`, the share lost in each tick, at least 0.002.
    #[must_use]
    pub fn of(keep: bool, decay: f32) -> Self {
        let max = if keep { HEAT_MAX / decay.clamp(0.002, 1.0) } else { HEAT_MAX };
        Self { max, ..Self::default() }
    }

    /// Returns the same scale as it is drawn: with a theme's colours, muted under links.
    #[must_use]
    pub const fn drawn(
        self,
        theme: Theme,
        (wanted, absolute): (WantedColormap, AbsoluteHeat),
        layers: &Layers,
    ) -> Self {
        Self {
            absolute: absolute.0,
            map: theme.colormap(wanted.0),
            used: if theme.is_paper() { USED_ON_PAPER } else { 1.0 },
            muted: layers.get(Layer::Links),
            ground: theme.board(),
            ..self
        }
    }

    /// Returns the colour of a share of the scale. A muted scale that begins with bare wood keeps it.
    #[must_use]
    pub fn color(self, share: f32) -> [f32; 3] {
        let color = self.map.color(share * self.used * HEAT_MAX);
        if !self.muted {
            return color;
        }
        let part = if self.map == Colormap::Ember { (share / ALL_MUTED).clamp(0.0, 1.0) } else { 1.0 };
        let pale = muted(color);
        std::array::from_fn(|i| color[i] + (pale[i] - color[i]) * part)
    }

    /// Returns the label of a share of the scale: a temperature, or the part of the points that are colder.
    #[must_use]
    pub fn label(self, share: f32) -> String {
        let value = self.max * share;
        match self.absolute {
            false => format!("{:.0} %", 100.0 * share),
            true if value.fract() == 0.0 => format!("{value:.0}"),
            true => format!("{value:.1}"),
        }
    }

    /// Returns what the shares of the scale stand for, in one sentence.
    #[must_use]
    pub const fn about(self) -> &'static str {
        if self.absolute {
            "Stones next to a point, after diffusion"
        } else {
            "How many of the other points of the board are colder"
        }
    }
}

impl Default for HeatScale {
    fn default() -> Self {
        Self {
            max: HEAT_MAX,
            absolute: false,
            map: Colormap::default(),
            used: 1.0,
            muted: false,
            ground: WOOD,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use stonefield_sim::colors::luminance;

    fn drawn(theme: Theme, map: Colormap, layers: Layers) -> HeatScale {
        let look = (WantedColormap(map), AbsoluteHeat::default());
        HeatScale::default().drawn(theme, look, &layers)
    }

    #[test]
    fn stones_on_paper_are_visible_on_the_hottest_points() {
        let contrast = |one: f32, other: f32| (one.max(other) + 0.05) / (one.min(other) + 0.05);
        for map in Colormap::ALL {
            for layers in [Layers::BARE, Layers::BARE.with(Layer::Links)] {
                let hottest = luminance(drawn(Theme::Print, map, layers).color(1.0));
                // Luminance of black and of white stones on paper: `stone` of `common.wgsl`.
                for stone in [0.004, 1.0] {
                    let ratio = contrast(hottest, stone);
                    assert!(ratio >= 3.0, "{map:?}: {ratio:.2}");
                }
            }
        }
    }

    #[test]
    fn heat_under_links_is_at_most_half_as_saturated() {
        let saturation = |color: [f32; 3]| {
            let [least, most] = [f32::min, f32::max].map(|of| color.into_iter().fold(color[0], of));
            (most - least) / most
        };
        for theme in Theme::ALL {
            for map in Colormap::ALL {
                let bare = drawn(theme, map, Layers::BARE);
                let linked = drawn(theme, map, Layers::BARE.with(Layer::Links));
                for share in (1..=10_u8).map(|step| f32::from(step) / 10.0) {
                    let [before, now] = [bare, linked].map(|scale| saturation(scale.color(share)));
                    assert!(now <= 0.5 * before + 1e-4, "{theme:?}, {map:?}, {share}: {before}, {now}");
                }
            }
        }
        let cold = drawn(Theme::Dark, Colormap::Ember, Layers::default());
        assert_eq!(cold.color(0.0), WOOD, "a cold board is bare wood");
    }
}
