//! The Web Workers in which minds work, where the program is a page: each is a second instance of it, and is told and tells by messages.
//!
//! A worker reads its messages between two batches of a mind. One that does not answer a stop within [`PATIENCE`] is ended, and another takes
//! its place: its other minds begin their turns anew. They choose the same moves, unless they go on from what they thought in earlier turns.
//! A worker that dies is replaced in the same way, and its minds are asked their turns again; a turn in which it dies twice has failed.

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

/// How long a worker that has started has to answer a stop.
const PATIENCE: Duration = Duration::from_millis(200);

/// The least time between two frames that only show thoughts. Where the processor draws too, more frames would slow down the minds.
const SHOWN: Duration = Duration::from_millis(200);

/// How long the browser is asked for no worker after it has refused one.
const RESPITE: Duration = Duration::from_secs(10);

/// Workers at the most.
const MOST_WORKERS: usize = 4;

/// Why a mind that computes for long has no answer where there are no workers.
pub(super) const ONLY_THERE: Option<&str> =
    Some("it needs a web worker, and this page has none: reload the page, or choose a rule of the agents");

/// Why a mind has no answer that was stopped before it had one.
const TOO_LATE: &str = "it was stopped before it found a move";

/// What is told to a worker.
#[derive(Serialize, Deserialize)]
pub(super) enum ToWorker {
    /// A mind with this number is to be made of this spec, which may stand in a file.
    Seat(u32, String, bool),
    /// The mind with this number is told this.
    Tell(u32, ToMind),
    /// What the mind with this number looks at in the middle of its work.
    Signal(u32, Signals),
}

/// What a mind looks at in the middle of its work: see [`Mailbox`].
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
            left: mailbox.left.load(Relaxed),
            // What it has thought is all that is left of a mind whose worker is ended.
            curious: true,
            person: mailbox.person.load(Relaxed),
        }
    }

    pub(super) fn give(self, mailbox: &Mailbox) {
        mailbox.stopped.store(self.stopped, Relaxed);
        mailbox.left.store(self.left, Relaxed);
        mailbox.curious.store(self.curious, Relaxed);
        mailbox.person.store(self.person, Relaxed);
    }
}

/// The workers in which minds compute for long: one less than the machine has cores, and at least one.
///
/// Minds are dealt out to them in turn, and those of one worker take turns, some batches each.
#[derive(Resource, Clone, Default)]
pub struct MindPool(Arc<Pool>);

/// What the page knows of its workers.
#[derive(Default)]
pub(super) struct Pool {
    /// How often a mind has told something.
    told: Mutex<u64>,
    waker: Mutex<Option<Arc<dyn Fn() + Send + Sync>>>,
}

impl MindPool {
    /// The pool, with workers to work; `None` where the browser gives none.
    pub(super) fn pool(&self) -> Option<&Arc<Pool>> {
        WORKERS.with_borrow_mut(|workers| workers.open(&self.0)).then_some(&self.0)
    }

    /// Whether a worker has started: whether one can be had is known only then. The first call starts them.
    pub(super) fn is_ready(&self) -> bool {
        let ready = |worker: &MindWorker| worker.ready.is_some();
        self.pool().is_some() && WORKERS.with_borrow(|workers| workers.workers.iter().flatten().any(ready))
    }

    /// Has this called whenever a mind has told something, so that it is looked at.
    pub fn set_waker(&self, waker: impl Fn() + Send + Sync + 'static) {
        *lock(&self.0.waker) = Some(Arc::new(waker));
    }

    /// How often a mind has told something.
    pub(crate) fn told(&self) -> u64 {
        *lock(&self.0.told)
    }

    /// A page cannot wait: it hears of what is told when it has come to an end with what it does.
    #[expect(clippy::unused_self, reason = "as where there are threads")]
    pub(crate) const fn wait(&self, _: u64, _: Duration) -> bool {
        false
    }
}

impl Pool {
    /// Calls for a frame: a mind has told something.
    pub(super) fn ring(&self) {
        *lock(&self.told) += 1;
        let waker = lock(&self.waker).clone();
        if let Some(waker) = waker {
            waker();
        }
    }

