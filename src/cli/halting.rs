//! Signals that end a command: its games are halted, and their results so far are still written.

use std::time::Duration;
use stonefield_minds::engine::{Signal, SignalListener};
use stonefield_search::supply::start_thread;
use stonefield_sim::Halt;

/// Time to write the results after a signal. The reader of a pipe may have stopped reading.
const GRACE_PERIOD: Duration = Duration::from_secs(10);

/// Listens for the signals that end programs. Returns the halt that they trigger, and the listener.
pub(super) fn halt_on_signals() -> (Halt, SignalListener) {
    let halt = Halt::default();
    let trigger = halt.clone();
    let signals = [Signal::HangUp, Signal::Interrupt, Signal::Terminate];
    let listener = SignalListener::listen_with(&signals, move |signal| {
        trigger.ask();
        end_after_grace(signal);
    });
    (halt, listener)
}

/// Ends the program after [`GRACE_PERIOD`], unless it has ended by itself.
pub(super) fn end_after_grace(signal: Signal) {
    // If no thread can be started, a second signal ends the program.
    let _ = start_thread("end", move || {
        std::thread::sleep(GRACE_PERIOD);
        signal.end_program();
    });
}
