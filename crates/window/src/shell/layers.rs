//! Layers: drawings over the board that can be shown and hidden one by one.

use bevy::ecs::prelude::*;
use std::fmt;
use std::str::FromStr;
use stonefield_go::Color;

/// Drawing over the board that can be shown or hidden.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Layer {
    /// Heat map.
    Temperature,
    /// Lines between linked neighbours.
    Links,
    /// Lines between linked stones that are not neighbours.
    FarLinks,
    /// Outlines around groups.
    Hulls,
    /// Number of liberties of its group on every stone.
    Liberties,
    /// Groups with one liberty.
    Atari,
    /// Letter of its group on every stone.
    Letters,
    /// Mark on the stone placed last.
    LastMove,
    /// Next move of the record, and its variations.
    Next,
    /// Number of the move that placed each stone.
    Numbers,
    /// Column letters and row numbers.
    Coordinates,
    /// Points that are suicide for the side to move.
    Suicide,
    /// Candidate moves of a mind.
    Candidates,
    /// Moves that a mind expects next.
    Variation,
    /// Owner of each point as a mind predicts it.
    Ownership,
    /// Territory by flood fill.
    Territory,
    /// Bouzy's dilation and erosion.
    Bouzy,
    /// Influence of the colours on points.
    Influence,
    /// Control of points by waves from the stones.
    Control,
    /// Unconditionally alive chains (Benson).
    Life,
    /// Bids of stones.
    Bids,
    /// Black stones.
    Black,
    /// White stones.
    White,
}

/// Each layer with its name on the command line, its heading and its description, in the order of the panels.
const TABLE: [(Layer, &str, &str, &str); 23] = [
    (
        Layer::Temperature,
        "temperature",
        "Temperature",
        "how many stones are near each point, after diffusion",
    ),
    (
        Layer::Links,
        "links",
        "Links",
        "lines between linked neighbours, a colour per group: cool ones are Black's, warm ones White's",
    ),
    (
        Layer::FarLinks,
        "far-links",
        "Far links",
        "faint lines between linked stones that are not neighbours, as in the NetLogo world",
    ),
    (Layer::Hulls, "hulls", "Outlines of groups", "a line around every group of two stones and more"),
    (Layer::Liberties, "liberties", "Liberties of groups", "the liberties of its group on every stone"),
    (Layer::Atari, "atari", "Groups in atari", "a ring around stones of groups with one liberty"),
    (Layer::Letters, "letters", "Letters of groups", "a letter for every group"),
    (Layer::LastMove, "last-move", "Last move", "a mark on the stone placed last"),
    (
        Layer::Next,
        "next",
        "Next moves",
        "where the record goes on: a ring for the next move, letters for variations; a click follows one (what is marked, ST in the record may say)",
    ),
    (Layer::Numbers, "numbers", "Move numbers", "the number of the move that placed each stone"),
    (Layer::Coordinates, "coordinates", "Coordinates", "column letters and row numbers around the board"),
    (Layer::Suicide, "suicide", "Suicide points", "a cross where the side to move would kill itself"),
    (
        Layer::Candidates,
        "candidates",
        "Candidates",
        "the moves a mind considers: size by visits, colour by value, its chances as a number",
    ),
    (
        Layer::Variation,
        "variation",
        "Variation",
        "the moves a mind expects next, as translucent stones; point at a candidate to see its variation",
    ),
    (
        Layer::Ownership,
        "ownership",
        "Ownership",
        "the owner a mind predicts for each point; a larger square is more certain",
    ),
    (Layer::Territory, "territory", "Territory", "empty regions that border one colour only, by flood fill"),
    (
        Layer::Bouzy,
        "bouzy",
        "Bouzy 5/21",
        "who has the better claim to each point: stones spread out 5 times and shrink 21 times (Bouzy)",
    ),
    (
        Layer::Influence,
        "influence",
        "Influence",
        "which colour's influence reaches each point: dilated, not yet eroded",
    ),
    (
        Layer::Control,
        "control",
        "Control",
        "who controls each point: waves of power from every stone, half as strong with each step",
    ),
    (Layer::Life, "life", "Unconditional life", "what lives whatever is played, its eyes included (Benson)"),
    (
        Layer::Bids,
        "bids",
        "Bids of stones",
        "what stones bid for where they decide together: arrows to a point, and all bids as heat",
    ),
    (Layer::Black, "black", "Black stones", "Black's stones"),
    (Layer::White, "white", "White stones", "White's stones"),
];

