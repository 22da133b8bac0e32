//! Web workers in which minds run on a page. Each is a second instance of the program, reached by messages.
//!
//! A worker reads its messages after a time slice of each mind. If a mind does not answer a stop within
//! [`STOP_TIMEOUT`], its worker is terminated and replaced, and the other minds there restart their turns.
//! Their moves stay the same, unless a mind uses earlier thoughts or its time is limited. A worker that dies
//! is replaced in the same way. A turn in which a worker dies twice fails.

mod worker;

use super::super::actor::{ALL_TURNS, Mailbox};
use super::super::{FromMind, ToMind};
use super::{Bell, Crew, NO_WORKER};
use bevy::platform::time::Instant;
use js_sys::{Date, Function, Math, Object, Reflect};
use serde::{Deserialize, Serialize};
use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::{Arc, Weak};
use std::time::Duration;
use stonefield_go::Move;
use stonefield_minds::{Answer, BrainSpec, Origin};
use stonefield_search::lock;
use wasm_bindgen::closure::Closure;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{MessageEvent, Worker, WorkerOptions, WorkerType};

/// Time in which a mind must answer a stop. Counts from the start of its worker, if that is later.
const STOP_TIMEOUT: Duration = Duration::from_millis(200);

/// Shortest time between two frames that only show thoughts. More frequent frames slow the minds when the CPU
/// draws them.
const THOUGHT_INTERVAL: Duration = Duration::from_millis(200);

/// Pause before the browser is asked for a worker again after a refusal.
const RETRY_PAUSE: Duration = Duration::from_secs(10);

/// Greatest number of workers.
const MAX_WORKERS: usize = 4;

/// Reason why the turn of a mind fails that was stopped before it had an answer.
const TOO_LATE: &str = "it was stopped before it found a move";

/// Message to a worker.
#[derive(Serialize, Deserialize)]
pub(super) enum ToWorker {
    /// Creates a mind. The values are its number, its spec, and true if the spec is from a file.
    Seat(u32, String, bool),
    /// Sends a message to the mind with this number.
    Send(u32, ToMind),
    /// Sets the signals of the mind with this number.
    Signal(u32, Signals),
}

/// Signals that a mind checks during its work: see [`Mailbox`].
#[derive(Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Signals {
    /// Turns up to this number must end now.
    stopped: u64,
    /// Turns up to this number are cancelled.
    cancelled: u64,
    wants_thoughts: bool,
    for_person: bool,
}

impl Signals {
    fn of(mailbox: &Mailbox) -> Self {
        Self {
            stopped: mailbox.stopped.load(Relaxed),
            cancelled: mailbox.cancelled.load(Relaxed),
            // If the worker is terminated, the latest thought supplies the answer.
            wants_thoughts: true,
            for_person: mailbox.for_person.load(Relaxed),
        }
    }

    /// Sets the signals in a mailbox to these.
    pub(super) fn apply_to(self, mailbox: &Mailbox) {
        mailbox.stopped.store(self.stopped, Relaxed);
        mailbox.cancelled.store(self.cancelled, Relaxed);
        mailbox.wants_thoughts.store(self.wants_thoughts, Relaxed);
        mailbox.for_person.store(self.for_person, Relaxed);
    }
}

/// Part of the pool that any code of the page can share. The workers themselves are in `WORKERS`.
#[derive(Default)]
pub struct Pool {
    bell: Bell,
}

impl Crew for Pool {
    const CAN_BLOCK: bool = false;

    fn serve() -> bool {
        worker::serve()
    }

    fn bell(&self) -> &Bell {
        &self.bell
    }

    fn open(self: &Arc<Self>) -> bool {
        WORKERS.with_borrow_mut(|workers| workers.open(self))
    }

    /// True if a worker has started, which proves that the browser allows workers.
    fn is_ready(&self) -> bool {
        let ready = |worker: &MindWorker| worker.ready.is_some();
        WORKERS.with_borrow(|workers| workers.workers.iter().flatten().any(ready))
    }

    /// Has a worker build the same mind.
    fn seat(&self, spec: &BrainSpec, mailbox: &Arc<Mailbox>) {
        WORKERS.with_borrow_mut(|workers| workers.seat(spec, mailbox));
    }

    /// Posts the messages that are in a mailbox to the worker of its mind.
    fn schedule(&self, mailbox: &Arc<Mailbox>) {
        WORKERS.with_borrow_mut(|workers| workers.post_messages(mailbox));
    }

    /// Posts the signals of a mailbox to the worker of its mind.
    fn signal(&self, mailbox: &Arc<Mailbox>) {
        WORKERS.with_borrow_mut(|workers| workers.signal(mailbox));
    }

