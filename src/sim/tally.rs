//! Tally: what is counted at the end of a tick.

use super::turn::{Choice, Course, Turn};
use super::{Captures, Configured, Ending, Game, GameOver, GameRecord, Goban, Groups, Occupancy};
use crate::go::{By, ByColor, Color, Goal, Outcome, Quirks};
use bevy::ecs::prelude::*;

use super::netlogo::{self, Flock};

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

    fn count(&mut self, occupancy: &Occupancy, groups: &Groups) {
        self.stones = occupancy.standing();
        self.groups = ByColor::from_fn(|color| groups.count(color));
        let (stones, chains) = (self.stones.black + self.stones.white, self.groups.black + self.groups.white);
        self.mean_group = f64::from(stones) / f64::from(chains.max(1));
    }

    fn pens(&mut self, losses: Option<ByColor<u32>>, komi: f64) {
        let other = losses.map_or(self.captures, |losses| ByColor::new(losses.white, losses.black));
        self.score = ByColor::from_fn(|color| f64::from(self.stones[color]) + f64::from(other[color]));
        self.score.white += komi;
    }

    /// What the plots show of it.
    pub(super) const fn row(&self) -> TallyRow {
        TallyRow {
            tick: self.tick,
            capacity: self.capacity,
            black: self.score.black,
            white: self.score.white,
        }
    }
}

/// The komi that the pens show: that of `netlogo-2016` where it counts.
fn pen_komi(quirks: Option<Quirks>, komi: f64) -> f64 {
    if quirks.is_some_and(|quirks| !quirks.pass_only_when_stuck) { komi } else { 0.0 }
}

/// Counts a game that begins.
pub(super) fn first(world: &mut World, goban: Entity) {
    let mut query =
        world
            .query::<(&Configured, &Occupancy, &Groups, &Game, &Turn, &Course, &mut Tally, &mut GameRecord)>(
            );
    let Ok((Configured(setup), occupancy, groups, game, turn, course, mut tally, mut record)) =
        query.get_mut(world, goban)
    else {
        return;
    };
    let quirks = setup.quirks();
    tally.count(occupancy, groups);
    tally.pens(quirks.map(|_| course.losses), pen_komi(quirks, setup.rules.komi));
    tally.capacity = turn.capacity;
    if quirks.is_some() {
        // The model's plot begins with the mean and goes on with the sum.
        #[expect(clippy::cast_precision_loss, reason = "at most 4096")]
        let area = occupancy.size().area() as f64;
        tally.capacity /= area;
    }
    tally.outcome = game.position.outcome();
    record.first_row(tally.row());
}

/// Counts again what a hand has changed between two ticks.
pub(super) fn recount(world: &mut World, goban: Entity) {
    let mut query = world.query::<(&Configured, &Occupancy, &Groups, &Course, &mut Tally)>();
    if let Ok((Configured(setup), occupancy, groups, course, mut tally)) = query.get_mut(world, goban) {
        let quirks = setup.quirks();
        tally.count(occupancy, groups);
        tally.pens(quirks.map(|_| course.losses), pen_komi(quirks, setup.rules.komi));
    }
}

/// Counts the ply and, at the end of a tick, the tick.
pub(super) fn tally(
    mut gobans: Query<
        (
            Entity,
            &Configured,
            &Occupancy,
            &Groups,
            &Game,
            &Turn,
            &Flock,
            &mut Course,
            &mut Tally,
            &mut Ending,
            &GameRecord,
        ),
        With<Goban>,
    >,
    mut credits: Query<&mut Captures>,
    mut endings: MessageWriter<GameOver>,
) {
    for (
        goban,
        Configured(setup),
        occupancy,
        groups,
        game,
        turn,
        flock,
        mut course,
        mut tally,
        mut ending,
        record,
    ) in &mut gobans
    {
        if !turn.due {
            continue;
        }
        let quirks = setup.quirks();
        let tally = &mut *tally;
        tally.plies += 1;
        tally.count(occupancy, groups);
        tally.outcome = match turn.chosen {
            Some(Choice::Resign) => Some(Outcome::Win { winner: !turn.mover, by: By::Resignation }),
            Some(Choice::Fail) => Some(Outcome::Void),
            _ if game.position.is_counted() => {
                *ending = Ending::of(&game.position, setup.dead);
                game.position.outcome_with(&ending.dead)
            }
            _ => game.position.outcome(),
        };
        let ended = quirks.is_some_and(|quirks| netlogo::has_ended(quirks, &course));
        course.half = quirks.is_some() && turn.mover == Color::Black && !ended && tally.outcome.is_none();
        if course.half {
            continue;
        }
        tally.tick = turn.tick;
        if let Some(quirks) = quirks {
            let void = netlogo::settle_losses(quirks, occupancy, flock, &mut course, &mut credits);
            tally.pens(Some(course.losses), pen_komi(Some(quirks), setup.rules.komi));
            if void {
                tally.outcome = Some(Outcome::Void);
            } else if ended && tally.outcome.is_none() {
                tally.outcome = Some(Outcome::of(tally.score));
            }
            course.passed = ByColor::default();
        } else {
            tally.pens(None, 0.0);
        }
        tally.capacity = turn.capacity;
        if let Some(row) = record.known_row().filter(|_| turn.replay.is_some_and(|replay| !replay.new)) {
            // The heat of a tick that is played again may not have been measured.
            tally.capacity = row.capacity;
        }
        if turn.replay.is_none()
            && let Some(outcome) = tally.outcome
        {
            endings.write(GameOver { goban, outcome, tick: tally.tick });
        }
    }
}
