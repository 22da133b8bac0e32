//! `PositionMemory`: earlier positions, for superko.

use bevy::ecs::prelude::*;
use stonefield_go::{Color, History, Position, Rules};

/// Hash keys of the positions since a goban was set up or edited, for superko. Empty under other ko rules.
#[derive(Component, Clone, Default)]
pub struct PositionMemory {
    past: History,
}

impl PositionMemory {
    /// Copies the history of a position.
    pub(crate) fn of(position: &Position) -> Self {
        Self { past: position.history().clone() }
    }

    /// Creates a history that begins with the board of this hash and this colour to move.
    pub(crate) fn new(rules: &Rules, hash: u64, to_move: Color) -> Self {
        Self { past: History::new(rules.key(hash, to_move)) }
    }

    /// Adds the position after a move of `color`. `hash`: hash of the board after the move.
    pub(crate) fn push(&mut self, rules: &Rules, color: Color, hash: u64) {
        if let Some(key) = rules.key(hash, !color) {
            self.past.push_key(key);
        }
    }

    /// True if superko forbids this board because it occurred before; under situational superko, with the
    /// same colour to move.
    pub(crate) fn contains(&self, rules: &Rules, hash: u64, to_move: Color) -> bool {
        rules.key(hash, to_move).is_some_and(|key| self.past.contains(key))
    }
}
