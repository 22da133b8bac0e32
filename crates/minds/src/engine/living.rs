//! The engines that run: started under one roof, so that none outlives this program.

use super::kin::Kin;
use super::{environment, group, request};
use std::collections::BTreeMap;
use std::io;
use std::process::{Child, Command};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// How long the end of the program waits for engines that are being sent away: longer than [`super::process::BURIAL`].
const PATIENCE: Duration = Duration::from_secs(5);

/// How long engines may take to end when the program is asked to end.
const HASTE: Duration = Duration::from_millis(300);

/// How long the main thread waits for a signal to end the program: longer than [`HASTE`].
const HOLD: Duration = Duration::from_secs(2);

struct Living {
    /// The marks of the groups that run, by the number of their leader; the flag says that none may be
    /// started any more.
    groups: Mutex<Groups>,
    left: Condvar,
}

type Groups = (BTreeMap<u32, String>, bool);

static LIVING: Living = Living { groups: Mutex::new((BTreeMap::new(), false)), left: Condvar::new() };

/// Whether a signal is about to end the program.
static HELD: AtomicBool = AtomicBool::new(false);

fn groups() -> MutexGuard<'static, Groups> {
    LIVING.groups.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Starts a process in a group of its own, which ends with this program, no matter who seated the engine.
/// Returns it with its mark.
pub(super) fn start(command: &mut Command) -> io::Result<(Child, String)> {
    request::hear();
    group::lead(command);
    let mark = environment::mark(command);
    let mut groups = groups();
    if groups.1 {
        return Err(io::Error::other("this program is about to end"));
    }
    let child = command.spawn()?;
    groups.0.insert(child.id(), mark.clone());
    Ok((child, mark))
}

/// A group is gone and reaped.
pub(super) fn gone(id: u32) {
    groups().0.remove(&id);
    LIVING.left.notify_all();
}

/// Waits until every engine that has been sent away is gone; what still runs then is killed.
///
/// Call it last: from then on no engine can be started.
pub fn shut_down() {
    if HELD.load(Ordering::SeqCst) {
        std::thread::sleep(HOLD);
    }
    wait(PATIENCE);
    end_all_by_force(Kin::default());
}

/// Has [`shut_down`] wait for the signal that ends the program.
pub(super) fn delay_shut_down() {
    HELD.store(true, Ordering::SeqCst);
}

/// Ends all engines, by force those that do not end at once.
pub(super) fn end_all_soon() {
    let mut kin = Kin::default();
    {
        let mut groups = groups();
        groups.1 = true;
        gather(&mut kin, &groups);
        for &id in groups.0.keys() {
            group::kill(id, false);
        }
        kin.kill(false);
    }
    wait(HASTE);
    end_all_by_force(kin);
}

/// Ends at once what still runs of the engines, and of those that descend from them.
fn end_all_by_force(mut kin: Kin) {
    let groups = groups();
    gather(&mut kin, &groups);
    for &id in groups.0.keys() {
        group::kill(id, true);
    }
    kin.kill(true);
    // One may have started another meanwhile.
    gather(&mut kin, &groups);
    kin.kill(true);
}

/// Adds what the engines that run have started.
fn gather(kin: &mut Kin, (groups, _): &Groups) {
    kin.gather(groups.keys().copied(), &groups.values().cloned().collect::<Vec<_>>());
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
