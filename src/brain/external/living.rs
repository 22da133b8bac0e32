//! The engines that run: started under one roof, so that none outlives this program.

use super::group;
use std::collections::BTreeSet;
use std::io;
use std::process::{Child, Command};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// How long the end of the program waits for engines that are being sent away: longer than [`super::process::BURIAL`].
const PATIENCE: Duration = Duration::from_secs(5);

/// How long engines may take to end when the program is interrupted.
const HASTE: Duration = Duration::from_millis(300);

struct Living {
    /// The groups that run, by the number of their leader; the flag says that none may be started any more.
    groups: Mutex<(BTreeSet<u32>, bool)>,
    left: Condvar,
}

static LIVING: Living = Living { groups: Mutex::new((BTreeSet::new(), false)), left: Condvar::new() };

fn groups() -> MutexGuard<'static, (BTreeSet<u32>, bool)> {
    LIVING.groups.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Starts a process in a group of its own.
pub(super) fn start(command: &mut Command) -> io::Result<Child> {
    group::lead(command);
    let mut groups = groups();
    if groups.1 {
        return Err(io::Error::other("this program is about to end"));
    }
    let child = command.spawn()?;
    groups.0.insert(child.id());
    Ok(child)
}

/// A group is gone and reaped.
pub(super) fn gone(id: u32) {
    groups().0.remove(&id);
    LIVING.left.notify_all();
}

/// Waits until every engine that has been sent away is gone; whoever still runs then is killed.
///
/// Call it last: from then on no engine can be started.
pub fn farewell() {
    wait(PATIENCE);
    end_all(true);
}

/// Until when all are gone, or so long.
fn wait(patience: Duration) {
    let until = Instant::now() + patience;
    let mut groups = groups();
    groups.1 = true;
    while !groups.0.is_empty() {
        let left = until.saturating_duration_since(Instant::now());
        if left.is_zero() {
            return;
        }
        groups = LIVING.left.wait_timeout(groups, left).unwrap_or_else(PoisonError::into_inner).0;
    }
}

fn end_all(hard: bool) {
    let mut groups = groups();
    groups.1 = true;
    for &id in &groups.0 {
        group::kill(id, hard);
    }
}

/// Has an interruption of this program (Ctrl-C, a request to end, the terminal closed) end the engines first: they lead groups of
/// their own, which the terminal does not reach.
#[cfg(unix)]
pub fn end_when_interrupted() {
    use signal_hook::consts::{SIGHUP, SIGINT, SIGQUIT, SIGTERM};
    static ONCE: std::sync::Once = std::sync::Once::new();
    ONCE.call_once(|| {
        // Where no handler can be set, engines still see the end of their input.
        let Ok(mut signals) = signal_hook::iterator::Signals::new([SIGINT, SIGTERM, SIGHUP, SIGQUIT]) else {
            return;
        };
        let _ = std::thread::Builder::new().name("interruption".to_owned()).spawn(move || {
            if let Some(signal) = signals.forever().next() {
                end_all(false);
                wait(HASTE);
                end_all(true);
                let _ = signal_hook::low_level::emulate_default_handler(signal);
            }
        });
    });
}

/// There are no such signals here: engines see the end of their input.
#[cfg(not(unix))]
pub fn end_when_interrupted() {}
