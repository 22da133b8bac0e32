//! The counters of a game.

use super::{Game, Groups, Occupancy};
use crate::go::{ByColor, Goal, Outcome};
use bevy::ecs::prelude::*;

/// The counters of a game.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq)]
pub struct Tally {
    /// Ticks done.
    pub tick: u64,
    /// Turns taken, passes included.
    pub plies: u64,
    /// Standing stones.
    pub stones: ByColor<u32>,
    /// Enemy stones that died, for each colour: by capture or by their own suicide.
    pub captures: ByColor<u32>,
    /// The pens of the Score plot: stones and captures; under `netlogo-2016` stones and the *other* colour's losses.
    pub score: ByColor<f64>,
    /// The heat of all patches together.
    pub capacity: f64,
    /// Groups of each colour.
    pub groups: ByColor<u32>,
    /// Stones in a group, on average; 0 without stones.
    pub mean_group: f64,
    /// How the game ended.
    pub outcome: Option<Outcome>,
}

/// What the plots show of one tick.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct TallyRow {
    /// The tick.
    pub tick: u64,
    /// [`Tally::capacity`].
    pub capacity: f64,
    /// Black's [`Tally::score`].
    pub black: f64,
    /// White's [`Tally::score`].
    pub white: f64,
}

impl Tally {
    /// The score as the board stands: the rules' count, or the pens where stones and captures are what
    /// counts or the first capture decided.
    #[must_use]
    pub fn final_score(&self, game: &Game) -> ByColor<f64> {
        let rules = game.position.rules();
        match (rules.quirks, rules.goal) {
            (None, Goal::Territory) => game.position.score(),
            _ => self.score,
        }
    }

    /// Counts stones and groups.
    pub(in crate::sim) fn count(&mut self, occupancy: &Occupancy, groups: &Groups) {
        self.stones = occupancy.standing();
        self.groups = ByColor::from_fn(|color| groups.count(color));
        let (stones, chains) = (self.stones.black + self.stones.white, self.groups.black + self.groups.white);
        self.mean_group = f64::from(stones) / f64::from(chains.max(1));
    }

    /// Sets the score that the pens show; of stones and losses under `netlogo-2016`.
    pub(in crate::sim) fn pens(&mut self, losses: Option<ByColor<u32>>, komi: f64) {
        let other = losses.map_or(self.captures, |losses| ByColor::new(losses.white, losses.black));
        self.score = ByColor::from_fn(|color| f64::from(self.stones[color]) + f64::from(other[color]));
        self.score.white += komi;
    }

    /// What the plots show of it.
    pub(in crate::sim) const fn row(&self) -> TallyRow {
        TallyRow {
            tick: self.tick,
            capacity: self.capacity,
            black: self.score.black,
            white: self.score.white,
        }
    }
}
