//! Thinking time of the minds on each board.

use bevy::ecs::prelude::*;
use bevy::platform::time::Instant;
use std::collections::HashMap;
use stonefield_go::Color;
use stonefield_sim::Thinking;

/// Thinking time that minds have reported, by board and colour.
#[derive(Resource, Debug, Default)]
pub struct ThinkingTime(HashMap<Entity, HashMap<Color, Spent>>);

/// Thinking time of one mind, over all its turns.
#[derive(Clone, Copy, Debug, Default)]
struct Spent {
    /// Start of its current turn, and the seconds of it so far.
    turn: (Option<Instant>, f64),
    /// Seconds of all earlier turns.
    before: f64,
}

impl Spent {
    /// Sets the seconds of a turn. A new turn adds those of the last to `before`.
    fn set_turn(&mut self, turn: Option<Instant>, seconds: f64) {
        if self.turn.0 != turn {
            self.before += self.turn.1;
        }
        self.turn = (turn, seconds);
    }
}

impl ThinkingTime {
    /// Returns the seconds of a board's minds; `None` if they have not reported any.
    pub fn of(&self, board: Entity) -> Option<f64> {
        let minds = self.0.get(&board)?;
        Some(minds.values().map(|spent| spent.before + spent.turn.1).sum())
    }
}

/// Adds up the reported times, and removes boards that no longer exist.
pub fn count(gobans: Query<(Entity, Ref<Thinking>)>, mut spent: ResMut<ThinkingTime>) {
    spent.0.retain(|&board, _| gobans.contains(board));
    for (board, thinking) in gobans.iter().filter(|(_, thinking)| thinking.is_changed()) {
        let report = thinking.color.and_then(|color| Some((color, thinking.latest(color)?.seconds?)));
        if let Some((color, seconds)) = report {
            spent.0.entry(board).or_default().entry(color).or_default().set_turn(thinking.began(), seconds);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use core::time::Duration;

    #[test]
    fn seconds_add_up_over_turns() {
        let first = Instant::now();
        let turns = [0, 1, 2].map(|turn| Some(first + Duration::from_secs(turn)));
        let mut spent = Spent::default();
        for (turn, seconds) in [(0, 0.5), (0, 1.0), (1, 0.25), (2, 0.25), (2, 2.0)] {
            spent.set_turn(turns[turn], seconds);
        }
        let board = Entity::from_raw_u32(1).expect("an entity");
        let time = ThinkingTime(HashMap::from([(board, HashMap::from([(Color::Black, spent)]))]));
        assert_eq!(time.of(board), Some(1.0 + 0.25 + 2.0));
    }
}
