//! Every mind that thinks by itself stops soon after it is told to, on the largest boards too.
//!
//! The tests measure CPU time of the thread: the longest time between two checks of the stop signal, the time
//! from the signal to the answer, and the time of [`Brain::begin`], which cannot be stopped. The goal is 50
//! ms. `cargo test --release --test it minds::stops -- --nocapture --test-threads 1` prints the figures. The
//! tests fail at ten times the goal, which neither a busy machine nor unoptimised code reaches.

use rand::{RngExt, SeedableRng};
use std::cell::Cell;
use std::sync::LazyLock;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::time::Instant;
use stonefield_go::{Color, Move, Point, Position, Rules, Setup, Size};
use stonefield_minds::{Answer, BRAINS, Brain, BrainSpec, Inquiry, Observation, Reply, TreeView};
use stonefield_search::mcts::{MctsNodeId, MctsSearch};
use stonefield_search::proof::solve::{Prover, Repetition, Superko, Symmetries};
use stonefield_search::{Dice, Purpose, Rng, Watch};
use stonefield_sim::OwnedObservation;

/// Longest time of a mind without a stop, in seconds.
const SOON: f64 = 0.5;

/// CPU time of this thread, in seconds. Real time if the system does not report it.
fn cpu() -> f64 {
    static BEGAN: LazyLock<Instant> = LazyLock::new(Instant::now);
    thread_time().unwrap_or_else(|| BEGAN.elapsed().as_secs_f64())
}

fn thread_time() -> Option<f64> {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    let nanoseconds: u64 = text.split_whitespace().next()?.parse().ok()?;
    Some(nanoseconds as f64 / 1e9)
}

/// Watch that stops a mind after a number of checks, or after some seconds of work.
struct SignalAction {
    looks: Cell<u64>,
    most: u64,
    seconds: f64,
    curious: bool,
    began: f64,
    /// Time of the last check, and the longest time between two checks.
    last: Cell<f64>,
    longest: Cell<f64>,
    stop_time: Cell<Option<f64>>,
}

impl SignalAction {
    fn new(most: u64, seconds: f64, curious: bool) -> Self {
        let now = cpu();
        Self {
            looks: Cell::new(0),
            most,
            seconds,
            curious,
            began: now,
            last: Cell::new(now),
            longest: Cell::new(0.0),
            stop_time: Cell::new(None),
        }
    }

    fn look(&self) -> f64 {
        let now = cpu();
        if self.stop_time.get().is_none() {
            self.longest.set(self.longest.get().max(now - self.last.replace(now)));
        }
        now
    }
}

impl Watch for SignalAction {
    fn stop(&self) -> bool {
        let now = self.look();
        self.looks.set(self.looks.get() + 1);
        let stop = self.looks.get() > self.most || now - self.began > self.seconds;
        if stop && self.stop_time.get().is_none() {
            self.stop_time.set(Some(now));
        }
        stop
    }

    fn elapsed(&self) -> f64 {
        1e-9 * self.looks.get() as f64
    }

    fn wants_thoughts(&self) -> bool {
        self.curious
    }
}

fn largest() -> Size {
    Size::square(1024).expect("a size")
}

/// Returns the largest board with these stones, Black to move.
fn board(mut stone: impl FnMut(Point) -> Option<Color>) -> Position {
    let mut setup = Setup::empty(largest());
    for point in largest().points() {
        setup.set(point, stone(point));
    }
    Position::from_setup_unchecked(&setup, Rules::default()).without_dead_chains().0
}

/// Stops a mind. Returns seconds: of its beginning, longest between two checks, and from signal to answer.
fn measure_stop(spec: &str, position: &Position, watch: &mut SignalAction) -> (f64, f64, f64) {
    let spec = spec.parse::<BrainSpec>().expect(spec);
    let mut mind: Box<dyn Brain> = spec.build();
    let observation = OwnedObservation::of(position.clone(), &spec).expect("a board");
    let seen = observation.as_observation();
    let before = cpu();
    mind.begin(&seen, Dice::new(3, 0, 0).rng(0, None, Purpose::Think));
    let began = cpu();
    (watch.began, watch.last) = (began, Cell::new(began));
    let answer = loop {
        if let Some(answer) = mind.batch(&seen, watch) {
            break answer;
        }
    };
    let now = cpu();
    let Answer::Move(chosen) = answer else { panic!("{spec}: {answer:?}") };
    assert!(position.is_legal(chosen) || chosen == Move::Pass, "{spec}: {chosen}");
    (began - before, watch.longest.get(), now - watch.stop_time.get().unwrap_or(watch.last.get()))
}

const SPECS: [&str; 26] = [
    "random",
    "sensible",
    "netlogo",
    "scripted",
    "temperature:seek=gradient,steps=9,noise=1",
    "temperature:seek=cold,keep=on,steps=2",
    "liberties",
    "monte-carlo:games=1,plies=1",
    "monte-carlo:games=1,plies=100000,weaken=on",
    "monte-carlo:games=1,score=area",
    "monte-carlo:games=1,plies=100000,score=flood",
    "mcts:time=1e4",
    "mcts:policy=light,prior=off,rave=off,expand=1,explore=1",
    "mcts:style=atari-go",
    "mcts:threads=2,prior=off",
    "mcts:threads=2,parallel=root,prior=off,policy=light",
    "negamax:depth=1",
    "negamax:scout=off,id=off,quiescence=2",
    "negamax:moves=near",
    "negamax:eval=area",
    "negamax:eval=liberties",
    "negamax:eval=control",
    "negamax:eval=control,scout=off,quiescence=1,id=off",
    "swarm",
    "swarm:arbiter=vote,softmax=1",
    "mix:a=swarm,b=liberties,p=0.5",
];

