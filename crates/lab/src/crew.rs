//! The threads that play many games: which each plays next, and what they tell.

use super::SeriesError;
use super::game_worker::GameWorker;
use std::ops::ControlFlow;
use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::time::{Duration, Instant};
use stonefield_search::{lock, supply};
use stonefield_sim::Halt;

/// Games that are played place by place, each on any thread.
pub(super) trait Job: Send + Sync + 'static {
    /// What is told of a game.
    type Done: Send + 'static;

    /// How many places there are.
    fn places(&self) -> u64;

    /// Whether the game of a place is to be played.
    fn is_wanted(&self, place: u64) -> bool;

    /// The number by which the game of a place is known.
    fn number(&self, place: u64) -> u64;

    /// A place to play games at, for a thread.
    fn worker(&self, halt: &Halt) -> GameWorker;

    /// Plays the game of a place; `None` when it was left.
    fn play(&self, worker: &mut GameWorker, place: u64) -> Result<Option<Self::Done>, SeriesError>;
}

/// How games are played.
pub(super) struct CrewOrder {
    /// Threads, at least one.
    pub threads: usize,
    /// The first place.
    pub from: u64,
    /// The place before which to wait, until the caller says more.
    pub limit: u64,
    /// Its holder can end the games.
    pub halt: Halt,
}

/// Hears of games on the thread that has them played.
pub(super) trait Overseer<T> {
    /// A game has ended. The place before which the threads are to wait, or the end of all games.
    fn ended(&mut self, done: T) -> ControlFlow<(), u64>;

    /// Some time has passed: ten times a second.
    fn pulse(&mut self) -> ControlFlow<()>;

    /// A game has ended after the end of all; nothing more can be broken off.
    fn late(&mut self, done: T);

    /// Whether all games have ended.
    fn is_done(&self) -> bool;
}

/// What a thread tells.
enum WorkerMessage<T> {
    Ended(T),
    Failed(SeriesError),
}

/// What the threads share.
struct Shared<J> {
    job: Arc<J>,
    /// The place to be played next, and the one before which to wait.
    next: Mutex<(u64, u64)>,
    moved: Condvar,
    halt: Halt,
}

/// How often is looked whether it is to end.
const PULSE: Duration = Duration::from_millis(100);

/// How long games under way may take to be left.
const GRACE: Duration = Duration::from_secs(1);

/// Plays the games of a job on several threads. It returns early when `overseer` breaks off, when the halt is asked, or on an error. Games under
/// way are left then, and a thread whose mind does not answer is left behind.
pub(super) fn play<J: Job>(
    job: &Arc<J>,
    order: CrewOrder,
    overseer: &mut impl Overseer<J::Done>,
) -> Result<(), SeriesError> {
    let CrewOrder { threads, from, limit, halt } = order;
    let shared = Arc::new(Shared {
        job: Arc::clone(job),
        next: Mutex::new((from, limit)),
        moved: Condvar::new(),
        halt: halt.clone(),
    });
    let (sender, receiver) = mpsc::channel();
    let wanted = threads.max(1).min(usize::try_from(job.places()).unwrap_or(usize::MAX));
    // Where fewer are available, they play the same games. They are not the scope's, as one may have to be left behind.
    let player = Arc::clone(&shared);
    let threads = supply::start_threads("games", None, wanted, move || player.work(&sender));
    if threads.is_empty() {
        return Err(SeriesError::NoThread);
    }
    let mut pulse = Instant::now();
    let end = loop {
        match receiver.recv_timeout(PULSE) {
            Ok(WorkerMessage::Ended(done)) => match overseer.ended(done) {
                ControlFlow::Break(()) => break Ok(()),
                ControlFlow::Continue(limit) => shared.allow(limit),
            },
            Ok(WorkerMessage::Failed(error)) => break Err(error),
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => break Ok(()),
        }
        if pulse.elapsed() >= PULSE {
            pulse = Instant::now();
            if overseer.pulse().is_break() || halt.is_asked() {
                break Ok(());
            }
        }
    };
    if !overseer.is_done() || end.is_err() {
        shared.leave();
    }
    // What ends by itself, ends soon; what has ended by then counts too.
    let until = Instant::now() + GRACE;
    while let Ok(news) = receiver.recv_timeout(until.saturating_duration_since(Instant::now())) {
        if let WorkerMessage::Ended(done) = news {
            overseer.late(done);
        }
    }
    let done = overseer.is_done();
    for thread in threads.into_iter().filter(|thread| done || thread.is_finished()) {
        // A thread that failed has said so.
        let _ = thread.join();
    }
    end
}

impl<J: Job> Shared<J> {
    /// Lets the threads go on to this place.
    fn allow(&self, limit: u64) {
        let mut next = lock(&self.next);
        if next.1 != limit {
            next.1 = limit;
            self.moved.notify_all();
        }
    }

    /// Has the threads come to their end.
    fn leave(&self) {
        self.halt.ask();
        let _next = lock(&self.next);
        self.moved.notify_all();
    }

    /// The place of a game to play; `None` when there is none, or the games are to be left.
    fn take(&self) -> Option<u64> {
        let mut next = lock(&self.next);
        loop {
            if self.halt.is_asked() || next.0 >= self.job.places() {
                return None;
            }
            if next.0 < next.1 {
                let place = next.0;
                next.0 += 1;
                if self.job.is_wanted(place) {
                    return Some(place);
                }
            } else {
                next = self.moved.wait_timeout(next, PULSE).unwrap_or_else(PoisonError::into_inner).0;
            }
        }
    }

    /// Plays game after game.
    fn work(&self, sender: &Sender<WorkerMessage<J::Done>>) {
        let mut worker = self.job.worker(&self.halt);
        while let Some(place) = self.take() {
            let alarm = Alarm { game: self.job.number(place), sender };
            let played = self.job.play(&mut worker, place);
            drop(alarm);
            // Nobody listens when the games have ended.
            let told = match played {
                Ok(Some(done)) => sender.send(WorkerMessage::Ended(done)),
                Ok(None) => return,
                Err(error) => {
                    // All games end by it: no other is begun here.
                    let _ = sender.send(WorkerMessage::Failed(error));
                    return;
                }
            };
            if told.is_err() {
                return;
            }
        }
    }
}

/// Tells of a game that ends its thread.
struct Alarm<'a, T> {
    game: u64,
    sender: &'a Sender<WorkerMessage<T>>,
}

impl<T> Drop for Alarm<'_, T> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            // Nobody listens when the games have ended.
            let _ = self.sender.send(WorkerMessage::Failed(SeriesError::Broken(self.game)));
        }
    }
}
