//! Fault injection for tests of the real program.
//!
//! `STONEFIELD_FILE_FAULT=N` makes the N-th step of the process fail. Steps are: create a file or a folder,
//! write, sync, rename or link. `N-` makes all later steps fail too, as on a full disk. `kill:N` ends the
//! process at step N without cleaning up, as `kill -9` does. A failed write has written half of its bytes.
//! Removing a file is no step, and never fails.
//!
//! An environment variable works for every command, and needs no parameters in the code. The variable is read
//! once, and only in builds with debug assertions. A release build has no fault injection.

use std::io;
use std::path::Path;
use std::sync::LazyLock;
use std::sync::atomic::{AtomicU64, Ordering};

/// Kind of step that can fail.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum DiskStep {
    Create,
    Write,
    Sync,
    Rename,
}

/// Fault that is due at a step.
#[derive(Debug)]
pub(super) struct InjectedFault {
    number: u64,
    step: DiskStep,
    kills: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Plan {
    /// Number of the step that fails, from 1.
    at: u64,
    /// True if all later steps fail too.
    repeats: bool,
    kills: bool,
}

static PLAN: LazyLock<Option<Plan>> =
    LazyLock::new(|| std::env::var("STONEFIELD_FILE_FAULT").ok().as_deref().and_then(parse_plan));

fn parse_plan(text: &str) -> Option<Plan> {
    let (kills, text) = text.strip_prefix("kill:").map_or((false, text), |rest| (true, rest));
    let (repeats, text) = text.strip_suffix('-').map_or((false, text), |rest| (true, rest));
    let at = text.parse().ok().filter(|&at| at > 0)?;
    Some(Plan { at, repeats, kills })
}

/// Counts a step. Returns the fault planned for this step; `None` in a release build.
pub(super) fn due(step: DiskStep, path: &Path) -> Option<InjectedFault> {
    static STEPS: AtomicU64 = AtomicU64::new(0);
    if !cfg!(debug_assertions) {
        return None;
    }
    let plan = (*PLAN)?;
    let number = STEPS.fetch_add(1, Ordering::Relaxed) + 1;
    if number != plan.at && !(plan.repeats && number > plan.at) {
        return None;
    }
    // Tests check this line to see that the fault occurred.
    eprintln!("file fault {number}: {step:?} {}", path.display());
    Some(InjectedFault { number, step, kills: plan.kills })
}

impl InjectedFault {
    /// Error of the fault. Kills the process instead if the plan says so.
    pub(super) fn into_error(self) -> io::Error {
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
        let planned = |at, repeats, kills| Some(Plan { at, repeats, kills });
        for (text, expected) in [
            ("3", planned(3, false, false)),
            ("3-", planned(3, true, false)),
            ("kill:12", planned(12, false, true)),
            ("0", None),
            ("-", None),
            ("kill:", None),
            ("x", None),
        ] {
            assert_eq!(parse_plan(text), expected, "{text}");
        }
    }
}
