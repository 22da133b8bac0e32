//! Lock of a mutex that ignores panics of other threads.

use std::sync::{Mutex, MutexGuard, PoisonError};

/// Locks a mutex, even if a thread has panicked while it held the lock.
///
/// ```
/// use std::sync::Mutex;
/// use stonefield_search::lock;
///
/// let counter = Mutex::new(1);
/// *lock(&counter) += 1;
/// assert_eq!(*lock(&counter), 2);
/// ```
pub fn lock<T: ?Sized>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