    /// Does nothing: the minds of a pool end with their handles.
    fn close(&self) {}
}

thread_local! {
    /// Workers of this page. Objects of the browser must stay on the page's thread.
    static WORKERS: RefCell<Workers> = RefCell::default();
    /// Time of the last frame that only showed a thought, and true if the next one is requested.
    static THOUGHTS: Cell<(Option<Instant>, bool)> = const { Cell::new((None, false)) };
}

/// Kind of a message from a worker.
enum MessageKind {
    /// A message that is not for an existing mind.
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
    /// Workers by number. `None`: the browser refused this worker.
    workers: Vec<Option<MindWorker>>,
    /// Time of the last refusal by the browser. No worker is requested for [`RETRY_PAUSE`] after it.
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
    /// Time of the worker's first message. From then on it reads messages.
    ready: Option<Instant>,
    /// Handlers of the worker's messages and of its failure.
    _handlers: [Closure<dyn FnMut(MessageEvent)>; 2],
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
    /// Number of the worker that runs it.
    worker: usize,
    /// Number of the turn that is not answered yet, and the message that started it.
    asked: Option<(u64, String)>,
    /// Turn that the worker runs. A cancelled turn counts until the worker reports its end.
    works_at: Option<u64>,
    /// Best move of the mind's latest thought in this turn.
    best: Option<Move>,
    /// True if a worker has died in this turn.
    has_lost_worker: bool,
    /// Signals that were posted last.
    signalled: Signals,
}

impl SeatedMind {
    /// Answers the open turn, if any. `answer` gets the message that started it, and the best move so far.
    fn answer(&mut self, answer: impl FnOnce(&str, Option<Move>) -> Answer) {
        self.works_at = None;
        if let (Some((turn, text)), Some(mailbox)) = (self.asked.take(), self.mailbox.upgrade()) {
            let answer = Some((turn, answer(&text, self.best)));
            deliver(&mailbox, FromMind { answer, ..FromMind::default() });
        }
    }
}

impl Workers {
    /// True if there are workers. Starts missing ones, but not within [`RETRY_PAUSE`] after a refusal.
    fn open(&mut self, pool: &Arc<Pool>) -> bool {
        self.pool = Arc::downgrade(pool);
        let cores = web_sys::window().map_or(1.0, |window| window.navigator().hardware_concurrency());
        if self.refused.is_some_and(|since| since.elapsed() >= RETRY_PAUSE) {
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
            && (self.workers.len() as f64) < (cores - 1.0).clamp(1.0, MAX_WORKERS as f64)
        {
            self.workers.push(None);
            self.start(self.workers.len() - 1);
        }
        self.workers.iter().any(Option::is_some)
    }

    /// Starts or replaces the worker with this number: `None` if the browser refuses, or has refused before.
    fn start(&mut self, number: usize) {
        let new = if self.refused.is_some() { None } else { MindWorker::new(number).ok() };
        if new.is_none() {
            self.refused.get_or_insert_with(Instant::now);
        }
        self.workers[number] = new;
    }

    /// Returns the number of the worker with the fewest minds; `None` if there are no workers.
    fn least_busy(&self) -> Option<usize> {
        let load = |worker| self.minds.values().filter(|mind| mind.worker == worker).count();
        let running = (0..self.workers.len()).filter(|&worker| self.workers[worker].is_some());
        running.min_by_key(|&worker| load(worker))
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
            has_lost_worker: false,
            signalled,
        };
        self.minds.insert(number, mind);
        self.signal(mailbox);
    }

    fn number(&self, mailbox: &Arc<Mailbox>) -> Option<u32> {
        let ours = |mind: &SeatedMind| std::ptr::eq(mind.mailbox.as_ptr(), Arc::as_ptr(mailbox));
        self.minds.iter().find(|(_, mind)| ours(mind)).map(|(&number, _)| number)
    }