    /// A mailbox for a mind, which is made anew in a worker.
    pub(super) fn seat(&self, spec: &BrainSpec, brain: Box<dyn Brain>) -> Arc<Mailbox> {
        let mailbox = Arc::new(Mailbox::new(brain));
        WORKERS.with_borrow_mut(|workers| workers.seat(spec, &mailbox));
        mailbox
    }

    /// Tells a mind what is in its mailbox.
    #[expect(clippy::unused_self, reason = "as where there are threads")]
    pub(super) fn schedule(&self, mailbox: &Arc<Mailbox>) {
        WORKERS.with_borrow_mut(|workers| workers.tell(mailbox));
    }

    /// Tells a mind what it is to look at in the middle of its work.
    #[expect(clippy::unused_self, reason = "as where there are threads")]
    pub(super) fn signal(&self, mailbox: &Arc<Mailbox>) {
        WORKERS.with_borrow_mut(|workers| workers.signal(mailbox));
    }
}

thread_local! {
    /// The workers of this page. What belongs to the browser stays on the thread of the page.
    static WORKERS: RefCell<Workers> = RefCell::default();
    /// When a frame was last called for to show a thought, and whether the next one has been called for.
    static THOUGHTS: Cell<(Option<Instant>, bool)> = const { Cell::new((None, false)) };
}

/// What a worker has told.
enum News {
    /// Nothing for a mind that is still there.
    Nothing,
    /// No more than what a mind thinks so far.
    Thought,
    /// An answer or a reply.
    Answer,
}

/// The workers, and which mind works in which.
#[derive(Default)]
struct Workers {
    pool: Weak<Pool>,
    /// The workers by their numbers; `None` where one could not be had.
    workers: Vec<Option<MindWorker>>,
    /// When the browser has refused a worker: for a while it is not asked for more.
    refused: Option<Instant>,
    minds: BTreeMap<u32, SeatedMind>,
    /// The number of the next mind.
    next: u32,
}

/// A worker in which minds work.
struct MindWorker {
    worker: Worker,
    /// Name of the lock that the worker holds as long as it lives.
    life: String,
    /// Since when it has started, and reads what it is told.
    ready: Option<Instant>,
    /// Called with its messages, and when it breaks off.
    _hear: [Closure<dyn FnMut(MessageEvent)>; 2],
}

impl Drop for MindWorker {
    fn drop(&mut self) {
        self.worker.set_onmessage(None);
        self.worker.set_onerror(None);
        self.worker.terminate();
    }
}

/// A mind that works in a worker.
struct SeatedMind {
    mailbox: Weak<Mailbox>,
    spec: BrainSpec,
    /// The number of its worker.
    worker: usize,
    /// The turn that it has been asked and not answered, and the message that asked it.
    asked: Option<(u64, String)>,
    /// The turn that its worker works at as far as is known: one that was left is in its way until it says that it is over.
    works_at: Option<u64>,
    /// The best move that it has told of in this turn.
    best: Option<Move>,
    /// Whether a worker has died in this turn.
    bereft: bool,
    signalled: Signals,
}

impl SeatedMind {
    /// Answers its turn, if it has been asked, in its place.
    fn answer(&mut self, answer: impl FnOnce(&str, Option<Move>) -> Answer) {
        self.works_at = None;
        if let (Some((turn, text)), Some(mailbox)) = (self.asked.take(), self.mailbox.upgrade()) {
            let answer = Some((turn, answer(&text, self.best)));
            deliver(&mailbox, FromMind { answer, ..FromMind::default() });
        }
    }
}

