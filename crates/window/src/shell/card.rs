//! Cards: groups of panels that open beside the board.

use bevy::ecs::component::Component;

/// Group of panels that opens beside the board. Component of the panel that stands for it.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Card {
    /// Size, rules and players of a new game.
    NewGame,
    /// Next game: board, rules, heat, records.
    Game,
    /// Players and advisers.
    Minds,
    /// Layers, looks and colours. No control on this card changes a game.
    Looks,
    /// Clicked points, thoughts, counters, plots.
    Facts,
    /// Many games.
    Lab,
}

impl Card {
    /// All cards, in the order of the rail.
    pub const ALL: [Self; 6] = [Self::NewGame, Self::Game, Self::Minds, Self::Looks, Self::Facts, Self::Lab];

    /// Returns the title.
    #[must_use]
    pub const fn title(self) -> &'static str {
        match self {
            Self::NewGame => "New game",
            Self::Game => "Game",
            Self::Minds => "Minds",
            Self::Looks => "Looks",
            Self::Lab => "Lab",
            Self::Facts => "Facts",
        }
    }

    /// Returns the name in the settings.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::NewGame => "new-game",
            Self::Game => "game",
            Self::Minds => "minds",
            Self::Looks => "looks",
            Self::Lab => "lab",
            Self::Facts => "facts",
        }
    }

    /// Returns the tooltip.
    #[must_use]
    pub const fn about(self) -> &'static str {
        match self {
            Self::NewGame => "Size, rules and players of a new game",
            Self::Game => "The next game: board, rules, heat, records",
            Self::Minds => "Who plays each colour, and who gives advice",
            Self::Looks => "What is seen over the board, and how the window looks",
            Self::Lab => "Many games: boards, the wall, the laboratory",
            Self::Facts => "What was clicked, thoughts, counters, plots",
        }
    }

    /// True if the card opens at the right of the board. The others open at the left.
    #[must_use]
    pub const fn is_right(self) -> bool {
        matches!(self, Self::Facts)
    }
}
