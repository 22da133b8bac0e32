//! `PositionMemory`: the positions that may not come back.

use bevy::ecs::prelude::*;
use stonefield_go::{Color, History, Position, Rules};

/// What a goban remembers of its game for the ko rule: the keys of the positions since it was set up or edited.
#[derive(Component, Clone, Default)]
pub struct PositionMemory {
    past: History,
}

impl PositionMemory {
    /// What is remembered of a position that is put on a goban.
    pub(crate) fn of(position: &Position) -> Self {
        Self { past: position.history().clone() }
    }

    /// A memory that begins with the stones of this hash.
    pub(crate) fn new(rules: &Rules, hash: u64, to_move: Color) -> Self {
        Self { past: History::new(rules.key(hash, to_move)) }
    }

    /// Remembers what a move of a colour has led to.
    pub(crate) fn push(&mut self, rules: &Rules, color: Color, hash: u64) {
        if let Some(key) = rules.key(hash, !color) {
            self.past.push_key(key);
        }
    }

    /// Whether the stones of this hash have stood before, with the same colour to move where the rules ask for that.
    pub(crate) fn has_been(&self, rules: &Rules, hash: u64, to_move: Color) -> bool {
        rules.key(hash, to_move).is_some_and(|key| self.past.contains(key))
    }
}
