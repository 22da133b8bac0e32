//! Halting: a signal asks the games of a command to come to their end, and what they came to is still written.

use std::time::Duration;
use stonefield_minds::engine::{Signal, SignalListener};
use stonefield_search::supply::start_thread;
use stonefield_sim::Halt;

/// How long what is left may take to be written when a signal has asked for the end: its reader may have fallen asleep.
const LAST: Duration = Duration::from_secs(10);

/// What signals that end programs halt from now on, and who hears them.
pub(super) fn halt_on_signals() -> (Halt, SignalListener) {
    let halt = Halt::default();
    let asked = halt.clone();
    let signals = [Signal::HangUp, Signal::Interrupt, Signal::Terminate];
    let listener = SignalListener::listen_with(&signals, move |signal| {
        asked.ask();
        end_at_last(signal);
    });
    (halt, listener)
}

/// Ends the program if it does not end by itself.
pub(super) fn end_at_last(signal: Signal) {
    // Without a thread a second signal ends it.
    let _ = start_thread("end", move || {
        std::thread::sleep(LAST);
        signal.end_program();
    });
}