    fn post_messages(&mut self, mailbox: &Arc<Mailbox>) {
        let Some(number) = self.number(mailbox) else { return };
        if let Some(pool) = self.pool.upgrade() {
            // The browser may allow a worker now that it refused earlier.
            self.open(&pool);
        }
        self.signal(mailbox);
        for message in mailbox.read() {
            let turn = if let ToMind::Ask(turn, _) = &message { Some(*turn) } else { None };
            let Ok(text) = serde_json::to_string(&ToWorker::Send(number, message)) else { continue };
            let Some(mind) = self.minds.get_mut(&number) else { return };
            let worker = self.workers.get(mind.worker).and_then(Option::as_ref);
            if let Some(worker) = worker {
                worker.post(&text);
            }
            if let Some(turn) = turn {
                (mind.asked, mind.best, mind.has_lost_worker) = (Some((turn, text)), None, false);
                mind.works_at.get_or_insert(turn);
            }
            if worker.is_none() {
                mind.answer(|_, _| Answer::Failed(NO_WORKER.to_owned()));
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
        let ended = signals.stopped.max(signals.cancelled);
        if works_at.is_some_and(|turn| ended >= turn) {
            expect_answer(number, ended);
        }
        if signals.cancelled == ALL_TURNS {
            // A mind that still works occupies its worker until the worker has reported the end of its turn.
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
    fn receive(&mut self, worker: usize, text: &str) -> MessageKind {
        if let Some(Some(living)) = self.workers.get_mut(worker)
            && living.ready.replace(living.ready.unwrap_or_else(Instant::now)).is_none()
        {
            listen_for_end(worker, &living.life);
        }
        let Ok((number, messages)) = serde_json::from_str::<(u32, FromMind)>(text) else {
            return MessageKind::Nothing;
        };
        let Some(mind) = self.minds.get_mut(&number) else { return MessageKind::Nothing };
        if let Some((turn, thought)) = &messages.thought
            && mind.asked.as_ref().is_some_and(|(asked, _)| asked == turn)
        {
            mind.best = thought.candidates.first().map(|candidate| candidate.action).or(mind.best);
        }
        if let Some((turn, _)) = &messages.answer {
            mind.asked = mind.asked.take().filter(|(asked, _)| asked > turn);
        }
        let next = mind.asked.as_ref().map(|(turn, _)| *turn);
        let thinks_of = messages.thought.as_ref().map(|(turn, _)| *turn);
        let over = messages.answer.as_ref().map(|(turn, _)| *turn);
        // `None` is less than any turn, so without an answer or a thought nothing changes.
        if mind.works_at.is_some_and(|turn| Some(turn) <= over || Some(turn) < thinks_of) {
            mind.works_at = next;
        }
        let kind = if messages.answer.is_none() && messages.replies.is_empty() {
            MessageKind::Thought
        } else {
            MessageKind::Answer
        };
        match mind.mailbox.upgrade() {
            Some(mailbox) => deliver(&mailbox, messages),
            None if mind.works_at.is_none() => drop(self.minds.remove(&number)),
            None => {}
        }
        kind
    }

    /// Replaces a worker whose mind `stopped` did not answer a stop. This mind answers with the best move of
    /// its latest thought, or any legal move. Its turn is not repeated.
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
    fn handle_failure(&mut self, worker: usize) {
        if self.workers.get(worker).and_then(Option::as_ref).is_some_and(|worker| worker.ready.is_some()) {
            for mind in self.minds.values_mut().filter(|mind| mind.worker == worker) {
                // Limits restarts: a mind that crashed its worker would crash each next one too.
                if std::mem::replace(&mut mind.has_lost_worker, true) {
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
    fn seat_again(&mut self, lost: usize) {
        self.minds.retain(|_, mind| mind.mailbox.strong_count() > 0);
        let is_replaced = self.workers.get(lost).is_some_and(Option::is_some);
        let worker = if is_replaced { Some(lost) } else { self.least_busy() };
        for (&number, mind) in self.minds.iter_mut().filter(|(_, mind)| mind.worker == lost) {
            if let Some(mailbox) = mind.mailbox.upgrade() {
                // The lost worker cannot reply to an open request for a tree, so the reply is empty.
                deliver(&mailbox, FromMind { replies: vec![None], ..FromMind::default() });
            }
            let Some(worker) = worker else {
                mind.answer(|_, _| Answer::Failed(NO_WORKER.to_owned()));
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
fn deliver(mailbox: &Mailbox, new: FromMind) {
    let mut unread = lock(&mailbox.outbox);
    unread.thought = new.thought.or(unread.thought.take());
    unread.answer = new.answer.or(unread.answer.take());
    unread.replies.extend(new.replies);
}

/// Returns the message that builds a mind in a worker.
fn seat(number: u32, spec: &BrainSpec) -> ToWorker {
    ToWorker::Seat(number, spec.to_string(), spec.origin() == Origin::File)
}

/// Returns a legal move for a question's position: one that fills no eye of the mover, else a pass, else the
/// first legal move. `None` if there is none.
fn any_move(question_text: &str) -> Option<Move> {
    let Ok(ToWorker::Send(_, ToMind::Ask(_, question))) = serde_json::from_str(question_text) else {
        return None;
    };
    let position = question.observation().position;
    let (color, moves) = (position.to_move(), position.legal_moves());
    let fills_no_eye =
        |action: &Move| action.point().is_some_and(|point| !position.is_eye_point(color, point));
    let pass = || moves.contains(&Move::Pass).then_some(Move::Pass);
    moves.iter().copied().find(fills_no_eye).or_else(pass).or_else(|| moves.first().copied())
}

/// Requests a frame. Borrows `WORKERS`, so the caller must not hold a borrow.
fn request_frame() {
    if let Some(pool) = WORKERS.with_borrow(|workers| workers.pool.upgrade()) {
        pool.bell.ring();
    }
}

/// Requests a frame that shows thoughts, at most one in [`THOUGHT_INTERVAL`].
fn request_frame_for_thought() {
    let (last, waits) = THOUGHTS.get();
    if waits {
        return;
    }
    THOUGHTS.set((last, true));
    let delay = last.map_or(Duration::ZERO, |last| THOUGHT_INTERVAL.saturating_sub(last.elapsed()));
    run_later(delay, || {
        THOUGHTS.set((Some(Instant::now()), false));
        request_frame();
    });
}

/// Calls `action` after a delay.
fn run_later(delay: Duration, action: impl FnOnce() + 'static) {
    let action = Closure::once_into_js(action);
    if let Some(window) = web_sys::window() {
        // A window always has timers, so this cannot fail.
        let _ = window.set_timeout_with_callback_and_timeout_and_arguments_0(
            action.unchecked_ref(),
            delay.as_millis() as i32,
        );
    }
}

/// Checks after [`STOP_TIMEOUT`] whether a stopped mind has answered this turn and earlier ones. If not,
/// terminates its worker. A worker that has just started gets the same time from its start.
fn expect_answer(number: u32, turn: u64) {
    run_later(STOP_TIMEOUT, move || {
        let late = WORKERS.with_borrow_mut(|workers| {
            let mind = workers.minds.get(&number)?;
            let worker = mind.worker;
            mind.works_at.filter(|at| *at <= turn)?;
            let since = workers.workers.get(worker)?.as_ref()?.ready;
            let late = since.is_some_and(|since| since.elapsed() >= STOP_TIMEOUT);
            if late {
                workers.replace(worker, number, turn);
            }
            Some(late)
        });
        match late {
            Some(true) => request_frame(),
            Some(false) => expect_answer(number, turn),
            None => {}
        }
    });
}

/// Asks the browser to report the end of the worker with this number, which holds the Web Lock `life`. A
/// worker that runs out of memory or is terminated from outside sends no message, but its lock becomes free.
fn listen_for_end(number: usize, life: &str) {
    let name = life.to_owned();
    let ended = Closure::once_into_js(move |_: JsValue| {
        let died = WORKERS.with_borrow_mut(|workers| {
            let ours = |worker: &MindWorker| worker.life == name;
            let died = workers.workers.get(number).and_then(Option::as_ref).is_some_and(ours);
            if died {
                workers.handle_failure(number);
            }
            died
        });
        if died {
            request_frame();
        }
    });
    if let Ok(listen) = of_page("whenFree").and_then(|listen| listen.dyn_into::<Function>()) {
        // Without Web Locks, the end of a worker is noticed only if the worker reports an error.
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
        let receive = Closure::<dyn FnMut(MessageEvent)>::new(move |event: MessageEvent| {
            let Some(text) = event.data().as_string() else { return };
            match WORKERS.with_borrow_mut(|workers| workers.receive(number, &text)) {
                MessageKind::Nothing => {}
                MessageKind::Thought => request_frame_for_thought(),
                MessageKind::Answer => request_frame(),
            }
        });
        let fail = Closure::<dyn FnMut(MessageEvent)>::new(move |_| {
            WORKERS.with_borrow_mut(|workers| workers.handle_failure(number));
            request_frame();
        });
        worker.set_onmessage(Some(receive.as_ref().unchecked_ref()));
        worker.set_onerror(Some(fail.as_ref().unchecked_ref()));
        // Passes the compiled code, so that the worker need not compile it again.
        let first = Object::new();
        Reflect::set(&first, &"module".into(), &of_page("module")?)?;
        Reflect::set(&first, &"life".into(), &life.as_str().into())?;
        worker.post_message(&first)?;
        Ok(Self { worker, life, ready: None, _handlers: [receive, fail] })
    }

    fn post(&self, text: &str) {
        // If the message cannot be sent, no answer comes, and the next stop replaces the worker.
        let _ = self.worker.post_message(&text.into());
    }
}

/// Returns a value that the start script of the page has set for the program: `module`, the compiled code;
/// `worker`, the address of the worker's script; `whenFree`, a function that reports when a lock is free.
fn of_page(name: &str) -> Result<JsValue, JsValue> {
    let page = Reflect::get(&js_sys::global(), &"stonefield".into())?;
    Reflect::get(&page, &name.into())
}
