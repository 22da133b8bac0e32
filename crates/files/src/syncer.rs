//! Syncs that are done for many writings together, by a thread, half a second after the first of them.

use core::time::Duration;
use std::io;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;

/// How long a writing may wait for others.
const GATHER: Duration = Duration::from_millis(500);

/// Counts writings, and those that have been synced since.
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
    written: u64,
    /// Those that are on the disk.
    safe: u64,
    /// Why there will be no more of them.
    fault: Option<String>,
    closing: bool,
}

impl Syncer {
    /// Creates a syncer that calls this function.
    pub(super) fn new(sync: impl Fn() -> io::Result<()> + Send + Sync + 'static) -> Self {
        let state = Mutex::new(State::default());
        let shared = Arc::new(Shared { sync: Box::new(sync), state, wake: Condvar::new() });
        let own = Arc::clone(&shared);
        // Where no thread is available, each write is synced at once.
        let thread = std::thread::Builder::new().name("sync".to_owned()).spawn(move || own.run()).ok();
        Self { shared, thread }
    }

    /// Something was written.
    pub(super) fn written(&self) -> io::Result<()> {
        let mut state = self.shared.state();
        state.written += 1;
        state.sound()?;
        drop(state);
        if self.thread.is_some() {
            self.shared.wake.notify_one();
            return Ok(());
        }
        self.sync()
    }

    /// Refuses to go on once a sync has failed.
    pub(super) fn sound(&self) -> io::Result<()> {
        self.shared.state().sound()
    }

    /// Returns once everything is on the disk.
    pub(super) fn sync(&self) -> io::Result<()> {
        self.shared.sync()
    }

    /// Returns the numbers of writes, and of those that are on the disk.
    #[cfg(test)]
    pub(super) fn counts(&self) -> (u64, u64) {
        let state = self.shared.state();
        (state.written, state.safe)
    }
}

impl Drop for Syncer {
    fn drop(&mut self) {
        self.shared.state().closing = true;
        self.shared.wake.notify_one();
        if let Some(thread) = self.thread.take() {
            // It has nothing to say.
            let _ = thread.join();
        }
        // A caller who wants to know asks `sync` before.
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
            let idle = |state: &mut State| state.written == state.safe && !state.closing;
            state = self.wake.wait_while(state, idle).unwrap_or_else(PoisonError::into_inner);
            let gathering = self.wake.wait_timeout_while(state, GATHER, |state| !state.closing);
            state = gathering.unwrap_or_else(PoisonError::into_inner).0;
            if state.closing {
                return;
            }
            drop(state);
            if self.sync().is_err() {
                // The writer is told when it writes again, or asks.
                return;
            }
            state = self.state();
        }
    }

    fn sync(&self) -> io::Result<()> {
        let written = {
            let state = self.state();
            state.sound()?;
            if state.written == state.safe {
                return Ok(());
            }
            state.written
        };
        let synced = (self.sync)();
        let mut state = self.state();
        match synced {
            Ok(()) => {
                state.safe = state.safe.max(written);
                Ok(())
            }
            Err(error) => {
                // After a sync that failed the system may have dropped what it could not write, and say so only once.
                state.fault = Some(error.to_string());
                Err(error)
            }
        }
    }
}

impl State {
    fn sound(&self) -> io::Result<()> {
        self.fault.as_ref().map_or(Ok(()), |fault| Err(io::Error::other(fault.clone())))
    }
}
