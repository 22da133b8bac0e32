//! Requests to the goban that is shown.

use super::state::{ShownBoards, Watched};
use bevy::ecs::prelude::*;
use bevy::ecs::system::SystemParam;
use stonefield_sim::{Request, RequestKind};

/// Requests to the goban that is shown, or to all that run together with it.
#[derive(SystemParam)]
pub struct Requests<'w> {
    watched: Res<'w, Watched>,
    shown: Res<'w, ShownBoards>,
    requests: MessageWriter<'w, Request>,
}

impl Requests<'_> {
    /// Sends one, or several in their order.
    pub fn send(&mut self, kinds: impl IntoIterator<Item = RequestKind>) {
        for kind in kinds {
            let targets = self.shown.targets(self.watched.0, &kind);
            self.requests.write_batch(targets.iter().map(|&goban| Request { goban, kind: kind.clone() }));
        }
    }
}

impl ShownBoards {
    /// Which gobans a request to the watched one is for.
    pub(crate) fn targets(&self, watched: Entity, kind: &RequestKind) -> Vec<Entity> {
        use RequestKind::{Heat, Pause, Play, Rate, Step};
        let of_all = self.together && matches!(kind, Play | Pause | Step(_) | Rate(_) | Heat(_));
        if of_all { self.gobans.clone() } else { vec![watched] }
    }
}
