//! What an engine has started, also where it has left its process group: other groups and sessions, as the engines of an engine are.
//!
//! Two traces lead to a process: its parents, as long as they live, and the mark of the engine in its
//! environment, which remains when the
//! parents have ended.

/// Processes that descend from engines, each with the time it began, so that its number cannot be taken for another's.
#[derive(Debug, Default)]
pub(super) struct Kin(Vec<(u32, u64)>);

#[cfg(target_os = "linux")]
mod system {
    use super::super::environment::MARK;
    use super::Kin;
    use rustix::process::{Pid, Signal, kill_process};
    use std::collections::BTreeSet;
    use std::fs;

    /// What the system says of a process.
    struct Stat {
        parent: u32,
        /// True where it has ended and only its parent has not taken note.
        is_over: bool,
        /// The time it began, in the system's ticks.
        began: u64,
        /// CPU time of all its threads, also of those that have ended, and that of the children that it has waited for, both in hundredths of a
        /// second: Linux tells programs these on every machine.
        own: u64,
        children: u64,
    }

    impl Stat {
        /// CPU time of this process and of the children that it has waited for, in seconds.
        ///
        /// The threads that run are told to the nanosecond, but a thread that has ended takes its time out of that; the hundredths have all of them,
        /// but are rounded down. Neither is ever too much, so that the greater one is the nearer one.
        fn seconds(&self, id: u32) -> f64 {
            let hundredths = self.own as f64 / 100.0;
            threads(id).unwrap_or(0.0).max(hundredths) + self.children as f64 / 100.0
        }
    }

    /// CPU time of the threads of a process that run, in seconds; `None` where the system does not tell.
    // CITE: The Linux kernel documentation, "Scheduler statistics": the first field of /proc/PID/task/TID/schedstat is the time on the processor, in
    // nanoseconds.
    pub(super) fn threads(id: u32) -> Option<f64> {
        let mut nanoseconds = 0_u64;
        for thread in fs::read_dir(format!("/proc/{id}/task")).ok()?.flatten() {
            // It may have ended since.
            let Ok(text) = fs::read_to_string(thread.path().join("schedstat")) else { continue };
            nanoseconds = nanoseconds.saturating_add(text.split_whitespace().next()?.parse().ok()?);
        }
        Some(nanoseconds as f64 / 1e9)
    }

    /// What the system says of a process; `None` when it is gone.
    fn of(id: u32) -> Option<Stat> {
        let text = fs::read_to_string(format!("/proc/{id}/stat")).ok()?;
        // After the name in brackets, which may hold anything: state, parent, nine fields on four times, four fields on when it began.
        let mut fields = text.rsplit(')').next()?.split_whitespace();
        let is_over = matches!(fields.next()?, "Z" | "X");
        let parent = fields.next()?.parse().ok()?;
        let mut fields = fields.skip(9).map(|field| field.parse::<u64>().ok());
        let mut both = || Some(fields.next()?? + fields.next()??);
        let (own, children) = (both()?, both()?);
        Some(Stat { parent, is_over, began: fields.nth(4)??, own, children })
    }

    impl Kin {
        /// Adds all that descend from these processes now, and all that bear one of these marks, with what
        /// descends from them.
        pub(in super::super) fn gather(&mut self, leaders: impl IntoIterator<Item = u32>, marks: &[String]) {
            let mut known: BTreeSet<u32> = leaders.into_iter().collect();
            if known.is_empty() && marks.is_empty() {
                return;
            }
            let entries = fs::read_dir("/proc").into_iter().flatten().flatten();
            let numbers = entries.filter_map(|entry| entry.file_name().to_str()?.parse::<u32>().ok());
            let mut others = Vec::new();
            for (id, stat) in numbers.filter_map(|id| Some((id, of(id)?))) {
                if !known.contains(&id) && bears(id, marks) {
                    known.insert(id);
                    self.add(id, stat.began);
                } else {
                    others.push((id, stat.parent, stat.began));
                }
            }
            loop {
                let before = known.len();
                others.retain(|&(id, parent, began)| {
                    let descends = known.contains(&parent);
                    if descends && known.insert(id) {
                        self.add(id, began);
                    }
                    !descends
                });
                if known.len() == before {
                    return;
                }
            }
        }

        fn add(&mut self, id: u32, began: u64) {
            if !self.0.contains(&(id, began)) {
                self.0.push((id, began));
            }
        }

