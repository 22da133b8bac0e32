//! A mind with its mailbox, on any thread. It reads messages between two batches of work.

use super::{AskedBy, FromMind, Question, ToMind};
use bevy::platform::time::Instant;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::sync::{Condvar, Mutex};
use std::time::Duration;
use stonefield_minds::{Answer, Brain, Inquiry, Reply};
use stonefield_search::{PlayerTime, Thought, Watch, lock};

/// Messages to and from a mind, and signals that it checks during its work.
pub(super) struct Mailbox {
    inbox: Mutex<Vec<ToMind>>,
    arrived: Condvar,
    /// Messages from the mind.
    pub(super) outbox: Mutex<FromMind>,
    /// Turns up to this number must end now, with the best answer so far.
    pub(super) stopped: AtomicU64,
    /// Turns up to this number are cancelled.
    pub(super) cancelled: AtomicU64,
    /// True while the mind should send thoughts.
    pub(super) wants_thoughts: AtomicBool,
    /// True if a person waits for the answer.
    pub(super) for_person: AtomicBool,
    /// The mind, locked by the thread that works for it.
    actor: Mutex<Actor>,
}

/// Turn number that cancels all turns, because the mind is not needed any more.
pub(super) const ALL_TURNS: u64 = u64::MAX;

impl Mailbox {
    pub(super) fn new(brain: Box<dyn Brain>) -> Self {
        Self {
            inbox: Mutex::default(),
            arrived: Condvar::new(),
            outbox: Mutex::default(),
            stopped: AtomicU64::new(0),
            cancelled: AtomicU64::new(0),
            wants_thoughts: AtomicBool::new(false),
            for_person: AtomicBool::new(false),
            actor: Mutex::new(Actor { brain, question: None, turn: None }),
        }
    }

    /// Sends a message to the mind.
    pub(super) fn send(&self, message: ToMind) {
        lock(&self.inbox).push(message);
        self.arrived.notify_all();
    }

    /// True if the mind has read all messages to it.
    pub(super) fn is_read(&self) -> bool {
        lock(&self.inbox).is_empty()
    }

    /// Removes and returns the messages from the mind.
    pub(super) fn take(&self) -> FromMind {
        std::mem::take(&mut *lock(&self.outbox))
    }

    /// Removes and returns the messages to the mind.
    pub(super) fn read(&self) -> Vec<ToMind> {
        std::mem::take(&mut *lock(&self.inbox))
    }

    /// True if the mind is not needed any more.
    pub(super) fn is_discarded(&self) -> bool {
        self.cancelled.load(Relaxed) == ALL_TURNS
    }

    pub(super) fn asker(&self) -> AskedBy {
        if self.for_person.load(Relaxed) { AskedBy::Person } else { AskedBy::Game }
    }

    /// Works until there is nothing to do, or until `yields` returns true for the time worked in this call.
    /// Returns true if the turn is not finished. Calls `notify` after each message from the mind.
    pub(super) fn work(&self, yields: impl Fn(Duration) -> bool, notify: &dyn Fn()) -> bool {
        let began = Instant::now();
        let actor = &mut *lock(&self.actor);
        while !self.is_discarded() {
            actor.read(self, notify);
            if !actor.think(self, notify) {
                return false;
            }
            if yields(began.elapsed()) {
                return true;
            }
        }
        actor.turn = None;
        false
    }

    /// Runs an external program on the calling thread, until the mind is not needed any more.
    pub(super) fn run_program(&self, notify: &dyn Fn()) {
        let actor = &mut *lock(&self.actor);
        while !self.is_discarded() {
            if actor.turn.is_none() {
                // A program may write lines at any time, also between its turns.
                actor.reply(self, &Inquiry::Attend, notify);
                let inbox = lock(&self.inbox);
                if inbox.is_empty() {
                    drop(self.arrived.wait_timeout(inbox, IDLE_WAIT));
                }
            }
            actor.read(self, notify);
            if actor.think(self, notify) {
                actor.reply(self, &Inquiry::Conversation, notify);
            }
        }
    }
}

/// Longest time between two reads of a program's output while no turn is active.
const IDLE_WAIT: Duration = Duration::from_millis(20);

/// Reason why a turn fails in which the mind panics.
const PANICKED: &str = "an error in this program stopped it";

