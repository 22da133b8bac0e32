//! What floats over the board and can be closed: its name, by which egui knows how it is stacked.

use bevy_egui::egui::{Id, LayerId, Order, Window};

/// Something that floats over the board and leaves it in use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FloatingWindow {
    /// The list of keys.
    Keys,
    /// Lessons and examples.
    Learn,
    /// The GTP console.
    Console,
    /// What the record says of the game.
    GameInfo,
    /// The engines of the settings.
    Engines,
    /// Minds that are compared.
    Comparison,
    /// Stores and plans of many games.
    Laboratory,
    /// The plots in a window of their own.
    Plots,
    /// The names of nodes on this line.
    Bookmarks,
    /// The table of all stones.
    Stones,
    /// What is saved as a picture or film.
    Pictures,
    /// The column that is open over the board of a narrow window.
    Column,
}

impl FloatingWindow {
    /// All of them.
    pub const ALL: [Self; 12] = [
        Self::Keys,
        Self::Learn,
        Self::Console,
        Self::GameInfo,
        Self::Engines,
        Self::Comparison,
        Self::Laboratory,
        Self::Plots,
        Self::Bookmarks,
        Self::Stones,
        Self::Pictures,
        Self::Column,
    ];

    /// Its name.
    #[must_use]
    pub const fn title(self) -> &'static str {
        match self {
            Self::Keys => "Keys",
            Self::Learn => "Learn",
            Self::Console => "GTP console",
            Self::GameInfo => "Game info",
            Self::Engines => "Engines",
            Self::Comparison => "Minds compared",
            Self::Laboratory => "Laboratory",
            Self::Plots => "Plots",
            Self::Bookmarks => "Bookmarks",
            Self::Stones => "Stones",
            Self::Pictures => "Pictures",
            Self::Column => "Column",
        }
    }

    /// By what egui knows it.
    #[must_use]
    pub fn id(self) -> Id {
        Id::new(("floating", self.title()))
    }

    /// The layer that it is drawn in.
    #[must_use]
    pub fn layer(self) -> LayerId {
        LayerId::new(Order::Middle, self.id())
    }

    /// A window for it, without a bar above: what is in it shows the title and a button that closes it.
    pub fn window(self) -> Window<'static> {
        Window::new(self.title()).id(self.id()).title_bar(false)
    }
}
