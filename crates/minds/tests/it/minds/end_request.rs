//! Signals that ask the program to end. A command that listens for them is not ended by the signal, and ends
//! by itself.
#![cfg(unix)]

use std::process::Command;
use std::sync::mpsc::channel;
use std::time::Duration;
use stonefield_minds::engine::{Signal, SignalListener, shut_down};
use stonefield_testing as support;

fn send_to_self(name: &str) {
    let kill = Command::new("kill").args(["-s", name, &std::process::id().to_string()]).status();
    assert!(kill.expect("kill").success());
}

#[test]
fn a_command_that_listens_ends_by_itself() {
    // After a signal a process starts no engine, so this test needs its own process.
    if !support::alone(module_path!(), "a_command_that_listens_ends_by_itself") {
        return;
    }
    let (sender, receiver) = channel();
    let polling = SignalListener::listen(&[Signal::Interrupt, Signal::Terminate]);
    let notified = SignalListener::listen_with(&Signal::ALL, move |signal| {
        sender.send(signal).expect("the receiver exists");
    });
    let quit_only = SignalListener::listen(&[Signal::Quit]);
    assert_eq!((polling.received(), notified.received()), (None, None));
    send_to_self("TERM");
    assert_eq!(receiver.recv_timeout(Duration::from_secs(20)), Ok(Signal::Terminate));
    assert_eq!(notified.received(), Some(Signal::Terminate));
    // One cause can send several signals. Only the first one counts, and is reported once.
    send_to_self("HUP");
    std::thread::sleep(Duration::from_millis(200));
    assert_eq!((polling.received(), notified.received()), (Some(Signal::Terminate), Some(Signal::Terminate)));
    assert!(receiver.try_recv().is_err());
    assert_eq!(quit_only.received(), None);
    // No engine runs, so this returns at once.
    shut_down();
}
