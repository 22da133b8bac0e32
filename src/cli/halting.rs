//! Signals that end a command: its games are halted, and the results so far are still written.

use std::time::Duration;
use stonefield_minds::engine::{Signal, SignalListener};
use stonefield_search::supply::start_thread;
use stonefield_sim::Halt;

/// Longest time to write the results after a signal. A pipe that nobody reads would block for ever.
const GRACE_PERIOD: Duration = Duration::from_secs(10);

/// Listens for SIGHUP, SIGINT and SIGTERM. Returns the halt that a signal triggers, and the listener.
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

/// Ends the program after [`GRACE_PERIOD`], unless the command ends earlier. Does not wait.
pub(super) fn end_after_grace(signal: Signal) {
    // If no thread can be started, a second signal ends the program.
    let _ = start_thread("end", move || {
        std::thread::sleep(GRACE_PERIOD);
        signal.end_program();
    });
}
