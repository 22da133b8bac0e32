//! What a worker of a page does: it makes minds, has them work, and tells what they tell.

use super::FromMind;
use super::actor::{Mailbox, NEVER};
use super::pool::ToWorker;
use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;
use stonefield_minds::{Answer, BrainSpec, Origin};
use wasm_bindgen::JsCast;
use wasm_bindgen::closure::Closure;
use web_sys::{DedicatedWorkerGlobalScope, MessageChannel, MessageEvent, MessagePort};

/// How long a mind works before messages are read.
const SHARE: Duration = Duration::from_millis(8);

thread_local! {
    /// The minds of this worker, by their numbers.
    static MINDS: RefCell<BTreeMap<u32, Arc<Mailbox>>> = const { RefCell::new(BTreeMap::new()) };
    /// Whether a message to itself is on its way.
    static AWAKE: Cell<bool> = const { Cell::new(false) };
}

/// Whether this instance of the program is a worker of a page.
#[must_use]
pub fn is_worker() -> bool {
    js_sys::global().is_instance_of::<DedicatedWorkerGlobalScope>()
}

/// Has this instance of the program serve minds, from now on.
pub fn serve_minds() {
    let Ok(scope) = js_sys::global().dyn_into::<DedicatedWorkerGlobalScope>() else { return };
    // A message to itself is read after those that have come before it, and sooner than a timer would ring.
    let Ok(channel) = MessageChannel::new() else { return };
    let (wake, awake) = (channel.port1(), channel.port2());
    let again = wake.clone();
    let work = Closure::<dyn FnMut(MessageEvent)>::new(move |_| {
        AWAKE.set(false);
        if work() {
            post_to(&again);
        }
    });
    awake.set_onmessage(Some(work.as_ref().unchecked_ref()));
    let hear = Closure::<dyn FnMut(MessageEvent)>::new(move |event: MessageEvent| {
        if let Some(text) = event.data().as_string() {
            hear(&text);
            post_to(&wake);
        }
    });
    scope.set_onmessage(Some(hear.as_ref().unchecked_ref()));
    // They live as long as the worker.
    work.forget();
    hear.forget();
    // From now on it answers a stop in time.
    let _ = scope.post_message(&wasm_bindgen::JsValue::from_str("ready"));
}

/// Sends an empty message to itself, unless one is on its way.
fn post_to(port: &MessagePort) {
    if AWAKE.replace(true) {
        return;
    }
    // A port of one's own takes it.
    let _ = port.post_message(&wasm_bindgen::JsValue::NULL);
}

/// Does what the page tells.
fn hear(text: &str) {
    let Ok(message) = serde_json::from_str(text) else { return };
    MINDS.with_borrow_mut(|minds| match message {
        ToWorker::Seat(number, spec, filed) => {
            if let Ok(spec) = spec.parse::<BrainSpec>() {
                let spec = spec.with_origin(if filed { Origin::File } else { Origin::User });
                minds.insert(number, Arc::new(Mailbox::new(spec.build())));
            }
        }
        ToWorker::Tell(number, message) => {
            if let Some(mailbox) = minds.get(&number) {
                mailbox.send(message);
            }
        }
        ToWorker::Signal(number, signals) => {
            if let Some(mailbox) = minds.get(&number) {
                signals.give(mailbox);
                if mailbox.is_forgotten() {
                    minds.remove(&number);
                    // Its last turn is over: it is not waited for.
                    let answer = Some((NEVER, Answer::Failed(String::new())));
                    tell(number, FromMind { answer, ..FromMind::default() });
                }
            }
        }
    });
}

/// Has each mind that has something to do work for a while; whether one has more to do.
fn work() -> bool {
    let minds: Vec<(u32, Arc<Mailbox>)> =
        MINDS.with_borrow(|minds| minds.iter().map(|(&number, mind)| (number, Arc::clone(mind))).collect());
    let mut more = false;
    for (number, mailbox) in minds {
        let tell = || tell(number, mailbox.take());
        more |= mailbox.work(|worked| worked >= SHARE, &tell) || !mailbox.is_read();
    }
    more
}

/// Tells the page what a mind tells.
fn tell(number: u32, told: FromMind) {
    let Ok(scope) = js_sys::global().dyn_into::<DedicatedWorkerGlobalScope>() else { return };
    if let Ok(text) = serde_json::to_string(&(number, told)) {
        // A page that is gone hears nothing.
        let _ = scope.post_message(&text.into());
    }
}