/// Checks that every mind stops soon on a board: at its first check, at a later one, and after some work.
fn all_stop_soon(position: &Position) {
    let mut late = Vec::new();
    for spec in SPECS {
        for (most, seconds, curious) in [(0, 1.0, true), (5, 1.0, false), (u64::MAX, 0.12, true)] {
            let mut watch = SignalAction::new(most, seconds, curious);
            let (begin, between, end) = measure_stop(spec, position, &mut watch);
            let times = [begin, between, end].map(|seconds| 1e3 * seconds);
            let line = format!("{spec} after {} looks: {times:.1?} ms", watch.looks.get());
            eprintln!("{line}");
            if begin.max(between).max(end) > SOON {
                late.push(line);
            }
        }
    }
    assert!(
        late.is_empty(),
        "begin, longest time between two checks, from the signal to the end:\n{}",
        late.join("\n")
    );
}

#[test]
fn every_mind_that_thinks_by_itself_is_tested() {
    for brain in BRAINS.iter().filter(|brain| !brain.human && !brain.external) {
        assert!(SPECS.iter().any(|spec| spec.split(':').next() == Some(brain.name)), "{}", brain.name);
    }
}

#[test]
fn minds_stop_soon_on_an_empty_board_of_the_largest_size() {
    all_stop_soon(&Position::new(largest(), Rules::default()));
}

#[test]
fn minds_stop_soon_on_a_large_board_full_of_stones() {
    let mut rng = Rng::seed_from_u64(7);
    all_stop_soon(&board(|_| (rng.random::<f64>() < 0.35).then(|| Color::ALL[rng.random_range(0..2)])));
}

/// Every playable point fills an eye: a search for a move visits every point.
#[test]
fn minds_stop_soon_on_a_large_board_of_eyes() {
    all_stop_soon(&board(|point| ((point.x + point.y) % 2 == 0).then_some(Color::Black)));
}

/// Returns the answer of a mind that is stopped after `looks` checks, and the mind.
fn answer(spec: &str, position: &Position, looks: u64) -> (Answer, Box<dyn Brain>) {
    let mut mind = spec.parse::<BrainSpec>().expect(spec).build();
    let observation = Observation { position, agents: None, turn: 0 };
    let rng = Dice::new(3, 0, 0).rng(0, None, Purpose::Think);
    (mind.choose(&observation, rng, &mut SignalAction::new(looks, 1e9, false)), mind)
}

#[test]
fn cancelled_playouts_do_not_count_and_without_any_the_highest_prior_is_played() {
    let size = Size::new(50, 40).expect("a size");
    let mut setup = Setup::empty(size);
    for (x, y, color) in
        [(20, 20, Color::White), (19, 20, Color::Black), (21, 20, Color::Black), (20, 19, Color::Black)]
    {
        setup.set(Point::new(x, y), Some(color));
    }
    let position = Position::from_setup(&setup, Rules::default()).expect("a position");
    let capture = Answer::Move(Move::Play(Point::new(20, 21)));
    for threads in ["", ",threads=2"] {
        let (mut untried, mut tried) = (0, 0);
        for looks in (0..1500).step_by(23) {
            let text = format!("mcts:playouts=9,expand=1{threads}");
            let left = AtomicU64::new(looks);
            let mut search = MctsSearch::new(
                &position,
                &text.parse::<BrainSpec>().expect("a spec").read(),
                Rng::seed_from_u64(3),
            );
            search.run(9, &|| left.fetch_update(Relaxed, Relaxed, |left| left.checked_sub(1)).is_err());
            assert_eq!(u64::from(search.counts(MctsNodeId::ROOT).visits), search.simulations());
            let (answer, mut mind) = answer(&text, &position, looks);
            let observation = Observation { position: &position, agents: None, turn: 0 };
            let Some(Reply::Tree(TreeView::Simulated(tree))) =
                mind.reply(&observation, &Inquiry::Tree { moves: 0, nodes: 1 })
            else {
                panic!("it searches");
            };
            if tree.simulations > 0 {
                tried += 1;
            } else if tree.nodes > 1 {
                assert_eq!(answer, capture, "after {looks} looks");
                untried += 1;
            }
        }
        assert!(tried > 0 && (untried > 2 || !threads.is_empty()), "{tried} and {untried}");
    }
}

#[test]
fn reserved_memory_costs_nothing_before_use() {
    let began = cpu();
    let symmetries = Symmetries::new(Size::square(5).expect("a size"));
    let superko = Superko::new(&symmetries, 25, true, &[]);
    let provers = (Prover::new(Repetition::new(None), 25), Prover::new(superko, 24));
    let five = Position::new(Size::square(5).expect("a size"), Rules::default());
    let (answer, mind) = answer("negamax:table=33554432,nodes=1", &five, u64::MAX);
    let spent = cpu() - began;
    assert!(matches!(answer, Answer::Move(_)) && provers.0.nodes + provers.1.nodes == 0);
    drop(mind);
    // Writing to a gigabyte each would take most of a second.
    assert!(spent < 0.25, "{spent}");
}
