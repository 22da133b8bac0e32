//! Halt: tells a thread that plays a game out to leave it.

use bevy::ecs::prelude::*;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Whether the games of this world are to be left where they stand. Clones share one answer, so that another thread can ask for it.
///
/// A mind that thinks is told to stop, and what it chooses after that is not played: no unfinished choice is ever played because of it.
#[derive(Resource, Clone, Debug, Default)]
pub struct Halt(Arc<AtomicBool>);

impl Halt {
    /// Has the games be left from now on.
    pub fn ask(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Whether they are to be left.
    #[must_use]
    pub fn is_asked(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}
