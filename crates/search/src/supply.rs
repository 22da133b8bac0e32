//! Availability of threads and memory. It is checked before use: a program that runs out of memory is killed
//! in the middle of its work.

use std::io;
use std::sync::mpsc::{Sender, channel};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::thread::{Builder, Scope, ScopedJoinHandle};

/// Memory that is reserved for everything else, in bytes.
const RESERVE: usize = 64 << 20;

/// Memory that a search or simulation thread needs, stack included, in bytes.
const THREAD_MEMORY: usize = 6 << 20;

/// Memory that a thread reserves at its first allocation, in bytes. glibc reserves an arena of 64 MB, and
/// needs 128 MB of address space to align it.
const ARENA: usize = 128 << 20;

/// Largest single allocation of a test, in bytes. A system may refuse a larger one although several smaller
/// ones succeed.
const LARGEST_PIECE: usize = 256 << 20;

/// Largest number of allocations of a test: one terabyte in all.
const MOST_PIECES: usize = 1 << 12;

/// Callback for a shortage of threads, with the numbers of available and wanted threads. Called once.
static ON_SHORTAGE: OnceLock<fn(usize, usize)> = OnceLock::new();

/// Sets the callback for the first shortage of threads. It gets the numbers of available and wanted threads.
pub fn on_shortage(report: fn(usize, usize)) {
    // Only the first callback is kept.
    let _ = ON_SHORTAGE.set(report);
}

/// Returns true if `bytes` can be allocated in one piece, with 64 MB to spare.
#[must_use]
pub fn has_room(bytes: usize) -> bool {
    can_allocate([bytes, RESERVE])
}

/// Returns true if `bytes` can be allocated in several pieces, with [`RESERVE`] to spare.
fn has_pieces(bytes: usize) -> bool {
    bytes / LARGEST_PIECE < MOST_PIECES
        && can_allocate(
            std::iter::repeat_n(LARGEST_PIECE, bytes / LARGEST_PIECE).chain([bytes % LARGEST_PIECE, RESERVE]),
        )
}

/// Returns true if pieces of these sizes can be allocated at the same time. They are freed at once.
fn can_allocate(sizes: impl IntoIterator<Item = usize>) -> bool {
    let mut pieces: Vec<Vec<u8>> = Vec::new();
    let allocated = sizes.into_iter().all(|size| {
        let mut piece = Vec::new();
        let fits = piece.try_reserve_exact(size).is_ok();
        pieces.push(piece);
        fits
    });
    // Keeps the optimizer from removing the allocations.
    std::hint::black_box(&pieces);
    allocated
}

/// Error: fewer threads are available than are needed at the same time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0} threads are needed, and so many are not available")]
pub struct NoThreads(pub usize);

/// Checks that `count` threads can run at the same time. For callers that start their own threads and need
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
        // The threads return nothing.
        let _ = thread?.join();
        Ok(())
    })
}

/// Starts `wanted` threads that do the same work, or as many as are available. That may be none.
///
/// With `caller_works` the caller counts as one more thread when a shortage is reported.
pub fn spawn<'scope, 'env>(
    scope: &'scope Scope<'scope, 'env>,
    wanted: usize,
    work: impl Fn() + Copy + Send + 'scope,
    caller_works: bool,
) -> Vec<ScopedJoinHandle<'scope, ()>> {
    start(wanted, caller_works, |ready| {
        Builder::new().spawn_scoped(scope, move || {
            // With ample memory the receiver is already dropped.
            let _ = ready.send(());
            work();
        })
    })
}

/// Works like [`spawn`]. `start_one` starts a thread and returns its handle; the thread sends on the sender
/// when it runs.
pub fn start<T>(
    wanted: usize,
    caller_works: bool,
    mut start_one: impl FnMut(Sender<()>) -> io::Result<T>,
) -> Vec<T> {
    static REPORTED: OnceLock<()> = OnceLock::new();
    let mut threads = Vec::new();
    let ample = has_pieces(wanted.saturating_mul(THREAD_MEMORY + ARENA));
    while threads.len() < wanted
        && (ample || threads.is_empty() || has_pieces(ARENA + (threads.len() + 1) * THREAD_MEMORY))
    {
        let (ready, begun) = channel();
        match start_one(ready) {
            Ok(thread) => threads.push(thread),
            Err(_) => break,
        }
        if !ample {
            // The thread must have reserved its memory before the remaining memory is measured.
            let _ = begun.recv();
        }
    }
    let available = threads.len() + usize::from(caller_works);
    if available < wanted
        && available > 0
        && REPORTED.set(()).is_ok()
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
        assert!(has_room(1 << 20) && has_pieces(1 << 20));
        assert!(!has_room(isize::MAX.unsigned_abs()) && !has_pieces(usize::MAX));
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
