//! Looks: choices of layers under one name.

use super::layers::{Layer, Layers};

/// Choice of layers under one name. The board's own marks, such as coordinates, are in no look.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Look {
    /// Only the board and its stones.
    Stones,
    /// Temperature.
    Heat,
    /// Links of groups.
    Groups,
    /// Claims to points.
    Territory,
    /// Moves that minds consider.
    Thoughts,
}

impl Look {
    /// All looks, in the order of the switch and of the keys 1 to 5.
    pub const ALL: [Self; 5] = [Self::Stones, Self::Heat, Self::Groups, Self::Territory, Self::Thoughts];

    /// Returns the title.
    #[must_use]
    pub const fn title(self) -> &'static str {
        match self {
            Self::Stones => "Stones",
            Self::Heat => "Heat",
            Self::Groups => "Groups",
            Self::Territory => "Territory",
            Self::Thoughts => "Thoughts",
        }
    }

    /// Returns the tooltip.
    #[must_use]
    pub const fn about(self) -> &'static str {
        match self {
            Self::Stones => "The board and its stones",
            Self::Heat => "Temperature: how crowded each place is",
            Self::Groups => "Links between the stones of each group, a colour per group",
            Self::Territory => "Which colour has the better claim to each point (Bouzy 5/21)",
            Self::Thoughts => {
                "Moves that minds consider, and bids of stones; point at one to see what follows"
            }
        }
    }

    /// Returns the layers, at most two. [`Layer::FarLinks`] is a part of the links.
    #[must_use]
    pub const fn layers(self) -> &'static [Layer] {
        match self {
            Self::Stones => &[],
            Self::Heat => &[Layer::Temperature],
            Self::Groups => &[Layer::Links, Layer::FarLinks],
            Self::Territory => &[Layer::Bouzy],
            Self::Thoughts => &[Layer::Candidates, Layer::Bids],
        }
    }

    /// Returns the look of these layers, if it is one.
    #[must_use]
    pub fn of(layers: Layers) -> Option<Self> {
        Self::ALL.into_iter().find(|look| layers.has_look(look.layers()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_look_has_at_most_two_layers_and_is_found_again() {
        for look in Look::ALL {
            assert!(look.layers().len() <= 2, "{look:?}");
            for before in [Layers::BARE, Layers::default(), Layers::BARE.with(Layer::Numbers)] {
                let after = before.with_look(look.layers());
                assert_eq!(Look::of(after), Some(look));
                for layer in Layer::ALL.into_iter().filter(|layer| layer.is_of_board()) {
                    assert_eq!(after.get(layer), before.get(layer), "{look:?}: {layer}");
                }
            }
        }
        let two_fields = Layers::BARE.with_look(&[Layer::Territory, Layer::Control]);
        assert_eq!(two_fields, Layers::BARE.with(Layer::Control), "at most one field is shown");
        assert_eq!(Look::of(Layers::default()), Some(Look::Groups));
        assert_eq!(Look::of(Layers::default().with(Layer::Temperature)), None);
    }
}
