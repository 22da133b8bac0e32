//! Halt: request to stop playing, from another thread.

use bevy::ecs::prelude::*;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Shared request to stop the games of a world. Clones share the flag, so another thread can set it.
///
/// A thinking mind is asked to stop too, and its choice is not played.
#[derive(Resource, Clone, Debug, Default)]
pub struct Halt(Arc<AtomicBool>);

impl Halt {
    /// Requests a stop.
    pub fn ask(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// True when a stop was requested.
    #[must_use]
    pub fn is_asked(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}
