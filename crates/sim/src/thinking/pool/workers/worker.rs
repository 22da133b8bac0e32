//! Web worker of a page: builds minds, runs them, and posts their messages.

use super::super::super::FromMind;
use super::super::super::actor::{ALL_TURNS, Mailbox};
use super::ToWorker;
use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;
use stonefield_minds::{Answer, BrainSpec, Origin};
use wasm_bindgen::JsCast;
use wasm_bindgen::closure::Closure;
use web_sys::{DedicatedWorkerGlobalScope, MessageChannel, MessageEvent, MessagePort};

/// Time for which one mind runs before the next mind of the worker does.
const TIME_SLICE: Duration = Duration::from_millis(8);

thread_local! {
    /// Minds of this worker by number.
    static MINDS: RefCell<BTreeMap<u32, Arc<Mailbox>>> = const { RefCell::new(BTreeMap::new()) };
    /// True while a wake-up message of this worker to itself is on its way.
    static AWAKE: Cell<bool> = const { Cell::new(false) };
}

/// Starts to run minds, as messages of the page ask, if this instance of the program runs in a web worker.
/// Returns true if it does.
pub(super) fn serve() -> bool {
    let scope = js_sys::global().dyn_into::<DedicatedWorkerGlobalScope>();
    scope.is_ok_and(|scope| {
        serve_page(&scope);
        true
    })
}

fn serve_page(scope: &DedicatedWorkerGlobalScope) {
    // Between two runs the worker sends itself a message, after earlier ones. A timer would be slower.
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
    let receive = Closure::<dyn FnMut(MessageEvent)>::new(move |event: MessageEvent| {
        if let Some(text) = event.data().as_string() {
            handle_message(&text);
            post_to(&wake);
        }
    });
    scope.set_onmessage(Some(receive.as_ref().unchecked_ref()));
    // The closures live as long as the worker.
    work.forget();
    receive.forget();
    // Reports to the page that the worker reads messages from now on.
    let _ = scope.post_message(&wasm_bindgen::JsValue::from_str("ready"));
}

/// Posts a wake-up message of this worker to itself, unless one is on its way.
fn post_to(port: &MessagePort) {
    if AWAKE.replace(true) {
        return;
    }
    // Posting to a port of this worker cannot fail.
    let _ = port.post_message(&wasm_bindgen::JsValue::NULL);
}

/// Handles a message of the page.
fn handle_message(text: &str) {
    let Ok(message) = serde_json::from_str(text) else { return };
    MINDS.with_borrow_mut(|minds| match message {
        ToWorker::Seat(number, spec, filed) => {
            if let Ok(spec) = spec.parse::<BrainSpec>() {
                let spec = spec.with_origin(if filed { Origin::File } else { Origin::User });
                minds.insert(number, Arc::new(Mailbox::new(spec.build())));
            }
        }
        ToWorker::Send(number, message) => {
            if let Some(mailbox) = minds.get(&number) {
                mailbox.send(message);
            }
        }
        ToWorker::Signal(number, signals) => {
            if let Some(mailbox) = minds.get(&number) {
                signals.apply_to(mailbox);
                if mailbox.is_discarded() {
                    minds.remove(&number);
                    // Reports the end of the last turn, so that the page does not wait for it.
                    let answer = Some((ALL_TURNS, Answer::Failed(String::new())));
                    post(number, FromMind { answer, ..FromMind::default() });
                }
            }
        }
    });
}

/// Runs each mind with work to do for one time slice. Returns true if one has more to do.
fn work() -> bool {
    let minds: Vec<(u32, Arc<Mailbox>)> =
        MINDS.with_borrow(|minds| minds.iter().map(|(&number, mind)| (number, Arc::clone(mind))).collect());
    let mut more = false;
    for (number, mailbox) in minds {
        let notify = || post(number, mailbox.take());
        more |= mailbox.work(|worked| worked >= TIME_SLICE, &notify) || !mailbox.is_read();
    }
    more
}

/// Posts the messages of a mind to the page.
fn post(number: u32, messages: FromMind) {
    let Ok(scope) = js_sys::global().dyn_into::<DedicatedWorkerGlobalScope>() else { return };
    if let Ok(text) = serde_json::to_string(&(number, messages)) {
        // Fails only if the page is closed.
        let _ = scope.post_message(&text.into());
    }
}