impl Workers {
    /// Whether there are workers; the first call starts them.
    fn open(&mut self, pool: &Arc<Pool>) -> bool {
        self.pool = Arc::downgrade(pool);
        let cores = web_sys::window().map_or(1.0, |window| window.navigator().hardware_concurrency());
        if self.refused.is_some_and(|since| since.elapsed() >= RESPITE) {
            // What could not be loaded may be there now.
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

    /// Starts the worker with this number, which takes the place of one that there was.
    fn start(&mut self, number: usize) {
        let new = if self.refused.is_some() { None } else { MindWorker::new(number).ok() };
        if new.is_none() {
            self.refused.get_or_insert_with(Instant::now);
        }
        self.workers[number] = new;
    }

    /// The worker that has the fewest minds.
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
            // A worker that could not be had may be there now.
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
            // Until its worker has answered, the mind is still in its way.
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

    /// Takes in what the worker with this number tells.
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

    /// Has another worker take the place of one that does not answer a stop. The mind that was stopped is not asked again: it answers with the best move
    /// that it has told of, or any.
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

    /// The worker with this number has died, or could not be started.
    fn broke(&mut self, worker: usize) {
        if self.workers.get(worker).and_then(Option::as_ref).is_some_and(|worker| worker.ready.is_some()) {
            for mind in self.minds.values_mut().filter(|mind| mind.worker == worker) {
                // A mind that has met a fault of its own meets it again.
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

    /// Has the minds of a worker that is gone made anew in the one that has its place, or else in another; what they were asked they are asked again.
    fn seat_again(&mut self, gone: usize) {
        self.minds.retain(|_, mind| mind.mailbox.strong_count() > 0);
        let there = self.workers.get(gone).is_some_and(Option::is_some);
        let worker = if there { Some(gone) } else { self.least_busy() };
        for (&number, mind) in self.minds.iter_mut().filter(|(_, mind)| mind.worker == gone) {
            if let Some(mailbox) = mind.mailbox.upgrade() {
                // What it was asked about its tree has no reply any more.
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

/// Puts what a mind has told into its mailbox, with what has not been taken out yet.
fn deliver(mailbox: &Mailbox, told: FromMind) {
    let mut before = mailbox.take();
    before.thought = told.thought.or(before.thought);
    before.answer = told.answer.or(before.answer);
    before.replies.extend(told.replies);
    mailbox.put(before);
}

/// Has a mind made in a worker as it would be made here.
fn seat(number: u32, spec: &BrainSpec) -> ToWorker {
    ToWorker::Seat(number, spec.to_string(), spec.origin() == Origin::File)
}

/// A move that the law allows in the position that a mind was asked about: on a point that is no eye of its own if there is one, else a pass.
fn any_move(asked: &str) -> Option<Move> {
    let Ok(ToWorker::Tell(_, ToMind::Ask(_, question))) = serde_json::from_str(asked) else { return None };
    let position = question.seen().position;
    let (color, moves) = (position.to_move(), position.legal_moves());
    let fills_no_eye =
        |action: &Move| action.point().is_some_and(|point| !position.is_eye_point(color, point));
    let pass = || moves.contains(&Move::Pass).then_some(Move::Pass);
    moves.iter().copied().find(fills_no_eye).or_else(pass).or_else(|| moves.first().copied())
}

/// Calls for a frame, once the workers are not looked at any more.
fn ring() {
    if let Some(pool) = WORKERS.with_borrow(|workers| workers.pool.upgrade()) {
        pool.ring();
    }
}

/// Calls for a frame that shows what minds think, unless one has just been called for: then after a while.
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

/// Does something after a while.
fn later(rest: Duration, deed: impl FnOnce() + 'static) {
    let deed = Closure::once_into_js(deed);
    if let Some(window) = web_sys::window() {
        // A page has timers.
        let _ = window.set_timeout_with_callback_and_timeout_and_arguments_0(
            deed.unchecked_ref(),
            rest.as_millis() as i32,
        );
    }
}

/// Looks after a while whether a mind that was told to stop has answered this turn and those before. Its worker is ended if it has not. A worker that has
/// only just started has as long from then on.
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

/// Has the browser tell when the worker with this number, which holds this lock, has ended: one that runs out of memory or is ended from outside says
/// nothing itself.
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
        // Where there are no locks, only a worker that breaks off by a fault is heard of.
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
        // The code is compiled once, and the worker gets it.
        let first = Object::new();
        Reflect::set(&first, &"module".into(), &of_page("module")?)?;
        Reflect::set(&first, &"life".into(), &life.as_str().into())?;
        worker.post_message(&first)?;
        Ok(Self { worker, life, ready: None, _hear: [hear, broke] })
    }

    fn post(&self, text: &str) {
        // What cannot be sent is not answered, and the worker is replaced when it is stopped.
        let _ = self.worker.post_message(&text.into());
    }
}

/// Something that the script that starts the page has left for the program: `module`, the code as the browser has compiled it; `worker`, the address of
/// what a worker begins with; `whenFree`, which tells when a lock is free.
fn of_page(name: &str) -> Result<JsValue, JsValue> {
    let page = Reflect::get(&js_sys::global(), &"stonefield".into())?;
    Reflect::get(&page, &name.into())
}
