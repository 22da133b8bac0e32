//! Descendants of an engine: all processes that the engine has started, directly or indirectly. Some are in
//! other process groups or sessions, for example if the engine starts engines.
//!
//! A descendant is found in two ways: through its parents, as long as they run, and through the engine's mark
//! in the descendant's environment, which remains after the parents have ended.

/// Descendants of engines, each with process number and start time. The start time shows whether the system
/// has reused the number for another process.
#[derive(Debug, Default)]
pub(super) struct Descendants(Vec<(u32, u64)>);

#[cfg(target_os = "linux")]
mod system {
    use super::super::environment::MARK;
    use super::Descendants;
    use rustix::process::{Pid, Signal, kill_process};
    use std::collections::BTreeSet;
    use std::fs;

    /// State of a process, from `/proc/PID/stat`.
    struct Stat {
        /// Process number of the parent.
        parent: u32,
        /// True if the process has ended but is not reaped yet.
        has_ended: bool,
        /// Start time, in clock ticks since the start of the system.
        start_time: u64,
        /// CPU time of all threads of the process, including ended ones, in hundredths of a second. Linux
        /// uses this unit on every machine.
        own_cpu: u64,
        /// CPU time of the ended children for which the process has waited, in hundredths of a second.
        children_cpu: u64,
    }

    impl Stat {
        /// CPU time of the process and of the children for which it has waited, in seconds.
        ///
        /// The time of the running threads is counted in nanoseconds, but omits ended threads. `own_cpu`
        /// includes ended threads, but is rounded down. Neither value is ever too large, so the larger one is
        /// more exact.
        fn cpu_seconds(&self, id: u32) -> f64 {
            let hundredths = self.own_cpu as f64 / 100.0;
            running_thread_seconds(id).unwrap_or(0.0).max(hundredths) + self.children_cpu as f64 / 100.0
        }
    }

    /// CPU time of the running threads of a process, in seconds. `None` if the system does not report it.
    // CITE: The Linux kernel documentation, "Scheduler statistics": the first field of
    // /proc/PID/task/TID/schedstat is the time on the processor, in nanoseconds.
    pub(super) fn running_thread_seconds(id: u32) -> Option<f64> {
        let mut nanoseconds = 0_u64;
        for thread in fs::read_dir(format!("/proc/{id}/task")).ok()?.flatten() {
            // The thread may have ended since it was listed.
            let Ok(text) = fs::read_to_string(thread.path().join("schedstat")) else { continue };
            nanoseconds = nanoseconds.saturating_add(text.split_whitespace().next()?.parse().ok()?);
        }
        Some(nanoseconds as f64 / 1e9)
    }

    /// Reads the state of a process. Returns `None` if the process does not exist.
    fn read_stat(id: u32) -> Option<Stat> {
        let text = fs::read_to_string(format!("/proc/{id}/stat")).ok()?;
        // Fields after the name, which is in brackets and can contain any characters: state, parent, nine
        // fields, four CPU times, four fields, start time.
        let mut fields = text.rsplit(')').next()?.split_whitespace();
        let has_ended = matches!(fields.next()?, "Z" | "X");
        let parent = fields.next()?.parse().ok()?;
        let mut fields = fields.skip(9).map(|field| field.parse::<u64>().ok());
        let mut next_pair_sum = || Some(fields.next()?? + fields.next()??);
        let (own_cpu, children_cpu) = (next_pair_sum()?, next_pair_sum()?);
        Some(Stat { parent, has_ended, start_time: fields.nth(4)??, own_cpu, children_cpu })
    }

    impl Descendants {
        /// Adds all present descendants of the processes in `leaders`. Also adds the processes with one of
        /// these marks in their environment, and the descendants of these processes.
        pub(in super::super) fn add_all(&mut self, leaders: impl IntoIterator<Item = u32>, marks: &[String]) {
            let mut tree_ids: BTreeSet<u32> = leaders.into_iter().collect();
            if tree_ids.is_empty() && marks.is_empty() {
                return;
            }
            let entries = fs::read_dir("/proc").into_iter().flatten().flatten();
            let ids = entries.filter_map(|entry| entry.file_name().to_str()?.parse::<u32>().ok());
            let mut candidates = Vec::new();
            for (id, stat) in ids.filter_map(|id| Some((id, read_stat(id)?))) {
                if !tree_ids.contains(&id) && has_mark(id, marks) {
                    tree_ids.insert(id);
                    self.add(id, stat.start_time);
                } else {
                    candidates.push((id, stat.parent, stat.start_time));
                }
            }
            // Repeats until a pass over the candidates finds no further descendant.
            loop {
                let before = tree_ids.len();
                candidates.retain(|&(id, parent, start_time)| {
                    let is_descendant = tree_ids.contains(&parent);
                    if is_descendant && tree_ids.insert(id) {
                        self.add(id, start_time);
                    }
                    !is_descendant
                });
                if tree_ids.len() == before {
                    return;
                }
            }
        }

        fn add(&mut self, id: u32, start_time: u64) {
            if !self.0.contains(&(id, start_time)) {
                self.0.push((id, start_time));
            }
        }

