//! Combined syncs: a thread syncs once for all writes within half a second.

use core::time::Duration;
use std::io;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;

/// Time for which the thread waits for further writes before it syncs.
const GATHER: Duration = Duration::from_millis(500);

/// Counter of writes, with a thread that syncs them.
#[derive(Debug)]
pub(super) struct Syncer {
    shared: Arc<Shared>,
    thread: Option<JoinHandle<()>>,
}

struct Shared {
    sync: Box<dyn Fn() -> io::Result<()> + Send + Sync>,
    state: Mutex<State>,
    wake: Condvar,
}

#[derive(Debug, Default)]
struct State {
    /// Number of registered writes.
    written: u64,
    /// Number of writes that are on the disk.
    synced: u64,
    /// Error of a failed sync. No sync is tried after it.
    fault: Option<String>,
    /// True if the thread is to end.
    closing: bool,
}

impl Syncer {
    /// Creates a syncer that calls this function to sync.
    pub(super) fn new(sync: impl Fn() -> io::Result<()> + Send + Sync + 'static) -> Self {
        let state = Mutex::new(State::default());
        let shared = Arc::new(Shared { sync: Box::new(sync), state, wake: Condvar::new() });
        let worker = Arc::clone(&shared);
        // Where no thread is available, each write is synced at once.
        let thread = std::thread::Builder::new().name("sync".to_owned()).spawn(move || worker.run()).ok();
        Self { shared, thread }
    }

    /// Registers a write. Syncs at once if there is no thread. Fails if a sync fails, or has failed.
    pub(super) fn written(&self) -> io::Result<()> {
        let mut state = self.shared.state();
        state.written += 1;
        state.check()?;
        drop(state);
        if self.thread.is_some() {
            self.shared.wake.notify_one();
            return Ok(());
        }
        self.sync()
    }

    /// Fails if a sync has failed.
    pub(super) fn check(&self) -> io::Result<()> {
        self.shared.state().check()
    }

    /// Waits until all writes are on the disk. Fails if a sync fails, or has failed.
    pub(super) fn sync(&self) -> io::Result<()> {
        self.shared.sync()
    }

    /// Number of writes, and of those that are on the disk.
    #[cfg(test)]
    pub(super) fn counts(&self) -> (u64, u64) {
        let state = self.shared.state();
        (state.written, state.synced)
    }
}

impl Drop for Syncer {
    fn drop(&mut self) {
        self.shared.state().closing = true;
        self.shared.wake.notify_one();
        if let Some(thread) = self.thread.take() {
            // The thread returns nothing.
            let _ = thread.join();
        }
        // Errors are ignored: callers that need them call `sync` first.
        let _ = self.sync();
    }
}

impl core::fmt::Debug for Shared {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("Shared").field("state", &self.state).finish_non_exhaustive()
    }
}

impl Shared {
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn run(&self) {
        let mut state = self.state();
        loop {
            let is_idle = |state: &mut State| state.written == state.synced && !state.closing;
            state = self.wake.wait_while(state, is_idle).unwrap_or_else(PoisonError::into_inner);
            let gathering = self.wake.wait_timeout_while(state, GATHER, |state| !state.closing);
            state = gathering.unwrap_or_else(PoisonError::into_inner).0;
            if state.closing {
                return;
            }
            drop(state);
            if self.sync().is_err() {
                // The error is stored and returned to the next write or sync.
                return;
            }
            state = self.state();
        }
    }

    fn sync(&self) -> io::Result<()> {
        let written = {
            let state = self.state();
            state.check()?;
            if state.written == state.synced {
                return Ok(());
            }
            state.written
        };
        let result = (self.sync)();
        let mut state = self.state();
        match result {
            Ok(()) => {
                state.synced = state.synced.max(written);
                Ok(())
            }
            Err(error) => {
                // After a failed sync the system may have dropped unwritten data, and reports the error only
                // once.
                state.fault = Some(error.to_string());
                Err(error)
            }
        }
    }
}

impl State {
    fn check(&self) -> io::Result<()> {
        self.fault.as_ref().map_or(Ok(()), |fault| Err(io::Error::other(fault.clone())))
    }
}
