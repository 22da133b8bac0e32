//! Tests of series that a crew plays, with and without a store.

use super::*;
use crate::{GameResult, PlayedRow, RecordWriter, RowListener, Series};
use std::collections::{BTreeMap, HashSet};
use std::ops::ControlFlow;
use std::sync::{Mutex, PoisonError, mpsc};
use std::time::{Duration, Instant};
use stonefield_go::{ByColor, Color, Move, Size};
use stonefield_minds::BrainSpec;
use stonefield_sim::history::Heading;
use stonefield_sim::{GameSetup, Session};

fn series(games: u64) -> Series {
    let size = Size::square(5).unwrap_or_default();
    let brains = ByColor::new(BrainSpec::default(), BrainSpec::named("random").unwrap_or_default());
    let setup = GameSetup { size, brains, game: 40, ..GameSetup::default() };
    Series { setup, games, alternate: true, max_ticks: 10_000, every: None, stops: Vec::new() }
}

/// Listener that collects the results of a series.
#[derive(Default)]
struct Results {
    /// Numbers of the games, in the order in which they ended.
    ended: Vec<u64>,
    games: BTreeMap<u64, GameResult>,
    pulses: u32,
    /// Number of games after which the listener ends the series; `None` for all games.
    limit: Option<usize>,
}

