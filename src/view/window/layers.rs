//! What is drawn over the board, each layer with a switch of its own.

use crate::go::{ByColor, Color};
use bevy::ecs::prelude::*;
use std::fmt;
use std::str::FromStr;

/// One thing that can be shown or hidden.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Layer {
    /// The heat map.
    Temperature,
    /// Lines between stones that know each other.
    Links,
    /// The liberties of its group on every stone.
    Liberties,
    /// Groups with one liberty.
    Atari,
    /// A letter per group.
    Letters,
    /// The stone placed last.
    LastMove,
    /// The number of the move that placed each stone.
    Numbers,
    /// Column letters and row numbers.
    Coordinates,
    /// Points that are suicide for the side to move.
    Suicide,
    /// The moves a mind considers.
    Candidates,
    /// What a mind expects to follow.
    Variation,
    /// Whose a mind thinks each point will be.
    Ownership,
    /// Whose points are, by flood fill.
    Territory,
    /// Bouzy's dilation and erosion.
    Bouzy,
    /// Whose reach points are in.
    Influence,
    /// Waves of control.
    Control,
    /// Unconditional life.
    Life,
    /// What stones bid for.
    Bids,
    /// Black's stones.
    Black,
    /// White's stones.
    White,
}

impl Layer {
    /// All layers, in the order of the panels.
    pub const ALL: [Self; 20] = [
        Self::Temperature,
        Self::Links,
        Self::Liberties,
        Self::Atari,
        Self::Letters,
        Self::LastMove,
        Self::Numbers,
        Self::Coordinates,
        Self::Suicide,
        Self::Candidates,
        Self::Variation,
        Self::Ownership,
        Self::Territory,
        Self::Bouzy,
        Self::Influence,
        Self::Control,
        Self::Life,
        Self::Bids,
        Self::Black,
        Self::White,
    ];

    /// The fields, each of which covers the board.
    pub const FIELDS: [Self; 5] = [Self::Territory, Self::Bouzy, Self::Influence, Self::Control, Self::Life];

    /// Its name on the command line.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Temperature => "temperature",
            Self::Links => "links",
            Self::Liberties => "liberties",
            Self::Atari => "atari",
            Self::Letters => "letters",
            Self::LastMove => "last-move",
            Self::Numbers => "numbers",
            Self::Coordinates => "coordinates",
            Self::Suicide => "suicide",
            Self::Candidates => "candidates",
            Self::Variation => "variation",
            Self::Ownership => "ownership",
            Self::Territory => "territory",
            Self::Bouzy => "bouzy",
            Self::Influence => "influence",
            Self::Control => "control",
            Self::Life => "life",
            Self::Bids => "bids",
            Self::Black => "black",
            Self::White => "white",
        }
    }

    /// Its name as a heading.
    #[must_use]
    pub const fn title(self) -> &'static str {
        match self {
            Self::Temperature => "Temperature",
            Self::Links => "Links",
            Self::Liberties => "Liberties of groups",
            Self::Atari => "Groups in atari",
            Self::Letters => "Letters of groups",
            Self::LastMove => "Last move",
            Self::Numbers => "Move numbers",
            Self::Coordinates => "Coordinates",
            Self::Suicide => "Suicide points",
            Self::Candidates => "Candidates",
            Self::Variation => "Variation",
            Self::Ownership => "Ownership",
            Self::Territory => "Territory",
            Self::Bouzy => "Bouzy 5/21",
            Self::Influence => "Influence",
            Self::Control => "Control",
            Self::Life => "Unconditional life",
            Self::Bids => "Bids of stones",
            Self::Black => "Black stones",
            Self::White => "White stones",
        }
    }

    /// What it shows, in one sentence.
    #[must_use]
    pub const fn about(self) -> &'static str {
        match self {
            Self::Temperature => "how many stones are near each point, after diffusion",
            Self::Links => "lines between linked stones, a colour per group",
            Self::Liberties => "the liberties of its group on every stone",
            Self::Atari => "a ring around stones of groups with one liberty",
            Self::Letters => "a letter for every group",
            Self::LastMove => "a mark on the stone placed last",
            Self::Numbers => "the number of the move that placed each stone",
            Self::Coordinates => "column letters and row numbers around the board",
            Self::Suicide => "a cross where the side to move would kill itself",
            Self::Candidates => {
                "the moves a mind considers: size by visits, colour by value, its chances as a number"
            }
            Self::Variation => {
                "what a mind expects to follow, as stones to come; point at a candidate for its own"
            }
            Self::Ownership => "whose a mind thinks each point will be: a square, the larger the surer",
            Self::Territory => "whose points are that only one colour surrounds, by flood fill",
            Self::Bouzy => {
                "who has the better claim to each point: stones spread out 5 times and shrink 21 times (Bouzy)"
            }
            Self::Influence => "whose reach each point is in: stones spread out, before they shrink",
            Self::Control => {
                "who controls each point: waves of power from every stone, half as strong with each step"
            }
            Self::Life => "what lives whatever is played, its eyes included (Benson)",
            Self::Bids => {
                "what stones bid for where they decide together: arrows to a point, and all bids as heat"
            }
            Self::Black => "Black's stones",
            Self::White => "White's stones",
        }
    }
}

