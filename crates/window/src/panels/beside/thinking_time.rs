//! How long the minds of each board have thought.

use bevy::ecs::prelude::*;
use bevy::platform::time::Instant;
use std::collections::HashMap;
use stonefield_go::Color;
use stonefield_sim::Thinking;

/// Seconds that minds have told they worked, by board.
#[derive(Resource, Debug, Default)]
pub struct ThinkingTime(HashMap<Entity, HashMap<Color, Spent>>);

/// The time of one mind, over all its turns.
#[derive(Clone, Copy, Debug, Default)]
struct Spent {
    /// When its turn began, and the seconds of it so far.
    turn: (Option<Instant>, f64),
    /// The seconds of the turns before.
    before: f64,
}

impl Spent {
    /// Takes the seconds told in this turn.
    fn hear(&mut self, turn: Option<Instant>, seconds: f64) {
        if self.turn.0 != turn {
            self.before += self.turn.1;
        }
        self.turn = (turn, seconds);
    }
}

impl ThinkingTime {
    /// The seconds of a board's minds; `None` where they have not told any.
    pub fn of(&self, board: Entity) -> Option<f64> {
        let minds = self.0.get(&board)?;
        Some(minds.values().map(|spent| spent.before + spent.turn.1).sum())
    }
}

/// Adds up what minds tell, and forgets boards that are gone.
pub fn count(gobans: Query<(Entity, Ref<Thinking>)>, mut spent: ResMut<ThinkingTime>) {
    spent.0.retain(|&board, _| gobans.contains(board));
    for (board, thinking) in gobans.iter().filter(|(_, thinking)| thinking.is_changed()) {
        let told = thinking.color.and_then(|color| Some((color, thinking.latest(color)?.seconds?)));
        if let Some((color, seconds)) = told {
            spent.0.entry(board).or_default().entry(color).or_default().hear(thinking.began(), seconds);
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
            spent.hear(turns[turn], seconds);
        }
        let board = Entity::from_raw_u32(1).expect("an entity");
        let time = ThinkingTime(HashMap::from([(board, HashMap::from([(Color::Black, spent)]))]));
        assert_eq!(time.of(board), Some(1.0 + 0.25 + 2.0));
    }
}
