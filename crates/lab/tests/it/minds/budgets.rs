//! Time budgets when games are played in bulk. A budget is CPU time, and is used fully on a busy machine too.

use std::cell::Cell;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use stonefield_go::{ByColor, Rules, Size};
use stonefield_lab::{GameResult, Plan, RecordWriter, RunSettings, Series, play_rows};
use stonefield_sim::history::Heading;
use stonefield_sim::{EffortClock, GameSetup, Session, Thinking, TurnEffort};

/// Guard that keeps other threads busy until it is dropped.
struct Busy<'a>(&'a AtomicBool);

impl Drop for Busy<'_> {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

fn setup(black: &str, white: &str, size: u16) -> GameSetup {
    GameSetup {
        brains: ByColor::new(black, white).map(|spec| spec.parse().expect("a mind")),
        size: Size::square(size).expect("a size"),
        rules: Rules::default(),
        ..GameSetup::default()
    }
}

/// Returns the effort of two minds in a game of `plies` plies, while other threads keep the machine busy.
fn spent(black: &str, white: &str, plies: u64) -> ByColor<TurnEffort> {
    let series = Series {
        setup: setup(black, white, 9),
        games: 1,
        alternate: false,
        max_ticks: plies,
        every: None,
        stops: Vec::new(),
    };
    let ended = AtomicBool::new(false);
    let result = Arc::new(Mutex::new(None));
    thread::scope(|scope| {
        let busy = Busy(&ended);
        for _ in 0..2 * thread::available_parallelism().map_or(2, usize::from) {
            scope.spawn(|| {
                while !ended.load(Ordering::Relaxed) {
                    std::hint::spin_loop();
                }
            });
        }
        let effort = Arc::clone(&result);
        let look = move |session: &Session, game: &GameResult| {
            assert_eq!((game.ticks, &game.fault), (plies, &None));
            *effort.lock().unwrap_or_else(PoisonError::into_inner) = Some(session.part::<Thinking>().effort);
            Ok(())
        };
        let records = RecordWriter { heading: Heading::default(), write: Arc::new(look) };
        let settings = RunSettings { records: Some(records), ..RunSettings::default() };
        play_rows(&Plan::of_series(series), &settings, &mut ()).expect("played");
        drop(busy);
    });
    let effort = result.lock().unwrap_or_else(PoisonError::into_inner).take();
    effort.expect("a game")
}

#[test]
fn minds_with_one_budget_spend_the_same_time_on_a_busy_processor() {
    const BUDGET: f64 = 0.05;
    let effort = spent("monte-carlo:time=0.05", "negamax:time=0.05", 16);
    let each = effort.map(|effort| effort.seconds.expect("counted") / 8.0);
    for (color, each) in each.iter() {
        assert!((each / BUDGET - 1.0).abs() < 0.15, "{color}: {each} CPU seconds a move for {BUDGET}");
    }
    assert!((each.black / each.white - 1.0).abs() < 0.15, "{each:?}");
}

/// If only the waiting thread counted, the others would use many times the budget.
#[test]
fn the_threads_of_a_tree_share_its_budget() {
    let effort = spent("mcts:time=0.04,threads=2", "mcts:time=0.04", 8);
    let each = effort.map(|effort| effort.seconds.expect("counted") / 4.0);
    assert!(each.iter().all(|(_, each)| (0.01..0.06).contains(each)), "{each:?}");
}

thread_local! {
    static LOOKS: Cell<f64> = const { Cell::new(0.0) };
}

/// A clock that advances by a second at each reading.
fn step() -> Option<f64> {
    LOOKS.set(LOOKS.get() + 1.0);
    Some(LOOKS.get())
}

#[test]
fn the_work_of_a_swarm_includes_that_of_its_stones() {
    let mut session = Session::new(&setup("swarm", "random", 5), None).expect("a game");
    session.world_mut().insert_resource(EffortClock(Some(step)));
    assert!(session.play_out(12).is_none(), "it goes on");
    let effort = session.part::<Thinking>().effort.map(|effort| effort.seconds.expect("counted"));
    assert_eq!(effort.white, 6.0, "a turn has one step");
    // One step each for perceiving, bidding and the arbiter.
    assert_eq!(effort.black, 18.0);
}

#[test]
fn no_time_is_counted_without_a_working_clock() {
    for clock in [None, Some((|| None) as fn() -> Option<f64>)] {
        let mut session = Session::new(&setup("swarm", "monte-carlo:time=0.001", 5), None).expect("a game");
        session.world_mut().insert_resource(EffortClock(clock));
        assert!(session.play_out(4).is_none(), "it goes on");
        let effort = session.part::<Thinking>().effort.map(|effort| effort.seconds);
        if clock.is_some() {
            assert_eq!(effort, ByColor::new(None, None), "not known, and not 0");
        } else {
            assert_eq!(effort, ByColor::new(Some(0.0), Some(0.0)));
        }
    }
}
