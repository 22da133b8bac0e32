//! CPU time of the current thread.

use std::time::Instant;
use stonefield_files::thread_seconds;

/// Measures the CPU time of the thread that started it, in seconds. Measures real time if the system has no
/// CPU time of threads.
pub(super) struct Stopwatch {
    /// CPU time of the thread at the start, in seconds, if the system has it.
    cpu_start: Option<f64>,
    wall_start: Instant,
}

impl Stopwatch {
    pub(super) fn start() -> Self {
        Self { cpu_start: thread_seconds(), wall_start: Instant::now() }
    }

    /// Shortest time that gives a rate, in seconds. Linux may count CPU time in steps of 1 to 10 ms.
    const SHORTEST: f64 = 0.01;

    /// Seconds since the start, never 0.
    pub(super) fn seconds(&self) -> f64 {
        let seconds = match (self.cpu_start, thread_seconds()) {
            (Some(start), Some(now)) => now - start,
            _ => self.wall_start.elapsed().as_secs_f64(),
        };
        seconds.max(1e-9)
    }

    /// Amount per second since the start, rounded. `-` while the time is too short to measure.
    pub(super) fn rate(&self, amount: f64) -> String {
        let seconds = self.seconds();
        if seconds < Self::SHORTEST { "-".to_owned() } else { format!("{:.0}", amount / seconds) }
    }

    /// Unit of the measured time.
    pub(super) fn unit() -> &'static str {
        if thread_seconds().is_some() { "second of CPU time" } else { "second of real time" }
    }
}
