//! Workloads for benchmarks of the agents. The caller measures the time.

use crate::{Check, GameSetup, NoRewind, SetupError, Tally, create_app, reset, spawn_goban, ticks};
use bevy::app::App;
use bevy::ecs::prelude::*;
use rand::{RngExt, SeedableRng};
use stonefield_go::{ByColor, Color, Position, Rules, Setup, Size};
use stonefield_minds::BrainSpec;

/// World with a workload, ready to run.
pub struct Load {
    app: App,
    goban: Entity,
    /// Set-up of the next game in a series of games. `None`: the workload is one game.
    next: Option<GameSetup>,
}

impl Load {
    /// Series of games on one board of this size, under the default rules. The mind plays both colours.
    /// `check`: extent of the referee's checks.
    ///
    /// # Errors
    /// See [`GameSetup::check`].
    pub fn games(size: Size, mind: &BrainSpec, check: Check) -> Result<Self, SetupError> {
        let brains = ByColor::new(mind.clone(), mind.clone());
        let setup = GameSetup { size, brains, check, ..GameSetup::default() };
        let load = Self::new(&setup)?;
        Ok(Self { next: Some(GameSetup { game: 1, ..setup }), ..load })
    }

    /// Game on a 1000×1000 board, on which 300,000 stones are placed at the beginning and chains without
    /// liberties removed. The mind plays both colours.
    ///
    /// # Errors
    /// See [`GameSetup::check`].
    pub fn large_board(mind: &BrainSpec) -> Result<Self, SetupError> {
        let size = Size::square(1000).unwrap_or_default();
        let start = Some(scattered(size, 300_000, 1));
        let brains = ByColor::new(mind.clone(), mind.clone());
        Self::new(&GameSetup { size, start, brains, check: Check::Sample, ..GameSetup::default() })
    }

    fn new(setup: &GameSetup) -> Result<Self, SetupError> {
        let mut app = create_app();
        app.insert_resource(NoRewind);
        let goban = spawn_goban(app.world_mut(), setup)?;
        Ok(Self { app, goban, next: None })
    }

    /// Runs at most `count` ticks. In a series, a finished game is followed by the next. Returns the number
    /// of ticks that were possible.
    pub fn run(&mut self, count: u64) -> u64 {
        let mut done = 0;
        loop {
            let before = done;
            done += ticks(self.app.world_mut(), count - done);
            let over = self.app.world().get::<Tally>(self.goban).is_some_and(|tally| tally.outcome.is_some());
            let Some(next) = self.next.as_mut().filter(|_| over) else { return done };
            if reset(self.app.world_mut(), self.goban, next).is_err() || done == count || done == before {
                return done;
            }
            next.game += 1;
        }
    }

    /// The world, with its goban.
    #[must_use]
    pub fn world(&self) -> (&World, Entity) {
        (self.app.world(), self.goban)
    }
}

/// Board with `stones` stones at random points, half of them of each colour. Chains without liberties are
/// then removed.
#[must_use]
pub fn scattered(size: Size, stones: u32, seed: u64) -> Setup {
    let mut rng = stonefield_search::Rng::seed_from_u64(seed);
    let mut setup = Setup::empty(size);
    let area = u32::try_from(size.area()).unwrap_or(u32::MAX);
    let mut missing = stones.min(area);
    while missing > 0 {
        let point = size.point(rng.random_range(0..area) as usize);
        if setup.at(point).is_none() {
            setup.set(point, Some(if missing.is_multiple_of(2) { Color::Black } else { Color::White }));
            missing -= 1;
        }
    }
    Position::from_setup_unchecked(&setup, Rules::default()).without_dead_chains().0.setup()
}
