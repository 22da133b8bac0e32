//! Resource usage of this process: CPU time, memory and file size limit.

/// CPU time of this thread, in seconds. `None` if unknown.
#[must_use]
pub fn thread_seconds() -> Option<f64> {
    cpu_time::ThreadTime::try_now().ok().map(|now| now.as_duration().as_secs_f64())
}

/// CPU time of this process, in seconds, to a hundredth. `None` if unknown.
#[must_use]
pub fn process_seconds() -> Option<f64> {
    let text = std::fs::read_to_string("/proc/self/stat").ok()?;
    // The program name in brackets may contain anything. After it, user and system time are fields 12 and 13.
    let (_, fields) = text.rsplit_once(')')?;
    let mut fields = fields.split_whitespace().skip(11);
    let ticks = fields.next()?.parse::<f64>().ok()? + fields.next()?.parse::<f64>().ok()?;
    // Linux reports hundredths of a second on every machine.
    Some(ticks / 100.0)
}

/// Memory of this process in bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Memory {
    /// Resident memory now, in bytes.
    pub current: u64,
    /// Largest resident memory so far, in bytes.
    pub peak: u64,
}

impl Memory {
    /// Memory of this process. `None` if unknown.
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

/// Largest file that this process may write, in bytes (`ulimit -f`). `None`: no limit.
#[must_use]
pub fn largest_file() -> Option<u64> {
    #[cfg(unix)]
    return rustix::process::getrlimit(rustix::process::Resource::Fsize).current;
    #[cfg(not(unix))]
    None
}
