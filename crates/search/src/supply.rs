//! Availability of threads and memory. It is checked before use, because the system kills a program that runs
//! out of memory.

use std::io;
use std::sync::mpsc::{Sender, channel};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::thread::{Builder, Scope, ScopedJoinHandle};

/// Memory that must remain available for everything else, in bytes.
const RESERVE: usize = 64 << 20;

/// Memory that a search or simulation thread needs, stack included, in bytes.
const THREAD_MEMORY: usize = 6 << 20;

/// Address space that a thread reserves at its first allocation, in bytes. glibc reserves an arena of 64 MB,
/// and needs 128 MB to align it.
const ARENA: usize = 128 << 20;

/// Largest single allocation of a memory check, in bytes. A system may refuse a larger one although several
/// smaller ones succeed.
const MAX_PIECE: usize = 256 << 20;

/// Largest number of allocations of a memory check: one terabyte in all.
const MAX_PIECES: usize = 1 << 12;

/// Callback for the first shortage of threads. It gets the numbers of available and wanted threads.
static ON_SHORTAGE: OnceLock<fn(usize, usize)> = OnceLock::new();

/// Sets the callback for the first shortage of threads. It gets the numbers of available and wanted threads.
/// Later calls of this function have no effect.
pub fn on_shortage(report: fn(usize, usize)) {
    // An error means that a callback is already set.
    let _ = ON_SHORTAGE.set(report);
}

/// Returns true if `bytes` can be allocated in one piece, and 64 MB more.
#[must_use]
pub fn has_memory_for(bytes: usize) -> bool {
    can_allocate([bytes, RESERVE])
}

/// Returns true if `bytes` can be allocated in several pieces, and [`RESERVE`] more.
fn has_memory_in_pieces(bytes: usize) -> bool {
    bytes / MAX_PIECE < MAX_PIECES
        && can_allocate(std::iter::repeat_n(MAX_PIECE, bytes / MAX_PIECE).chain([bytes % MAX_PIECE, RESERVE]))
}

/// Returns true if pieces of these sizes can be allocated at the same time. The function frees them.
fn can_allocate(sizes: impl IntoIterator<Item = usize>) -> bool {
    let mut pieces: Vec<Vec<u8>> = Vec::new();
    let allocated = sizes.into_iter().all(|size| {
        let mut piece = Vec::new();
        let fits = piece.try_reserve_exact(size).is_ok();
        pieces.push(piece);
        fits
    });
    // Prevents the optimizer from removing the allocations.
    std::hint::black_box(&pieces);
    allocated
}

/// Error: fewer threads are available than are needed at the same time. The value is the number needed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0} threads are needed, and so many are not available")]
pub struct NoThreads(pub usize);

/// Checks that `count` threads can run at the same time, for callers that start threads themselves and need
/// all of them.
///
/// # Errors
/// If fewer threads are available.
pub fn need_threads(count: usize) -> Result<(), NoThreads> {
    // The threads wait at this lock until all of them have started.
    let gate = Arc::new(Mutex::new(()));
    let guard = gate.lock().unwrap_or_else(PoisonError::into_inner);
    let started = (0..count).map(|_| {
        let gate = Arc::clone(&gate);
        Builder::new().spawn(move || drop(gate.lock())).map_err(|_| NoThreads(count))
    });
    let threads: Vec<_> = started.collect();
    drop(guard);
    threads.into_iter().try_for_each(|thread| {
        // The threads have no result.
        let _ = thread?.join();
        Ok(())
    })
}

/// Starts `wanted` threads that do the same work, or as many as are available, possibly none.
///
/// If `caller_works` is true, the calling thread counts as one more when a shortage is reported.
pub fn spawn<'scope, 'env>(
    scope: &'scope Scope<'scope, 'env>,
    wanted: usize,
    work: impl Fn() + Copy + Send + 'scope,
    caller_works: bool,
) -> Vec<ScopedJoinHandle<'scope, ()>> {
    start_threads(wanted, caller_works, |ready| {
        Builder::new().spawn_scoped(scope, move || {
            // If memory is ample, the receiver is already dropped.
            let _ = ready.send(());
            work();
        })
    })
}

/// Works like [`spawn`]. `start_one` starts a thread and returns its handle. The thread sends on the given
/// sender when it runs.
pub fn start_threads<T>(
    wanted: usize,
    caller_works: bool,
    mut start_one: impl FnMut(Sender<()>) -> io::Result<T>,
) -> Vec<T> {
    static HAS_REPORTED: OnceLock<()> = OnceLock::new();
    let mut threads = Vec::new();
    let is_memory_ample = has_memory_in_pieces(wanted.saturating_mul(THREAD_MEMORY + ARENA));
    while threads.len() < wanted
        && (is_memory_ample
            || threads.is_empty()
            || has_memory_in_pieces(ARENA + (threads.len() + 1) * THREAD_MEMORY))
    {
        let (ready, begun) = channel();
        match start_one(ready) {
            Ok(thread) => threads.push(thread),
            Err(_) => break,
        }
        if !is_memory_ample {
            // Waits until the thread has reserved its memory, before the remaining memory is checked.
            let _ = begun.recv();
        }
    }
    let available = threads.len() + usize::from(caller_works);
    if available < wanted
        && available > 0
        && HAS_REPORTED.set(()).is_ok()
        && let Some(report) = ON_SHORTAGE.get()
    {
        report(available, wanted);
    }
    threads
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::{AtomicUsize, Ordering};

    #[test]
    fn no_machine_has_room_for_everything() {
        assert!(has_memory_for(1 << 20) && has_memory_in_pieces(1 << 20));
        assert!(!has_memory_for(isize::MAX.unsigned_abs()) && !has_memory_in_pieces(usize::MAX));
    }

    #[test]
    fn needed_threads_are_available_here() {
        assert_eq!(need_threads(5), Ok(()));
    }

    #[test]
    fn every_started_thread_works() {
        let count = AtomicUsize::new(0);
        let work = || {
            count.fetch_add(1, Ordering::Relaxed);
        };
        let started = std::thread::scope(|scope| spawn(scope, 5, work, false).len());
        assert_eq!((started, count.into_inner()), (5, 5));
    }
}
