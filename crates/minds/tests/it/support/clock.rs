//! A watch with simulated time, the same on every machine.

use std::cell::Cell;
use stonefield_go::Position;
use stonefield_minds::{Answer, BrainSpec, Observation};
use stonefield_search::{Dice, Purpose, Thought, Watch};

/// A clock that advances by `step` seconds each time it is read. It records the thoughts with their times.
pub struct Clock {
    now: Cell<f64>,
    step: f64,
    /// Time at which it says stop, in seconds. Infinity: never.
    pub stop_at: f64,
    /// Thoughts, each with its time in seconds.
    pub heard: Vec<(f64, Thought)>,
}

impl Clock {
    /// Creates a clock that advances by `step` seconds each time it is read.
    pub fn new(step: f64) -> Self {
        Self { now: Cell::new(0.0), step, stop_at: f64::INFINITY, heard: Vec::new() }
    }

    /// Current time, in seconds.
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

    fn wants_thoughts(&self) -> bool {
        true
    }

    fn receive_thought(&mut self, thought: &Thought) {
        self.heard.push((self.now.get(), thought.clone()));
    }
}

/// Answer of a mind of this specification in a position, under a watch.
pub fn watched(spec: &str, position: &Position, watch: &mut dyn Watch) -> Answer {
    let observation = Observation { position, agents: None, turn: 0 };
    let mut mind = spec.parse::<BrainSpec>().expect("a spec").build();
    mind.choose(&observation, Dice::new(5, 0, 0).rng(0, None, Purpose::Think), watch)
}
