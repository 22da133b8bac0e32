//! Web workers in which minds run on a page. Each is a second instance of the program, reached by messages.
//!
//! A worker reads its messages between two batches of a mind. If it does not answer a stop within
//! [`PATIENCE`], it is terminated and replaced, and its other minds restart their turns. They choose the same
//! moves, unless a mind uses its thoughts of earlier turns. A worker that dies is replaced likewise. A turn
//! in which it dies twice fails.

use super::actor::{Mailbox, NEVER};
use super::{FromMind, ToMind};
use bevy::ecs::prelude::*;
use bevy::platform::time::Instant;
use js_sys::{Date, Function, Math, Object, Reflect};
use serde::{Deserialize, Serialize};
use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::{Arc, Mutex, Weak};
use std::time::Duration;
use stonefield_go::Move;
use stonefield_minds::{Answer, Brain, BrainSpec, Origin};
use stonefield_search::lock;
use wasm_bindgen::closure::Closure;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{MessageEvent, Worker, WorkerOptions, WorkerType};

/// Time that a worker has to answer a stop, after it has started.
const PATIENCE: Duration = Duration::from_millis(200);

/// Least time between two frames that only show thoughts. More frames would slow down minds if the CPU draws.
const SHOWN: Duration = Duration::from_millis(200);

/// Pause before the browser is asked for a worker again after a refusal.
const RESPITE: Duration = Duration::from_secs(10);

/// Greatest number of workers.
const MOST_WORKERS: usize = 4;

/// Reason of failure of a mind that searches, if there are no workers.
pub(super) const ONLY_THERE: Option<&str> =
    Some("it needs a web worker, and this page has none: reload the page, or choose a rule of the agents");

/// Reason of failure of a mind that was stopped before it had an answer.
const TOO_LATE: &str = "it was stopped before it found a move";

/// Message to a worker.
#[derive(Serialize, Deserialize)]
pub(super) enum ToWorker {
    /// Creates a mind: its number, its spec, and true if the spec is from a file.
    Seat(u32, String, bool),
    /// Sends a message to the mind with this number.
    Tell(u32, ToMind),
    /// Sets the signals of the mind with this number.
    Signal(u32, Signals),
}

/// Signals that a mind checks during its work: see [`Mailbox`].
#[derive(Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Signals {
    stopped: u64,
    left: u64,
    curious: bool,
    person: bool,
}

impl Signals {
    fn of(mailbox: &Mailbox) -> Self {
        Self {
            stopped: mailbox.stopped.load(Relaxed),
            left: mailbox.cancelled.load(Relaxed),
            // If the worker is terminated, the latest thought supplies the answer.
            curious: true,
            person: mailbox.for_person.load(Relaxed),
        }
    }

    pub(super) fn give(self, mailbox: &Mailbox) {
        mailbox.stopped.store(self.stopped, Relaxed);
        mailbox.cancelled.store(self.left, Relaxed);
        mailbox.wants_thoughts.store(self.curious, Relaxed);
        mailbox.for_person.store(self.person, Relaxed);
    }
}

/// Web workers for minds: one less than the machine has cores, at least one and at most four.
///
/// A new mind goes to the worker with the fewest minds. Minds of one worker take turns, some batches each.
#[derive(Resource, Clone, Default)]
pub struct MindPool(Arc<Pool>);

/// Data of the page about its workers.
#[derive(Default)]
pub(super) struct Pool {
    /// Number of messages from minds.
    told: Mutex<u64>,
    waker: Mutex<Option<Arc<dyn Fn() + Send + Sync>>>,
}

impl MindPool {
    /// Returns the pool after starting its workers; `None` if the browser refuses them.
    pub(super) fn pool(&self) -> Option<&Arc<Pool>> {
        WORKERS.with_borrow_mut(|workers| workers.open(&self.0)).then_some(&self.0)
    }

