//! Process groups: starts a process in its own group, checks whether it has ended, and ends the group.

use std::process::{Child, Command};

/// How a process has ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ProcessEnd {
    /// Exited with this status.
    Exit(i32),
    /// Ended by this signal.
    Signal(i32),
    /// The system does not report how the process has ended.
    Unknown,
}

impl std::fmt::Display for ProcessEnd {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Exit(status) => write!(f, "with exit status {status}"),
            Self::Signal(number) => match signal_name(*number) {
                Some(name) => write!(f, "by signal {number} ({name})"),
                None => write!(f, "by signal {number}"),
            },
            Self::Unknown => f.write_str("without a word why"),
        }
    }
}

/// Common name of a signal. These numbers are the same on every Unix system.
fn signal_name(signal: i32) -> Option<&'static str> {
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

    /// Makes the command start its process in a group of its own. Signals from the terminal do not reach that
    /// group.
    pub(in super::super) fn set_own_group(command: &mut Command) {
        command.process_group(0);
    }

    /// Returns how the process has ended, or `None` while it runs. The process is not reaped, so that the
    /// system cannot reuse the group's number.
    pub(in super::super) fn end_of(child: &mut Child) -> Option<ProcessEnd> {
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

    /// Sends SIGTERM to a group, or SIGKILL if `force` is true. Does nothing if the group has already ended.
    pub(in super::super) fn kill(id: u32, force: bool) {
        let signal = if force { Signal::KILL } else { Signal::TERM };
        if let Some(group) = i32::try_from(id).ok().and_then(Pid::from_raw) {
            let _ = kill_process_group(group, signal);
        }
    }
}

#[cfg(not(unix))]
mod system {
    use super::{Child, Command, ProcessEnd};

    /// Does nothing: process groups exist only on Unix.
    pub(in super::super) fn set_own_group(_: &mut Command) {}

    /// Returns how the process has ended, or `None` while it runs.
    pub(in super::super) fn end_of(child: &mut Child) -> Option<ProcessEnd> {
        let status = child.try_wait().ok()??;
        Some(status.code().map_or(ProcessEnd::Unknown, ProcessEnd::Exit))
    }

    /// Does nothing: process groups exist only on Unix. The caller ends the process itself.
    pub(in super::super) fn kill(_: u32, _: bool) {}
}

pub(super) use system::{end_of, kill, set_own_group};
