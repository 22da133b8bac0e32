//! The tabs of the left column: what is set where.

/// One of the tabs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, serde::Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Tab {
    /// The game: its rules and fields, and the laws of its world.
    #[default]
    Game,
    /// Who plays, and who gives advice.
    Minds,
    /// What is seen, and how it looks: nothing here changes a game.
    Layers,
    /// Many games.
    Lab,
}

impl Tab {
    /// All of them, from left to right.
    pub const ALL: [Self; 4] = [Self::Game, Self::Minds, Self::Layers, Self::Lab];

    /// Its title.
    #[must_use]
    pub const fn title(self) -> &'static str {
        match self {
            Self::Game => "Game",
            Self::Minds => "Minds",
            Self::Layers => "Layers",
            Self::Lab => "Lab",
        }
    }

    /// Its name in the settings.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Game => "game",
            Self::Minds => "minds",
            Self::Layers => "layers",
            Self::Lab => "lab",
        }
    }

    /// What is found there, in a few words.
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
