//! A process and all it starts, as one group: asking whether it has ended, and ending it.

use std::process::{Child, Command};

/// How a process ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ProcessEnd {
    /// By itself, with this exit status.
    Exit(i32),
    /// By this signal.
    Signal(i32),
    /// In a way the system does not tell.
    Unknown,
}

impl std::fmt::Display for ProcessEnd {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Exit(status) => write!(f, "with exit status {status}"),
            Self::Signal(number) => match name_of(*number) {
                Some(name) => write!(f, "by signal {number} ({name})"),
                None => write!(f, "by signal {number}"),
            },
            Self::Unknown => f.write_str("without a word why"),
        }
    }
}

/// The usual names; the numbers are those of every system that has them.
fn name_of(signal: i32) -> Option<&'static str> {
    Some(match signal {
        1 => "hang-up",
        2 => "interrupt",
        4 => "illegal instruction",
        6 => "abort",
        8 => "arithmetic fault",
        9 => "kill",
        11 => "segmentation fault",
        13 => "broken pipe",
        15 => "terminate",
        _ => return None,
    })
}

#[cfg(unix)]
mod system {
    use super::{Child, Command, ProcessEnd};
    use rustix::process::{Pid, Signal, WaitId, WaitIdOptions, kill_process_group, waitid};
    use std::os::unix::process::CommandExt;

    /// Has the process lead a group of its own, which no signal from the terminal reaches.
    pub(in super::super) fn lead(command: &mut Command) {
        command.process_group(0);
    }

    /// How the process ended; `None` while it runs. It is not reaped, so that its group's number stays its own.
    pub(in super::super) fn ended(child: &mut Child) -> Option<ProcessEnd> {
        let options = WaitIdOptions::EXITED | WaitIdOptions::NOWAIT | WaitIdOptions::NOHANG;
        match waitid(WaitId::Pid(Pid::from_child(child)), options) {
            Ok(None) => None,
            Ok(Some(status)) => Some(match (status.exit_status(), status.terminating_signal()) {
                (Some(status), _) => ProcessEnd::Exit(status),
                (None, Some(signal)) => ProcessEnd::Signal(signal),
                (None, None) => ProcessEnd::Unknown,
            }),
            Err(_) => Some(ProcessEnd::Unknown),
        }
    }

    /// Sends a group the signal to end (`hard`: to end at once). One that is gone hears nothing.
    pub(in super::super) fn kill(id: u32, hard: bool) {
        let signal = if hard { Signal::KILL } else { Signal::TERM };
        if let Some(group) = i32::try_from(id).ok().and_then(Pid::from_raw) {
            let _ = kill_process_group(group, signal);
        }
    }
}

#[cfg(not(unix))]
mod system {
    use super::{Child, Command, ProcessEnd};

    /// There are no such groups here.
    pub(in super::super) fn lead(_: &mut Command) {}

    /// How the process ended; `None` while it runs.
    pub(in super::super) fn ended(child: &mut Child) -> Option<ProcessEnd> {
        let status = child.try_wait().ok()??;
        Some(status.code().map_or(ProcessEnd::Unknown, ProcessEnd::Exit))
    }

    /// There are no such groups here; the process alone is ended by its holder.
    pub(in super::super) fn kill(_: u32, _: bool) {}
}

pub(super) use system::{ended, kill, lead};