        /// CPU time of a process, of its running descendants in this list, and of their ended children, in
        /// seconds. Exact to the nanosecond for running threads, and to the hundredth of a second for ended
        /// threads and children. `None` if the process does not exist.
        pub(in super::super) fn cpu_seconds(&self, id: u32) -> Option<f64> {
            let descendants = self.0.iter().filter(|(descendant, _)| *descendant != id);
            let running = descendants.filter_map(|&(id, start_time)| {
                Some(read_stat(id).filter(|stat| stat.start_time == start_time)?.cpu_seconds(id))
            });
            Some(read_stat(id)?.cpu_seconds(id) + running.sum::<f64>())
        }

        /// Descendants that still run.
        fn running(&self) -> impl Iterator<Item = Pid> + '_ {
            let runs = |&&(id, start_time): &&(u32, u64)| {
                read_stat(id).is_some_and(|stat| stat.start_time == start_time && !stat.has_ended)
            };
            self.0.iter().filter(runs).filter_map(|&(id, _)| Pid::from_raw(i32::try_from(id).ok()?))
        }

        /// Returns true if no descendant runs any more.
        pub(in super::super) fn have_ended(&self) -> bool {
            self.running().next().is_none()
        }

        /// Sends SIGTERM, or SIGKILL if `force` is true, to the descendants that still run.
        pub(in super::super) fn kill(&self, force: bool) {
            let signal = if force { Signal::KILL } else { Signal::TERM };
            for process in self.running() {
                let _ = kill_process(process, signal);
            }
        }
    }

    /// Returns true if the process has one of these marks in its environment. Returns false if the
    /// environment is not readable, as for the processes of other users.
    fn has_mark(id: u32, marks: &[String]) -> bool {
        if marks.is_empty() {
            return false;
        }
        let environment = fs::read(format!("/proc/{id}/environ")).unwrap_or_default();
        let mut variables =
            environment.split(|&byte| byte == 0).filter_map(|bytes| std::str::from_utf8(bytes).ok());
        let process_marks = variables.find_map(|variable| variable.strip_prefix(MARK)?.strip_prefix('='));
        process_marks.is_some_and(|process_marks| {
            process_marks.split(' ').any(|mark| marks.iter().any(|wanted| wanted == mark))
        })
    }
}

#[cfg(not(target_os = "linux"))]
mod system {
    use super::Descendants;

    impl Descendants {
        /// Does nothing: descendants can be found on Linux only.
        pub(in super::super) fn add_all(&mut self, _: impl IntoIterator<Item = u32>, _: &[String]) {}

        pub(in super::super) fn cpu_seconds(&self, _: u32) -> Option<f64> {
            None
        }

        pub(in super::super) fn have_ended(&self) -> bool {
            true
        }

        pub(in super::super) fn kill(&self, _: bool) {}
    }
}

#[cfg(test)]
mod tests {
    #[cfg(target_os = "linux")]
    use super::{Descendants, system::running_thread_seconds};
    #[cfg(target_os = "linux")]
    use std::time::{Duration, Instant};

    /// CPU time of running and of ended threads is counted, more finely than in hundredths of a second.
    #[cfg(target_os = "linux")]
    #[test]
    fn cpu_time_of_ended_threads_is_counted() {
        let id = std::process::id();
        let cpu_seconds = || Descendants::default().cpu_seconds(id).expect("it runs");
        let burn = |seconds: f64| {
            let since = stonefield_files::thread_seconds().expect("known");
            while stonefield_files::thread_seconds().expect("known") - since < seconds {
                std::hint::black_box(Instant::now());
            }
        };
        let before = cpu_seconds();
        std::thread::spawn(move || burn(0.2)).join().expect("it ends");
        let ended = cpu_seconds();
        assert!(ended - before > 0.17, "{}", ended - before);
        burn(0.1);
        // The kernel updates the count of a running thread when the thread sleeps.
        std::thread::sleep(Duration::from_millis(2));
        assert!(cpu_seconds() - ended > 0.07, "{}", cpu_seconds() - ended);
    }

    /// CPU time below a hundredth of a second is counted, and not rounded to 0.
    #[cfg(target_os = "linux")]
    #[test]
    fn less_than_a_hundredth_of_a_second_is_counted() {
        // A kernel without this count reports 0.
        if running_thread_seconds(std::process::id()).is_none_or(|seconds| seconds == 0.0) {
            return;
        }
        let mut child = std::process::Command::new("sleep").arg("60").spawn().expect("it starts");
        let since = Instant::now();
        let cpu_seconds = || Descendants::default().cpu_seconds(child.id());
        while cpu_seconds() == Some(0.0) && since.elapsed() < Duration::from_secs(10) {
            std::thread::sleep(Duration::from_millis(5));
        }
        let seconds = cpu_seconds().expect("it runs");
        child.kill().expect("it can be killed");
        child.wait().expect("it is gone");
        let hundredths = 100.0 * seconds;
        assert!(hundredths > 0.0 && hundredths.fract() > 1e-6, "{seconds}");
    }
}