    /// True if a worker has started, which proves that the browser allows one. The first call starts them.
    pub(super) fn is_ready(&self) -> bool {
        let ready = |worker: &MindWorker| worker.ready.is_some();
        self.pool().is_some() && WORKERS.with_borrow(|workers| workers.workers.iter().flatten().any(ready))
    }

    /// Sets a function that is called after each message from a mind.
    pub fn set_waker(&self, waker: impl Fn() + Send + Sync + 'static) {
        *lock(&self.0.waker) = Some(Arc::new(waker));
    }

    /// Number of messages from minds so far.
    pub(crate) fn told(&self) -> u64 {
        *lock(&self.0.told)
    }

    /// Returns false: a page cannot block. It gets messages after its current task.
    #[expect(clippy::unused_self, reason = "as where there are threads")]
    pub(crate) const fn wait(&self, _: u64, _: Duration) -> bool {
        false
    }
}

impl Pool {
    /// Requests a frame after a message from a mind.
    pub(super) fn ring(&self) {
        *lock(&self.told) += 1;
        let waker = lock(&self.waker).clone();
        if let Some(waker) = waker {
            waker();
        }
    }

    /// Creates the mailbox of a mind, and has a worker build the same mind.
    pub(super) fn seat(&self, spec: &BrainSpec, brain: Box<dyn Brain>) -> Arc<Mailbox> {
        let mailbox = Arc::new(Mailbox::new(brain));
        WORKERS.with_borrow_mut(|workers| workers.seat(spec, &mailbox));
        mailbox
    }

    /// Posts the messages in a mailbox to its mind.
    #[expect(clippy::unused_self, reason = "as where there are threads")]
    pub(super) fn schedule(&self, mailbox: &Arc<Mailbox>) {
        WORKERS.with_borrow_mut(|workers| workers.tell(mailbox));
    }

    /// Posts the signals in a mailbox to its mind.
    #[expect(clippy::unused_self, reason = "as where there are threads")]
    pub(super) fn signal(&self, mailbox: &Arc<Mailbox>) {
        WORKERS.with_borrow_mut(|workers| workers.signal(mailbox));
    }
}

thread_local! {
    /// Workers of this page. Objects of the browser must stay on the page's thread.
    static WORKERS: RefCell<Workers> = RefCell::default();
    /// Time of the last frame that only showed a thought, and true if the next one is requested.
    static THOUGHTS: Cell<(Option<Instant>, bool)> = const { Cell::new((None, false)) };
}

/// Kind of a message from a worker.
enum News {
    /// No message for an existing mind.
    Nothing,
    /// Only a thought.
    Thought,
    /// Answer or reply.
    Answer,
}

/// Workers and the minds in them.
#[derive(Default)]
struct Workers {
    pool: Weak<Pool>,
    /// Workers by number; `None` if the browser refused one.
    workers: Vec<Option<MindWorker>>,
    /// Time of the last refusal by the browser. No worker is requested for [`RESPITE`] after it.
    refused: Option<Instant>,
    minds: BTreeMap<u32, SeatedMind>,
    /// Number of the next mind.
    next: u32,
}

/// A worker that runs minds.
struct MindWorker {
    worker: Worker,
    /// Name of the lock that the worker holds while it lives.
    life: String,
    /// Time of its first message, after which it reads messages.
    ready: Option<Instant>,
    /// Handlers of its messages and of its failure.
    _hear: [Closure<dyn FnMut(MessageEvent)>; 2],
}

impl Drop for MindWorker {
    fn drop(&mut self) {
        self.worker.set_onmessage(None);
        self.worker.set_onerror(None);
        self.worker.terminate();
    }
}

/// A mind that runs in a worker.
struct SeatedMind {
    mailbox: Weak<Mailbox>,
    spec: BrainSpec,
    /// Number of its worker.
    worker: usize,
    /// Number of the turn that is not answered yet, and the message that asked for it.
    asked: Option<(u64, String)>,
    /// Turn that the worker runs, as far as known. A cancelled turn counts until the worker reports its end.
    works_at: Option<u64>,
    /// Best move of its latest thought in this turn.
    best: Option<Move>,
    /// True if a worker has died in this turn.
    bereft: bool,
    signalled: Signals,
}

