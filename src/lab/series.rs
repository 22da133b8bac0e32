//! Many games, each in a world of its own, on several threads, told in order.

use crate::brain::BrainSpec;
use crate::go::{ByColor, Color, Outcome};
use crate::sim::{self, Curious, Game, GameSetup, Seats, Tally};
use bevy::app::App;
use bevy::ecs::entity::Entity;
use bevy::ecs::world::World;
use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc;

/// A number of games that differ by their number alone.
#[derive(Clone, Debug)]
pub struct Series {
    /// The first game; the following ones count its number up.
    pub setup: GameSetup,
    /// How many.
    pub games: u64,
    /// Whether the minds change colours every other game.
    pub alternate: bool,
    /// Ticks after which a game is given up.
    pub max_ticks: u64,
}

/// A game that was played.
#[derive(Clone, Debug, PartialEq)]
pub struct GameResult {
    /// Its number, which with the seed makes it that game.
    pub game: u64,
    /// Whether the minds had changed colours.
    pub swapped: bool,
    /// The final score by colour.
    pub score: ByColor<f64>,
    /// How it ended; `None` when it was given up.
    pub outcome: Option<Outcome>,
    /// How many ticks it took.
    pub ticks: u64,
    /// The colour whose mind could not go on, and why; the game is void then.
    pub fault: Option<(Color, String)>,
}

/// Why a series could not be played.
#[derive(Debug, thiserror::Error)]
pub enum SeriesError {
    /// The set-up is refused.
    #[error(transparent)]
    Setup(#[from] sim::SetupError),
    /// A seat waits for a person, whom a series has none of.
    #[error("the brain {brain} needs somebody in front of the board, and a series is played without")]
    Person {
        /// The seat.
        color: Color,
        /// The mind.
        brain: &'static str,
    },
    /// A mind that is a program of its own cannot be started.
    #[error("{color}'s mind cannot play: {why}")]
    Start {
        /// Its seat.
        color: Color,
        /// Why, in plain words.
        why: String,
    },
    /// A thread ended before its time.
    #[error("game {0} could not be played to its end: this is a defect")]
    Broken(u64),
}

impl Series {
    /// The minds of a game by colour.
    #[must_use]
    pub fn brains(&self, swapped: bool) -> ByColor<BrainSpec> {
        let ByColor { black, white } = self.setup.brains.clone();
        if swapped { ByColor::new(white, black) } else { ByColor::new(black, white) }
    }

    /// Refuses what cannot be played.
    ///
    /// # Errors
    /// When the set-up is refused, or a mind needs a person.
    pub fn check(&self) -> Result<(), SeriesError> {
        self.setup.check()?;
        for (color, brain) in self.setup.brains.iter() {
            if brain.info().human {
                return Err(SeriesError::Person { color, brain: brain.name() });
            }
        }
        Ok(())
    }

    /// Plays the games on so many threads and hands each to `tell`, in order of their numbers whatever the
    /// threads, until it breaks off.
    ///
    /// # Errors
    /// As [`Series::check`]; nothing is played then. When a mind cannot be started before its first game (one that fails later
    /// fails its game, and is started anew for the next). And should a thread fail.
    pub fn play(
        &self,
        threads: usize,
        mut tell: impl FnMut(&GameResult) -> ControlFlow<()>,
    ) -> Result<(), SeriesError> {
        self.play_and_look(threads, false, |_, _| (), |game, ()| tell(game))
    }

    /// As [`Series::play`], and has a look at the goban of each game when it has ended, on the thread that played it. With `views` the minds
    /// are asked how they see the game.
    ///
    /// # Errors
    /// As [`Series::play`].
    pub fn play_and_look<T: Send>(
        &self,
        threads: usize,
        views: bool,
        look: impl Fn(&World, Entity) -> T + Sync,
        mut tell: impl FnMut(&GameResult, T) -> ControlFlow<()>,
    ) -> Result<(), SeriesError> {
        self.check()?;
        let next = AtomicU64::new(0);
        let stop = AtomicBool::new(false);
        let (sender, receiver) = mpsc::channel();
        std::thread::scope(|scope| {
            for _ in 0..threads.max(1) {
                let sender = sender.clone();
                let (next, stop, look) = (&next, &stop, &look);
                scope.spawn(move || {
                    let mut table = Table::new(views);
                    while !stop.load(Ordering::Relaxed) {
                        let number = next.fetch_add(1, Ordering::Relaxed);
                        if number >= self.games
                            || sender.send((number, table.play(self, number, look))).is_err()
                        {
                            break;
                        }
                    }
                });
            }
            drop(sender);
            let mut early = BTreeMap::new();
            let mut due = 0;
            for (number, played) in receiver {
                early.insert(number, played);
                while let Some(played) = early.remove(&due) {
                    due += 1;
                    let told = played.map(|(played, seen)| tell(&played, seen));
                    if !matches!(told, Ok(ControlFlow::Continue(()))) {
                        stop.store(true, Ordering::Relaxed);
                        return told.map(drop);
                    }
                }
            }
            if due < self.games { Err(SeriesError::Broken(self.setup.game + due)) } else { Ok(()) }
        })
    }
}

/// One thread's world, and the goban on which its games are played one after the other.
struct Table {
    app: App,
    goban: Option<Entity>,
}

impl Table {
    fn new(views: bool) -> Self {
        let mut app = sim::create_app();
        app.insert_resource(Curious(views));
        Self { app, goban: None }
    }