impl fmt::Display for Layer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// Text that names no layer.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("no layer '{0}'")]
pub struct LayerError(String);

impl FromStr for Layer {
    type Err = LayerError;

    fn from_str(text: &str) -> Result<Self, LayerError> {
        Self::ALL.into_iter().find(|l| l.name() == text).ok_or_else(|| LayerError(text.to_owned()))
    }
}

/// Which layers are shown.
#[derive(Resource, Clone, Copy, Debug, PartialEq, Eq)]
pub struct Layers {
    /// [`Layer::Temperature`].
    pub temperature: bool,
    /// [`Layer::Links`].
    pub links: bool,
    /// [`Layer::Liberties`].
    pub liberties: bool,
    /// [`Layer::Atari`].
    pub atari: bool,
    /// [`Layer::Letters`].
    pub letters: bool,
    /// [`Layer::LastMove`].
    pub last_move: bool,
    /// [`Layer::Numbers`].
    pub numbers: bool,
    /// [`Layer::Coordinates`].
    pub coordinates: bool,
    /// [`Layer::Suicide`].
    pub suicide: bool,
    /// [`Layer::Candidates`].
    pub candidates: bool,
    /// [`Layer::Variation`].
    pub variation: bool,
    /// [`Layer::Ownership`].
    pub ownership: bool,
    /// [`Layer::Territory`].
    pub territory: bool,
    /// [`Layer::Bouzy`].
    pub bouzy: bool,
    /// [`Layer::Influence`].
    pub influence: bool,
    /// [`Layer::Control`].
    pub control: bool,
    /// [`Layer::Life`].
    pub life: bool,
    /// [`Layer::Bids`].
    pub bids: bool,
    /// [`Layer::Black`] and [`Layer::White`]: whether a colour's stones are shown.
    pub show: ByColor<bool>,
}

impl Layers {
    /// Nothing but the board and its stones.
    pub const BARE: Self = Self {
        temperature: false,
        links: false,
        liberties: false,
        atari: false,
        letters: false,
        last_move: false,
        numbers: false,
        coordinates: false,
        suicide: false,
        candidates: false,
        variation: false,
        ownership: false,
        territory: false,
        bouzy: false,
        influence: false,
        control: false,
        life: false,
        bids: false,
        show: ByColor::new(true, true),
    };

    /// Whether a layer is shown.
    #[must_use]
    pub const fn get(&self, layer: Layer) -> bool {
        match layer {
            Layer::Temperature => self.temperature,
            Layer::Links => self.links,
            Layer::Liberties => self.liberties,
            Layer::Atari => self.atari,
            Layer::Letters => self.letters,
            Layer::LastMove => self.last_move,
            Layer::Numbers => self.numbers,
            Layer::Coordinates => self.coordinates,
            Layer::Suicide => self.suicide,
            Layer::Candidates => self.candidates,
            Layer::Variation => self.variation,
            Layer::Ownership => self.ownership,
            Layer::Territory => self.territory,
            Layer::Bouzy => self.bouzy,
            Layer::Influence => self.influence,
            Layer::Control => self.control,
            Layer::Life => self.life,
            Layer::Bids => self.bids,
            Layer::Black => self.show.black,
            Layer::White => self.show.white,
        }
    }

    /// Shows or hides a layer. Of the fields one is shown at a time.
    pub fn set(&mut self, layer: Layer, on: bool) {
        if on && Layer::FIELDS.contains(&layer) {
            for other in Layer::FIELDS {
                *self.switch(other) = false;
            }
        }
        *self.switch(layer) = on;
    }

    fn switch(&mut self, layer: Layer) -> &mut bool {
        match layer {
            Layer::Temperature => &mut self.temperature,
            Layer::Links => &mut self.links,
            Layer::Liberties => &mut self.liberties,
            Layer::Atari => &mut self.atari,
            Layer::Letters => &mut self.letters,
            Layer::LastMove => &mut self.last_move,
            Layer::Numbers => &mut self.numbers,
            Layer::Coordinates => &mut self.coordinates,
            Layer::Suicide => &mut self.suicide,
            Layer::Candidates => &mut self.candidates,
            Layer::Variation => &mut self.variation,
            Layer::Ownership => &mut self.ownership,
            Layer::Territory => &mut self.territory,
            Layer::Bouzy => &mut self.bouzy,
            Layer::Influence => &mut self.influence,
            Layer::Control => &mut self.control,
            Layer::Life => &mut self.life,
            Layer::Bids => &mut self.bids,
            Layer::Black => &mut self.show[Color::Black],
            Layer::White => &mut self.show[Color::White],
        }
    }
}

impl Default for Layers {
    /// Temperature, links, coordinates, the last move and what minds consider, over both colours.
    fn default() -> Self {
        Self {
            temperature: true,
            links: true,
            coordinates: true,
            last_move: true,
            candidates: true,
            variation: true,
            bids: true,
            ..Self::BARE
        }
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
