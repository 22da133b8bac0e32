//! The Web Workers in which minds work, where the program is a page: each is a second instance of it, and is told and tells by messages.
//!
//! A worker reads its messages between two batches of a mind. One that does not answer a stop within [`PATIENCE`] is ended, and another takes
//! its place: its other minds begin their turns anew, so that they choose the same moves.

use super::actor::{Mailbox, NEVER, lock};
use super::{FromMind, ToMind};
use crate::brain::{Answer, Brain, BrainSpec, Origin};
use crate::go::Move;
use bevy::ecs::prelude::*;
use js_sys::{Object, Reflect};
use serde::{Deserialize, Serialize};
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::{Arc, Mutex, Weak};
use std::time::Duration;
use wasm_bindgen::closure::Closure;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{MessageEvent, Worker, WorkerOptions, WorkerType};

/// Milliseconds that a worker has to answer a stop.
const PATIENCE: i32 = 200;

/// Workers at the most.
const MOST_WORKERS: usize = 4;

/// The script that starts a worker, beside the page.
const SCRIPT: &str = "mind.js";

/// Why a mind that computes for long has no answer where there are no workers.
pub(super) const ONLY_THERE: Option<&str> =
    Some("it thinks in a worker of the browser, and this page may have none; rules of the agents play on");

/// Why a mind has no answer that was stopped before it had one.
const TOO_LATE: &str = "it was stopped before it had found a move";

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
        OFFICE.with_borrow_mut(|office| office.open(&self.0)).then_some(&self.0)
    }

    /// Has this called whenever a mind has told something, so that it is looked at.
    pub fn set_waker(&self, waker: impl Fn() + Send + Sync + 'static) {
        *lock(&self.0.waker) = Some(Arc::new(waker));
    }

    /// How often a mind has told something.
    pub(in crate::sim) fn told(&self) -> u64 {
        *lock(&self.0.told)
    }

    /// A page cannot wait: it hears of what is told when it has come to an end with what it does.
    #[expect(clippy::unused_self, reason = "as where there are threads")]
    pub(in crate::sim) const fn wait(&self, _: u64, _: Duration) -> bool {
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
        OFFICE.with_borrow_mut(|office| office.seat(spec, &mailbox));
        mailbox
    }

    /// Tells a mind what is in its mailbox.
    #[expect(clippy::unused_self, reason = "as where there are threads")]
    pub(super) fn schedule(&self, mailbox: &Arc<Mailbox>) {
        OFFICE.with_borrow_mut(|office| office.tell(mailbox));
    }

    /// Tells a mind what it is to look at in the middle of its work.
    #[expect(clippy::unused_self, reason = "as where there are threads")]
    pub(super) fn signal(&self, mailbox: &Arc<Mailbox>) {
        OFFICE.with_borrow_mut(|office| office.signal(mailbox));
    }
}

thread_local! {
    /// The workers of this page. What belongs to the browser stays on the thread of the page.
    static OFFICE: RefCell<Office> = RefCell::default();
}

/// The workers, and which mind works in which.
#[derive(Default)]
struct Office {
    pool: Weak<Pool>,
    desks: Vec<Desk>,
    /// Whether the browser has refused a worker.
    refused: bool,
    minds: BTreeMap<u32, SeatedMind>,
    /// The number of the next mind.
    next: u32,
}

/// A worker.
struct Desk {
    worker: Worker,
    /// Whether it has told anything.
    answers: bool,
    /// Called with its messages, and when it breaks off.
    _hear: [Closure<dyn FnMut(MessageEvent)>; 2],
}

impl Drop for Desk {
    fn drop(&mut self) {
        self.worker.terminate();
    }
}

/// A mind that works in a worker.
struct SeatedMind {
    mailbox: Weak<Mailbox>,
    spec: BrainSpec,
    desk: usize,
    /// The turn that it has been asked and not answered, and the message that asked it.
    asked: Option<(u64, String)>,
    /// The best move that it has told of in this turn.
    best: Option<Move>,
    signalled: Signals,
}

impl Office {
    /// Whether there are workers; the first call starts them.
    fn open(&mut self, pool: &Arc<Pool>) -> bool {
        self.pool = Arc::downgrade(pool);
        let cores = web_sys::window().map_or(1.0, |window| window.navigator().hardware_concurrency());
        while !self.refused && (self.desks.len() as f64) < (cores - 1.0).clamp(1.0, MOST_WORKERS as f64) {
            match Desk::new(self.desks.len()) {
                Ok(desk) => self.desks.push(desk),
                Err(_) => self.refused = true,
            }
        }
        !self.desks.is_empty()
    }

