//! Tabs of the left column.

/// Tab of the left column.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, serde::Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Tab {
    /// Next game: board, rules, heat, records.
    #[default]
    Game,
    /// Players and advisers.
    Minds,
    /// Layers and looks. No control on this tab changes a game.
    Layers,
    /// Many games.
    Lab,
}

impl Tab {
    /// All tabs, from left to right.
    pub const ALL: [Self; 4] = [Self::Game, Self::Minds, Self::Layers, Self::Lab];

    /// Returns the title.
    #[must_use]
    pub const fn title(self) -> &'static str {
        match self {
            Self::Game => "Game",
            Self::Minds => "Minds",
            Self::Layers => "Layers",
            Self::Lab => "Lab",
        }
    }

    /// Returns the name in the settings.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Game => "game",
            Self::Minds => "minds",
            Self::Layers => "layers",
            Self::Lab => "lab",
        }
    }

    /// Returns the tooltip.
    #[must_use]
    pub const fn about(self) -> &'static str {
        match self {
            Self::Game => "The next game: board, rules, heat, records",
            Self::Minds => "Who plays each colour, and who gives advice",
            Self::Layers => "What is seen over the board, and how the window looks",
            Self::Lab => "Many games: boards, the wall, the laboratory",
        }
    }
}