impl SeatedMind {
    /// Answers the open turn on behalf of the mind, if there is one.
    fn answer(&mut self, answer: impl FnOnce(&str, Option<Move>) -> Answer) {
        self.works_at = None;
        if let (Some((turn, text)), Some(mailbox)) = (self.asked.take(), self.mailbox.upgrade()) {
            let answer = Some((turn, answer(&text, self.best)));
            deliver(&mailbox, FromMind { answer, ..FromMind::default() });
        }
    }
}

impl Workers {
    /// Returns true if there are workers. The first call starts them.
    fn open(&mut self, pool: &Arc<Pool>) -> bool {
        self.pool = Arc::downgrade(pool);
        let cores = web_sys::window().map_or(1.0, |window| window.navigator().hardware_concurrency());
        if self.refused.is_some_and(|since| since.elapsed() >= RESPITE) {
            // A script that could not be loaded may be available now.
            self.refused = None;
            for number in 0..self.workers.len() {
                if self.workers[number].is_none() {
                    self.start(number);
                    if self.workers[number].is_some() {
                        self.seat_again(number);
                    }
                }
            }
        }
        while self.refused.is_none()
            && (self.workers.len() as f64) < (cores - 1.0).clamp(1.0, MOST_WORKERS as f64)
        {
            self.workers.push(None);
            self.start(self.workers.len() - 1);
        }
        self.workers.iter().any(Option::is_some)
    }

    /// Starts the worker with this number, in place of an earlier one.
    fn start(&mut self, number: usize) {
        let new = if self.refused.is_some() { None } else { MindWorker::new(number).ok() };
        if new.is_none() {
            self.refused.get_or_insert_with(Instant::now);
        }
        self.workers[number] = new;
    }

    /// Returns the worker with the fewest minds.
    fn least_busy(&self) -> Option<usize> {
        let load = |worker| self.minds.values().filter(|mind| mind.worker == worker).count();
        let there = (0..self.workers.len()).filter(|&worker| self.workers[worker].is_some());
        there.min_by_key(|&worker| load(worker))
    }

    fn seat(&mut self, spec: &BrainSpec, mailbox: &Arc<Mailbox>) {
        let number = self.next;
        self.next += 1;
        self.minds.retain(|_, mind| mind.mailbox.strong_count() > 0);
        let worker = self.least_busy().unwrap_or(0);
        self.post(worker, &seat(number, spec));
        let spec = spec.clone();
        let signalled = Signals::default();
        let mailbox_of = Arc::downgrade(mailbox);
        let mind = SeatedMind {
            mailbox: mailbox_of,
            spec,
            worker,
            asked: None,
            works_at: None,
            best: None,
            bereft: false,
            signalled,
        };
        self.minds.insert(number, mind);
        self.signal(mailbox);
    }

    fn number(&self, mailbox: &Arc<Mailbox>) -> Option<u32> {
        let ours = |mind: &SeatedMind| std::ptr::eq(mind.mailbox.as_ptr(), Arc::as_ptr(mailbox));
        self.minds.iter().find(|(_, mind)| ours(mind)).map(|(&number, _)| number)
    }

    fn tell(&mut self, mailbox: &Arc<Mailbox>) {
        let Some(number) = self.number(mailbox) else { return };
        if let Some(pool) = self.pool.upgrade() {
            // The browser may allow a worker now that it refused earlier.
            self.open(&pool);
        }
        self.signal(mailbox);
        for message in mailbox.read() {
            let turn = if let ToMind::Ask(turn, _) = &message { Some(*turn) } else { None };
            let Ok(text) = serde_json::to_string(&ToWorker::Tell(number, message)) else { continue };
            let Some(mind) = self.minds.get_mut(&number) else { return };
            let worker = self.workers.get(mind.worker).and_then(Option::as_ref);
            if let Some(worker) = worker {
                worker.post(&text);
            }
            if let Some(turn) = turn {
                (mind.asked, mind.best, mind.bereft) = (Some((turn, text)), None, false);
                mind.works_at.get_or_insert(turn);
            }
            if worker.is_none() {
                mind.answer(|_, _| Answer::Failed(ONLY_THERE.unwrap_or_default().to_owned()));
            }
        }
    }