    /// Plays the game with that place in the series.
    fn play<T>(
        &mut self,
        series: &Series,
        number: u64,
        look: impl Fn(&World, Entity) -> T,
    ) -> Result<(GameResult, T), SeriesError> {
        let swapped = series.alternate && number % 2 == 1;
        let setup = GameSetup {
            game: series.setup.game.wrapping_add(number),
            brains: series.brains(swapped),
            ..series.setup.clone()
        };
        let world = self.app.world_mut();
        let goban = match self.goban {
            Some(goban) => {
                sim::reset(world, goban, &setup)?;
                goban
            }
            None => {
                let goban = *self.goban.insert(sim::spawn_goban(world, &setup)?);
                if let Some(mut seats) = world.get_mut::<Seats>(goban) {
                    seats.prepare().map_err(|(color, why)| SeriesError::Start { color, why })?;
                }
                goban
            }
        };
        let outcome = sim::play_out(world, goban, series.max_ticks).map(|finished| finished.outcome);
        let (Some(tally), Some(game)) = (world.get::<Tally>(goban), world.get::<Game>(goban)) else {
            return Err(SeriesError::Broken(setup.game));
        };
        let fault = world.get::<Seats>(goban).and_then(|seats| {
            Color::ALL.into_iter().find_map(|color| Some((color, seats.fault(color)?.to_owned())))
        });
        let result = GameResult {
            fault,
            game: setup.game,
            swapped,
            score: tally.final_score(game),
            outcome,
            ticks: tally.tick,
        };
        Ok((result, look(world, goban)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::go::Size;

    fn series(games: u64) -> Series {
        let size = Size::square(5).unwrap_or_default();
        let brains = ByColor::new(BrainSpec::default(), BrainSpec::named("random").unwrap_or_default());
        let setup = GameSetup { size, brains, game: 40, ..GameSetup::default() };
        Series { setup, games, alternate: true, max_ticks: 10_000 }
    }

    fn told(series: &Series, threads: usize) -> Vec<GameResult> {
        let mut games = Vec::new();
        let played = series.play(threads, |game| {
            games.push(game.clone());
            ControlFlow::Continue(())
        });
        assert!(played.is_ok());
        games
    }

    #[test]
    fn games_are_told_in_order_and_the_same_on_any_number_of_threads() {
        let series = series(25);
        let games = told(&series, 1);
        assert!(games.iter().map(|game| game.game).eq(40..65));
        assert!(games.iter().all(|game| game.swapped == (game.game % 2 == 1) && game.outcome.is_some()));
        for threads in [2, 5] {
            assert_eq!(told(&series, threads), games);
        }
    }

    #[test]
    fn a_game_is_the_same_alone() {
        let games = told(&series(4), 1);
        let mut alone = series(1);
        alone.setup.game += 2;
        assert_eq!(told(&alone, 1)[..], games[2..3]);
    }

    #[test]
    fn whoever_listens_may_break_off() {
        let mut count = 0;
        let played = series(1_000_000).play(2, |_| {
            count += 1;
            if count == 3 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        assert!(played.is_ok());
        assert_eq!(count, 3);
    }

    #[test]
    fn a_person_cannot_sit_in_a_series() {
        let mut series = series(1);
        series.setup.brains.white = BrainSpec::named("human").unwrap_or_default();
        let refused = series.play(1, |_| ControlFlow::Continue(()));
        assert!(matches!(refused, Err(SeriesError::Person { color: Color::White, .. })));
    }
}