/// A mind and its current turn.
struct Actor {
    brain: Box<dyn Brain>,
    /// Last question. Its turn may be over.
    question: Option<Box<Question>>,
    turn: Option<ActorTurn>,
}

/// Current turn.
struct ActorTurn {
    number: u64,
    /// Time of the finished batches of this turn, in seconds.
    worked: f64,
}

impl Actor {
    /// Handles all messages to the mind.
    fn read(&mut self, mailbox: &Mailbox, notify: &dyn Fn()) {
        for message in mailbox.read() {
            match message {
                ToMind::Ask(number, question) => {
                    self.drop_turn(mailbox, notify);
                    self.brain.begin(&question.observation(), question.chance.rng());
                    self.question = Some(question);
                    self.turn = Some(ActorTurn { number, worked: 0.0 });
                }
                ToMind::NewGame => {
                    self.drop_turn(mailbox, notify);
                    self.brain.new_game();
                }
                ToMind::Inquire(inquiry, question) => {
                    if self.turn.is_none() && question.is_some() {
                        self.question = question;
                    }
                    self.reply(mailbox, &inquiry, notify);
                }
            }
        }
    }

    /// Sends the mind's reply to an inquiry. An empty reply to [`Inquiry::Conversation`] or
    /// [`Inquiry::Attend`] is dropped.
    fn reply(&mut self, mailbox: &Mailbox, inquiry: &Inquiry, notify: &dyn Fn()) {
        let question = self.question.as_ref();
        let reply = question.and_then(|question| self.brain.reply(&question.observation(), inquiry));
        let is_empty = reply
            .as_ref()
            .is_none_or(|reply| matches!(reply, Reply::Conversation(update) if update.lines.is_empty()));
        if !is_empty || !matches!(inquiry, Inquiry::Conversation | Inquiry::Attend) {
            lock(&mailbox.outbox).replies.push(reply);
            notify();
        }
    }

    /// Works for one batch. Returns false if no turn is active.
    fn think(&mut self, mailbox: &Mailbox, notify: &dyn Fn()) -> bool {
        let Self { brain, question, turn } = self;
        let (Some(question), Some(ActorTurn { number, worked })) = (question, &mut *turn) else {
            return false;
        };
        let (number, time) = (*number, question.time);
        let mut watch = ActorWatch { mailbox, notify, number, worked: *worked, began: Instant::now(), time };
        // A panic must not leave callers waiting for the thread.
        let batch = catch_unwind(AssertUnwindSafe(|| brain.batch(&question.observation(), &mut watch)));
        let answer = batch.unwrap_or_else(|_| Some(Answer::Failed(PANICKED.to_owned())));
        *worked = watch.elapsed();
        if let Some(answer) = answer {
            lock(&mailbox.outbox).answer = Some((number, answer));
            *turn = None;
            notify();
        } else if mailbox.cancelled.load(Relaxed) >= number {
            self.drop_turn(mailbox, notify);
        }
        true
    }

    /// Cancels the current turn. Sends an empty failure, because a page terminates a worker that does not
    /// report the end of a turn.
    fn drop_turn(&mut self, mailbox: &Mailbox, notify: &dyn Fn()) {
        if let Some(ActorTurn { number, .. }) = self.turn.take() {
            lock(&mailbox.outbox).answer = Some((number, Answer::Failed(String::new())));
            notify();
        }
    }
}

/// [`Watch`] of a mind for one batch. Its signals come from the mailbox, and thoughts are put there.
struct ActorWatch<'a> {
    mailbox: &'a Mailbox,
    notify: &'a dyn Fn(),
    number: u64,
    worked: f64,
    began: Instant,
    time: Option<PlayerTime>,
}

impl Watch for ActorWatch<'_> {
    fn stop(&self) -> bool {
        let Mailbox { stopped, cancelled, .. } = self.mailbox;
        stopped.load(Relaxed) >= self.number || cancelled.load(Relaxed) >= self.number
    }

    fn elapsed(&self) -> f64 {
        self.worked + self.began.elapsed().as_secs_f64()
    }

    fn time(&self) -> Option<PlayerTime> {
        self.time
    }

    fn wants_thoughts(&self) -> bool {
        self.mailbox.wants_thoughts.load(Relaxed)
    }

    fn receive_thought(&mut self, thought: &Thought) {
        lock(&self.mailbox.outbox).thought = Some((self.number, thought.clone()));
        (self.notify)();
    }
}
