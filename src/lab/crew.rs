//! The threads that play a series: which game each plays next, and what they tell.

use super::game_worker::GameWorker;
use super::series::PULSE;
use super::{Conduct, GameResult, Series, SeriesError};
use crate::sim::history::Heading;
use crate::sim::{Halt, Session};
use std::collections::BTreeSet;
use std::sync::mpsc::Sender;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

/// What a thread tells.
pub(super) enum WorkerMessage<T> {
    Ended(GameResult, T),
    Failed(SeriesError),
}

/// What the threads share.
pub(super) struct Shared {
    series: Series,
    /// Places of games that need not be played.
    known: BTreeSet<u64>,
    /// The place to be played next, and the one before which to wait.
    next: Mutex<(u64, u64)>,
    moved: Condvar,
    halt: Halt,
    heading: Option<Heading>,
}

impl Shared {
    /// The games of a series from a place on, the known ones left out.
    pub(super) fn new(series: &Series, conduct: &Conduct, from: u64, known: BTreeSet<u64>) -> Self {
        Self {
            series: series.clone(),
            known,
            next: Mutex::new((from, from.saturating_add(conduct.ahead.max(1)))),
            moved: Condvar::new(),
            halt: conduct.halt.clone(),
            heading: conduct.heading.clone(),
        }
    }

    fn next(&self) -> MutexGuard<'_, (u64, u64)> {
        self.next.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Lets the threads go on to this place.
    pub(super) fn allow(&self, limit: u64) {
        self.next().1 = limit;
        self.moved.notify_all();
    }

    /// Has the threads come to their end.
    pub(super) fn leave(&self) {
        self.halt.ask();
        let _next = self.next();
        self.moved.notify_all();
    }

    /// The place of a game to play; `None` when there is none, or the games are to be left.
    fn take(&self) -> Option<u64> {
        let mut next = self.next();
        loop {
            if self.halt.is_asked() || next.0 >= self.series.games {
                return None;
            }
            if next.0 < next.1 {
                let place = next.0;
                next.0 += 1;
                if !self.known.contains(&place) {
                    return Some(place);
                }
            } else {
                next = self.moved.wait_timeout(next, PULSE).unwrap_or_else(PoisonError::into_inner).0;
            }
        }
    }

    /// Plays game after game.
    pub(super) fn work<T>(
        &self,
        look: &impl Fn(&Session, &GameResult) -> T,
        sender: &Sender<WorkerMessage<T>>,
    ) {
        let mut table = GameWorker::new(self.heading.clone(), self.halt.clone());
        while let Some(place) = self.take() {
            let alarm = Alarm { game: self.series.setup.game.wrapping_add(place), sender };
            let played = table.play(&self.series, place, look);
            drop(alarm);
            // Nobody listens when the series has ended.
            let told = match played {
                Ok(Some((game, seen))) => sender.send(WorkerMessage::Ended(game, seen)),
                Ok(None) => return,
                Err(error) => {
                    // The series ends by it: no other game is begun here.
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
            // Nobody listens when the series has ended.
            let _ = self.sender.send(WorkerMessage::Failed(SeriesError::Broken(self.game)));
        }
    }
}
