//! Watched goban: the components that a system reads.

use super::state::{ShownBoards, Watched};
use bevy::ecs::prelude::*;
use bevy::ecs::query::ReadOnlyQueryData;
use bevy::ecs::system::SystemParam;
use stonefield_sim::{Pace, RequestKind};

/// Query of the components `D` of the watched goban.
#[derive(SystemParam)]
pub struct WatchedGoban<'w, 's, D: ReadOnlyQueryData + 'static> {
    watched: Res<'w, Watched>,
    gobans: Query<'w, 's, D>,
}

impl<'s, D: ReadOnlyQueryData + 'static> WatchedGoban<'_, 's, D> {
    /// Returns the components of the watched goban; `None` if it is despawned, or has not all of them.
    #[must_use]
    pub fn get(&self) -> Option<D::Item<'_, 's>> {
        self.gobans.get(self.watched.0).ok()
    }

    /// Returns the entity of the watched goban.
    #[must_use]
    pub fn id(&self) -> Entity {
        self.watched.0
    }
}

/// Paces of the watched goban and of those that run together with it.
#[derive(SystemParam)]
pub struct RunningBoards<'w, 's> {
    watched: Res<'w, Watched>,
    shown: Res<'w, ShownBoards>,
    paces: Query<'w, 's, &'static Pace>,
}

impl RunningBoards<'_, '_> {
    /// True if the watched goban runs, or one that runs together with it.
    #[must_use]
    pub fn any(&self) -> bool {
        let runs = |goban| self.paces.get(goban).is_ok_and(|pace| pace.running);
        self.shown.is_stepping || self.shown.targets(self.watched.0, &RequestKind::Play).into_iter().any(runs)
    }
}
