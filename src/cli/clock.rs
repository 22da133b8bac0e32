//! Time that this thread spent working.

use std::time::Instant;

/// Measures seconds of CPU time of the thread that started it; of real time where the system does not tell CPU time.
pub(super) struct Stopwatch {
    cpu: Option<f64>,
    wall: Instant,
}

impl Stopwatch {
    pub(super) fn start() -> Self {
        Self { cpu: cpu_seconds(), wall: Instant::now() }
    }

    /// Seconds below which a measured time is little more than a step of the clock: Linux counts CPU time in steps of 1 to 10 ms.
    pub(super) const SHORTEST: f64 = 0.01;

    /// Seconds since the start, never 0.
    pub(super) fn seconds(&self) -> f64 {
        let seconds = match (self.cpu, cpu_seconds()) {
            (Some(start), Some(now)) => now - start,
            _ => self.wall.elapsed().as_secs_f64(),
        };
        seconds.max(1e-9)
    }

    /// Whether so many seconds have passed. Asked often, it mostly looks at the real time, which is told faster and never less.
    pub(super) fn has_lasted(&self, seconds: f64) -> bool {
        self.wall.elapsed().as_secs_f64() >= seconds && self.seconds() >= seconds
    }

    /// So much a second since the start, rounded; `-` while the time is too short to tell.
    pub(super) fn rate(&self, amount: f64) -> String {
        let seconds = self.seconds();
        if seconds < Self::SHORTEST { "-".to_owned() } else { format!("{:.0}", amount / seconds) }
    }

    /// What kind of time it measures.
    pub(super) fn unit() -> &'static str {
        if cpu_seconds().is_some() { "second of CPU time" } else { "second of real time" }
    }
}

/// CPU time of this thread so far. Linux tells it in nanoseconds, to within a few milliseconds.
fn cpu_seconds() -> Option<f64> {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    let nanoseconds: u64 = text.split_whitespace().next()?.parse().ok()?;
    Some(nanoseconds as f64 / 1e9)
}

/// CPU time of this whole process so far, in seconds; `None` where the system does not tell.
pub(super) fn process_seconds() -> Option<f64> {
    let text = std::fs::read_to_string("/proc/self/stat").ok()?;
    // After the name, which may hold anything: the times in user and kernel mode are the 12th and 13th fields.
    let (_, fields) = text.rsplit_once(')')?;
    let mut fields = fields.split_whitespace().skip(11);
    let ticks = fields.next()?.parse::<f64>().ok()? + fields.next()?.parse::<f64>().ok()?;
    // Linux tells programs its ticks in hundredths on every machine.
    Some(ticks / 100.0)
}

/// Memory of this process in bytes.
pub(super) struct Memory {
    /// What it holds now.
    pub current: u64,
    /// The most it has held.
    pub peak: u64,
}

impl Memory {
    /// `None` where the system does not tell.
    pub(super) fn now() -> Option<Self> {
        let text = std::fs::read_to_string("/proc/self/status").ok()?;
        let field = |name| {
            let line = text.lines().find_map(|line| line.strip_prefix(name))?;
            let kilobytes: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
            Some(kilobytes * 1024)
        };
        Some(Self { current: field("VmRSS:")?, peak: field("VmHWM:")? })
    }
}