        /// CPU time of this process, of those here that still run, and of their children that have ended, in seconds: to the nanosecond but for
        /// threads and children that have ended, whose time is told to the hundredth. `None` when the process is gone.
        pub(in super::super) fn seconds(&self, id: u32) -> Option<f64> {
            let kin = self.0.iter().filter(|(kin, _)| *kin != id);
            let running = kin
                .filter_map(|&(kin, began)| Some(of(kin).filter(|stat| stat.began == began)?.seconds(kin)));
            Some(of(id)?.seconds(id) + running.sum::<f64>())
        }

        /// Processes that still run.
        fn running(&self) -> impl Iterator<Item = Pid> + '_ {
            let runs =
                |&&(id, began): &&(u32, u64)| of(id).is_some_and(|stat| stat.began == began && !stat.is_over);
            self.0.iter().filter(runs).filter_map(|&(id, _)| Pid::from_raw(i32::try_from(id).ok()?))
        }

        /// True where none of them runs any more.
        pub(in super::super) fn is_gone(&self) -> bool {
            self.running().next().is_none()
        }

        /// Sends those that still run the signal to end (`hard`: to end at once).
        pub(in super::super) fn kill(&self, hard: bool) {
            let signal = if hard { Signal::KILL } else { Signal::TERM };
            for process in self.running() {
                let _ = kill_process(process, signal);
            }
        }
    }

    /// Whether a process was started with one of these marks in its environment. Those of other users are not
    /// told.
    fn bears(id: u32, marks: &[String]) -> bool {
        if marks.is_empty() {
            return false;
        }
        let environment = fs::read(format!("/proc/{id}/environ")).unwrap_or_default();
        let mut variables =
            environment.split(|&byte| byte == 0).filter_map(|it| std::str::from_utf8(it).ok());
        let borne = variables.find_map(|it| it.strip_prefix(MARK)?.strip_prefix('='));
        borne.is_some_and(|borne| borne.split(' ').any(|mark| marks.iter().any(|other| other == mark)))
    }
}

#[cfg(not(target_os = "linux"))]
mod system {
    use super::Kin;

    impl Kin {
        /// There is no plain way to ask for them here.
        pub(in super::super) fn gather(&mut self, _: impl IntoIterator<Item = u32>, _: &[String]) {}

        pub(in super::super) fn seconds(&self, _: u32) -> Option<f64> {
            None
        }

        pub(in super::super) fn is_gone(&self) -> bool {
            true
        }

        pub(in super::super) fn kill(&self, _: bool) {}
    }
}

#[cfg(test)]
mod tests {
    #[cfg(target_os = "linux")]
    use super::{Kin, system::threads};
    #[cfg(target_os = "linux")]
    use std::time::{Duration, Instant};

    /// What is burnt here is counted in full, with a thread that runs and with one that has ended, in steps that are finer than a hundredth.
    #[cfg(target_os = "linux")]
    #[test]
    fn the_time_of_threads_is_counted_also_when_they_have_ended() {
        let id = std::process::id();
        let told = || Kin::default().seconds(id).expect("it runs");
        let burn = |seconds: f64| {
            let since = stonefield_files::thread_seconds().expect("told");
            while stonefield_files::thread_seconds().expect("told") - since < seconds {
                std::hint::black_box(Instant::now());
            }
        };
        let before = told();
        std::thread::spawn(move || burn(0.2)).join().expect("it ends");
        let ended = told();
        assert!(ended - before > 0.17, "{}", ended - before);
        burn(0.1);
        // What runs is brought up to date when it is put to sleep.
        std::thread::sleep(Duration::from_millis(2));
        assert!(told() - ended > 0.07, "{}", told() - ended);
    }

    /// A process that sleeps after very little work has a time of its own, and not a hundredth or none.
    #[cfg(target_os = "linux")]
    #[test]
    fn less_than_a_hundredth_is_told() {
        // A kernel without this count tells zeros.
        if threads(std::process::id()).is_none_or(|seconds| seconds == 0.0) {
            return;
        }
        let mut child = std::process::Command::new("sleep").arg("60").spawn().expect("it starts");
        let since = Instant::now();
        let told = || Kin::default().seconds(child.id());
        while told() == Some(0.0) && since.elapsed() < Duration::from_secs(10) {
            std::thread::sleep(Duration::from_millis(5));
        }
        let seconds = told().expect("it runs");
        child.kill().expect("it can be killed");
        child.wait().expect("it is gone");
        let hundredths = 100.0 * seconds;
        assert!(hundredths > 0.0 && hundredths.fract() > 1e-6, "{seconds}");
    }
}
