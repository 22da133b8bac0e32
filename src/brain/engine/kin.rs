//! What an engine has started, also where it has left its process group: other groups and sessions, as the engines of an engine are.

/// Processes that descend from engines, each with the time it began, so that its number cannot be taken for another's.
#[derive(Debug, Default)]
pub(super) struct Kin(Vec<(u32, u64)>);

#[cfg(target_os = "linux")]
mod system {
    use super::Kin;
    use rustix::process::{Pid, Signal, kill_process};
    use std::collections::BTreeSet;
    use std::fs;

    /// What the system says of a process.
    struct Stat {
        parent: u32,
        /// The time it began, in the system's ticks.
        began: u64,
        /// CPU time of it and of those children that it has waited for, in hundredths of a second: Linux tells programs these on every machine.
        hundredths: u64,
    }

    /// What the system says of a process; `None` when it is gone.
    fn of(id: u32) -> Option<Stat> {
        let text = fs::read_to_string(format!("/proc/{id}/stat")).ok()?;
        // After the name in brackets, which may hold anything: state, parent, nine fields on four times, four fields on when it began.
        let mut fields = text.rsplit(')').next()?.split_whitespace().skip(1);
        let parent = fields.next()?.parse().ok()?;
        let mut fields = fields.skip(9).map(|field| field.parse::<u64>().ok());
        let mut hundredths = 0;
        for _ in 0..4 {
            hundredths += fields.next()??;
        }
        Some(Stat { parent, began: fields.nth(4)??, hundredths })
    }

    impl Kin {
        /// Adds all that descend from these processes now.
        pub(in super::super) fn gather(&mut self, ids: impl IntoIterator<Item = u32>) {
            let mut known: BTreeSet<u32> = ids.into_iter().collect();
            if known.is_empty() {
                return;
            }
            let entries = fs::read_dir("/proc").into_iter().flatten().flatten();
            let numbers = entries.filter_map(|entry| entry.file_name().to_str()?.parse::<u32>().ok());
            let mut others: Vec<_> =
                numbers.filter_map(|id| of(id).map(|stat| (id, (stat.parent, stat.began)))).collect();
            loop {
                let before = known.len();
                others.retain(|&(id, (parent, began))| {
                    let descends = known.contains(&parent);
                    if descends && known.insert(id) && !self.0.contains(&(id, began)) {
                        self.0.push((id, began));
                    }
                    !descends
                });
                if known.len() == before {
                    return;
                }
            }
        }

        /// CPU time of this process, of those here that still run, and of their children that have ended, in seconds to the hundredth; `None`
        /// when the process is gone.
        pub(in super::super) fn seconds(&self, id: u32) -> Option<f64> {
            let kin = self.0.iter().filter(|(kin, _)| *kin != id);
            let running = kin.filter_map(|&(kin, began)| of(kin).filter(|stat| stat.began == began));
            let hundredths = of(id)?.hundredths + running.map(|stat| stat.hundredths).sum::<u64>();
            Some(hundredths as f64 / 100.0)
        }

        /// Ends at once those that still run.
        pub(in super::super) fn kill(&self) {
            for &(id, began) in &self.0 {
                if of(id).is_some_and(|stat| stat.began == began)
                    && let Some(process) = i32::try_from(id).ok().and_then(Pid::from_raw)
                {
                    let _ = kill_process(process, Signal::KILL);
                }
            }
        }
    }
}

#[cfg(not(target_os = "linux"))]
mod system {
    use super::Kin;

    impl Kin {
        /// There is no plain way to ask for them here.
        pub(in super::super) fn gather(&mut self, _: impl IntoIterator<Item = u32>) {}

        pub(in super::super) fn seconds(&self, _: u32) -> Option<f64> {
            None
        }

        pub(in super::super) fn kill(&self) {}
    }
}
