//! Threads and memory, as far as they are available. Memory is checked before use, because the system kills a
//! program that runs out of it.

use super::lock;
use std::io;
use std::sync::mpsc::{Sender, channel};
use std::sync::{Arc, Mutex, OnceLock};
use std::thread::{Builder, JoinHandle, Scope, ScopedJoinHandle};

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
    let guard = lock(&gate);
    let started = (0..count).map(|_| {
        let gate = Arc::clone(&gate);
        start_thread("check", move || drop(gate.lock())).map_err(|_| NoThreads(count))
    });
    let threads: Vec<_> = started.collect();
    drop(guard);
    threads.into_iter().try_for_each(|thread| {
        // The threads have no result.
        let _ = thread?.join();
        Ok(())
    })
}

/// Starts a thread with this name.
///
/// # Errors
/// If no thread is available. The message is one line that says so.
///
/// ```
/// use stonefield_search::supply::start_thread;
///
/// let thread = start_thread("adder", || 2 + 3)?;
/// assert_eq!(thread.join().ok(), Some(5));
/// # Ok::<(), std::io::Error>(())
/// ```
pub fn start_thread<T: Send + 'static>(
    name: &str,
    work: impl FnOnce() -> T + Send + 'static,
) -> io::Result<JoinHandle<T>> {
    named(name).spawn(work).map_err(unavailable)
}

/// Works like [`start_thread`], for a thread that ends with its scope.
///
/// # Errors
/// If no thread is available. The message is one line that says so.
///
/// ```
/// use stonefield_search::supply::start_scoped;
///
/// let numbers = [2, 3];
/// let sum = std::thread::scope(|scope| {
///     start_scoped(scope, "adder", || numbers.iter().sum::<i32>()).map(|thread| thread.join().ok())
/// })?;
/// assert_eq!(sum, Some(5));
/// # Ok::<(), std::io::Error>(())
/// ```
pub fn start_scoped<'scope, T: Send + 'scope>(
    scope: &'scope Scope<'scope, '_>,
    name: &str,
    work: impl FnOnce() -> T + Send + 'scope,
) -> io::Result<ScopedJoinHandle<'scope, T>> {
    named(name).spawn_scoped(scope, work).map_err(unavailable)
}

fn named(name: &str) -> Builder {
    Builder::new().name(name.to_owned())
}

fn unavailable(error: io::Error) -> io::Error {
    io::Error::new(error.kind(), format!("no thread is available: {error}"))
}

/// Starts `wanted` threads that do the same work, or as many as are available, possibly none. The calling
/// thread counts as one more when a shortage is reported.
pub fn spawn<'scope>(
    scope: &'scope Scope<'scope, '_>,
    wanted: usize,
    work: impl FnOnce() + Clone + Send + 'scope,
) -> Vec<ScopedJoinHandle<'scope, ()>> {
    start_available(wanted, true, |ready| start_scoped(scope, "search", announced(ready, work.clone())))
}

/// Starts `wanted` threads with this name that do the same work, or as many as are available, possibly none.
/// `stack` is the size of each stack, in bytes. `None`: the default size.
///
/// ```
/// use std::sync::mpsc::channel;
/// use stonefield_search::supply::start_threads;
///
/// let (sender, receiver) = channel();
/// let threads = start_threads("greeter", None, 3, move || sender.send("hello").unwrap_or_default());
/// assert_eq!(receiver.iter().count(), threads.len());
/// ```
pub fn start_threads(
    name: &str,
    stack: Option<usize>,
    wanted: usize,
    work: impl FnOnce() + Clone + Send + 'static,
) -> Vec<JoinHandle<()>> {
    start_available(wanted, false, |ready| {
        let thread = stack.into_iter().fold(named(name), Builder::stack_size);
        thread.spawn(announced(ready, work.clone()))
    })
}

/// Returns work that first sends on `ready`.
fn announced(ready: Sender<()>, work: impl FnOnce()) -> impl FnOnce() {
    move || {
        // If memory is ample, the receiver is already dropped.
        let _ = ready.send(());
        work();
    }
}

/// Starts up to `wanted` threads. `start_one` starts a thread that sends on the given sender when it runs.
fn start_available<T>(
    wanted: usize,
    caller_works: bool,
    start_one: impl Fn(Sender<()>) -> io::Result<T>,
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
        let started = std::thread::scope(|scope| spawn(scope, 5, work).len());
        assert_eq!((started, count.into_inner()), (5, 5));
    }
}