impl Layer {
    /// All layers, in the order of the panels.
    pub const ALL: [Self; 23] = {
        let mut all = [Self::Temperature; 23];
        let mut i = 0;
        while i < all.len() {
            all[i] = TABLE[i].0;
            assert!(all[i] as usize == i, "the table is in the order of the layers");
            i += 1;
        }
        all
    };

    /// Fields, of which at most one is shown.
    pub const FIELDS: [Self; 5] = [Self::Territory, Self::Bouzy, Self::Influence, Self::Control, Self::Life];

    /// Returns the layer of a colour's stones.
    #[must_use]
    pub const fn of_stones(color: Color) -> Self {
        match color {
            Color::Black => Self::Black,
            Color::White => Self::White,
        }
    }

    /// Returns the name on the command line.
    #[must_use]
    pub const fn name(self) -> &'static str {
        TABLE[self as usize].1
    }

    /// Returns the heading.
    #[must_use]
    pub const fn title(self) -> &'static str {
        TABLE[self as usize].2
    }

    /// Returns the description, in one sentence.
    #[must_use]
    pub const fn about(self) -> &'static str {
        TABLE[self as usize].3
    }

    /// True for the board's own marks, which no look changes: stones, coordinates, last and next moves,
    /// numbers.
    #[must_use]
    pub const fn is_of_board(self) -> bool {
        use Layer::{Black, Coordinates, LastMove, Next, Numbers, White};
        matches!(self, LastMove | Next | Numbers | Coordinates | Black | White)
    }

    const fn bit(self) -> u32 {
        1 << self as u32
    }
}

impl fmt::Display for Layer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// Error of a text that is no name of a layer.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("no layer '{0}'")]
pub struct LayerError(String);

impl FromStr for Layer {
    type Err = LayerError;

    fn from_str(text: &str) -> Result<Self, LayerError> {
        Self::ALL.into_iter().find(|l| l.name() == text).ok_or_else(|| LayerError(text.to_owned()))
    }
}

/// Layers that are shown, as a bit set.
#[derive(Resource, Clone, Copy, Debug, PartialEq, Eq)]
pub struct Layers(u32);

impl Layers {
    /// Only the board and its stones.
    pub const BARE: Self = Self(0).with(Layer::Black).with(Layer::White);

    /// Returns these layers and another one.
    #[must_use]
    pub const fn with(self, layer: Layer) -> Self {
        Self(self.0 | layer.bit())
    }

    /// Returns these layers without one.
    #[must_use]
    pub const fn without(self, layer: Layer) -> Self {
        Self(self.0 & !layer.bit())
    }

    /// Returns the board's own marks of these layers, and the layers of a look. Of several fields the last.
    #[must_use]
    pub fn with_look(self, look: &[Layer]) -> Self {
        let mut layers =
            Layer::ALL.into_iter().filter(|layer| !layer.is_of_board()).fold(self, Self::without);
        look.iter().for_each(|&layer| layers.set(layer, true));
        layers
    }

    /// True if these layers are those of a look, and the board's own marks.
    #[must_use]
    pub fn has_look(self, look: &[Layer]) -> bool {
        self.with_look(look) == self
    }

    /// True if a layer is shown.
    #[must_use]
    pub const fn get(&self, layer: Layer) -> bool {
        self.0 & layer.bit() != 0
    }

    /// True if the stones of a colour are shown.
    #[must_use]
    pub const fn stones(&self, color: Color) -> bool {
        self.get(Layer::of_stones(color))
    }

    /// Shows or hides a layer. A shown field hides the other fields.
    pub fn set(&mut self, layer: Layer, on: bool) {
        if on && Layer::FIELDS.contains(&layer) {
            *self = Layer::FIELDS.into_iter().fold(*self, Self::without);
        }
        *self = if on { self.with(layer) } else { self.without(layer) };
    }
}

impl Default for Layers {
    /// Links, coordinates, last and next moves, and stones.
    fn default() -> Self {
        use Layer::{Coordinates, FarLinks, LastMove, Links, Next};
        [Links, FarLinks, Coordinates, LastMove, Next].into_iter().fold(Self::BARE, Self::with)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_layer_has_one_name_and_one_switch() {
        for layer in Layer::ALL {
            assert_eq!(layer.name().parse(), Ok(layer));
            let mut layers = Layers::BARE;
            layers.set(layer, !layers.get(layer));
            let changed: Vec<Layer> =
                Layer::ALL.into_iter().filter(|&l| layers.get(l) != Layers::BARE.get(l)).collect();
            assert_eq!(changed, [layer]);
        }
    }
}
