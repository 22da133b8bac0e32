//! Watched goban: the components of a shown goban, as panels read them.

use super::group_colors::GroupColors;
use super::state::{ShownBoards, Watched};
use bevy::ecs::prelude::*;
use bevy::ecs::query::QueryData;
use bevy::ecs::system::SystemParam;
use stonefield_sim::{
    Advice, Breakpoints, Clocks, Ending, Fork, GameRecord, GobanDice, GobanSetup, Groups, Links, Newcomers,
    Occupancy, Pace, Phases, Referee, RequestKind, Seats, Swarms, Tally, Thinking, Witness,
};

/// Components of a goban that is shown.
#[derive(QueryData)]
pub struct ShownGoban {
    /// Set-up of the game.
    pub setup: &'static GobanSetup,
    /// Referee, with the position.
    pub referee: &'static Referee,
    /// Stones on the points.
    pub occupancy: &'static Occupancy,
    /// Groups of stones.
    pub groups: &'static Groups,
    /// Colours of the groups, if the board is drawn.
    pub colors: Option<&'static GroupColors>,
    /// Links between stones.
    pub links: &'static Links,
    /// Player of each colour, and the colour to move.
    pub seats: &'static Seats,
    /// Clocks of both players.
    pub clocks: &'static Clocks,
    /// Dice of the game.
    pub dice: &'static GobanDice,
    /// Counts: ticks, stones, captures, scores.
    pub tally: &'static Tally,
    /// Results of the referee's comparisons.
    pub witness: &'static Witness,
    /// Dead stones, once the game is over.
    pub ending: &'static Ending,
    /// Breakpoints, if there are any.
    pub breakpoints: Option<&'static Breakpoints>,
    /// Record of the game, with the current node.
    pub record: &'static GameRecord,
    /// Speed, and the requested steps.
    pub pace: &'static Pace,
    /// Thought of the mind to move, or the latest thought.
    pub thinking: &'static Thinking,
    /// Swarms that play.
    pub swarms: &'static Swarms,
    /// Programs that start for the seats.
    pub newcomers: &'static Newcomers,
    /// Advice: thoughts of minds that do not play.
    pub advice: &'static Advice,
    /// Fork that the goban continues, if it is an experiment beside a game.
    pub fork: Option<&'static Fork>,
    /// Phases of the unfinished tick, while it is played phase by phase.
    pub phases: Option<&'static Phases>,
}

/// Query of the watched goban and of the others that are shown.
#[derive(SystemParam)]
pub struct WatchedGoban<'w, 's> {
    watched: Res<'w, Watched>,
    shown: Res<'w, ShownBoards>,
    gobans: Query<'w, 's, ShownGoban>,
}

impl<'s> WatchedGoban<'_, 's> {
    /// Returns the watched goban; `None` if it is despawned.
    #[must_use]
    pub fn get(&self) -> Option<ShownGobanItem<'_, 's>> {
        self.of(self.watched.0)
    }

    /// Returns a goban; `None` if it is despawned.
    #[must_use]
    pub fn of(&self, goban: Entity) -> Option<ShownGobanItem<'_, 's>> {
        self.gobans.get(goban).ok()
    }

    /// Returns the entity of the watched goban.
    #[must_use]
    pub fn id(&self) -> Entity {
        self.watched.0
    }

    /// True if the watched goban runs, or one that runs together with it.
    #[must_use]
    pub fn runs(&self) -> bool {
        let runs = |goban| self.of(goban).is_some_and(|goban| goban.pace.running);
        self.shown.runs || self.shown.targets(self.watched.0, &RequestKind::Play).into_iter().any(runs)
    }
}
