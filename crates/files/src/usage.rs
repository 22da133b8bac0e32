//! What the system says this program has used: CPU time and memory.

/// CPU time of this thread so far, in seconds, to the nanosecond; `None` where the system does not tell.
#[must_use]
pub fn thread_seconds() -> Option<f64> {
    cpu_time::ThreadTime::try_now().ok().map(|now| now.as_duration().as_secs_f64())
}

/// CPU time of this whole process so far, in seconds; `None` where the system does not tell.
#[must_use]
pub fn process_seconds() -> Option<f64> {
    let text = std::fs::read_to_string("/proc/self/stat").ok()?;
    // After the name, which may hold anything: the times in user and kernel mode are the 12th and 13th fields.
    let (_, fields) = text.rsplit_once(')')?;
    let mut fields = fields.split_whitespace().skip(11);
    let ticks = fields.next()?.parse::<f64>().ok()? + fields.next()?.parse::<f64>().ok()?;
    // Linux tells programs its ticks in hundredths on every machine.
    Some(ticks / 100.0)
}

/// Memory of this process in bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Memory {
    /// What it holds now, in bytes.
    pub current: u64,
    /// The most it has held, in bytes.
    pub peak: u64,
}

impl Memory {
    /// What the system says; `None` where the system does not tell.
    #[must_use]
    pub fn now() -> Option<Self> {
        let text = std::fs::read_to_string("/proc/self/status").ok()?;
        let field = |name| {
            let line = text.lines().find_map(|line| line.strip_prefix(name))?;
            let kilobytes: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
            Some(kilobytes * 1024)
        };
        Some(Self { current: field("VmRSS:")?, peak: field("VmHWM:")? })
    }
}

/// The most bytes that a file of this process may have (`ulimit -f`); `None` where there is no limit.
#[must_use]
pub fn largest_file() -> Option<u64> {
    #[cfg(unix)]
    return rustix::process::getrlimit(rustix::process::Resource::Fsize).current;
    #[cfg(not(unix))]
    None
}
