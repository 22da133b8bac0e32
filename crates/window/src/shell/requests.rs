//! Requests to the watched goban.

use super::state::{ShownBoards, Watched};
use bevy::ecs::prelude::*;
use bevy::ecs::system::SystemParam;
use stonefield_sim::{Request, RequestKind};

/// Writer of requests to the watched goban, or to all gobans that run together with it.
#[derive(SystemParam)]
pub struct Requests<'w> {
    watched: Res<'w, Watched>,
    shown: Res<'w, ShownBoards>,
    requests: MessageWriter<'w, Request>,
}

impl Requests<'_> {
    /// Sends requests, in their order.
    pub fn send(&mut self, kinds: impl IntoIterator<Item = RequestKind>) {
        for kind in kinds {
            let targets = self.shown.targets(self.watched.0, &kind);
            self.requests.write_batch(targets.iter().map(|&goban| Request { goban, kind: kind.clone() }));
        }
    }
}

impl ShownBoards {
    /// Returns the gobans that get a request to the watched one.
    pub(crate) fn targets(&self, watched: Entity, kind: &RequestKind) -> Vec<Entity> {
        use RequestKind::{Heat, Pause, Play, Rate, Step};
        let is_for_all =
            self.has_shared_controls && matches!(kind, Play | Pause | Step(_) | Rate(_) | Heat(_));
        if is_for_all { self.gobans.clone() } else { vec![watched] }
    }
}