    fn signal(&mut self, mailbox: &Arc<Mailbox>) {
        let Some(number) = self.number(mailbox) else { return };
        let signals = Signals::of(mailbox);
        let Some(mind) = self.minds.get_mut(&number).filter(|mind| mind.signalled != signals) else { return };
        mind.signalled = signals;
        let (worker, works_at) = (mind.worker, mind.works_at);
        self.post(worker, &ToWorker::Signal(number, signals));
        let ended = signals.stopped.max(signals.left);
        if works_at.is_some_and(|turn| ended >= turn) {
            expect_answer(number, ended);
        }
        if signals.left == NEVER {
            // The mind occupies its worker until the worker has reported the end of its turn.
            if works_at.is_none() {
                self.minds.remove(&number);
            }
        }
    }

    fn post(&self, worker: usize, message: &ToWorker) {
        if let (Some(Some(worker)), Ok(text)) = (self.workers.get(worker), serde_json::to_string(message)) {
            worker.post(&text);
        }
    }

    /// Handles a message of the worker with this number.
    fn hear(&mut self, worker: usize, text: &str) -> News {
        if let Some(Some(living)) = self.workers.get_mut(worker)
            && living.ready.replace(living.ready.unwrap_or_else(Instant::now)).is_none()
        {
            listen_for_end(worker, &living.life);
        }
        let Ok((number, told)) = serde_json::from_str::<(u32, FromMind)>(text) else { return News::Nothing };
        let Some(mind) = self.minds.get_mut(&number) else { return News::Nothing };
        if let Some((turn, thought)) = &told.thought
            && mind.asked.as_ref().is_some_and(|(asked, _)| asked == turn)
        {
            mind.best = thought.candidates.first().map(|candidate| candidate.action).or(mind.best);
        }
        if let Some((turn, _)) = &told.answer {
            mind.asked = mind.asked.take().filter(|(asked, _)| asked > turn);
        }
        let next = mind.asked.as_ref().map(|(turn, _)| *turn);
        let thinks_of = told.thought.as_ref().map(|(turn, _)| *turn);
        let over = told.answer.as_ref().map(|(turn, _)| *turn);
        if mind.works_at.is_some_and(|turn| Some(turn) <= over || Some(turn) < thinks_of) {
            mind.works_at = next;
        }
        let news =
            if told.answer.is_none() && told.replies.is_empty() { News::Thought } else { News::Answer };
        match mind.mailbox.upgrade() {
            Some(mailbox) => deliver(&mailbox, told),
            None if mind.works_at.is_none() => drop(self.minds.remove(&number)),
            None => {}
        }
        news
    }

    /// Replaces a worker that did not answer a stop. The stopped mind answers with the best move of its
    /// latest thought, or any legal move. Its turn is not repeated.
    fn replace(&mut self, worker: usize, stopped: u32, turn: u64) {
        if let Some(mind) = self.minds.get_mut(&stopped)
            && mind.asked.as_ref().is_some_and(|(asked, _)| *asked <= turn)
        {
            mind.answer(|text, best| {
                best.or_else(|| any_move(text)).map_or(Answer::Failed(TOO_LATE.to_owned()), Answer::Move)
            });
        }
        self.start(worker);
        self.seat_again(worker);
    }

