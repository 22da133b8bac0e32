//! Crew: threads that play many games.

use super::game_worker::GameWorker;
use super::played_row::PlayedRow;
use super::{RowListener, SeriesError};
use std::collections::BTreeSet;
use std::ops::Range;
use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::time::{Duration, Instant};
use stonefield_search::{lock, supply};
use stonefield_sim::Halt;

/// Rows to play. Each is a game, and any thread can play it.
pub(super) trait Job: Send + Sync + 'static {
    /// Range of the rows.
    fn rows(&self) -> Range<u64>;

    /// True for a row that must be played.
    fn is_wanted(&self, row: u64) -> bool;

    /// Creates the worker of one thread.
    fn worker(&self, halt: &Halt) -> GameWorker;

    /// Plays a row; `None` if the halt ended its game.
    fn play(&self, worker: &mut GameWorker, row: u64) -> Result<Option<PlayedRow>, SeriesError>;
}

/// Settings of a crew.
pub(super) struct CrewOrder {
    /// Number of threads; 0 counts as 1.
    pub threads: usize,
    /// Number of rows to play.
    pub missing: u64,
    /// As in [`RunSettings::ahead`](super::RunSettings::ahead).
    pub ahead: u64,
    /// Shared request to end the games early.
    pub halt: Halt,
}

/// Message of a thread.
enum CrewMessage {
    Played(PlayedRow),
    Failed(SeriesError),
}

/// State that the threads share.
struct Shared<J> {
    job: Arc<J>,
    queue: Mutex<Queue>,
    /// Notified when a row finishes, and when the games must end. Threads that are too far ahead wait for it.
    moved: Condvar,
    ahead: u64,
    halt: Halt,
}

struct Queue {
    /// Next row to begin.
    next: u64,
    /// Oldest unfinished row. Finished rows do not change it if `ahead` is [`u64::MAX`].
    oldest: u64,
    /// Finished rows after the oldest unfinished one.
    finished: BTreeSet<u64>,
}

/// Shortest interval between calls of [`RowListener::pulse`], and between checks for a halt.
const PULSE: Duration = Duration::from_millis(100);

/// Time in which running games can still end after the crew has requested their end.
const GRACE: Duration = Duration::from_secs(1);

/// Plays the rows of a job on several threads.
///
/// The games end early if the listener returns `Break`, if a halt is requested, or on an error. Running
/// games are then abandoned, and a thread whose mind does not answer continues to run. The listener still
/// receives rows that finish within [`GRACE`], but its return value is then ignored.
pub(super) fn play<J: Job>(
    job: &Arc<J>,
    order: CrewOrder,
    listener: &mut dyn RowListener,
) -> Result<(), SeriesError> {
    let CrewOrder { threads, mut missing, ahead, halt } = order;
    let first = job.rows().start;
    let shared = Arc::new(Shared {
        job: Arc::clone(job),
        queue: Mutex::new(Queue { next: first, oldest: first, finished: BTreeSet::new() }),
        moved: Condvar::new(),
        ahead: ahead.max(1),
        halt: halt.clone(),
    });
    let (sender, receiver) = mpsc::channel();
    let thread_count = threads.max(1).min(usize::try_from(missing).unwrap_or(usize::MAX));
    // Scoped threads are not used: a scope would wait for a thread whose mind does not answer.
    let player = Arc::clone(&shared);
    let threads = supply::start_threads("games", None, thread_count, move || player.work(&sender));
    if threads.is_empty() && thread_count > 0 {
        return Err(SeriesError::NoThread);
    }
    let mut last_pulse = Instant::now();
    let result = loop {
        match receiver.recv_timeout(PULSE) {
            Ok(CrewMessage::Played(row)) => {
                missing = missing.saturating_sub(1);
                shared.finish(row.row);
                if listener.row(row).is_break() {
                    break Ok(());
                }
            }
            Ok(CrewMessage::Failed(error)) => break Err(error),
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => break Ok(()),
        }
        if last_pulse.elapsed() >= PULSE {
            last_pulse = Instant::now();
            if listener.pulse().is_break() || halt.is_asked() {
                break Ok(());
            }
        }
    };
    if missing > 0 || result.is_err() {
        shared.end_games();
    }
    // Rows that end during the grace period count too.
    let until = Instant::now() + GRACE;
    while let Ok(message) = receiver.recv_timeout(until.saturating_duration_since(Instant::now())) {
        if let CrewMessage::Played(row) = message {
            missing = missing.saturating_sub(1);
            let _ = listener.row(row);
        }
    }
    for thread in threads.into_iter().filter(|thread| missing == 0 || thread.is_finished()) {
        // The error of a thread that panicked is already in its message.
        let _ = thread.join();
    }
    result
}

impl<J: Job> Shared<J> {
    /// Registers a finished row. Threads that wait because of `ahead` may then begin further rows.
    fn finish(&self, row: u64) {
        if self.ahead == u64::MAX {
            return;
        }
        let mut guard = lock(&self.queue);
        let queue = &mut *guard;
        queue.finished.insert(row);
        while queue.oldest < queue.next
            && (queue.finished.remove(&queue.oldest) || !self.job.is_wanted(queue.oldest))
        {
            queue.oldest += 1;
        }
        self.moved.notify_all();
    }

    /// Requests the end of all threads, and wakes those that wait.
    fn end_games(&self) {
        self.halt.ask();
        let _queue = lock(&self.queue);
        self.moved.notify_all();
    }

    /// Returns the next row; waits while it is too far ahead. `None` if none remains or the games must end.
    fn take(&self) -> Option<u64> {
        let end = self.job.rows().end;
        let mut queue = lock(&self.queue);
        loop {
            if self.halt.is_asked() || queue.next >= end {
                return None;
            }
            if queue.next - queue.oldest < self.ahead {
                let row = queue.next;
                queue.next += 1;
                if self.job.is_wanted(row) {
                    return Some(row);
                }
                if queue.oldest == row {
                    queue.oldest += 1;
                }
            } else {
                queue = self.moved.wait_timeout(queue, PULSE).unwrap_or_else(PoisonError::into_inner).0;
            }
        }
    }

    /// Plays one row after another, until none remains, the games must end, or a row fails.
    fn work(&self, sender: &Sender<CrewMessage>) {
        let mut worker = self.job.worker(&self.halt);
        while let Some(row) = self.take() {
            let alarm = Alarm { row, sender };
            let played = self.job.play(&mut worker, row);
            drop(alarm);
            // The send fails if the crew has ended, which is no error.
            let sent = match played {
                Ok(Some(row)) => sender.send(CrewMessage::Played(row)),
                Ok(None) => return,
                Err(error) => {
                    // The error ends all games, so this thread begins no other one.
                    let _ = sender.send(CrewMessage::Failed(error));
                    return;
                }
            };
            if sent.is_err() {
                return;
            }
        }
    }
}

/// Guard that reports a panic during a row.
struct Alarm<'a> {
    row: u64,
    sender: &'a Sender<CrewMessage>,
}

impl Drop for Alarm<'_> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            // The send fails if the crew has ended, which is no error.
            let _ = self.sender.send(CrewMessage::Failed(SeriesError::Broken(self.row)));
        }
    }
}
