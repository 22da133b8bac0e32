//! Counters of a game.

use super::{Changes, Groups, Occupancy, Referee, Totals};
use bevy::ecs::prelude::*;
use stonefield_go::{ByColor, Goal, Outcome, Rules, Scoring};

/// Counters of a game.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq)]
pub struct Tally {
    /// Ticks played since the game began.
    pub tick: u64,
    /// Turns taken, passes included.
    pub plies: u64,
    /// Stones of each colour on the board.
    pub stones: ByColor<u32>,
    /// Dead enemy stones for each colour, by capture or suicide.
    pub captures: ByColor<u32>,
    /// Score plot: stones plus captures; under `netlogo-2016` stones plus the *other* colour's losses.
    /// White's score includes komi only under `netlogo-2016` without `pass_only_when_stuck`.
    pub score: ByColor<f64>,
    /// Sum of the temperature over all patches, 0 or more. At the start of a `netlogo-2016` game the mean.
    pub capacity: f64,
    /// Groups of each colour.
    pub groups: ByColor<u32>,
    /// Mean size of a group, in stones; 0 without stones.
    pub mean_group: f64,
    /// Size of the largest group of each colour, in stones.
    pub largest: ByColor<u32>,
    /// Groups of each colour with exactly one liberty.
    pub in_atari: ByColor<u32>,
    /// Groups of each colour that touch two opposite edges of the board.
    pub spanning: ByColor<u32>,
    /// Eye points of each colour.
    pub eye_points: ByColor<u32>,
    /// Merges and captures of the last tick.
    pub changes: Changes,
    /// Outcome, if the game is over.
    pub outcome: Option<Outcome>,
}

/// Measures of one tick: see [`MEASURES`](crate::MEASURES).
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct TallyRow {
    /// Number of the tick, from 1; 0 for the start of the game.
    pub tick: u64,
    /// Sum of the temperature over all patches: see [`Tally::capacity`].
    pub capacity: f64,
    /// Values of the Score plot: see [`Tally::score`].
    pub score: ByColor<f64>,
    /// Stones on the board: see [`Tally::stones`].
    pub stones: ByColor<u32>,
    /// Groups on the board: see [`Tally::groups`].
    pub groups: ByColor<u32>,
    /// Size of the largest group: see [`Tally::largest`].
    pub largest: ByColor<u32>,
    /// Groups with one liberty: see [`Tally::in_atari`].
    pub in_atari: ByColor<u32>,
    /// Groups that touch two opposite edges: see [`Tally::spanning`].
    pub spanning: ByColor<u32>,
    /// Eye points: see [`Tally::eye_points`].
    pub eye_points: ByColor<u32>,
    /// Merges and captures of the tick: see [`Tally::changes`].
    pub changes: Changes,
}

impl Tally {
    /// Returns the present score: the referee's in Go games for territory, else [`Tally::score`].
    #[must_use]
    pub fn final_score(&self, referee: &Referee) -> ByColor<f64> {
        let rules = referee.position.rules();
        match (rules.quirks, rules.goal) {
            (None, Goal::Territory) => referee.position.score(),
            _ => self.score,
        }
    }

    /// Name of [`Tally::final_score`] under these rules.
    #[must_use]
    pub const fn score_name(rules: &Rules) -> &'static str {
        match (rules.quirks, rules.goal, rules.scoring) {
            (Some(_), ..) => "NetLogo score",
            (None, Goal::Territory, Scoring::Area) => "Area score",
            (None, Goal::Territory, Scoring::Territory) => "Territory score",
            _ => "Stones and captures",
        }
    }

    /// Copies the counters of stones, groups and eyes, and computes [`Tally::mean_group`].
    pub(crate) fn count(&mut self, occupancy: &Occupancy, groups: &Groups) {
        self.stones = occupancy.standing();
        self.eye_points = occupancy.eye_points();
        let count_of = |counter: fn(&Totals) -> u32| ByColor::from_fn(|color| counter(groups.totals(color)));
        self.groups = count_of(Totals::count);
        self.largest = count_of(Totals::largest);
        self.in_atari = count_of(Totals::in_atari);
        self.spanning = count_of(Totals::spanning);
        let (stones, chains) = (self.stones.black + self.stones.white, self.groups.black + self.groups.white);
        self.mean_group = f64::from(stones) / f64::from(chains.max(1));
    }

    /// Updates [`Tally::score`]. `losses` of each colour: `None` by the rules of Go. `komi` is White's.
    pub(crate) fn update_score(&mut self, losses: Option<ByColor<u32>>, komi: f64) {
        let from_opponent = losses.map_or(self.captures, |losses| ByColor::new(losses.white, losses.black));
        self.score =
            ByColor::from_fn(|color| f64::from(self.stones[color]) + f64::from(from_opponent[color]));
        self.score.white += komi;
    }

    /// Returns the measures at the end of a tick.
    #[must_use]
    pub const fn row(&self) -> TallyRow {
        let Self { tick, capacity, score, stones, groups, .. } = *self;
        let Self { largest, in_atari, spanning, eye_points, changes, .. } = *self;
        TallyRow { tick, capacity, score, stones, groups, largest, in_atari, spanning, eye_points, changes }
    }
}
