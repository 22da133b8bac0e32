//! What an engine has started that has left its process group: other groups and sessions, as the engines of an engine are.

/// Processes that descend from engines, each with the time it began, so that its number cannot be taken for another's.
#[derive(Debug, Default)]
pub(super) struct Kin(Vec<(u32, u64)>);

#[cfg(target_os = "linux")]
mod system {
    use super::Kin;
    use rustix::process::{Pid, Signal, kill_process};
    use std::collections::BTreeSet;
    use std::fs;

    /// The parent of a process and the time it began, in the system's ticks; `None` when it is gone.
    fn of(id: u32) -> Option<(u32, u64)> {
        let text = fs::read_to_string(format!("/proc/{id}/stat")).ok()?;
        // After the name in brackets, which may hold anything: state, parent, and 18 fields on, the time.
        let mut fields = text.rsplit(')').next()?.split_whitespace().skip(1);
        let parent = fields.next()?.parse().ok()?;
        Some((parent, fields.nth(17)?.parse().ok()?))
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
            let mut others: Vec<_> = numbers.filter_map(|id| Some((id, of(id)?))).collect();
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

        /// Ends at once those that still run.
        pub(in super::super) fn kill(&self) {
            for &(id, began) in &self.0 {
                if of(id).is_some_and(|(_, now)| now == began)
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

        pub(in super::super) fn kill(&self) {}
    }
}
