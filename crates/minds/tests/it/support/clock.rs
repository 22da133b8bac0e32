//! A listener whose time goes on by itself, the same on every machine.

use std::cell::Cell;
use stonefield_go::Position;
use stonefield_minds::{Answer, BrainSpec, Observation};
use stonefield_search::{Dice, Thought, Use, Watch};

/// A clock that goes on a little with every look at it, and keeps what it hears and when.
pub struct Clock {
    now: Cell<f64>,
    step: f64,
    /// When it tells the mind to stop, in seconds; never where it is infinite.
    pub stop_at: f64,
    /// What was heard, and the second at which.
    pub heard: Vec<(f64, Thought)>,
}

impl Clock {
    /// A clock that goes on by so many seconds with every look at it.
    pub fn new(step: f64) -> Self {
        Self { now: Cell::new(0.0), step, stop_at: f64::INFINITY, heard: Vec::new() }
    }

    /// The second it is.
    pub fn now(&self) -> f64 {
        self.now.get()
    }
}

impl Watch for Clock {
    fn stop(&self) -> bool {
        self.now.get() >= self.stop_at
    }

    fn elapsed(&self) -> f64 {
        self.now.set(self.now.get() + self.step);
        self.now.get()
    }

    fn curious(&self) -> bool {
        true
    }

    fn thought(&mut self, thought: &Thought) {
        self.heard.push((self.now.get(), thought.clone()));
    }
}

/// What a mind of this spec does in a position while it is watched.
pub fn watched(spec: &str, position: &Position, watch: &mut dyn Watch) -> Answer {
    let seen = Observation { position, agents: None, turn: 0 };
    let mut mind = spec.parse::<BrainSpec>().expect("a spec").build();
    mind.choose(&seen, Dice::new(5, 0, 0).rng(0, None, Use::Think), watch)
}