    /// Handles the death of a worker, or its failure to start.
    fn broke(&mut self, worker: usize) {
        if self.workers.get(worker).and_then(Option::as_ref).is_some_and(|worker| worker.ready.is_some()) {
            for mind in self.minds.values_mut().filter(|mind| mind.worker == worker) {
                // Limits restarts: a mind that crashed its worker will crash the next one too.
                if std::mem::replace(&mut mind.bereft, true) {
                    mind.answer(|_, _| Answer::Failed("its worker died twice in this turn".to_owned()));
                }
            }
            self.start(worker);
        } else {
            self.refused.get_or_insert_with(Instant::now);
            if let Some(worker) = self.workers.get_mut(worker) {
                *worker = None;
            }
        }
        self.seat_again(worker);
    }

    /// Rebuilds the minds of a lost worker in its successor or another worker, and repeats their open turns.
    fn seat_again(&mut self, gone: usize) {
        self.minds.retain(|_, mind| mind.mailbox.strong_count() > 0);
        let there = self.workers.get(gone).is_some_and(Option::is_some);
        let worker = if there { Some(gone) } else { self.least_busy() };
        for (&number, mind) in self.minds.iter_mut().filter(|(_, mind)| mind.worker == gone) {
            if let Some(mailbox) = mind.mailbox.upgrade() {
                // An open request for a tree gets no reply any more.
                deliver(&mailbox, FromMind { replies: vec![None], ..FromMind::default() });
            }
            let Some(worker) = worker else {
                mind.answer(|_, _| Answer::Failed(ONLY_THERE.unwrap_or_default().to_owned()));
                continue;
            };
            mind.worker = worker;
            let Some(worker) = &self.workers[worker] else { continue };
            for message in [seat(number, &mind.spec), ToWorker::Signal(number, mind.signalled)] {
                if let Ok(text) = serde_json::to_string(&message) {
                    worker.post(&text);
                }
            }
            mind.works_at = mind.asked.as_ref().map(|(turn, _)| *turn);
            if let Some((_, text)) = &mind.asked {
                worker.post(text);
            }
        }
    }
}

/// Adds messages from a mind to those in its mailbox that are not read yet.
fn deliver(mailbox: &Mailbox, told: FromMind) {
    let mut before = mailbox.take();
    before.thought = told.thought.or(before.thought);
    before.answer = told.answer.or(before.answer);
    before.replies.extend(told.replies);
    mailbox.put(before);
}

/// Returns the message that builds a mind in a worker.
fn seat(number: u32, spec: &BrainSpec) -> ToWorker {
    ToWorker::Seat(number, spec.to_string(), spec.origin() == Origin::File)
}

/// Returns a legal move for a question's position: not in an eye of the mover's own if possible, else a pass.
fn any_move(asked: &str) -> Option<Move> {
    let Ok(ToWorker::Tell(_, ToMind::Ask(_, question))) = serde_json::from_str(asked) else { return None };
    let position = question.observation().position;
    let (color, moves) = (position.to_move(), position.legal_moves());
    let fills_no_eye =
        |action: &Move| action.point().is_some_and(|point| !position.is_eye_point(color, point));
    let pass = || moves.contains(&Move::Pass).then_some(Move::Pass);
    moves.iter().copied().find(fills_no_eye).or_else(pass).or_else(|| moves.first().copied())
}

/// Requests a frame. Must be called without a borrow of the workers.
fn ring() {
    if let Some(pool) = WORKERS.with_borrow(|workers| workers.pool.upgrade()) {
        pool.ring();
    }
}

/// Requests a frame that shows thoughts, at most one in [`SHOWN`].
fn ring_for_thought() {
    let (last, waits) = THOUGHTS.get();
    if waits {
        return;
    }
    THOUGHTS.set((last, true));
    let rest = last.map_or(Duration::ZERO, |last| SHOWN.saturating_sub(last.elapsed()));
    later(rest, || {
        THOUGHTS.set((Some(Instant::now()), false));
        ring();
    });
}