impl RowListener for Results {
    fn row(&mut self, row: PlayedRow) -> ControlFlow<()> {
        self.ended.push(row.row);
        self.games.insert(row.row, row.result);
        if self.limit == Some(self.ended.len()) { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }

    fn pulse(&mut self) -> ControlFlow<()> {
        self.pulses += 1;
        ControlFlow::Continue(())
    }
}

fn settings(threads: usize) -> RunSettings {
    RunSettings { threads, strict: true, ..RunSettings::default() }
}

/// Settings whose threads call `write` at the end of each game.
fn settings_with_writer(
    threads: usize,
    write: impl Fn(&Session, &GameResult) -> Result<(), String> + Send + Sync + 'static,
) -> RunSettings {
    let records = RecordWriter { heading: Heading::default(), write: Arc::new(write) };
    RunSettings { records: Some(records), ..settings(threads) }
}

fn play(series: &Series, settings: &RunSettings) -> (Result<(), SeriesError>, Results) {
    let mut results = Results::default();
    let end = play_rows(&Plan::of_series(series.clone()), settings, &mut results);
    (end, results)
}

fn played(series: &Series, threads: usize) -> Vec<GameResult> {
    let (end, results) = play(series, &settings(threads));
    assert!(end.is_ok());
    results.games.into_values().collect()
}

#[test]
fn games_are_the_same_on_any_number_of_threads() {
    let series = series(25);
    let games = played(&series, 1);
    assert!(games.iter().map(|game| game.game).eq(40..65));
    assert!(games.iter().all(|game| game.swapped == (game.game % 2 == 1) && game.outcome.is_some()));
    for threads in [2, 5] {
        assert_eq!(played(&series, threads), games);
    }
}

#[test]
fn games_of_minds_without_chance_differ_by_their_openings() {
    let brain: BrainSpec = "negamax:depth=2".parse().expect("a mind");
    let mut series = series(5);
    series.alternate = false;
    series.setup.brains = ByColor::from_fn(|_| brain.clone());
    // Plays a series, and returns the moves of each game.
    let moves = |series: &Series, threads| {
        let (sender, receiver) = mpsc::channel();
        let sender = Mutex::new(sender);
        let write = move |session: &Session, game: &GameResult| {
            let moves = session.record().moves().collect::<Vec<_>>();
            let _ = sender.lock().unwrap_or_else(PoisonError::into_inner).send((game.game, moves));
            Ok(())
        };
        let settings = settings_with_writer(threads, write);
        assert!(play(series, &settings).0.is_ok());
        drop(settings);
        receiver.iter().collect::<BTreeMap<_, _>>()
    };
    let distinct = |games: &BTreeMap<u64, Vec<Move>>| games.values().collect::<HashSet<_>>().len();
    assert_eq!(distinct(&moves(&series, 1)), 1, "without an opening all games are the same");
    series.setup.opening.plies = 6;
    let games = moves(&series, 1);
    assert_eq!(distinct(&games), 5);
    assert_eq!(moves(&series, 3), games, "the number of threads does not matter");
    series.alternate = true;
    let pairs = moves(&series, 2);
    assert_eq!(pairs[&40][..6], pairs[&41][..6], "both games of a pair have the same opening");
    assert_ne!(pairs[&41][..6], pairs[&42][..6]);
    assert_eq!(pairs[&42][..6], games[&42][..6]);
}

#[test]
fn a_game_is_the_same_without_the_games_before_it() {
    let games = played(&series(4), 1);
    let mut alone = series(1);
    alone.setup.game += 2;
    assert_eq!(played(&alone, 1)[..], games[2..3]);
}

#[test]
fn a_listener_can_end_a_series_early() {
    let mut results = Results { limit: Some(3), ..Results::default() };
    let plan = Plan::of_series(series(1_000_000));
    let settings = RunSettings { ahead: 5, ..settings(2) };
    assert!(play_rows(&plan, &settings, &mut results).is_ok());
    // Until all threads have ended, further games may end: at most the five that `ahead` allows to be begun.
    assert!((3..=3 + 5).contains(&results.ended.len()), "{:?}", results.ended);
}

fn sorted(games: &[u64]) -> Vec<u64> {
    let mut games = games.to_vec();
    games.sort_unstable();
    games
}

#[test]
fn while_a_game_hangs_a_limited_number_of_other_games_is_played() {
    let (release, blocked) = mpsc::channel::<()>();
    let (sender, receiver) = mpsc::channel();
    let blocked = Mutex::new(blocked);
    let write = move |_: &Session, game: &GameResult| {
        if game.game == 40 {
            // This blocks until the watcher drops `release`.
            let _ = blocked.lock().unwrap_or_else(PoisonError::into_inner).recv();
        }
        let _ = sender.send(game.game);
        Ok(())
    };
    let settings = RunSettings { ahead: 10, ..settings_with_writer(3, write) };
    let halt = settings.halt.clone();
    let watcher = std::thread::spawn(move || {
        // The first game hangs. Nine others end, and within 300 milliseconds no more.
        let ended: Vec<u64> = (0..9).filter_map(|_| receiver.recv().ok()).collect();
        let tenth = receiver.recv_timeout(Duration::from_millis(300));
        assert_eq!((sorted(&ended), tenth.is_err()), ((41..50).collect(), true));
        drop(release);
        // Then all games continue, until the halt.
        let _ = receiver.iter().take(10).count();
        halt.ask();
    });
    let (end, results) = play(&series(1_000_000), &settings);
    assert!(watcher.join().is_ok() && end.is_ok() && results.pulses > 0);
    assert!(results.ended.len() >= 19, "{:?}", results.ended);
}

#[test]
fn running_games_are_abandoned_at_an_early_end() {
    let mut series = series(1_000_000);
    // A mind that thinks for very long unless it is halted.
    series.setup.brains.black = "mcts:playouts=1000000000".parse().unwrap_or_default();
    series.setup.brains.white = BrainSpec::named("random").unwrap_or_default();
    let settings = settings(2);
    let halt = settings.halt.clone();
    let halter = std::thread::spawn(move || {
        std::thread::sleep(Duration::from_millis(200));
        halt.ask();
    });
    let began = Instant::now();
    let (end, results) = play(&series, &settings);
    assert!(halter.join().is_ok() && end.is_ok());
    assert!(began.elapsed() < Duration::from_secs(30), "{:?}", began.elapsed());
    assert!(results.ended.is_empty(), "an abandoned game has no result");
}

#[test]
fn a_panic_in_a_game_ends_the_series() {
    let write = |_: &Session, game: &GameResult| {
        assert!(game.game != 45, "deliberate panic");
        Ok(())
    };
    let (end, results) = play(&series(1_000_000), &settings_with_writer(2, write));
    assert!(matches!(end, Err(SeriesError::Broken(45))), "{end:?}");
    // The game of the other thread, perhaps one before 45, is abandoned.
    let before = (40..45).filter(|game| results.games.contains_key(game)).count();
    assert!(before >= 4 && !results.games.contains_key(&45), "{:?}", results.ended);
}

#[test]
fn a_series_continues_from_its_store_with_the_same_results() {
    let path = std::env::temp_dir().join(format!("stonefield-series-{}.db", std::process::id()));
    let mut series = series(12);
    (series.every, series.stops) = (Some(3), vec!["tick=9".parse().expect("a condition")]);
    let plan = |games: u64| Plan::of_series(Series { games, ..series.clone() });
    let mut laboratory = Laboratory::open(plan(5), &path, true).expect("a store");
    laboratory.play(&settings(2), &mut ()).expect("played");
    laboratory.close().expect("closed");
    let mut laboratory = Laboratory::open(plan(12), &path, false).expect("a store");
    let mut results = Results::default();
    laboratory.play(&settings(2), &mut results).expect("played");
    assert_eq!(sorted(&results.ended), (45..52).collect::<Vec<_>>());
    let mut stored = Vec::new();
    let read = laboratory.results(|result| {
        stored.push(result);
        Ok::<(), StoreError>(())
    });
    assert!(read.is_ok());
    assert_eq!(stored, played(&series, 1));
    assert!(stored.iter().any(|game| game.stopped.is_some()));
    laboratory.remove().expect("removable");
    assert!(!path.exists());
}

#[test]
fn the_store_of_a_series_is_only_for_that_series() {
    let path = std::env::temp_dir().join(format!("stonefield-other-{}.db", std::process::id()));
    let mut laboratory = Laboratory::open(Plan::of_series(series(2)), &path, true).expect("a store");
    laboratory.play(&settings(1), &mut ()).expect("played");
    laboratory.close().expect("closed");
    assert!(matches!(ResultStore::look(&path), Err(StoreError::Series(_))));
    let other_series = Series { max_ticks: 9, ..series(2) };
    let refused = Laboratory::open(Plan::of_series(other_series), &path, false).map(drop);
    assert!(refused.is_err_and(|error| error.to_string().contains("max ticks 10000, not 9")));
    // A series does not replace games of another kind, not even with `force`.
    let plan = Plan::read("games = 1\nsize = 5\n").expect("a plan");
    Laboratory::open(plan, &path, true).and_then(Laboratory::close).expect("a store");
    let refused = Laboratory::open(Plan::of_series(series(2)), &path, true).map(drop);
    assert!(refused.is_err_and(|error| error.to_string().contains("of another kind (experiment)")));
    std::fs::remove_file(&path).expect("removable");
}

#[test]
fn persons_and_too_large_game_numbers_are_refused() {
    let mut series = series(1);
    series.setup.brains.white = BrainSpec::named("human").unwrap_or_default();
    assert!(matches!(series.check(), Err(SeriesError::Person { color: Color::White, .. })));
    series.setup.brains.white = BrainSpec::default();
    series.setup.game = u64::MAX;
    assert!(series.check().is_err_and(|error| error.to_string().contains("up to 9223372036854775807")));
}
