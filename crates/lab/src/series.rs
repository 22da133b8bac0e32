//! Many games, each in a world of its own, on several threads, told in order.

use super::crew::{self, CrewOrder, Job, Overseer};
use super::game_worker::{GameWorker, Glances, Manner};
use super::{Conduct, Ended, GameResult, Hearer, MeasuredTick, PlannedGame, SeriesError};
use std::collections::{BTreeMap, BTreeSet};
use std::ops::ControlFlow;
use std::sync::Arc;
use stonefield_go::ByColor;
use stonefield_minds::BrainSpec;
use stonefield_sim::history::Heading;
use stonefield_sim::{GameSetup, Halt, Opening, Session, StopCondition, Surveyor, all_numbers};

/// A number of games that differ by their number alone.
#[derive(Clone, Debug)]
pub struct Series {
    /// The first game; the following ones count its number up.
    pub setup: GameSetup,
    /// How many games are played.
    pub games: u64,
    /// Whether the minds change colours every other game.
    pub alternate: bool,
    /// Ticks after which a game is given up.
    pub max_ticks: u64,
    /// Ticks from one that is measured to the next, at least 1; `None` to measure none.
    pub every: Option<u64>,
    /// Conditions that end a game at the end of the tick in which one comes true.
    pub stops: Vec<StopCondition>,
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
    /// fails its game, and is started again for the next). And should a thread fail.
    pub fn play(
        &self,
        threads: usize,
        mut tell: impl FnMut(&GameResult) -> ControlFlow<()>,
    ) -> Result<(), SeriesError> {
        self.play_and_look(threads, None, |_, _| (), |game, ()| tell(game))
    }

    /// As [`Series::play`], and has a look at the goban of each game when it has ended, on the thread that played it. With `views` the minds
    /// are asked how they see the game.
    ///
    /// # Errors
    /// As [`Series::play`].
    pub fn play_and_look<T: Send + 'static>(
        &self,
        threads: usize,
        heading: Option<Heading>,
        look: impl Fn(&Session, &GameResult) -> T + Send + Sync + 'static,
        tell: impl FnMut(&GameResult, T) -> ControlFlow<()>,
    ) -> Result<(), SeriesError> {
        let conduct = Conduct { threads, heading, ..Conduct::default() };
        self.conduct(&conduct, [], look, &mut InOrder(tell)).end
    }

    /// Plays the games as `conduct` says, and tells `hearer` of each twice: when it has ended, and when its turn has come. Games that are
    /// `known` are not played; they come in the order in which an earlier call told of their ends.
    ///
    /// It returns early when `hearer` breaks off, when [`Conduct::halt`] is asked, or on an error. Games under way are left then, and a thread
    /// whose mind does not answer is left behind.
    pub fn conduct<T: Send + 'static>(
        &self,
        conduct: &Conduct,
        known: impl IntoIterator<Item = (GameResult, T)>,
        look: impl Fn(&Session, &GameResult) -> T + Send + Sync + 'static,
        hearer: &mut impl Hearer<T>,
    ) -> Ended<T> {
        let mut line = Line { series: self, waiting: BTreeMap::new(), due: 0 };
        let end = match self.check() {
            Err(error) => Err(error),
            // The caller, who knows all the games, may break off too.
            Ok(()) if known.into_iter().any(|(game, seen)| line.join(game, seen, hearer).is_break()) => {
                Ok(())
            }
            Ok(()) => self.play_rest(conduct, look, &mut line, hearer),
        };
        Ended { waiting: line.waiting.into_values().collect(), end }
    }

    fn play_rest<T: Send + 'static>(
        &self,
        conduct: &Conduct,
        look: impl Fn(&Session, &GameResult) -> T + Send + Sync + 'static,
        line: &mut Line<'_, T>,
        hearer: &mut impl Hearer<T>,
    ) -> Result<(), SeriesError> {
        let ahead = conduct.ahead.max(1);
        let job = Arc::new(SeriesJob {
            series: self.clone(),
            known: line.waiting.keys().copied().collect(),
            heading: conduct.heading.clone(),
            look,
        });
        let order = CrewOrder {
            threads: conduct.threads,
            from: line.due,
            limit: line.due.saturating_add(ahead),
            halt: conduct.halt.clone(),
        };
        crew::play(&job, order, &mut Told { line, hearer, ahead })
    }

    /// The game with a place in the series.
    #[must_use]
    pub fn game(&self, place: u64) -> PlannedGame {
        let swapped = self.alternate && place % 2 == 1;
        let setup = GameSetup {
            game: self.setup.game.wrapping_add(place),
            brains: self.brains(swapped),
            opening: Opening {
                // Both games of a pair with colours changed open alike.
                game: self.setup.game.wrapping_add(if self.alternate { place & !1 } else { place }),
                ..self.setup.opening
            },
            ..self.setup.clone()
        };
        PlannedGame { setup, swapped, max_ticks: self.max_ticks, stops: self.stops.clone() }
    }
}