    fn seat(&mut self, spec: &BrainSpec, mailbox: &Arc<Mailbox>) {
        let number = self.next;
        self.next += 1;
        self.minds.retain(|_, mind| mind.mailbox.strong_count() > 0);
        let load = |desk| self.minds.values().filter(|mind| mind.desk == desk).count();
        let desk = (0..self.desks.len()).min_by_key(|&desk| load(desk)).unwrap_or(0);
        self.post(desk, &seat(number, spec));
        let spec = spec.clone();
        let signalled = Signals::default();
        let mind =
            SeatedMind { mailbox: Arc::downgrade(mailbox), spec, desk, asked: None, best: None, signalled };
        self.minds.insert(number, mind);
        self.signal(mailbox);
    }

    fn number(&self, mailbox: &Arc<Mailbox>) -> Option<u32> {
        let ours = |mind: &SeatedMind| std::ptr::eq(mind.mailbox.as_ptr(), Arc::as_ptr(mailbox));
        self.minds.iter().find(|(_, mind)| ours(mind)).map(|(&number, _)| number)
    }

    fn tell(&mut self, mailbox: &Arc<Mailbox>) {
        let Some(number) = self.number(mailbox) else { return };
        self.signal(mailbox);
        for message in mailbox.read() {
            let turn = if let ToMind::Ask(turn, _) = &message { Some(*turn) } else { None };
            let Ok(text) = serde_json::to_string(&ToWorker::Tell(number, message)) else { continue };
            let Some(mind) = self.minds.get_mut(&number) else { return };
            let desk = self.desks.get(mind.desk);
            if let Some(desk) = desk {
                desk.post(&text);
            } else if let (Some(turn), Some(why)) = (turn, ONLY_THERE) {
                let answer = Some((turn, Answer::Failed(why.to_owned())));
                put_down(mailbox, FromMind { answer, ..FromMind::default() });
                continue;
            }
            if let Some(turn) = turn {
                (mind.asked, mind.best) = (Some((turn, text)), None);
            }
        }
    }

    fn signal(&mut self, mailbox: &Arc<Mailbox>) {
        let Some(number) = self.number(mailbox) else { return };
        let signals = Signals::of(mailbox);
        let Some(mind) = self.minds.get_mut(&number).filter(|mind| mind.signalled != signals) else { return };
        mind.signalled = signals;
        let (desk, asked) = (mind.desk, mind.asked.as_ref().map(|(turn, _)| *turn));
        self.post(desk, &ToWorker::Signal(number, signals));
        if let Some(turn) = asked.filter(|turn| signals.stopped.max(signals.left) >= *turn) {
            expect_answer(number, turn);
        }
        if signals.left == NEVER {
            // Until its worker has answered, the mind is still in its way.
            if asked.is_none() {
                self.minds.remove(&number);
            }
        }
    }

    fn post(&self, desk: usize, message: &ToWorker) {
        if let (Some(desk), Ok(text)) = (self.desks.get(desk), serde_json::to_string(message)) {
            desk.post(&text);
        }
    }

    /// Takes in what a worker tells; whether that was anything.
    fn hear(&mut self, text: &str) -> bool {
        let Ok((number, told)) = serde_json::from_str::<(u32, FromMind)>(text) else { return false };
        let Some(mind) = self.minds.get_mut(&number) else { return false };
        if let Some(desk) = self.desks.get_mut(mind.desk) {
            desk.answers = true;
        }
        if let Some((turn, thought)) = &told.thought
            && mind.asked.as_ref().is_some_and(|(asked, _)| asked == turn)
        {
            mind.best = thought.candidates.first().map(|candidate| candidate.action).or(mind.best);
        }
        if let Some((turn, _)) = &told.answer
            && mind.asked.as_ref().is_some_and(|(asked, _)| asked <= turn)
        {
            mind.asked = None;
        }
        match mind.mailbox.upgrade() {
            Some(mailbox) => put_down(&mailbox, told),
            None if mind.asked.is_none() => drop(self.minds.remove(&number)),
            None => {}
        }
        true
    }

