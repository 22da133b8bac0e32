//! List of the running engines. It makes sure that no engine outlives this program.

use super::descendants::Descendants;
use super::{environment, group};
use std::collections::BTreeMap;
use std::io;
use std::process::{Child, Command};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};
use stonefield_search::lock;

/// Longest time that the program waits at its end for engines that are ending. Longer than
/// [`super::process::QUIT_WAIT`].
const SHUT_DOWN_WAIT: Duration = Duration::from_secs(5);

/// Time that engines have to end after a signal has asked this program to end.
const SIGNAL_WAIT: Duration = Duration::from_millis(300);

/// Time that the main thread waits for a signal to end the program. Longer than [`SIGNAL_WAIT`].
const MAX_SIGNAL_DELAY: Duration = Duration::from_secs(2);

/// The running engines of this program.
struct RunningEngines {
    groups: Mutex<Groups>,
    /// Notified when a group is removed from `groups`.
    group_removed: Condvar,
}

/// Marks of the running process groups, by the process number of the group's leader. The flag is true once no
/// further engine may be started.
type Groups = (BTreeMap<u32, String>, bool);

static RUNNING: RunningEngines =
    RunningEngines { groups: Mutex::new((BTreeMap::new(), false)), group_removed: Condvar::new() };

/// True if a signal is about to end the program.
static SIGNAL_PENDING: AtomicBool = AtomicBool::new(false);

fn groups() -> MutexGuard<'static, Groups> {
    lock(&RUNNING.groups)
}

/// Starts a process in its own group, and adds the group to the list of running groups. Returns the process
/// and its mark. Fails if this program is about to end.
pub(super) fn start(command: &mut Command) -> io::Result<(Child, String)> {
    group::set_own_group(command);
    let mark = environment::add_mark(command);
    let mut groups = groups();
    if groups.1 {
        return Err(io::Error::other("this program is about to end"));
    }
    let child = command.spawn()?;
    groups.0.insert(child.id(), mark.clone());
    Ok((child, mark))
}

/// Removes a group from the list. Its leader has ended and is reaped.
pub(super) fn remove_ended(id: u32) {
    groups().0.remove(&id);
    RUNNING.group_removed.notify_all();
}

/// Waits until all engines have ended. Kills the engines that still run after a time limit.
///
/// Call this at the end of the program: afterwards no engine can be started.
pub fn shut_down() {
    if SIGNAL_PENDING.load(Ordering::SeqCst) {
        std::thread::sleep(MAX_SIGNAL_DELAY);
    }
    wait_for_all(SHUT_DOWN_WAIT);
    kill_all(Descendants::default());
}

/// Makes [`shut_down`] wait for the signal that ends the program.
pub(super) fn delay_shut_down() {
    SIGNAL_PENDING.store(true, Ordering::SeqCst);
}

/// Asks all engines to end. Kills those that do not end within [`SIGNAL_WAIT`].
pub(super) fn end_all() {
    let mut descendants = Descendants::default();
    {
        let mut groups = groups();
        groups.1 = true;
        add_descendants(&mut descendants, &groups);
        for &id in groups.0.keys() {
            group::kill(id, false);
        }
        descendants.kill(false);
    }
    wait_for_all(SIGNAL_WAIT);
    kill_all(descendants);
}

/// Kills the engines that still run, and their descendants.
fn kill_all(mut descendants: Descendants) {
    let groups = groups();
    add_descendants(&mut descendants, &groups);
    for &id in groups.0.keys() {
        group::kill(id, true);
    }
    descendants.kill(true);
    // A descendant may have started another process meanwhile.
    add_descendants(&mut descendants, &groups);
    descendants.kill(true);
}

/// Adds the descendants of the running engines.
fn add_descendants(descendants: &mut Descendants, (groups, _): &Groups) {
    descendants.add_all(groups.keys().copied(), &groups.values().cloned().collect::<Vec<_>>());
}

/// Waits until all engines have ended, for at most `time_limit`. No engine can be started afterwards.
fn wait_for_all(time_limit: Duration) {
    let until = Instant::now() + time_limit;
    let mut groups = groups();
    groups.1 = true;
    while !groups.0.is_empty() {
        let remaining = until.saturating_duration_since(Instant::now());
        if remaining.is_zero() {
            return;
        }
        groups =
            RUNNING.group_removed.wait_timeout(groups, remaining).unwrap_or_else(PoisonError::into_inner).0;
    }
}
