//! Section: a part of a column that a plugin adds, and the place where it is shown.

use crate::shell::tabs::Tab;
use bevy::app::App;
use bevy::ecs::prelude::*;
use bevy::ecs::system::SystemId;
use bevy_egui::egui::Ui;
use std::collections::BTreeMap;

/// The sections of both columns, from top to bottom.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Section {
    /// The name of the program.
    Title,
    /// Setup, Go, Step and the speed.
    Run,
    /// What a click on the board does.
    Tools,
    /// The next game.
    Setup,
    /// How heat spreads.
    Heat,
    /// Who plays, and who gives advice.
    Minds,
    /// What is drawn over the board.
    Layers,
    /// Theme, scale, motion and quality.
    Appearance,
    /// What stops the game.
    Breakpoints,
    /// Many boards at once.
    Boards,
    /// Plans and stores of games.
    Laboratory,
    /// The lesson that is on the board: the right column begins.
    Lesson,
    /// How the liberties of what was clicked are counted.
    Walk,
    /// The stones that are watched and followed.
    WatchedStones,
    /// The stone or patch that was clicked.
    Inspector,
    /// The time that both players have left.
    Clocks,
    /// What minds think.
    Thoughts,
    /// Stones, groups, captures, scores.
    Counters,
    /// What is plotted against time.
    Plots,
    /// A button for each layer, beside the board.
    Strip,
    /// What stands for the columns in a narrow window.
    Rail,
    /// What the introduction says.
    Introduction,
    /// How the game ended.
    Banner,
}

/// Where sections stand.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Place {
    /// Above the tabs, always in sight.
    Top,
    /// On a tab of the left column.
    Tab(Tab),
    /// In the right column, under a heading that folds the section away.
    Facts(&'static str),
    /// In the right column, while there is something to show.
    Passing,
    /// As those, but on the sheet where there is one.
    Lesson,
    /// Beside the board.
    Strip,
    /// In the rail.
    Rail,
    /// In the strip below the board.
    Caption,
}

impl Section {
    /// Where it stands: what makes a game under Game, who decides under Minds, what is seen under Layers,
    /// many games in the Lab.
    pub(super) const fn place(self) -> Place {
        match self {
            Self::Title | Self::Run | Self::Tools => Place::Top,
            Self::Setup | Self::Heat => Place::Tab(Tab::Game),
            Self::Minds => Place::Tab(Tab::Minds),
            Self::Layers | Self::Appearance => Place::Tab(Tab::Layers),
            Self::Breakpoints | Self::Boards | Self::Laboratory => Place::Tab(Tab::Lab),
            Self::Lesson => Place::Lesson,
            Self::Walk | Self::WatchedStones | Self::Clocks => Place::Passing,
            Self::Inspector => Place::Facts("Inspector"),
            Self::Thoughts => Place::Facts("Thoughts"),
            Self::Counters => Place::Facts("Counters"),
            Self::Plots => Place::Facts("Plots"),
            Self::Strip => Place::Strip,
            Self::Rail => Place::Rail,
            Self::Introduction | Self::Banner => Place::Caption,
        }
    }
}

/// The systems that show the sections.
#[derive(Resource, Default)]
pub(super) struct Sections(pub(super) BTreeMap<Section, SystemId<InMut<'static, Ui>>>);

/// Adds sections to the columns.
pub trait AddSection {
    /// Has a system show a section.
    fn add_section<M>(
        &mut self,
        section: Section,
        show: impl IntoSystem<InMut<'static, Ui>, (), M> + 'static,
    ) -> &mut Self;
}

impl AddSection for App {
    fn add_section<M>(
        &mut self,
        section: Section,
        show: impl IntoSystem<InMut<'static, Ui>, (), M> + 'static,
    ) -> &mut Self {
        let system = self.register_system(show);
        self.world_mut().get_resource_or_init::<Sections>().0.insert(section, system);
        self
    }
}