/// The games of a series as work for threads.
struct SeriesJob<F> {
    series: Series,
    /// Places of games that need not be played.
    known: BTreeSet<u64>,
    heading: Option<Heading>,
    look: F,
}

impl<T: Send + 'static, F: Fn(&Session, &GameResult) -> T + Send + Sync + 'static> Job for SeriesJob<F> {
    type Done = (GameResult, T);

    fn places(&self) -> u64 {
        self.series.games
    }

    fn is_wanted(&self, place: u64) -> bool {
        !self.known.contains(&place)
    }

    fn number(&self, place: u64) -> u64 {
        self.series.setup.game.wrapping_add(place)
    }

    fn worker(&self, halt: &Halt) -> GameWorker {
        let (heading, halt) = (self.heading.clone(), halt.clone());
        GameWorker::new(Manner { heading, halt, strict: true, ..Manner::default() })
    }

    fn play(&self, worker: &mut GameWorker, place: u64) -> Result<Option<Self::Done>, SeriesError> {
        let game = self.series.game(place);
        let mut measured = EveryTicks { every: self.series.every, ..EveryTicks::default() };
        let Some((mut result, session)) = worker.play(&game, &mut measured)? else { return Ok(None) };
        result.measured = measured.ticks;
        let seen = (self.look)(session, &result);
        Ok(Some((result, seen)))
    }
}

/// Measures a game every so many ticks.
#[derive(Default)]
struct EveryTicks {
    every: Option<u64>,
    surveyor: Surveyor,
    ticks: Vec<MeasuredTick>,
}

impl Glances for EveryTicks {
    fn next(&self, tick: u64) -> Option<u64> {
        self.every.map(|every| (tick / every + 1).saturating_mul(every))
    }

    fn look(&mut self, session: &Session) {
        if self.every.is_some() {
            let found = self.surveyor.survey(session.world(), session.goban());
            self.ticks.extend(
                found.map(|(row, survey)| MeasuredTick {
                    tick: row.tick,
                    numbers: all_numbers(&row, &survey),
                }),
            );
        }
    }
}

/// Tells the hearer of a series what its threads have played.
struct Told<'a, 'b, T, H> {
    line: &'a mut Line<'b, T>,
    hearer: &'a mut H,
    ahead: u64,
}

impl<T, H: Hearer<T>> Overseer<(GameResult, T)> for Told<'_, '_, T, H> {
    fn ended(&mut self, (game, seen): (GameResult, T)) -> ControlFlow<(), u64> {
        match self.line.hear(game, seen, self.hearer) {
            ControlFlow::Break(()) => ControlFlow::Break(()),
            ControlFlow::Continue(()) => ControlFlow::Continue(self.line.due.saturating_add(self.ahead)),
        }
    }

    fn pulse(&mut self) -> ControlFlow<()> {
        self.hearer.pulse()
    }

    fn late(&mut self, (game, seen): (GameResult, T)) {
        // Nothing more can be broken off.
        let _ = self.hearer.ended(&game, &seen);
        self.line.keep(game, seen);
    }

    fn is_done(&self) -> bool {
        self.line.due >= self.line.series.games
    }
}

/// Hears of games in order.
struct InOrder<F>(F);

impl<T, F: FnMut(&GameResult, T) -> ControlFlow<()>> Hearer<T> for InOrder<F> {
    fn due(&mut self, game: GameResult, seen: T) -> ControlFlow<()> {
        (self.0)(&game, seen)
    }
}

/// Where games that have ended wait for their turn.
struct Line<'a, T> {
    series: &'a Series,
    /// By their place in the series.
    waiting: BTreeMap<u64, (GameResult, T)>,
    /// The place whose turn it is.
    due: u64,
}