/// Calls `deed` after a delay.
fn later(rest: Duration, deed: impl FnOnce() + 'static) {
    let deed = Closure::once_into_js(deed);
    if let Some(window) = web_sys::window() {
        // A page always has timers.
        let _ = window.set_timeout_with_callback_and_timeout_and_arguments_0(
            deed.unchecked_ref(),
            rest.as_millis() as i32,
        );
    }
}

/// Checks after [`PATIENCE`] whether a stopped mind has answered this turn and earlier ones. If not,
/// terminates its worker. A worker that has just started gets the same time from its start.
fn expect_answer(number: u32, turn: u64) {
    later(PATIENCE, move || {
        let late = WORKERS.with_borrow_mut(|workers| {
            let mind = workers.minds.get(&number)?;
            let worker = mind.worker;
            mind.works_at.filter(|at| *at <= turn)?;
            let since = workers.workers.get(worker)?.as_ref()?.ready;
            let late = since.is_some_and(|since| since.elapsed() >= PATIENCE);
            if late {
                workers.replace(worker, number, turn);
            }
            Some(late)
        });
        match late {
            Some(true) => ring(),
            Some(false) => expect_answer(number, turn),
            None => {}
        }
    });
}

/// Asks the browser to report the end of the worker with this number, which holds the lock `life`. A worker
/// that runs out of memory or is terminated from outside sends no message.
fn listen_for_end(number: usize, life: &str) {
    let name = life.to_owned();
    let ended = Closure::once_into_js(move |_: JsValue| {
        let died = WORKERS.with_borrow_mut(|workers| {
            let ours = |worker: &MindWorker| worker.life == name;
            let died = workers.workers.get(number).and_then(Option::as_ref).is_some_and(ours);
            if died {
                workers.broke(number);
            }
            died
        });
        if died {
            ring();
        }
    });
    if let Ok(listen) = of_page("whenFree").and_then(|listen| listen.dyn_into::<Function>()) {
        // Without locks, only a worker that reports an error is noticed.
        let _ = listen.call2(&JsValue::NULL, &life.into(), &ended);
    }
}

impl MindWorker {
    fn new(number: usize) -> Result<Self, JsValue> {
        let options = WorkerOptions::new();
        options.set_type(WorkerType::Module);
        let script = of_page("worker")?.as_string().ok_or(JsValue::NULL)?;
        let worker = Worker::new_with_options(&script, &options)?;
        let life = format!("stonefield mind {number} {} {}", Date::now(), Math::random());
        let hear = Closure::<dyn FnMut(MessageEvent)>::new(move |event: MessageEvent| {
            let Some(text) = event.data().as_string() else { return };
            match WORKERS.with_borrow_mut(|workers| workers.hear(number, &text)) {
                News::Nothing => {}
                News::Thought => ring_for_thought(),
                News::Answer => ring(),
            }
        });
        let broke = Closure::<dyn FnMut(MessageEvent)>::new(move |_| {
            WORKERS.with_borrow_mut(|workers| workers.broke(number));
            ring();
        });
        worker.set_onmessage(Some(hear.as_ref().unchecked_ref()));
        worker.set_onerror(Some(broke.as_ref().unchecked_ref()));
        // Passes the compiled code, so that the worker need not compile it again.
        let first = Object::new();
        Reflect::set(&first, &"module".into(), &of_page("module")?)?;
        Reflect::set(&first, &"life".into(), &life.as_str().into())?;
        worker.post_message(&first)?;
        Ok(Self { worker, life, ready: None, _hear: [hear, broke] })
    }

    fn post(&self, text: &str) {
        // A message that cannot be sent gets no answer; the worker is replaced at the next stop.
        let _ = self.worker.post_message(&text.into());
    }
}

/// Returns a value that the start script of the page left for the program: `module`, the compiled code;
/// `worker`, the address of the worker's script; `whenFree`, a function that reports when a lock is free.
fn of_page(name: &str) -> Result<JsValue, JsValue> {
    let page = Reflect::get(&js_sys::global(), &"stonefield".into())?;
    Reflect::get(&page, &name.into())
}