    /// Has another worker take the place of one. The mind with this number is not asked again: it answers with what it has thought last.
    fn replace(&mut self, desk: usize, stopped: Option<u32>) {
        match Desk::new(desk) {
            Ok(new) => self.desks[desk] = new,
            Err(_) => {
                self.desks.remove(desk);
                self.refused = true;
            }
        }
        self.minds.retain(|_, mind| mind.mailbox.strong_count() > 0);
        let mut posts = Vec::new();
        for (&number, mind) in self.minds.iter_mut().filter(|(_, mind)| mind.desk == desk) {
            let asked = mind.asked.take();
            posts.push(serde_json::to_string(&seat(number, &mind.spec)).ok());
            posts.push(serde_json::to_string(&ToWorker::Signal(number, mind.signalled)).ok());
            match asked {
                Some((turn, _)) if stopped == Some(number) => {
                    if let Some(mailbox) = mind.mailbox.upgrade() {
                        let best =
                            mind.best.map_or_else(|| Answer::Failed(TOO_LATE.to_owned()), Answer::Move);
                        put_down(&mailbox, FromMind { answer: Some((turn, best)), ..FromMind::default() });
                    }
                }
                Some((turn, text)) => {
                    posts.push(Some(text.clone()));
                    mind.asked = Some((turn, text));
                }
                None => {}
            }
        }
        if let Some(desk) = self.desks.get(desk) {
            posts.iter().flatten().for_each(|text| desk.post(text));
        }
    }

    /// Answers all minds of a worker that has broken off, and has another take its place.
    fn broke(&mut self, desk: usize) {
        for mind in self.minds.values_mut().filter(|mind| mind.desk == desk) {
            if let (Some((turn, _)), Some(mailbox)) = (mind.asked.take(), mind.mailbox.upgrade()) {
                let why = "its worker broke off, or could not be started".to_owned();
                put_down(
                    &mailbox,
                    FromMind { answer: Some((turn, Answer::Failed(why))), ..FromMind::default() },
                );
            }
        }
        // One that never answered was not to be had, and another would not be either.
        if self.desks.get(desk).is_some_and(|desk| desk.answers) {
            self.replace(desk, None);
        } else {
            self.refused = true;
            self.desks.clear();
        }
    }
}

/// Puts what a mind has told into its mailbox, with what has not been taken out yet.
fn put_down(mailbox: &Mailbox, told: FromMind) {
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

/// Calls for a frame, once the workers are not looked at any more.
fn ring() {
    if let Some(pool) = OFFICE.with_borrow(|office| office.pool.upgrade()) {
        pool.ring();
    }
}

/// Looks after a while whether a mind that was told to stop has answered its turn, and ends its worker otherwise.
fn expect_answer(number: u32, turn: u64) {
    let look = Closure::once_into_js(move || {
        let late = OFFICE.with_borrow_mut(|office| {
            let Some(mind) = office.minds.get(&number) else { return false };
            let late = mind.asked.as_ref().is_some_and(|(asked, _)| *asked <= turn);
            if late {
                office.replace(mind.desk, Some(number));
            }
            late
        });
        if late {
            ring();
        }
    });
    if let Some(window) = web_sys::window() {
        // Without a timer the worker comes to its end by itself.
        let _ = window.set_timeout_with_callback_and_timeout_and_arguments_0(look.unchecked_ref(), PATIENCE);
    }
}

impl Desk {
    fn new(number: usize) -> Result<Self, JsValue> {
        let options = WorkerOptions::new();
        options.set_type(WorkerType::Module);
        let worker = Worker::new_with_options(SCRIPT, &options)?;
        let hear = Closure::<dyn FnMut(MessageEvent)>::new(move |event: MessageEvent| {
            let text = event.data().as_string();
            if text.is_some_and(|text| OFFICE.with_borrow_mut(|office| office.hear(&text))) {
                ring();
            }
        });
        let broke = Closure::<dyn FnMut(MessageEvent)>::new(move |_| {
            OFFICE.with_borrow_mut(|office| office.broke(number));
            ring();
        });
        worker.set_onmessage(Some(hear.as_ref().unchecked_ref()));
        worker.set_onerror(Some(broke.as_ref().unchecked_ref()));
        // The code is compiled once, and the worker gets it.
        let module = Object::new();
        Reflect::set(&module, &"module".into(), &compiled()?)?;
        worker.post_message(&module)?;
        Ok(Self { worker, answers: false, _hear: [hear, broke] })
    }

    fn post(&self, text: &str) {
        // What cannot be sent is not answered, and the worker is replaced when it is stopped.
        let _ = self.worker.post_message(&text.into());
    }
}

/// The code of this program, as the script that starts the page has compiled it.
fn compiled() -> Result<JsValue, JsValue> {
    let page = Reflect::get(&js_sys::global(), &"stonefield".into())?;
    Reflect::get(&page, &"module".into())
}