impl<T> Line<'_, T> {
    /// A game has ended.
    fn hear(&mut self, game: GameResult, seen: T, hearer: &mut impl Hearer<T>) -> ControlFlow<()> {
        match hearer.ended(&game, &seen) {
            ControlFlow::Continue(()) => self.join(game, seen, hearer),
            ControlFlow::Break(()) => {
                self.keep(game, seen);
                ControlFlow::Break(())
            }
        }
    }

    /// Lets a game wait, then tells of all whose turn it is.
    fn join(&mut self, game: GameResult, seen: T, hearer: &mut impl Hearer<T>) -> ControlFlow<()> {
        self.keep(game, seen);
        while let Some((game, seen)) = self.waiting.remove(&self.due) {
            self.due += 1;
            hearer.due(game, seen)?;
        }
        ControlFlow::Continue(())
    }

    fn keep(&mut self, game: GameResult, seen: T) {
        let place = game.game.wrapping_sub(self.series.setup.game);
        if place >= self.due && place < self.series.games {
            self.waiting.insert(place, (game, seen));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::mpsc;
    use std::time::{Duration, Instant};
    use stonefield_go::Size;
    use stonefield_search::lock;

    fn series(games: u64) -> Series {
        let size = Size::square(5).unwrap_or_default();
        let brains = ByColor::new(BrainSpec::default(), BrainSpec::named("random").unwrap_or_default());
        let setup = GameSetup { size, brains, game: 40, ..GameSetup::default() };
        Series { setup, games, alternate: true, max_ticks: 10_000, every: None, stops: Vec::new() }
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
    fn games_of_minds_without_chance_differ_by_their_openings() {
        let brain: BrainSpec = "negamax:depth=2".parse().expect("a mind");
        let mut series = series(5);
        series.alternate = false;
        series.setup.brains = ByColor::from_fn(|_| brain.clone());
        // The moves of each game.
        let played = |series: &Series, threads| {
            let (moves, look) = mpsc::channel();
            let sender = std::sync::Mutex::new(moves);
            let look_on = move |session: &Session, game: &GameResult| {
                let moves = session.record().moves().collect::<Vec<_>>();
                let sender = lock(&sender);
                let _ = sender.send((game.game, moves));
            };
            let ended = series.play_and_look(threads, None, look_on, |_, ()| ControlFlow::Continue(()));
            assert!(ended.is_ok());
            look.iter().collect::<BTreeMap<_, _>>()
        };
        let distinct = |games: &BTreeMap<u64, Vec<stonefield_go::Move>>| {
            games.values().collect::<std::collections::HashSet<_>>().len()
        };
        assert_eq!(distinct(&played(&series, 1)), 1, "without an opening they play one game");
        series.setup.opening.plies = 6;
        let games = played(&series, 1);
        assert_eq!(distinct(&games), 5);
        assert_eq!(played(&series, 3), games, "on any number of threads");
        series.alternate = true;
        let pairs = played(&series, 2);
        assert_eq!(pairs[&40][..6], pairs[&41][..6], "a pair opens alike");
        assert_ne!(pairs[&41][..6], pairs[&42][..6]);
        assert_eq!(pairs[&42][..6], games[&42][..6]);
    }

    #[test]
    fn a_game_is_the_same_alone() {
        let games = told(&series(4), 1);
        let mut alone = series(1);
        alone.setup.game += 2;
        assert_eq!(told(&alone, 1)[..], games[2..3]);
    }

    #[test]
    fn a_listener_may_break_off() {
        let mut count = 0;
        let played = series(1_000_000).play(2, |_| {
            count += 1;
            if count == 3 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        assert!(played.is_ok());
        assert_eq!(count, 3);
    }

    /// Hears of games by both ways.
    #[derive(Default)]
    struct Heard {
        ended: Vec<u64>,
        due: Vec<GameResult>,
        pulses: u32,
        most: Option<usize>,
    }

    impl Hearer<()> for Heard {
        fn ended(&mut self, game: &GameResult, (): &()) -> ControlFlow<()> {
            self.ended.push(game.game);
            if self.most == Some(self.ended.len()) {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            }
        }

        fn due(&mut self, game: GameResult, (): ()) -> ControlFlow<()> {
            self.due.push(game);
            ControlFlow::Continue(())
        }

        fn pulse(&mut self) -> ControlFlow<()> {
            self.pulses += 1;
            ControlFlow::Continue(())
        }
    }

    fn sorted(games: &[u64]) -> Vec<u64> {
        let mut games = games.to_vec();
        games.sort_unstable();
        games
    }

    #[test]
    fn while_a_game_hangs_so_many_others_are_played_and_no_more() {
        let conduct = Conduct { threads: 3, ahead: 10, ..Conduct::default() };
        let (let_go, held) = mpsc::channel::<()>();
        let (looked, looks) = mpsc::channel();
        let (held, halt) = (std::sync::Mutex::new(held), conduct.halt.clone());
        let watcher = std::thread::spawn(move || {
            // The first game hangs; nine others end, and then none for a while.
            let ended: Vec<u64> = (0..9).filter_map(|_| looks.recv().ok()).collect();
            let more = looks.recv_timeout(Duration::from_millis(300));
            assert_eq!((sorted(&ended), more.is_err()), ((41..50).collect(), true));
            drop(let_go);
            // Then all goes on, until it is ended.
            let _ = looks.iter().take(10).count();
            halt.ask();
        });
        let look = move |_: &Session, game: &GameResult| {
            if game.game == 40 {
                // An error: there is no other owner any more.
                let _ = lock(&held).recv();
            }
            let _ = looked.send(game.game);
        };
        let mut heard = Heard::default();
        let ended = series(1_000_000).conduct(&conduct, [], look, &mut heard);
        assert!(watcher.join().is_ok() && ended.end.is_ok() && heard.pulses > 0);
        // What came while the first one hung was heard of at once, and told in order later.
        assert!(heard.due.iter().map(|game| game.game).eq((40..).take(heard.due.len())));
        let waiting = ended.waiting.iter().map(|(game, ())| game.game);
        let told: Vec<u64> = heard.due.iter().map(|game| game.game).chain(waiting).collect();
        assert!(told.len() >= 19 && sorted(&heard.ended) == told, "{told:?} {:?}", heard.ended);
    }

    #[test]
    fn games_under_way_are_left_at_an_early_end() {
        let mut series = series(1_000_000);
        // A mind that thinks for ever unless it is stopped.
        series.setup.brains.black = "mcts:playouts=1000000000".parse().unwrap_or_default();
        series.setup.brains.white = BrainSpec::named("random").unwrap_or_default();
        let conduct = Conduct { threads: 2, ..Conduct::default() };
        let halt = conduct.halt.clone();
        let asker = std::thread::spawn(move || {
            std::thread::sleep(Duration::from_millis(200));
            halt.ask();
        });
        let began = Instant::now();
        let mut heard = Heard::default();
        let ended = series.conduct(&conduct, [], |_, _| (), &mut heard);
        assert!(asker.join().is_ok() && ended.end.is_ok());
        assert!(began.elapsed() < Duration::from_secs(30), "{:?}", began.elapsed());
        assert!(heard.ended.is_empty() && ended.waiting.is_empty(), "no game is told of that was left");
    }

    #[test]
    fn a_game_that_breaks_its_thread_ends_the_series() {
        let conduct = Conduct { threads: 2, ..Conduct::default() };
        let look =
            |_: &Session, game: &GameResult| assert!(game.game != 45, "a defect, as the test wants it");
        let mut heard = Heard::default();
        let ended = series(1_000_000).conduct(&conduct, [], look, &mut heard);
        assert!(matches!(ended.end, Err(SeriesError::Broken(45))), "{:?}", ended.end);
        let waiting = ended.waiting.iter().map(|(game, ())| game.game);
        let told: Vec<u64> = heard.due.iter().map(|game| game.game).chain(waiting).collect();
        // The other thread may be in a game that began before, which is left.
        let before = (40..45).filter(|game| told.contains(game)).count();
        assert!(before >= 4 && !told.contains(&45), "{told:?}");
        assert_eq!(sorted(&heard.ended), told);
    }

    #[test]
    fn games_that_are_known_are_not_played_again() {
        let series = series(12);
        let all = told(&series, 1);
        // As they ended: one overtook others, and one is of another series.
        let mut known: Vec<GameResult> = [1, 0, 5, 2].map(|at| all[at].clone()).to_vec();
        known.push(GameResult { game: 7, ..all[0].clone() });
        let known = known.into_iter().map(|game| (game, ()));
        let mut heard = Heard::default();
        let conduct = Conduct { threads: 2, ..Conduct::default() };
        let ended = series.conduct(&conduct, known, |_, _| (), &mut heard);
        assert!(ended.end.is_ok() && ended.waiting.is_empty());
        assert_eq!(heard.due, all);
        assert_eq!(sorted(&heard.ended), [43, 44, 46, 47, 48, 49, 50, 51]);
    }

    #[test]
    fn a_listener_to_ends_may_break_off() {
        let mut heard = Heard { most: Some(3), ..Heard::default() };
        let conduct = Conduct { threads: 2, ..Conduct::default() };
        let ended = series(1_000_000).conduct(&conduct, [], |_, _| (), &mut heard);
        assert!(ended.end.is_ok() && heard.ended.len() >= 3);
        assert_eq!(heard.due.len() + ended.waiting.len(), heard.ended.len());
    }

    #[test]
    fn a_person_cannot_sit_in_a_series() {
        let mut series = series(1);
        series.setup.brains.white = BrainSpec::named("human").unwrap_or_default();
        let refused = series.play(1, |_| ControlFlow::Continue(()));
        assert!(matches!(refused, Err(SeriesError::Person { color: stonefield_go::Color::White, .. })));
    }
}
