//! A watch with simulated time, the same on every machine.

use std::cell::Cell;
use stonefield_go::Position;
use stonefield_minds::{Answer, BrainSpec, Observation};
use stonefield_search::{Dice, Purpose, Thought, Watch};

/// Clock that advances by `step` seconds each time it is read. It records the thoughts with their times.
pub struct Clock {
    now: Cell<f64>,
    step: f64,
    /// Time at which the mind must stop, in seconds. Infinity: never.
    pub stop_at: f64,
    /// Thoughts, each with its time in seconds.
    pub thoughts: Vec<(f64, Thought)>,
}

impl Clock {
    /// Creates a clock at 0 that never stops the mind.
    pub fn new(step: f64) -> Self {
        Self { now: Cell::new(0.0), step, stop_at: f64::INFINITY, thoughts: Vec::new() }
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
        self.thoughts.push((self.now.get(), thought.clone()));
    }
}

/// Answer of a mind with this specification in a position.
pub fn answer(spec: &str, position: &Position, watch: &mut dyn Watch) -> Answer {
    let observation = Observation { position, agents: None, turn: 0 };
    let mut mind = spec.parse::<BrainSpec>().expect("a spec").build();
    mind.choose(&observation, Dice::new(5, 0, 0).rng(0, None, Purpose::Think), watch)
}
