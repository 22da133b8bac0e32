//! Threads and memory that are available: asked for before they are used, as a program that runs out of memory is ended in the middle of its work.

use std::io;
use std::sync::mpsc::{Sender, channel};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::thread::{Builder, Scope, ScopedJoinHandle};

/// Bytes that are left for everything else.
const RESERVE: usize = 64 << 20;

/// Bytes that a thread takes which searches or plays: its stack, and what it makes.
const EACH: usize = 6 << 20;

/// Bytes that a thread sets aside when it first asks for memory. Those of glibc do: 64 MB, for which they look among twice as much.
const ARENA: usize = 128 << 20;

/// The largest piece that is asked for at once: a system may refuse more than it has in one piece, though it is not all used.
const PIECE: usize = 256 << 20;

/// Pieces that are asked for at the most: a terabyte in all.
const MOST_PIECES: usize = 1 << 12;

/// Called once when fewer threads are available than wanted: with how many are, and how many are wanted.
static TELL: OnceLock<fn(usize, usize)> = OnceLock::new();

/// Has a shortage of threads told, the first time that there is one.
pub fn tell_shortage(tell: fn(usize, usize)) {
    // The first caller is told.
    let _ = TELL.set(tell);
}

/// Whether so many bytes are available in one piece, and some more for everything else.
#[must_use]
pub fn has_room(bytes: usize) -> bool {
    can_be_had([bytes, RESERVE])
}

/// Whether so many bytes are available in several pieces, and some more for everything else.
fn has_pieces(bytes: usize) -> bool {
    bytes / PIECE < MOST_PIECES
        && can_be_had(std::iter::repeat_n(PIECE, bytes / PIECE).chain([bytes % PIECE, RESERVE]))
}

/// Whether pieces of these sizes can be allocated at the same time. They are freed at once.
fn can_be_had(sizes: impl IntoIterator<Item = usize>) -> bool {
    let mut room: Vec<Vec<u8>> = Vec::new();
    let had = sizes.into_iter().all(|size| {
        let mut piece = Vec::new();
        let had = piece.try_reserve_exact(size).is_ok();
        room.push(piece);
        had
    });
    // Looked at, so that it is not left out as useless.
    std::hint::black_box(&room);
    had
}

/// Fewer threads are available than are needed at the same time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0} threads are needed, and so many are not available")]
pub struct NoThreads(pub usize);

/// Asks for so many threads at the same time, for callers that start their own and need them all.
///
/// # Errors
/// When they are not available.
pub fn need_threads(count: usize) -> Result<(), NoThreads> {
    // They wait here until all of them run.
    let gate = Arc::new(Mutex::new(()));
    let held = gate.lock().unwrap_or_else(PoisonError::into_inner);
    let started = (0..count).map(|_| {
        let gate = Arc::clone(&gate);
        Builder::new().spawn(move || drop(gate.lock())).map_err(|_| NoThreads(count))
    });
    let ran: Vec<_> = started.collect();
    drop(held);
    ran.into_iter().try_for_each(|thread| {
        // It has nothing to tell.
        let _ = thread?.join();
        Ok(())
    })
}

/// Starts threads that do the same work: as many as are wanted, or as are available, which may be none.
///
/// A caller who works too where threads are lacking counts as one.
pub fn spawn<'scope, 'env>(
    scope: &'scope Scope<'scope, 'env>,
    wanted: usize,
    work: impl Fn() + Copy + Send + 'scope,
    caller_works: bool,
) -> Vec<ScopedJoinHandle<'scope, ()>> {
    start(wanted, caller_works, |ready| {
        Builder::new().spawn_scoped(scope, move || {
            // Nobody waits where there is room enough.
            let _ = ready.send(());
            work();
        })
    })
}

/// As [`spawn`], where `one` starts a thread, which says by the sender that it runs, and gives what is left of it to hold.
pub fn start<T>(
    wanted: usize,
    caller_works: bool,
    mut one: impl FnMut(Sender<()>) -> io::Result<T>,
) -> Vec<T> {
    static TOLD: OnceLock<()> = OnceLock::new();
    let mut threads = Vec::new();
    let ample = has_pieces(wanted.saturating_mul(EACH + ARENA));
    while threads.len() < wanted
        && (ample || threads.is_empty() || has_pieces(ARENA + (threads.len() + 1) * EACH))
    {
        let (ready, begun) = channel();
        match one(ready) {
            Ok(thread) => threads.push(thread),
            Err(_) => break,
        }
        if !ample {
            // Only then is it known what is left: it has set aside its memory.
            let _ = begun.recv();
        }
    }
    let had = threads.len() + usize::from(caller_works);
    if had < wanted
        && had > 0
        && TOLD.set(()).is_ok()
        && let Some(tell) = TELL.get()
    {
        tell(had, wanted);
    }
    threads
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::{AtomicUsize, Ordering};

    #[test]
    fn no_machine_has_room_for_everything() {
        assert!(has_room(1 << 20) && has_pieces(1 << 20));
        assert!(!has_room(isize::MAX.unsigned_abs()) && !has_pieces(usize::MAX));
    }

    #[test]
    fn threads_that_are_needed_are_had_here() {
        assert_eq!(need_threads(5), Ok(()));
    }

    #[test]
    fn every_thread_that_is_had_works() {
        let count = AtomicUsize::new(0);
        let work = || {
            count.fetch_add(1, Ordering::Relaxed);
        };
        let had = std::thread::scope(|scope| spawn(scope, 5, work, false).len());
        assert_eq!((had, count.into_inner()), (5, 5));
    }
}
