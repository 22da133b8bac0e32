//! Faults on purpose, for tests of the real program.
//!
//! `STONEFIELD_FILE_FAULT=N` lets the N-th step of the process fail, a step being a create, a write, a sync or a rename; `N-` lets
//! that one and all after it fail, as a full disk does; `kill:N` ends the process there as `kill -9` would. A write that fails has
//! written half of its bytes. Removing never fails, as it does not on a full disk.
//!
//! It is a variable of the environment, so that tests reach every command as users start it and no caller carries a parameter for
//! them. It is read once, and only in builds with debug assertions: a release build has none of this.

use std::io;
use std::path::Path;
use std::sync::LazyLock;
use std::sync::atomic::{AtomicU64, Ordering};

/// What is done to the disk.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum DiskStep {
    Create,
    Write,
    Sync,
    Rename,
}

/// A fault that is due.
#[derive(Debug)]
pub(super) struct InjectedFault {
    number: u64,
    step: DiskStep,
    kills: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Plan {
    at: u64,
    /// Whether everything after it fails too.
    stays: bool,
    kills: bool,
}

static PLAN: LazyLock<Option<Plan>> =
    LazyLock::new(|| std::env::var("STONEFIELD_FILE_FAULT").ok().as_deref().and_then(plan));

fn plan(text: &str) -> Option<Plan> {
    let (kills, text) = text.strip_prefix("kill:").map_or((false, text), |rest| (true, rest));
    let (stays, text) = text.strip_suffix('-').map_or((false, text), |rest| (true, rest));
    let at = text.parse().ok().filter(|&at| at > 0)?;
    Some(Plan { at, stays, kills })
}

/// Counts a step; the fault that it is to meet, if any.
pub(super) fn due(step: DiskStep, path: &Path) -> Option<InjectedFault> {
    static STEPS: AtomicU64 = AtomicU64::new(0);
    if !cfg!(debug_assertions) {
        return None;
    }
    let plan = (*PLAN)?;
    let number = STEPS.fetch_add(1, Ordering::Relaxed) + 1;
    if number != plan.at && !(plan.stays && number > plan.at) {
        return None;
    }
    // Tests learn from this line that the fault was met.
    eprintln!("file fault {number}: {step:?} {}", path.display());
    Some(InjectedFault { number, step, kills: plan.kills })
}

impl InjectedFault {
    /// What the system would say; does not return where the process is to end.
    pub(super) fn strike(self) -> io::Error {
        if self.kills {
            std::process::abort();
        }
        io::Error::other(format!("{:?} made to fail at step {}", self.step, self.number))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn plans_are_read() {
        let planned = |at, stays, kills| Some(Plan { at, stays, kills });
        for (text, meant) in [
            ("3", planned(3, false, false)),
            ("3-", planned(3, true, false)),
            ("kill:12", planned(12, false, true)),
            ("0", None),
            ("-", None),
            ("kill:", None),
            ("x", None),
        ] {
            assert_eq!(plan(text), meant, "{text}");
        }
    }
}
