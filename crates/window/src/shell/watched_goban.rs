//! The goban that is shown, as panels read it.

use super::group_colors::GroupColors;
use super::state::{ShownBoards, Watched};
use bevy::ecs::prelude::*;
use bevy::ecs::query::QueryData;
use bevy::ecs::system::SystemParam;
use stonefield_sim::{
    Advice, Breakpoints, Clocks, Ending, Fork, GameRecord, GobanDice, GobanSetup, Groups, Links, Newcomers,
    Occupancy, Pace, Phases, Referee, RequestKind, Seats, Swarms, Tally, Thinking, Witness,
};

/// Everything of a goban that is shown.
#[derive(QueryData)]
pub struct ShownGoban {
    /// The set-up of its game.
    pub setup: &'static GobanSetup,
    /// The position as the referee has it.
    pub referee: &'static Referee,
    /// Who stands where.
    pub occupancy: &'static Occupancy,
    /// Which stones form groups.
    pub groups: &'static Groups,
    /// The colours of the groups, where the board is drawn.
    pub colors: Option<&'static GroupColors>,
    /// Which stones are linked.
    pub links: &'static Links,
    /// The mind of each colour, and whose turn it is.
    pub seats: &'static Seats,
    /// The time of both players.
    pub clocks: &'static Clocks,
    /// The dice of its game.
    pub dice: &'static GobanDice,
    /// What is counted of it: ticks, stones, captures, scores.
    pub tally: &'static Tally,
    /// What its referee has seen.
    pub witness: &'static Witness,
    /// Which stones count as dead, once it is over.
    pub ending: &'static Ending,
    /// What stops it, if anything does.
    pub breakpoints: Option<&'static Breakpoints>,
    /// The record of its game, with where it stands in it.
    pub record: &'static GameRecord,
    /// How fast it runs.
    pub pace: &'static Pace,
    /// What the mind thinks, or thought, whose turn it is or was.
    pub thinking: &'static Thinking,
    /// The swarms that play.
    pub swarms: &'static Swarms,
    /// The programs that are to take a seat.
    pub newcomers: &'static Newcomers,
    /// What a mind that does not play thinks.
    pub advice: &'static Advice,
    /// Its games so far.
    /// From where it goes on, where it is tried out beside another.
    pub fork: Option<&'static Fork>,
    /// Where its tick stands, while that is done phase by phase.
    pub phases: Option<&'static Phases>,
}

/// The goban that is shown.
#[derive(SystemParam)]
pub struct WatchedGoban<'w, 's> {
    watched: Res<'w, Watched>,
    shown: Res<'w, ShownBoards>,
    gobans: Query<'w, 's, ShownGoban>,
}

impl<'s> WatchedGoban<'_, 's> {
    /// Everything of it; `None` where it is gone.
    #[must_use]
    pub fn get(&self) -> Option<ShownGobanItem<'_, 's>> {
        self.of(self.watched.0)
    }

    /// Everything of another goban.
    #[must_use]
    pub fn of(&self, goban: Entity) -> Option<ShownGobanItem<'_, 's>> {
        self.gobans.get(goban).ok()
    }

    /// Which one it is.
    #[must_use]
    pub fn id(&self) -> Entity {
        self.watched.0
    }

    /// Whether it runs, or one of those that run together with it.
    #[must_use]
    pub fn runs(&self) -> bool {
        let runs = |goban| self.of(goban).is_some_and(|goban| goban.pace.running);
        self.shown.runs || self.shown.targets(self.watched.0, &RequestKind::Play).into_iter().any(runs)
    }
}
