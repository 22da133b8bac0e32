//! Time that this thread spent working.

use std::time::{Instant, SystemTime};

/// Measures seconds of CPU time of the thread that started it; of real time where the system does not tell CPU time.
pub(super) struct Stopwatch {
    cpu: Option<f64>,
    wall: Instant,
}

impl Stopwatch {
    pub(super) fn start() -> Self {
        Self { cpu: cpu_seconds(), wall: Instant::now() }
    }

    /// Seconds since the start, never 0.
    pub(super) fn seconds(&self) -> f64 {
        let seconds = match (self.cpu, cpu_seconds()) {
            (Some(start), Some(now)) => now - start,
            _ => self.wall.elapsed().as_secs_f64(),
        };
        seconds.max(1e-9)
    }

    /// What kind of time it measures.
    pub(super) fn unit() -> &'static str {
        if cpu_seconds().is_some() { "second of CPU time" } else { "second of real time" }
    }
}

/// Today in UTC, `YYYY-MM-DD`; `None` where the clock stands before 1970.
pub(super) fn today() -> Option<String> {
    let seconds = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).ok()?.as_secs();
    Some(date_of(seconds / 86_400))
}

/// The date so many days after 1970-01-01, in the Gregorian calendar.
fn date_of(days: u64) -> String {
    let leap = |year: u64| year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400));
    let (mut year, mut rest) = (1970, days);
    while rest >= 365 + u64::from(leap(year)) {
        rest -= 365 + u64::from(leap(year));
        year += 1;
    }
    let mut month = 1;
    for length in [31, 28 + u64::from(leap(year)), 31, 30, 31, 30, 31, 31, 30, 31, 30, 31] {
        if rest < length {
            break;
        }
        rest -= length;
        month += 1;
    }
    format!("{year:04}-{month:02}-{:02}", rest + 1)
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_are_dates() {
        for (days, date) in [
            (0, "1970-01-01"),
            (58, "1970-02-28"),
            (59, "1970-03-01"),
            (11_016, "2000-02-29"),
            (20_819, "2027-01-01"),
        ] {
            assert_eq!(date_of(days), date);
        }
    }
}
